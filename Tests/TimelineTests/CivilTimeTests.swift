import Testing
import Timeline

@Suite struct CivilTimeTests {
  private static let day: Int64 = 86_400_000_000

  /// The days of the years 1 to 9999, counted one by one: their numbers, their weekdays, and the way back. All days
  /// are compared in 400 years with each kind of leap year and at both ends; elsewhere only day 1 and the days from
  /// 28 on of each month.
  @Test func everyDayIsWhereCountingPutsIt() throws {
    var model = CountedCalendar()
    var days = 0
    while model.year < 10_000 {
      days += 1
      defer { model.proceed() }
      let isClose = (1600...2001).contains(model.year) || model.year < 5 || model.year > 9_995
      guard isClose || model.day == 1 || model.day >= 28 else { continue }
      let date = CivilTime(utc: Instant(microseconds: model.daysSince1970 * Self.day))
      let agrees =
        (date.year, date.month, date.day) == (model.year, model.month, model.day)
        && (date.hour, date.minute, date.second, date.microsecond) == (0, 0, 0, 0)
        && date.daysSince1970 == model.daysSince1970 && date.weekday == model.weekday
      guard agrees else {
        Issue.record("\(date) is not \(model)")
        return
      }
    }
    #expect(days == 3_652_059)
  }

  @Test func theLastInstantOfADayStillBelongsToIt() throws {
    for (year, month, day) in [(1969, 12, 31), (1970, 1, 1), (2000, 2, 29), (1900, 2, 28), (1, 1, 1), (9999, 12, 31)] {
      let date = try #require(
        CivilTime(year: year, month: month, day: day, hour: 23, minute: 59, second: 59, microsecond: 999_999))
      let midnight = try #require(CivilTime(year: year, month: month, day: day))
      #expect(CivilTime(utc: date.instant()) == date)
      #expect(date.instant() - midnight.instant() == Duration(microseconds: Self.day - 1))
    }
  }

  @Test func onlyDatesOfTheCalendarAreTaken() {
    for year in [1, 4, 100, 400, 1582, 1899, 1900, 1904, 2000, 2023, 2024, 2100, 2400, 9999] {
      for month in -1...14 {
        for day in -1...33 {
          let isDate =
            (1...12).contains(month) && day >= 1 && day <= CountedCalendar.length(ofMonth: month, in: year)
          #expect((CivilTime(year: year, month: month, day: day) != nil) == isDate, "\(year)-\(month)-\(day)")
        }
      }
    }
    #expect(CivilTime(year: 0, month: 1, day: 1) == nil)
    #expect(CivilTime(year: 10_000, month: 1, day: 1) == nil)
  }

  @Test func onlyTimesOfDayAreTaken() {
    func exists(_ hour: Int, _ minute: Int, _ second: Int, _ microsecond: Int) -> Bool {
      CivilTime(
        year: 2026, month: 1, day: 5, hour: hour, minute: minute, second: second, microsecond: microsecond) != nil
    }
    #expect(exists(0, 0, 0, 0) && exists(23, 59, 59, 999_999))
    #expect(!exists(24, 0, 0, 0) && !exists(-1, 0, 0, 0))
    #expect(!exists(0, 60, 0, 0) && !exists(0, -1, 0, 0))
    #expect(!exists(0, 0, 60, 0) && !exists(0, 0, -1, 0))
    #expect(!exists(0, 0, 0, 1_000_000) && !exists(0, 0, 0, -1))
  }

  @Test func civilTimesRoundTrip() {
    var chance = SeededGenerator(seed: 20)
    for _ in 0..<20_000 {
      let instant = Instant(
        microseconds: .random(in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &chance))
      let date = CivilTime(utc: instant)
      #expect(date.instant() == instant)
      // Counted in a different way: the rest of the day, unit by unit.
      var rest = instant.microseconds - date.daysSince1970 * Self.day
      #expect((0..<Self.day).contains(rest))
      rest -= Int64(date.hour) * 3_600_000_000 + Int64(date.minute) * 60_000_000
      #expect(rest == Int64(date.second) * 1_000_000 + Int64(date.microsecond))
      #expect((0..<60_000_000).contains(rest) && (0..<24).contains(date.hour) && (0..<60).contains(date.minute))
    }
  }

  @Test func instantsBeyondTheCalendarAreItsEnds() {
    let last = CivilTime(utc: .distantFuture)
    #expect(last.description == "9999-12-31T23:59:59.999999")
    #expect(CivilTime(utc: last.instant() + Duration(microseconds: 1)) == last)
    #expect(CivilTime(utc: last.instant() - Duration(microseconds: 1)) < last)
    let first = CivilTime(utc: .distantPast)
    #expect(first.dateTimeText == "0001-01-01T00:00:00")
    #expect(CivilTime(utc: first.instant() - Duration(microseconds: 1)) == first)
    #expect(CivilTime(utc: first.instant() + Duration(microseconds: 1)) > first)
  }

  @Test func aClockAheadShowsTheSameTimeEarlier() throws {
    let date = try #require(CivilTime(year: 2026, month: 1, day: 1, hour: 0, minute: 30))
    #expect(date.instant() == Instant(secondsSince1970: 1_767_227_400))
    #expect(date.instant(offset: .hours(1)) == Instant(secondsSince1970: 1_767_223_800))
    #expect(CivilTime(utc: date.instant(offset: .hours(1))).description == "2025-12-31T23:30:00")
    #expect(date.instant(offset: .minutes(-210)) == date.instant() + .minutes(210))
  }

  @Test func civilTimesKeepTheirOrder() throws {
    let text = [
      "0001-01-01", "1969-12-31T23:59:59.999999", "1970-01-01", "1999-12-31", "2000-01-01T00:00:00.000001",
      "2000-01-01T00:00:01", "2000-01-01T00:01", "2000-01-01T01:00", "2000-01-02", "2000-02-01", "2001-01-01",
    ]
    let dates = try text.map { try #require(CivilTime(parsing: $0.utf8)) }
    for (number, date) in dates.enumerated() {
      for (other, later) in dates.enumerated() {
        #expect((date < later) == (number < other))
        #expect((date > later) == (number > other))
      }
    }
  }

  @Test(arguments: [
    ("2026-11-20", "2026-11-20"), ("0001-01-01", "0001-01-01"), ("2024-02-29", "2024-02-29"),
    ("2026-11-20T00:00", "2026-11-20"), ("2026-11-20T00:00:00", "2026-11-20"),
    ("2026-11-20T00:00:00.000000", "2026-11-20"), ("2026-11-20T10:30", "2026-11-20T10:30:00"),
    ("2026-11-20T01:00", "2026-11-20T01:00:00"), ("2026-11-20T00:01", "2026-11-20T00:01:00"),
    ("2026-11-20T00:00:01", "2026-11-20T00:00:01"), ("2026-11-20T00:00:00.5", "2026-11-20T00:00:00.5"),
    ("2026-11-20T10:30:15.25", "2026-11-20T10:30:15.25"),
    ("2026-11-20T10:30:15.000001", "2026-11-20T10:30:15.000001"),
    ("2026-11-20T10:30:15.020300", "2026-11-20T10:30:15.0203"), ("9999-12-31T23:59:59", "9999-12-31T23:59:59"),
  ])
  func readsAndWrites(_ text: String, _ written: String) throws {
    let date = try #require(CivilTime(parsing: text.utf8))
    #expect(date.description == written)
    #expect(CivilTime(parsing: written.utf8) == date)
    #expect(CivilTime(parsing: date.dateTimeText.utf8) == date, "the long form says the same")
    #expect(date.dateTimeText.contains("T"))
  }

  /// Each byte of a valid text matters, and so does each missing one.
  @Test func refusesInvalidDates() {
    for text in [
      "", "2026", "2026-11", "2026-11-2", "2026-13-01", "2026-02-29", "2026-00-10", "2026-10-00", "0000-01-01",
      "2026-11-20 10:30", "2026-11-20T", "2026-11-20T1", "2026-11-20T10", "2026-11-20T10:", "2026-11-20T10:3",
      "2026-11-20T24:00", "2026-11-20T10:60", "2026-11-20T10:30:", "2026-11-20T10:30:1", "2026-11-20T10:30:60",
      "2026-11-20T10:30:15.", "2026-11-20T10:30:15.1234567", "2026-11-20T10:30:15Z", "12026-11-20", "-026-11-20",
    ] {
      #expect(CivilTime(parsing: text.utf8) == nil, "\(text)")
    }
    let whole = Array("2026-11-20T10:30:15.25".utf8)
    for place in whole.indices {
      for byte in [UInt8(ascii: "x"), UInt8(ascii: "/"), UInt8(ascii: ":"), 0, 0xFF] where byte != whole[place] {
        var text = whole
        text[place] = byte
        #expect(CivilTime(parsing: text) == nil, "\(String(decoding: text, as: UTF8.self))")
      }
    }
    for count in 0..<whole.count {
      #expect((CivilTime(parsing: whole.prefix(count)) != nil) == [10, 16, 19, 21].contains(count), "\(count) bytes")
    }
  }
}
