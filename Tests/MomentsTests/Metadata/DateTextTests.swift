import Testing

@testable import Moments

@Suite struct DateTextTests {
  private func parse(_ text: String) -> String? {
    Array(text.utf8).withUnsafeBytes { DateText.parse($0)?.local.description }
  }

  @Test(arguments: [
    "2025:10:02 14:05:09", "2025-10-02 14:05:09", "2025.10.02 14:05:09", "2025/10/02 14:05:09", "2025:10:02T14:05:09",
    "  2025:10:02 14:05:09  ", "2025:10:02 14:05:09\0rubbish", "2025:10:2 14:5:9", "2025-10-02T14:05:09+01:00",
  ])
  func realLifeFormsAreRead(text: String) { #expect(parse(text) == "2025-10-02T14:05:09") }

  @Test(arguments: [
    "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2005.09.15", "2025:13:02 14:05:09", "2025:02:29 14:05:09",
    "2025:10:02 24:00:00", "2025:10:02 14:60:00", "25:10:02 14:05:09", "last summer", "2025:10:02 ", "2025:10:02 14",
  ])
  func impossibleDatesAreRejected(text: String) { #expect(parse(text) == nil) }

  @Test func secondsAndFractionsMayBeMissing() {
    #expect(parse("2025:10:02 14:05") == "2025-10-02T14:05:00")
    #expect(parse("2025-10-02T14:05:09.25") == "2025-10-02T14:05:09.25")
    #expect(parse("2025-10-02T14:05:60") == "2025-10-02T14:06:00")
  }

  @Test(arguments: [
    ("+02:00", 120), ("-08:00", -480), ("+0530", 330), ("Z", 0), ("+5", 300), ("   :  ", nil), ("", nil),
    ("02:00", nil),
    ("+02:75", nil),
  ])
  func offsetsAreMinutes(text: String, minutes: Int?) {
    #expect(Array(text.utf8).withUnsafeBytes { DateText.offset($0) } == minutes)
  }

  @Test(arguments: [("05", 50_000), ("5", 500_000), ("123456789", 123_456), ("0", 0), ("", nil), ("ab", nil)])
  func subsecondsAreAFraction(text: String, microseconds: Int?) {
    #expect(Array(text.utf8).withUnsafeBytes { DateText.subsecond($0) } == microseconds)
  }
}
