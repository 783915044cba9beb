import Testing

@testable import Shell

/// Going from place to place: each destination is reached by `go` and left by `go back`.
@Suite struct NavigationCommandsTests {
  @Test(arguments: [
    ("go feeds", "go feeds"), ("go feed hot", "go feed hot"), ("go notifications", "go notifications"),
    ("go profile", "go profile"), ("go profile ana.test", "go profile ana.test"), ("go post @2", "go post @2"),
    ("go likes", "go likes"), ("go likes bob.test", "go likes"), ("go profile @bob.test", "go profile"),
    ("go post $post", "go post @1"), ("go feed $feed", "go feed all"), ("go profile $post", "go profile $writer"),
  ])
  func eachIsReachedAndLeft(command: String, place: String) {
    let place = place == "go profile $writer" ? "\"go profile {$writer}\"" : "\"\(place)\""
    ScriptRun.passes(
      """
      login bob.test
      let feed = feeds | first
      let post = timeline 3 | first
      like @3; wait 1s
      let parts = split $post.uri "/"
      let writer = $parts[2]
      expect navigation.place == "go timeline" and not navigation.back
      let there = \(command)
      expect navigation.place == \(place) and navigation.back and not navigation.forward
      let back = go back
      expect navigation.place == "go timeline" and not navigation.back and navigation.forward
      expect ($back | first).uri == $post.uri
      go forward
      expect navigation.place == \(place)
      """)
  }

  @Test func tabsShowTheirCommandsLists() {
    ScriptRun.passes(
      """
      login bob.test
      expect (go timeline) == (timeline)
      expect (go feeds) == (feeds)
      expect (go feed hot) == (timeline hot)
      expect (go notifications) == (notifications)
      expect (go profile ana.test) == (profile of ana.test)
      expect (go post @2) == (thread @2)
      like @2; wait 1s
      expect (go likes) == (likes)
      """)
  }

  @Test func eachTabIsAsItWasLeft() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 5
      go post @1; go post @2
      go notifications; go profile ana.test
      go timeline
      expect navigation.place == "go post @2"
      go timeline
      expect navigation.place == "go timeline"
      go notifications
      expect navigation.place == "go profile ana.test"
      expect (go | where here | first).command == navigation.place
      expect (go | count) == 6
      expect (go | where tab == "notifications" | each { $it.command }) == ["go notifications", "go profile ana.test"]
      go back
      expect (go | where ahead | first).command == "go profile ana.test"
      """)
  }

  /// `undo` does not affect navigation: like reading, it leaves nothing to revert.
  @Test func undoDoesNotGoBack() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 3; like @1
      go notifications; go post @2
      undo
      expect not (show @1).liked and navigation.place == "go post @2"
      """)
  }

  @Test func navigationWorksOffline() {
    let run = ScriptRun()
    run("login bob.test; set network off")
    #expect(run("go notifications").error == "no response: there is no network | try: retry")
    #expect(run("expect navigation.tab == notifications; set network on").error == nil)
    #expect(run("expect (retry | count) > 3; go back; expect navigation.tab == timeline").error == nil)
  }

  @Test func anotherAccountStartsFresh() {
    ScriptRun.passes(
      "login bob.test\ngo notifications\nlogin ana.test\ngo\nexpect navigation.tab == timeline and not navigation.back")
  }

  @Test func mistakes() {
    let run = ScriptRun()
    #expect(run("go timeline").error == "no account is logged in | try: login bob.test")
    run("login bob.test; timeline 2")
    #expect(run("go back").error == "there is no place to go back to | try: go feeds")
    #expect(run("go forward").error == "there is no place to go forward to | try: go")
    #expect(run("go likes ana.test").error?.contains("only ana.test can see their likes") == true)
    for wrong in ["go post @77", "go feed nothing", "go profile x", "go nowhere"] {
      #expect(run(wrong).error != nil, "\(wrong)")
    }
    #expect(run("expect navigation.place == \"go timeline\"").error == nil)
  }

  @Test func theTabsAndTheStack() {
    let run = ScriptRun()
    run("login bob.test; timeline 3; go notifications; go post @2; go profile ana.test; go back")
    #expect(
      run("go").lines == [
        "  go timeline", "  go feeds", "  go notifications", "▶    go post @2", "     go profile ana.test",
        "  go likes",
        "  go profile",
      ])
  }
}
