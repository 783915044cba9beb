import Foundation
import StoryScript
import Testing

@testable import SessionState
@testable import ShellCore

/// Accounts, and posts on their way, in the network of practice.
@Suite struct SendingTests {
  @Test func postsAreSentImmediatelyWhenLoggedIn() {
    let run = ScriptRun()
    #expect(run("login bob.test").lines == [" 0:00.300  ✓ logged in as bob.test on practice.test"])
    #expect(run("post \"hello\"").lines.first == " 0:00.300  ✓ post 1 is in the outbox (5 of 300 characters)")
    let lines = run("wait 1s").lines
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix(" 0:00.600  ✓ post 1 published as 3") == true)
    #expect(run("expect outbox.count == 0").error == nil)
  }

  @Test(arguments: [
    ("login nobody", "this is not a full handle | try: login bob.bsky.social"),
    (
      "login bob.example",
      "the practice network has no account bob.example: its handles end in .test | try: login bob.test"
    ),
    ("whoami", "no account is logged in | try: login bob.test"),
    ("logout", "no account is logged in | try: login bob.test"),
    ("account use bob.test", "bob.test is not logged in | try: login bob.test"),
    ("login bob.test; logout ana.test", "ana.test is not logged in | logged in: bob.test"),
    ("login bob.test; outbox send", "the outbox is empty"),
    ("post \"a\"; outbox send", "no account is logged in | try: login bob.test"),
    (
      "post \"a\"; login bob.test; outbox send",
      "the outbox has no posts for bob.test without a planned time: send the others by number | try: outbox send 1"
    ),
    ("login bob.test; post \"a\"; outbox send 7", "there is no post 7 in the outbox | the outbox has post 1"),
    (
      "post (repeated \"many words. \" 60) split; login bob.test; outbox send 2",
      "post 2 continues post 1, which has not been sent yet | try: outbox send 1"
    ),
    (
      "login bob.test; set network off; post \"a\"; wait 1s; login ana.test",
      "cannot reach the server: there is no network | try again when there is a network"
    ),
    (
      "login bob.test; login ana.test; post \"a\"; logout; outbox send 1",
      "post 1 was written for an account that is not logged in | try: login HANDLE, or outbox remove 1"
    ),
    (
      "login bob.test; delete x",
      "'x' is not a post | give the post's number (such as @1), its key from `post.sent`, its address (at://…), or the link to its page"
    ),
    (
      "login bob.test; delete at://did:web:ana.test/app.bsky.feed.post/3mbo36fa7z2ue",
      "that post is not by bob.test, so it cannot be deleted | try: account use HANDLE"
    ),
  ])
  func invalidAttachments(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test func earlierPostsAreSentOnlyByNumber() {
    ScriptRun.passes(
      """
      post "early"
      login bob.test
      post "now"
      wait 1m
      expect outbox.posts == ["early"]
      outbox send 1
      wait 1s
      expect outbox.count == 0
      """)
  }

  @Test func threadsAreSentPostByPost() {
    ScriptRun.passes(
      """
      login bob.test
      let sent = 0
      when post.sent { sent = $sent + $post }
      post (repeated "many words. " 60) split numbered
      wait until outbox.count == 0
      wait 1s
      expect $sent == 6
      """)
  }

  @Test func offlinePostsAreSentWhenOnline() {
    let run = ScriptRun()
    _ = run("login bob.test; set network off; post \"a\"; post \"b\"")
    let lines = run("wait 1s").lines
    #expect(
      lines.map { String($0.drop { $0 != "⚠" && $0 != "✗" }) } == [
        "⚠ no network: unsent posts and reactions wait in the outbox",
        "✗ post 1 is waiting: there is no network, next attempt in 1 s",
        "✗ post 2 is waiting: there is no network, next attempt in 1 s",
      ])
    #expect(run("expect not network.online; expect outbox.count == 2").error == nil)
    _ = run("set network on")
    #expect(run("wait 10s; expect network.online; expect outbox.count == 0").error == nil)
  }

  /// Otherwise, a post that failed ten times would wait for minutes.
  @Test func postsAreSentWhenTheNetworkReturns() {
    let run = ScriptRun()
    _ = run("login bob.test; set network off; post \"a\"; post \"b\"; post \"later\" at 2026-02-01T12:00; wait 20m")
    #expect(run("expect outbox.count == 3; set network on; wait 1s; expect outbox.count == 1").error == nil)
  }

  /// Feeds sort by the instant in the record, so a planned post is dated by its planned time.
  @Test func scheduledPostsGetTheirScheduledDate() {
    ScriptRun.passes(
      """
      login bob.test
      let planned = clock.now + 8h
      expect contains (post "later" at $planned preview).record (format $planned "yyyy-MM-dd'T'HH:mm")
      post "later" at $planned
      wait 9h
      expect (posts of bob.test | first).created == $planned
      """)
  }

  /// An account that is mentioned in the second piece is looked up as well.
  @Test func eachPieceIsPreviewedAsItIsSent() {
    ScriptRun.passes(
      """
      login bob.test
      let pieces = post ((repeated "many words. " 28) + "@ana.test and so on and so on") split preview
      expect ($pieces | count) == 2
      expect contains ($pieces | last).record "did:"
      expect ($pieces | last).follows == "the post before it"
      """)
  }

  /// The message appears once, after any number of tries.
  @Test func longWaitsAreReportedOnce() {
    let run = ScriptRun()
    _ = run("login bob.test; set network off; post \"a\"")
    #expect(run("wait 3h").lines.count == 2)
  }

  /// However many requests fail, in the end each post is published once, and in order.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func badNetworksNeverDuplicatePosts(seed: UInt64) throws {
    var options = Session.Options()
    options.seed = seed
    let run = ScriptRun(options)
    let error = run(
      """
      login bob.test
      set network-failures 50%
      repeat 12 { post "x" }
      post (repeated "many words. " 60) split numbered
      wait until outbox.count == 0
      """
    ).error
    #expect(error == nil)
    #expect(run.session.world.posts.network.count == 15)
  }

  @Test func undoTakesBackWhatPracticePublished() {
    ScriptRun.passes(
      """
      login bob.test
      set send-delay 5s
      post "oops"
      wait 2s
      undo
      wait 10s
      expect outbox.count == 0
      redo
      expect outbox.count == 1
      wait 10s
      expect outbox.count == 0
      logout
      undo
      expect account.active
      """)
    let run = ScriptRun()
    _ = run("login bob.test; set send-delay 5s; post \"oops\"; wait 2s; undo; wait 1m")
    #expect(run.session.world.posts.network.count == 0)
  }

  /// Undoing a command that takes time also reverts its effects at its end.
  @Test func undoBringsBackWhatPracticeDeletedAndLogsOut() {
    ScriptRun.passes(
      """
      login bob.test
      post "oops"
      wait 1s
      delete @1
      expect (posts of bob.test | count) == 0
      undo
      expect (posts of bob.test | count) == 1
      redo
      expect (posts of bob.test | count) == 0
      undo 2
      undo
      expect not account.active
      """)
    #expect(
      ScriptRun.error("login bob.test; post \"oops\"; wait 1s; delete @1; delete @1")
        == "there is no post 3mbo36fa7z2kd: it was deleted or never existed")
  }

  @Test func rewindBringsTheNetworkBack() {
    let run = ScriptRun()
    #expect(run("login bob.test; post \"a\"; wait 1s; post \"b\"; wait 1s; rewind 1s").error == nil)
    #expect(run.session.world.posts.network.count == 1)
    #expect(run("wait 1s").error == nil)
  }

  @Test func aHandlerPosts() {
    ScriptRun.passes(
      """
      login bob.test
      when timer.completed { post "done" }
      timer start reading 20
      timer done
      wait 1s
      expect outbox.count == 0
      """)
  }

  @Test func publishedPostsCanBeDeleted() {
    let run = ScriptRun()
    let error = run(
      """
      login bob.test
      let sent = ""
      when post.sent { sent = $key }
      post "oops"
      wait 1s
      delete $sent
      """
    ).error
    #expect(error == nil)
    #expect(run.session.world.posts.network.count == 0)
  }

  /// The message also appears in a script, where the reason for not publishing would be invisible otherwise.
  @Test(arguments: [false, true]) func missingAccountsAreReportedOnce(isQuiet: Bool) throws {
    let folder = Scratch.path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try Program.run(
      ["--real", "--state", folder] + (isQuiet ? ["--quiet"] : []) + ["-c", "post \"one\"; post \"two\""])
    let count = run.errors.components(separatedBy: "note: no account is logged in; try: login HANDLE").count - 1
    #expect(run.status == 0 && count == (isQuiet ? 0 : 1), "\(run.errors)")
  }

  @Test func savedPostsAreSentByTheNextSession() throws {
    let folder = "/tmp/storyline-sending-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func run(_ script: String) throws -> String {
      try Program.output(script, state: folder)
    }
    _ = try run("login bob.test; set network off; post \"one\"; post \"two\"; wait 1s")
    #expect(try run("print outbox.posts") == "[\"one\", \"two\"]\n")
    _ = try run("login bob.test; wait 1m; expect outbox.count == 0")
    #expect(try run("print outbox.count; login bob.test; wait 1m; print outbox.count") == "0\n0\n")
  }
}

/// Mentions of users in practice, on a network that has its own users.
@Suite struct PracticeMentionTests {
  @Test func unknownHandlesAreNotMentions() {
    ScriptRun.passes(
      """
      login carla.test
      login bob.test
      let plain = []
      when post.sent { plain = $unknown }
      post "hi @nobody.test, @ana.test and @carla.test"
      wait 1s
      expect $plain == ["nobody.test"]
      login carla.test
      expect (notifications mentions | count) > 0
      """)
  }
}
