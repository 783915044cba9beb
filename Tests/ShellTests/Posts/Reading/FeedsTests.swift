import Testing

@testable import ShellCore

/// The feeds made by other users, as practice sessions list them.
@Suite struct FeedsTests {
  @Test func eachListIsItsOwn() {
    ScriptRun.passes(
      """
      login bob.test
      expect (feeds mine | each { $it.feed }) == ["tag-swift", "hot"]
      expect (feeds suggested | each { $it.feed }) == (feeds | each { $it.feed })
      expect (feeds mine 1 | count) == 1 and (feeds 3 | count) == 3 and (more | count) == 3
      expect (feeds of feeds.test 2 | count) == 2 and (feeds of ana.test | count) == 0
      expect (feeds search pop | each { $it.feed }) == ["hot"]
      expect (feeds search mine | count) == 0
      """)
  }

  /// The feeds that were read in this session, whichever account reads now.
  @Test func readListsAreRecent() {
    ScriptRun.passes(
      """
      login ana.test
      login bob.test
      expect (feeds recent) == []
      timeline hot 3
      timeline tag-swift 3
      wait 1m
      timeline media 3
      expect error { timeline down }
      expect (feeds recent | each { $it.feed }) == ["media", "tag-swift", "hot"]
      timeline hot 3
      expect (feeds recent 1 | first).feed == "hot"
      account use ana.test
      expect (feeds recent) == []
      """)
  }

  @Test func anEmptyListSaysWhatItIs() {
    let run = ScriptRun()
    run("login bob.test")
    #expect(run("feeds recent").lines == [" no feeds read yet: `timeline FEED` reads one that `feeds` lists"])
    #expect(run("feeds search zzz").lines == [" nothing here"])
    #expect(run("people @zzz").lines == [" nothing here"])
  }

  @Test(arguments: [
    ("feeds mine", "no account is logged in | try: login bob.test"),
    ("login bob.test; feeds 3 4", "give one number, not two | try: feeds mine N"),
    ("login bob.test; feeds search", "'feeds search' expects text"),
    ("login bob.test; feeds of nobody", "'nobody' is not a handle | try: people nobody"),
    ("login bob.test; set network off; feeds mine", "no response: there is no network | try: feeds mine"),
    ("login bob.test; people \"@ \"", "the search needs some text"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test(arguments: [
    ("timeline swfit", "'swfit' is not a known feed | did you mean 'Swift'?"),
    ("timeline tag-swfit", "'tag-swfit' is not a known feed | did you mean 'tag-swift'?"),
    ("listen to pcitures", "'pcitures' is not a known feed | did you mean 'Pictures'?"),
    ("timeline zzzzzz", "'zzzzzz' is not a known feed | try: feeds; or give the link to its page"),
  ])
  func similarFeedNamesAreSuggested(script: String, error: String) {
    #expect(ScriptRun.error("login bob.test; \(script)") == error)
    // Feeds are known after the first request.
    #expect(ScriptRun.error("login bob.test; try { timeline qqqq } catch { }; \(script)") == error)
    let run = ScriptRun()
    run("login bob.test; set network off; try { \(script) } catch { }; set network on")
    #expect(run(script).error == error)
  }

  @Test func peopleAreFoundByTheirNamesAsTheyAreWritten() {
    ScriptRun.passes(
      """
      login bob.test
      expect (people @ana) == (people ana) and (people ana | count) > 0
      expect (people @ana 1 | count) == 1
      """)
  }
}
