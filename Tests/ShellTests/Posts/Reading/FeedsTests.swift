import Testing

@testable import Shell

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
  @Test func whatWasReadIsRecent() {
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
    #expect(run("feeds recent").lines == [" no feed was read here yet: `timeline FEED` reads one that `feeds` lists"])
    #expect(run("feeds search zzz").lines == [" nothing there"])
    #expect(run("people @zzz").lines == [" nothing there"])
  }

  @Test(arguments: [
    ("feeds mine", "nobody is logged in | in practice everybody has an account: login bob.test"),
    ("login bob.test; feeds 3 4", "one number says how many | feeds mine N"),
    ("login bob.test; feeds search", "'feeds search' expects text"),
    ("login bob.test; feeds of nobody", "'nobody' is no handle | people nobody finds handles"),
    ("login bob.test; set network off; feeds mine", "no answer: there is no network | feeds mine"),
    ("login bob.test; people \"@ \"", "what is looked for needs some text"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test(arguments: [
    ("timeline swfit", "'swfit' is no feed that is known here | did you mean 'Swift'?"),
    ("timeline tag-swfit", "'tag-swfit' is no feed that is known here | did you mean 'tag-swift'?"),
    ("listen to pcitures", "'pcitures' is no feed that is known here | did you mean 'Pictures'?"),
    ("timeline zzzzzz", "'zzzzzz' is no feed that is known here | feeds lists some; or the link of its page"),
  ])
  func aNameThatIsNearlyAFeedsNamesIt(script: String, error: String) {
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
