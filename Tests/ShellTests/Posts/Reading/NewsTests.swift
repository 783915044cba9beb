import Bluesky
import Foundation
import JSON
import Testing

@testable import PostsWing

/// The place of a user in a timeline: `timeline new`, and the posts shown without a network.
@Suite struct NewsTests {
  @Test func newPostsAreShownOnceOldestFirst() {
    ScriptRun.passes(
      """
      login bob.test
      expect reading.reached == none
      let first = timeline new 5
      expect ($first | count) == 5 and $first[0].created < $first[4].created or $first[0].by != none
      expect (timeline new | count) == 0
      wait 4h
      let all = []
      let part = timeline new 4
      while ($part | count) > 0 {
        all = $all + $part
        part = timeline new 4
      }
      expect ($all | count) > 8
      expect ($all | each { $it.uri } | unique | count) == ($all | count)
      let newest = timeline 100 | each { $it.uri }
      expect ($all | where not (contains $newest $it.uri) | count) == 0
      expect ($all | last).uri == $newest[0]
      """)
  }

  /// `undo` moves the mark back with the command that moved it, and `redo` moves it forward again.
  @Test func undoRestoresTheMark() {
    ScriptRun.passes(
      """
      login bob.test
      timeline new
      let reached = reading.reached
      wait 3h
      let new = timeline new 3
      expect reading.reached > $reached
      undo
      expect reading.reached == $reached
      expect (timeline new 3 | each { $it.uri }) == ($new | each { $it.uri })
      undo
      redo
      expect reading.reached > $reached
      """)
  }

  /// Each account has its own place.
  @Test func accountsHaveSeparateMarks() {
    ScriptRun.passes(
      """
      login ana.test
      login bob.test
      timeline new
      account use ana.test
      expect reading.reached == none
      expect (timeline new | count) == 20
      account use bob.test
      expect (timeline new | count) == 0
      """)
  }

  @Test func theTimelineDrawsTheMark() {
    let run = ScriptRun()
    run("login bob.test; timeline new; wait 3h")
    let lines = run("timeline 40").lines
    let marks = lines.indices.filter { lines[$0].hasPrefix(" ── read up to here, 3 h ago") }
    #expect(marks.count == 1 && marks[0] > 3)
    #expect(run("timeline new").lines.first == " ── read up to here, 3 h ago ──")
    #expect(run("timeline new").lines == [" nothing new since the last post you read (5 min ago)"])
    #expect(!run("timeline 40").lines.contains { $0.contains("read up to here") })
  }

  @Test(arguments: [
    ("timeline new", "no account is logged in | try: login bob.test"),
    ("login bob.test; set network off; timeline new", "no response: there is no network | try: timeline new"),
    ("timeline new 1001", "'timeline new' expects a whole number from 1 to 1000, not '1001'"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) {
    #expect(ScriptRun.error(script) == error)
  }

  // MARK: Without a network

  @Test func theLastPagesAreShownWithTheirAge() {
    let run = ScriptRun()
    run("login bob.test; set kept-pages always; let there = timeline 30; wait 40m; set network off")
    let result = run("let kept = timeline 30")
    #expect(result.error == nil)
    #expect(
      run(
        """
        expect ($kept | each { $it.ref }) == ($there | each { $it.ref })
        expect reading.state == failed and reading.kept < clock.now - 39m
        expect (timeline 5 | count) == 5
        expect error { posts of ana.test }
        set network on
        let fresh = retry
        expect reading.kept == none and $fresh[0].uri != $there[0].uri
        """
      ).error == nil)
  }

  /// Lists of all kinds, conversations and people alike.
  @Test func cachedListsShowTheirAge() {
    let run = ScriptRun()
    run("login bob.test; post \"hello\"; wait 2h")
    let questions = [
      "notifications", "notifications likes", "thread @1", "profile of ana.test", "followers of ana.test", "feeds",
      "feeds mine", "search the", "go notifications", "go profile ana.test",
    ]
    for (place, question) in questions.enumerated() {
      #expect(run("let there\(place) = \(question)").error == nil)
    }
    run("wait 40m; set network off; set kept-pages always")
    for (place, question) in questions.enumerated() {
      #expect(run("expect (\(question)) == $there\(place)").error == nil, "\(question)")
      #expect(run("expect reading.kept < clock.now - 39m").error == nil, "\(question)")
      let lines = run(question).lines
      #expect(!lines.isEmpty && !lines.contains { $0.contains("`retry`") || $0.contains("`more`") }, "\(question)")
    }
    #expect(run("thread @2").error?.hasPrefix("no response: there is no network") == true)
    #expect(run("profile of ben.test").error == "no response: there is no network")
    run("set network on; wait 1m")
    #expect(run("profile of ana.test; expect reading.kept == none").error == nil)
  }

  /// A script acts on the posts that it has read, so an old list is an error there, unless the script asks for it.
  @Test(arguments: ["timeline 5", "timeline new", "thread @1", "profile of ana.test", "notifications"])
  func aScriptHasToAskForOldPages(question: String) {
    let run = ScriptRun()
    run("login bob.test; post \"hello\"; wait 2h; timeline new; let there = \(question); wait 40m; set network off")
    let way = "no response: there is no network | `set kept-pages always` shows the old copy (40 min ago)"
    #expect(run("let old = \(question)").error == way)
    #expect(run("set kept-pages always; let old = \(question)").error == nil)
    #expect(
      run("set kept-pages never; let old = \(question)").error?.hasPrefix("no response: there is no network") == true)
    #expect(run("set kept-pages sometimes").error?.contains("prompt, always or never") == true)
  }

  /// One rule for every reason why the server does not answer itself.
  @Test(
    arguments: [
      (.none(words: "the connection failed", .offline), "no response: the connection failed"),
      (
        .none(words: "the connection ended before the response was complete", .unheard),
        "no response: the connection ended "
          + "before the response was complete"
      ),
      (.none(words: "the response was too long", .obstructed), "no response: the response was too long"),
      (.broken(XRPCError(status: 502)), "the server responded with status 502"),
      (.broken(XRPCError(status: 302)), "the server responded with status 302"),
      (.broken(XRPCError(status: 200, message: "the response is not JSON")), "the response is not JSON"),
      (.broken(XRPCError(status: 500, name: "InternalServerError")), "server error: internal server error"),
      (.refused(XRPCError(status: 403)), "the server responded with status 403"),
      (.refused(XRPCError(status: 400, name: "InvalidRequest", message: "Profile not found")), nil),
      (.refused(XRPCError(status: 401)), nil), (.refused(XRPCError(status: 429)), nil),
      (.broken(XRPCError(status: 501)), nil), (.done([:]), nil),
    ] as [(XRPCAnswer, String?)])
  func unreachableServersShowCachedPages(answer: XRPCAnswer, words: String?) {
    #expect(NewsReader.trouble(answer) == words)
  }

  /// Newer knowledge of a post is not overwritten by an old page.
  @Test func laterReactionsOverrideCachedPages() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 5
      like @1
      wait 1m
      set network off
      set kept-pages always
      like @2
      expect (timeline 5)[0].liked and (timeline 5)[1].liked
      expect (show @1).liked and outbox.reactions == 1
      set network on
      wait 1m
      expect (likes | count) == 2
      """)
  }

  @Test func newPostsInCachedPagesCanBeRead() {
    ScriptRun.passes(
      """
      login bob.test
      timeline new
      wait 5h
      let new = timeline new 3
      set network off
      set kept-pages always
      let next = timeline new 3
      expect ($next | count) == 3 and $next[0].uri != $new[2].uri
      set network on
      let rest = timeline new
      expect ($rest | where uri == $next[2].uri | count) == 0
      """)
  }

  // MARK: Persistence

  /// Runs a script in its own session on the folder and returns its output.
  private func said(_ script: String, _ folder: String) throws -> String {
    try Program.output(script, state: folder)
  }

  @Test func theMarkOutlivesTheSession() throws {
    let folder = Scratch.path()
    let reached = try said("login bob.test; timeline new 3; print reading.reached", folder).split(separator: "\n").last
    let later = try said("login bob.test; print reading.reached", folder)
    #expect(later == (reached ?? "") + "\n")
    _ = try said("login bob.test; wait 3h; timeline new 2; undo", folder)
    #expect(try said("login bob.test; print reading.reached", folder) == later)
    _ = try said("login bob.test; wait 6h; timeline new 2", folder)
    #expect(try said("login bob.test; print reading.reached", folder) != later)
  }

  @Test func twoDevicesAgreeAfterSync() throws {
    let (one, two, shared) = (Scratch.path(), Scratch.path(), Scratch.folder().path)
    _ = try said("login bob.test; timeline new; sync \"\(shared)\"", one)
    let reached = try said("login bob.test; print reading.reached", one)
    #expect(try said("login bob.test; print reading.reached", two) == "none\n")
    _ = try said("sync \"\(shared)\"", two)
    #expect(try said("login bob.test; print reading.reached", two) == reached)
  }
}
