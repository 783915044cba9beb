import Testing

@testable import Moments

@Suite struct LocalTimeTests {
  @Test func daysAndDatesAreInverse() {
    var previous = Int64.min
    for day in stride(from: -719_162, through: 2_932_896, by: 997) {
      let time = LocalTime(microseconds: Int64(day) * 86_400_000_000)
      let civil = time.civil
      #expect(LocalTime(year: civil.year, month: civil.month, day: civil.day) == time)
      #expect(time.microseconds > previous)
      previous = time.microseconds
    }
  }

  @Test func weekdaysAreKnown() {
    #expect(LocalTime(year: 2025, month: 10, day: 2)?.weekdayName == "Thursday")
    #expect(LocalTime(year: 1969, month: 12, day: 31, hour: 23)?.weekdayName == "Wednesday")
    #expect(LocalTime(year: 2000, month: 2, day: 29)?.weekdayName == "Tuesday")
  }

  @Test func beforeTheEpochTheClockStillRunsForwards() throws {
    let time = try #require(LocalTime(year: 1926, month: 5, day: 6, hour: 7, minute: 8, second: 9, microsecond: 10))
    #expect(time.description == "1926-05-06T07:08:09.00001")
    #expect(time.hour == 7 && time.minute == 8 && time.second == 9 && time.microsecond == 10)
  }

  @Test func invalidDatesAreNil() {
    #expect(LocalTime(year: 2023, month: 2, day: 29) == nil)
    #expect(LocalTime(year: 1900, month: 2, day: 29) == nil)
    #expect(LocalTime(year: 0, month: 1, day: 1) == nil)
    #expect(LocalTime(year: 2025, month: 1, day: 1, hour: 24) == nil)
  }

  @Test func offsetsOfTheDayAreReal() {
    #expect(UTCOffset(minutes: -210, source: .exif)?.description == "-03:30")
    #expect(UTCOffset(minutes: 345, source: .exif)?.description == "+05:45")
    #expect(UTCOffset(minutes: 900, source: .exif) == nil)
  }
}
