import Testing
import Timeline

@testable import StoryScript

/// Dates from texts, calendar steps, patterns, and blocks at an instant.
@Suite struct DateTests {
  /// Lisbon in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
  private static func lisbon(_ instant: Instant) -> Duration {
    let spring = CivilTime(year: 2026, month: 3, day: 29, hour: 1)!.instant()
    let autumn = CivilTime(year: 2026, month: 10, day: 25, hour: 1)!.instant()
    return instant >= spring && instant < autumn ? .hours(1) : .zero
  }

  private static func run(_ text: String) -> [String] {
    let writer = ValueWriter(
      civil: { CivilTime(utc: $0 + lisbon($0)) },
      instant: { civil in
        let summer = civil.instant(offset: .hours(1))
        return lisbon(summer) == .hours(1) ? summer : civil.instant()
      })
    return StoryScriptTests.run(text, writer: writer)
  }

  @Test(arguments: [
    ("05.01.2026", "dd.MM.yyyy", "2026-01-05"), ("5.1.2026", "d.M.yyyy", "2026-01-05"),
    ("12/31/99", "MM/dd/yy", "1999-12-31"), ("1/2/68", "M/d/yy", "2068-01-02"),
    ("20260105 0930", "yyyyMMdd HHmm", "2026-01-05T09:30:00"), ("5 jan 2026", "d MMM yyyy", "2026-01-05"),
    ("Monday, January 5, 2026", "EEEE, MMMM d, yyyy", "2026-01-05"),
    ("2026-03-01 12:05:09 am", "yyyy-MM-dd h:mm:ss a", "2026-03-01T00:05:09"),
    ("2026-03-01 12:05 PM", "yyyy-MM-dd h:mm a", "2026-03-01T12:05:00"),
    ("2026-07-01T1h", "yyyy-MM-dd'T'H'h'", "2026-07-01T01:00:00"),
  ])
  func datesAreReadByAPattern(_ text: String, _ pattern: String, _ date: String) {
    #expect(Self.run("print (date \"\(text)\" \"\(pattern)\")") == [date])
    // What `format` writes is read again.
    #expect(
      Self.run(
        "let d = (date \"\(text)\" \"\(pattern)\")\nprint (date (format $d \"\(pattern)\") \"\(pattern)\") == $d") == [
          "true"
        ])
  }

  @Test(arguments: [
    ("5.1.2026", "dd.MM.yyyy", "a valid date, such as 01.03.2026, not \"5.1.2026\""),
    ("30.02.2026", "dd.MM.yyyy", "a valid date, such as 01.03.2026, not \"30.02.2026\""),
    ("05.01.2026 x", "dd.MM.yyyy", "a valid date, such as 01.03.2026, not \"05.01.2026 x\""),
    ("Tue 2026-01-05", "EEE yyyy-MM-dd", "a valid date, such as Sun 2026-03-01, not \"Tue 2026-01-05\""),
    (
      "13:00 PM 2026-01-05", "h:mm a yyyy-MM-dd",
      "a valid date, such as 12:00 AM 2026-03-01, not \"13:00 PM 2026-01-05\""
    ),
    ("01.2026", "MM.yyyy", "a pattern with the year, the month and the day, not \"MM.yyyy\""),
    ("x", "Q", "letters such as yyyy-MM-dd, not \"Q\""),
    ("", "yyyy-MM-dd", "a valid date, such as 2026-03-01, not \"\""),
  ])
  func datesThatDoNotMatchTheirPatternAreRefused(_ text: String, _ pattern: String, _ message: String) {
    let lines = Self.run("print (date \"\(text)\" \"\(pattern)\")")
    #expect(lines.count == 1 && lines[0].hasPrefix("error 1:8 'date' expects \(message)"), "\(lines)")
  }

  @Test func datesAreMadeSteppedAndWritten() {
    let script = #"""
      print (date "2026-03-01")                       # => 2026-03-01
      print (date " 2026-03-01" | type)               # => error
      """#
    #expect(
      Self.run(script) == [
        "2026-03-01", "error 2:8 'date' expects a date as text, such as 2026-03-01T10:30, not \" 2026-03-01\"",
      ])
    let good = #"""
      print (date 2026 3 1)                           # => 2026-03-01
      print (date 2026 3 1 10 30)                     # => 2026-03-01T10:30:00
      print (date "2026-03-01 10:30")                 # => 2026-03-01T10:30:00
      print (date "2026-07-01T10:30:00Z")             # => 2026-07-01T11:30:00
      print (date "2026-07-01T10:30:00.123456789+02:00") # => 2026-07-01T09:30:00.123456
      print (date "2026-07-01T10:30-0330")            # => 2026-07-01T15:00:00
      print (date (date "2026-03-01"))                # => 2026-03-01
      let d = (date "2026-03-28T12:00")
      print $d + 1d                                   # => 2026-03-29T13:00:00
      print (days $d 1)                               # => 2026-03-29T12:00:00
      print (days $d -28)                             # => 2026-02-28T12:00:00
      print (months (date 2026 1 31) 1)               # => 2026-02-28
      print (months (date 2024 3 31) -1)              # => 2024-02-29
      print (months $d 12)                            # => 2027-03-28T12:00:00
      print (format $d "EEE d MMM")                   # => Sat 28 Mar
      print (format $d "EEEE, d. MMMM yyyy 'at' HH:mm:ss") # => Saturday, 28. March 2026 at 12:00:00
      print (format (date 2026 1 2 0 5) "yy-MM-dd h:mm a ''") # => 26-01-02 12:05 AM '
      print [$d.year, $d.month, $d.day, $d.weekday, $d["hour"]] # => [2026, 3, 28, 6, 12]
      print ([{at: (date 2026 1 2)}, {at: (date 2026 1 1)}] | sort by at | first).at # => 2026-01-01
      """#
    #expect(Self.run(good) == expectations(in: good))
  }

  @Test(arguments: [
    (
      #"print (date "2026-02-30")"#,
      #"'date' expects a valid date, not "2026-02-30""#
    ),
    ("print (date 2026 2 30)", "'date' expects a valid date, not 2026 2 30"),
    ("print (date 2026)", "'date' expects a year, a month and a day, not 1 number"),
    ("print (date none)", "'date' expects text or a year, not none"),
    ("print (days 2026-01-01 9999999)", "the result of 'days' is out of range"),
    ("print (months 9999-12-01 1)", "the result of 'months' is out of range"),
    ("print (days 1 1)", "'days' expects a date, not a number"),
    (#"print (format 2026-01-01 "QQ")"#, #"'format' expects letters such as yyyy-MM-dd, not "QQ""#),
    (#"print (format 2026-01-01 "'x")"#, #"'format' expects a closing ', not "'x""#),
    ("at 2026-01-05T08:00 { }", "'at 2026-01-05T08:00:00' has passed: it is now 2026-01-05T09:00:00"),
  ])
  func invalidDatesAreRefused(_ script: String, _ message: String) {
    let line = Self.run(script).last ?? ""
    #expect(line.contains(message), "\(line)")
  }

  @Test func aBlockRunsAtAnInstant() {
    let script = #"""
      at 2026-01-05T18:00 as evening { print "evening {clock.now}" }
      at (days 2026-01-05T12:00 1) { print "noon" }
      wait 2d
      # => evening 2026-01-05T18:00:00
      # => noon
      """#
    #expect(Self.run(script) == expectations(in: script))
  }
}
