import Testing

@testable import Shell

/// Text that the program prints can be typed: durations in words, users with their @, quotes as on slides.
@Suite struct WrittenAndReadTests {
  @Test(arguments: [
    "expect 20 min == 20m", "expect 5 s + 1 s == 6s", "expect 1 h 30 min == 90m", "expect 1h 30m == 1.5 h",
    "expect -5 s == 0s - 5s", "expect 2 d 3 h 4 min 5 s == 2d3h4m5s", "expect (1 hour) == 60 minutes",
    "let a = [1 s, 2 min, 3]; expect $a == [1s, 2m, 3]", "wait 5 s; expect clock.elapsed == 5s",
    "story play 4 for 20 s; expect story.length == 20s", "story play 4; hold 2 s; expect clock.elapsed == 2s",
    "timer start reading 20 min; skip 19 min 59 s; expect timer.remaining == 1s",
    "timer start custom 10 min name s; expect timer.activity == \"s\"",
    "set length 5 s; story play 4; expect story.length == 5s",
    "every 1 min as tick { print 1 }; cancel tick", "let n = 2; repeat 2 { wait 1 s }; expect clock.elapsed == 2s",
    "activity add violin icon 🎻 for 25 min; expect (activities | where name == \"violin\" | first).minutes == 25",
    // Two values remain two.
    "def both a b { return \"{$a} {$b}\" }; expect (both 5 s) == \"5 s\"; expect (both 1h 30m) == \"1h 30m\"",
    "def both a b { return \"{$a} {$b}\" }; expect (both 20 min) == \"20 min\"",
    "let s = 3; let l = [1\n 2]; expect $l == [1, 2]", "expect (stories | where author == @ana | count) > 0",
    "expect (stories | where author != @ana | count) < 20", "expect “hi \"there\"” == 'hi \"there\"'",
    "expect “{1 + 1} \\n” == \"2 \\n\"", "post „hi #tag“; expect outbox.count == 1", "expect \"“a”\" != \"a\"",
  ])
  func curlyQuotedDatesAreRead(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("wait 5 x", "expected the end of the statement, found 'x'"),
    ("wait 1 s 2 h", "expected the end of the statement, found '2'"),
    ("timer start reading 20 parsecs", "'timer start' does not accept 'parsecs'"),
    ("jump 3 s", "'jump' expects a whole number from 1 to 10000, not '3 s'"),
    ("wait 5 min 7", "expected the end of the statement, found '7'"),
    ("print “hi", "this string has no closing quote on its line"),
    ("wait 900_000 d", "a duration can be at most 1,000 years"),
  ])
  func invalidDatesGiveTheUsualMessage(_ script: String, _ error: String) {
    let found = ScriptRun.error(script) ?? ""
    #expect(found.hasPrefix(error), "\(found)")
  }

  @Test(arguments: [
    ("“hi”", "hi"), ("‘hi there’", "hi there"), ("‘it’s {so}’", "it’s {so}"), ("don’t", nil), ("‘open", nil),
  ])
  func curlyQuotesAreReadWithAWord(_ written: String, _ text: String?) throws {
    let result = try Program.run(["-c", "print \(written)"])
    guard let text else { return #expect(result.status == 2) }
    #expect(result.status == 0 && result.lines == [text])
    #expect(result.errors.hasPrefix("warning: typographic quotes are treated as straight quotes"))
  }
}
