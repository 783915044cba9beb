import Testing

@testable import Shell

/// The account's own profile, its muted and blocked people, and what it tells its server.
@Suite struct OwnProfileCommandsTests {
  @Test func whoIsMutedAndBlockedIsAList() {
    ScriptRun.passes(
      """
      login bob.test
      expect (mutes | count) == 0 and (blocks | count) == 0
      mute ana.test; mute ben.test; block june.test
      wait 1s
      expect (mutes | each { $it.handle }) == ["ana.test", "ben.test"] and (mutes | where muted | count) == 2
      expect (blocks | each { $it.handle }) == ["june.test"] and (blocks | first).blocked
      unmute (mutes | first); unblock (blocks | first)
      wait 1s
      expect (mutes | count) == 1 and (blocks | count) == 0
      """)
  }

  @Test func emptyListsSaySo() {
    let run = ScriptRun()
    run("login bob.test")
    #expect(run("mutes").lines.last?.contains("you have not muted anyone") == true)
    #expect(run("blocks").lines.last?.contains("you have not blocked anyone") == true)
  }

  @Test func onePostIsPinned() {
    ScriptRun.passes(
      """
      login bob.test
      post "one"
      wait 1s
      post "two"
      wait 1s
      profile pin @1
      wait 1s
      let mine = posts of bob.test
      expect $mine[0].text == "one" and $mine[0].pinned and ($mine | where text == "one" | count) == 1
      profile pin @2
      wait 1s
      expect (posts of bob.test | where pinned | each { $it.text }) == ["two"]
      profile unpin; profile unpin
      wait 1s
      expect (posts of bob.test | where pinned | count) == 0
      """)
  }

  /// A change keeps what it does not name.
  @Test func theProfileIsChangedInParts() {
    ScriptRun.passes(
      """
      login bob.test
      post "one"
      wait 1s
      profile pin @1
      profile edit name "Bob" about "Reads maps"
      wait 1s
      profile edit name "Robert"
      wait 1s
      let me = profile of bob.test
      expect $me.name == "Robert" and $me.about == "Reads maps" and (posts of bob.test | first).pinned
      profile edit about ""
      wait 1s
      expect (profile of bob.test).about == "" and (profile of bob.test).name == "Robert"
      """)
  }

  @Test func aMutedConversationBringsNoNotifications() {
    ScriptRun.passes(
      """
      login bob.test
      post "loud"
      post "quiet"
      wait 1s
      mute thread @2
      wait 2h
      let all = notifications 200
      expect ($all | where text == "loud" | count) > 0 and ($all | where text == "quiet" | count) == 0
      unmute thread @2
      wait 1s
      expect (notifications 200 | where text == "quiet" | count) > 0
      """)
  }

  @Test func reports() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 2
      report @1 for spam about "each hour"
      report ana.test for rude
      report (timeline 1 | first) for other
      wait 1s
      """)
  }

  @Test(arguments: [
    ("profile pin (timeline 1 | first)", "only your own posts can be pinned, and that post is by @"),
    ("profile edit", "nothing to change | try: profile edit name \"…\" about \"…\""),
    ("profile edit name (repeated \"x\" 65)", "this name is too long: 65 characters (limit 64)"),
    ("profile edit about (repeated \"x\" 257)", "this description is too long: 257 characters (limit 256)"),
    (
      "report ana.test for fun",
      "'for' expects 'spam', 'violation', 'misleading', 'sexual', 'rude' or 'other', not 'fun'"
    ),
    ("report nobody.test for spam", "no account has the handle nobody.test | try: people nobody"),
    ("mute thread @9", "there is no post @9"),
    ("report ana.test for spam about (repeated \"x\" 2001)", "this text is too long: 2001 characters (limit 2000)"),
  ])
  func mistakes(command: String, error: String) {
    let run = ScriptRun()
    run("login bob.test")
    let found = run(command).error
    #expect(found?.hasPrefix(error) == true, "\(found ?? "")")
  }
}
