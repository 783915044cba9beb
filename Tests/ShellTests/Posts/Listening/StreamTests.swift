import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

/// The live stream, in practice sessions.
@Suite struct StreamTests {
  @Test func everyPostArrivesOnceWithoutAnAccount() {
    ScriptRun.passes(
      """
      let heard = []
      when stream.post { heard = $heard + [$uri]; expect $list == "stream" and $created == clock.now }
      listen to stream
      expect (listen | first).list == "stream" and listening.count == 1
      wait 4h
      expect ($heard | count) > 12 and ($heard | unique | count) == ($heard | count)
      """)
  }

  @Test func theFieldsAreThoseOfThePost() {
    ScriptRun.passes(
      """
      login bob.test
      let kinds = []
      when stream.post {
        let same = show $uri
        expect $same.uri == $uri and $same.text == $text and $same.parent == $parent and $same.cid == $cid
        expect $same.tags == $tags and $same.langs == $langs and $same.links == $links
        expect "did:web:{$same.author}" == $did
        expect ($same.images | each { $it.alt }) == ($images | each { $it.alt })
        if $embed != none { kinds = $kinds + [$embed.type] }
      }
      listen to stream
      wait 2d
      expect (contains $kinds "images") and (contains $kinds "card") and (contains $kinds "quote")
      """)
  }

  @Test func authorsHaveHandles() {
    ScriptRun.passes(
      """
      let authors = []
      when stream.post { authors = $authors + [$author]; expect "did:web:{$author}" == $did }
      listen to stream
      wait 4h
      expect ($authors | count) > 10
      """)
  }

  @Test func onlyMatchingPostsArrive() {
    ScriptRun.passes(
      """
      let found = []
      when stream.post { found = $found + [$text] }
      listen to stream matching "#SWIFT"
      expect (listen | first).list == "stream matching \\"#SWIFT\\""
      wait 2d
      expect ($found | count) > 4 and ($found | where not (contains $it "#swift") | count) == 0
      """)
  }

  @Test func onlyPeopleOfTheListArrive() {
    ScriptRun.passes(
      """
      login bob.test
      list new birds; wait 1s
      list add ana.test birds; list add cleo.test birds; wait 1s
      let found = []
      when stream.post { found = $found + [$author] }
      listen to stream of birds
      wait 1d
      expect ($found | unique | count) == 2 and (contains $found "ana.test") and (contains $found "cleo.test")
      listen to stream matching "swift" of birds
      expect (listen | each { $it.list }) == ["stream matching \\"swift\\" of birds"]
      """)
  }

  /// A script that answers posts would answer itself without an end.
  @Test func ownPostsDoNotArriveAndAnswersToThemDo() {
    ScriptRun.passes(
      """
      login bob.test
      let found = []
      when stream.post {
        if $did == "did:web:bob.test" { found = $found + ["own"] }
        if $parent != none { found = $found + [$parent] }
      }
      listen to stream
      post "hello"
      wait 1h
      expect not (contains $found "own")
      let mine = (posts of bob.test | first).uri
      expect (contains $found $mine)
      """)
  }

  @Test func mutedWordsHideThePost() {
    let lines = ScriptRun()("mute word \"the\"; listen to stream; wait 6h").lines
    #expect(lines.contains { $0.hasSuffix(": hidden") } && lines.allSatisfy { !$0.contains(" the ") })
  }

  @Test func undoAndOffEndItAndItContinuesWhereItStopped() {
    let run = ScriptRun()
    #expect(
      run(
        """
        let heard = []
        when stream.post { heard = $heard + [$uri] }
        listen to stream
        wait 2h
        undo
        expect listening.count == 0
        let before = $heard | count
        wait 2h
        expect ($heard | count) == $before
        listen to stream
        wait 1s
        expect ($heard | count) > $before + 3
        wait 2h
        expect ($heard | unique | count) == ($heard | count)
        listen off
        """
      ).error == nil)
    #expect(run.session.world.posts.nextDeadline == .distantFuture)
    #expect(run("undo; expect listening.count == 1; redo; expect listening.count == 0").error == nil)
    #expect(
      run("listen off").error == "you are not listening to anything | try: login bob.test")
  }

  @Test func whatIsOlderThanADayIsNotRepeated() {
    ScriptRun.passes(
      """
      let heard = 0
      when stream.post { heard += 1 }
      listen to stream; wait 1h; listen off
      wait 2d
      let before = $heard
      listen to stream; wait 1s
      expect $heard == $before
      """)
  }

  @Test func offlineStreamsAreReportedOnceAndLoseNothing() {
    let run = ScriptRun()
    run("let heard = []; when stream.post { heard = $heard + [$uri] }; listen to stream")
    run("wait 2h; set network off")
    let lines = run("wait 3h").lines
    #expect(
      lines.map { $0.drop { $0 != "c" } } == [
        "cannot listen to stream: there is no network; trying again; nothing will be missed"
      ], "\(lines)")
    #expect(run("let before = $heard | count; set network on; wait 1m").error == nil)
    #expect(run("expect ($heard | count) > $before + 8 and ($heard | unique | count) == ($heard | count)").error == nil)
  }

  @Test func theSameScriptHearsTheSame() {
    let script = "login bob.test; listen to stream; post \"a\"; wait 5h"
    #expect(ScriptRun()(script).lines == ScriptRun()(script).lines)
    #expect(ScriptRun()(script).lines.count > 20)
  }

  @Test func rewindRepeatsArrivals() {
    ScriptRun.passes(
      """
      let heard = 0
      listen to stream
      when stream.post { heard += 1 }
      wait 3h
      let before = $heard
      rewind 3h
      wait 3h
      expect $heard == $before * 2 and $before > 5
      """)
  }

  @Test(arguments: [
    ("listen to stream of birds", "no account is logged in | try: login bob.test"),
    ("listen to strem", "listening to 'strem' needs an account | did you mean 'listen to stream'?"),
    (
      "login bob.test; listen to stream of birds",
      "'birds' is not a list of people | try: lists; or give the list's address (at://…) or the link to its page"
    ),
    (
      "login bob.test; list new birds; wait 1s; listen to stream of birds",
      "that list has no people | try: list add HANDLE birds"
    ),
    ("listen to stream matching \" \"", "the text to match is empty"),
    ("listen to stream; wait until idle", "this can never become true: 'listen to' runs forever | try: listen off"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test(arguments: ["stream-host", "public-host"]) func aHostMustBeAnAddress(setting: String) {
    ScriptRun.passes("set \(setting) http://localhost:6008; set \(setting) jetstream1.us-west.bsky.network")
    let error = ScriptRun.error("set \(setting) \"http://example.com\"") ?? ""
    #expect(
      error.hasPrefix("'\(setting)' must be the address of ") && error.contains("| try: set \(setting) "), "\(error)")
  }

  @Test func nothingArrivesTwiceAfterARestart() throws {
    let folder = Scratch.path()
    func heard(_ script: String) throws -> [String] {
      try Program.output("when stream.post { print $uri }; listen to stream; " + script, state: folder).split(
        separator: "\n"
      )
      .filter { $0.hasPrefix("at://") }.map { String($0) }
    }
    let first = try heard("wait 3h; draft one")
    let second = try heard("wait 3h; draft two")
    #expect(first.count > 8 && second.count > 8)
    #expect(Set(first + second).count == first.count + second.count)
  }
}
