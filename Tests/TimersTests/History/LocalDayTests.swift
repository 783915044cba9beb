import Testing
import Timeline
import Timers

@Suite struct LocalDayTests {
  static func day(_ text: String) throws -> LocalDay {
    LocalDay(try #require(CivilTime(parsing: text.utf8)))
  }

  /// From the ISO 8601 calendar and its edge cases.
  @Test(arguments: [
    ("2026-01-05", "2026-W02"), ("2026-01-01", "2026-W01"), ("2027-01-01", "2026-W53"), ("2027-01-04", "2027-W01"),
    ("2024-12-30", "2025-W01"), ("2024-12-29", "2024-W52"), ("2020-12-31", "2020-W53"), ("2021-01-03", "2020-W53"),
    ("2024-02-29", "2024-W09"), ("1969-12-31", "1970-W01"), ("1969-12-28", "1969-W52"), ("0001-01-01", "0001-W01"),
    ("9999-12-31", "9999-W52"),
  ])
  func weeksAreThoseOfISO(day: String, week: String) throws {
    #expect(try Self.day(day).week.description == week)
  }

  @Test func weeksAndMonthsHoldTogether() throws {
    var day = try Self.day("1995-12-20")
    for _ in 0..<15_000 {
      let next = day.adding(1)
      let (date, weekChanges) = (next.date, next.date.weekday == 1)
      let agree =
        (next.week != day.week) == weekChanges && (next.month != day.month) == (date.day == 1)
        && (day.month.lastDay == day) == (date.day == 1) && next.week >= day.week
        && (!weekChanges || next.week.number == day.week.number + 1 || next.week.number == 1)
      guard agree else {
        Issue.record("\(day) \(day.week) \(next.week)")
        return
      }
      day = next
    }
    #expect(LocalDay.last.month.lastDay == .last)
  }

  @Test func theOffsetDecides() throws {
    let late = try #require(CivilTime(parsing: "2026-03-28T23:30".utf8)).instant()
    #expect(LocalDay(at: late, offset: .zero).description == "2026-03-28")
    #expect(LocalDay(at: late, offset: .hours(1)).description == "2026-03-29")
    #expect(LocalDay(at: late, offset: .hours(-12)).description == "2026-03-28")
  }

  @Test func staysInsideTheCalendar() {
    #expect(LocalDay.last.adding(1) == .last)
    #expect(LocalDay.first.adding(.min) == .first)
    #expect(LocalDay(daysSince1970: 2_932_897) == nil)
    #expect(LocalDay(daysSince1970: -719_163) == nil)
    #expect(LocalDay(daysSince1970: .max) == nil)
    #expect(LocalDay.first.description == "0001-01-01")
    #expect(LocalDay.last.description == "9999-12-31")
    #expect(LocalDay(at: .distantFuture, offset: .zero) == .last)
  }
}
