import Bluesky
import Testing

@testable import SessionState
@testable import ShellCore

/// Lists of posts in practice sessions: fixed numbers, lists that continue, and requests that fail and succeed later.
@Suite struct ReadingTests {
  @Test func numbersStayWithTheirPosts() {
    ScriptRun.passes(
      """
      login bob.test
      let first = timeline 5
      expect ($first | count) == 5 and $first[0].ref == "@1" and $first[4].ref == "@5"
      let again = timeline 5
      expect $again[0].ref == "@1" and $again[0].uri == $first[0].uri
      wait 2h
      let later = timeline 40
      expect $later[0].ref == "@6"
      expect ($later | where ref == "@1" | first).uri == $first[0].uri
      """)
  }

  /// Written posts and read posts share one sequence of numbers.
  @Test func ownPostsKeepTheNumberOfTheOutbox() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 3
      post "mine"
      expect (outbox | first).post == 4
      wait 1s
      expect (timeline 5 | where author == "bob.test" | first).ref == "@4"
      expect (show @4).text == "mine"
      post "another"; wait 1s
      expect (timeline 1 | first).ref == "@6"
      """)
  }

  @Test func undoneNumbersAreNotReused() {
    ScriptRun.passes(
      """
      post "one"
      undo
      login bob.test
      let read = timeline 3
      expect $read[0].ref == "@2"
      post "two"
      expect (outbox | first).post == 5
      """)
    // If nothing was read, the numbers are unchanged.
    ScriptRun.passes("post \"one\"\nundo\npost \"two\"\nexpect (outbox | first).post == 1")
  }

  @Test func moreContinuesWithoutRepeats() {
    ScriptRun.passes(
      """
      login bob.test
      let all = []
      all = $all + (timeline 30)
      repeat 4 { all = $all + (more) }
      expect ($all | count) == 150
      expect ($all | each { $it.uri } | unique | count) == 150
      expect (more 7 | count) == 7
      expect reading.more and reading.state == loaded
      """)
  }

  @Test func aLongListIsReadInPages() {
    let run = ScriptRun()
    #expect(run("login bob.test; let all = timeline 250; expect ($all | count) == 250").error == nil)
    // 0.3 s for the login and for each of four pages: a few posts come twice because another user reposts them.
    #expect(run("expect clock.elapsed == 1500ms").error == nil)
  }

  @Test func missingPagesAreRequestedAgain() {
    let run = ScriptRun()
    run("login bob.test; set network off")
    #expect(run("timeline 30").error == "no response: there is no network | try: retry")
    #expect(run("expect reading.state == failed").error == nil)
    #expect(run("retry").error == "no response: there is no network | try: retry")
    run("set network on")
    #expect(run("expect (retry | count) == 30; expect reading.state == loaded").error == nil)
    #expect(run("retry").error == "no list failed to load | try: timeline")
  }

  /// The part of a list that has already arrived is not requested again.
  @Test func retryAsksForTheRest() {
    let run = ScriptRun()
    run("login bob.test; set network-failures 50%")
    var error = run("let list = timeline 400").error
    var rounds = 0
    while error != nil, rounds < 50 {
      error = run("let list = retry").error
      rounds += 1
    }
    #expect(rounds > 0)
    #expect(
      run("expect ($list | count) == 400; expect ($list | each { $it.uri } | unique | count) == 400").error == nil)
  }

  /// Items that arrived before ^C are not lost and are not requested again.
  @Test func interruptedListsContinue() {
    for next in ["retry", "more"] {
      let run = ScriptRun()
      run("login bob.test")
      // The state after ^C, which ends the wait for a response.
      run.session.change { $0.posts.reading.note(.listing(Self.begun), .loading) }
      #expect(run("let list = \(next); expect ($list | count) == 30; expect reading.state == loaded").error == nil)
    }
  }

  /// The items so far are printed in place of the list if the wait for a page is interrupted.
  @Test func anInterruptedListShowsWhatHasCome() {
    let run = ScriptRun()
    run("login bob.test")
    let result = run.session.stopping(after: .milliseconds(500)) { run("timeline 300") }
    #expect(result.error == "interrupted")
    let count = result.lines.count { $0.hasPrefix(" @") }
    #expect(count > 80 && count <= 100)
    #expect(result.lines.last == " incomplete: \(count) of 300 loaded; `retry` loads the rest")
    #expect(run("expect (retry | count) == 300; expect reading.state == loaded").error == nil)
    // No items are printed if another strand or a `let` reads the list, if no item has arrived yet, or if no list is
    // read.
    #expect(run("after 0s { let list = timeline 300 }; wait 500ms; listen off").lines.isEmpty)
    #expect(run.session.stopping(after: .milliseconds(100)) { run("timeline 300") }.lines.isEmpty)
    #expect(run.session.stopping(after: .milliseconds(500)) { run("let list = timeline 300") }.lines.isEmpty)
    #expect(run.session.stopping(after: .milliseconds(500)) { run("wait 1h") }.lines.isEmpty)
  }

  private static var begun: Listing {
    var listing = Listing(.timeline)
    listing.begin(30)
    return listing
  }

  @Test func moreAfterAFailureStartsWithTheReceivedItems() {
    let run = ScriptRun()
    run("login bob.test; set network-failures 50%")
    while run("timeline 400").error == nil {}
    run("set network-failures 0")
    #expect(
      run("let list = more 350; expect ($list | count) == 350; let whole = timeline 350").error == nil)
    #expect(run("expect ($list | each { $it.uri }) == ($whole | each { $it.uri })").error == nil)
  }

  /// The items so far are printed in place of the list, and nowhere else.
  @Test func aListThatFailsShowsWhatHasCome() throws {
    let run = ScriptRun()
    run("login bob.test; set network-failures 50%")
    var result = run("timeline 400")
    while result.lines.isEmpty { result = run("retry") }
    #expect(result.error == "no response: the connection ended before the response was complete | try: retry")
    let count = result.lines.count { $0.hasPrefix(" @") }
    #expect(count > 0 && count < 400)
    #expect(result.lines.last == " incomplete: \(count) of 400 loaded; `retry` loads the rest")
    run("set network-failures 0")
    #expect(run("expect (retry | count) == 400; expect reading.state == loaded").error == nil)
    run("set network-failures 90%")
    for _ in 0..<20 { #expect(run("let list = timeline 300").lines.isEmpty) }
  }

  @Test(arguments: [
    ("timeline", "no account is logged in | try: login bob.test"),
    ("login bob.test; more", "there is no list to continue | try: timeline"),
    ("login bob.test; retry", "no list failed to load | try: timeline"),
    ("login bob.test; show @4", "there is no post @4 | give the post's address (at://…) or the link to its page"),
    ("login bob.test; timeline 2; show @4", "there is no post @4 | this session has @1 and @2"),
    (
      "login bob.test; show at://did:web:ana.test/app.bsky.feed.post/3jwdwj2ctlk26",
      "that post was deleted or never existed"
    ),
    ("login bob.test; posts of nobody.test", "no account has the handle nobody.test | try: people nobody"),
    ("login bob.test; profile of nobody.test", "no account has the handle nobody.test | try: people nobody"),
    ("login bob.test; feeds of nobody.test", "no account has the handle nobody.test | try: people nobody"),
    ("login bob.test; search the of nobody.test", "no account has the handle nobody.test | try: people nobody"),
    (
      "login bob.test; post \"a\"; wait 1s; timeline 3; delete @1; show @1",
      "you deleted that post"
    ),
    ("login bob.test; set send-delay 1h; post \"a\"; show @1", "post 1 has not been published yet | try: outbox"),
    ("login bob.test; reply {x: 1} \"a\"", "this record is not a post: it has no `uri` | try: timeline | first"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test func recordsAndPagesAndAddressesAreReferences() {
    ScriptRun.passes(
      """
      login bob.test
      let post = timeline 5 | first
      $post | reply "by a record"
      reply $post.ref "by its number"
      reply $post.uri "by its address"
      let key = $post.uri | split "/" | last
      quote "https://bsky.app/profile/{$post.author}/post/{$key}" "by its page"
      wait 2s
      expect outbox.count == 0
      expect (timeline 4 | where parent == $post.uri | count) == 3
      """)
  }

  /// A user who logs in has an account that other users see, and `undo` restores a deleted post.
  @Test func loggedInUsersExistInPractice() {
    ScriptRun.passes(
      """
      login zoe.test
      post "mine"
      wait 1s
      login bob.test
      expect (posts of zoe.test | count) == 1
      follow zoe.test
      account use zoe.test
      show @1
      delete @1
      expect error { show @1 }
      undo
      wait 1s
      expect (show @1).text == "mine"
      """)
  }

  @Test func rewindRenumbersPosts() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 2
      wait 1h
      timeline 4
      rewind 30m
      expect (timeline 2 | first).ref == "@3" or (timeline 2 | first).ref == "@1"
      """)
  }

  @Test func theSameScriptReadsTheSame() {
    let script = "login bob.test; timeline 40; more"
    #expect(ScriptRun()(script).lines == ScriptRun()(script).lines)
    #expect(ScriptRun()(script).lines.count > 80)
  }

  @Test func pipelineResultsAreShownAsPosts() {
    let lines = ScriptRun()("login bob.test; timeline 300 | where likes > 20 | sort by likes desc | first 2").lines
    #expect(lines.count { $0.hasPrefix(" @") } == 2)
    #expect(lines.count { $0.contains(" likes") } == 2)
    // Records that are no longer posts are printed as a table.
    let table = ScriptRun()("login bob.test; timeline 5 | select author likes").lines
    #expect(table.contains { $0.contains("author") && $0.contains("likes") })
  }

  /// Every user who shares stories has an account in practice and writes posts.
  @Test func theStoriesAuthorsWrite() {
    let run = ScriptRun()
    run("login bob.test; let posts = timeline 500")
    for author in run.session.world.stories.feed.authors {
      #expect(run("expect ($posts | where author == \"\(author).test\" | count) > 0").error == nil)
    }
  }

  /// Every command that asks for a deleted post gets the same answer.
  @Test(arguments: ["show", "thread"])
  func deletedPostsAreReported(command: String) {
    let gone = "that post was deleted or never existed"
    #expect(ScriptRun.error("login bob.test; \(command) at://ana.test/app.bsky.feed.post/3mbo36fa7z27o") == gone)
  }
}
