import Terminal
import Testing
import Timeline
import Timers

@testable import TimersWing

@Suite struct DayCalendarTests {
  private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text: text)) }

  private func lines(
    _ first: String, _ last: String, _ days: [String: DayCalendar.Level] = [:], width: Int = 80,
    glyphs: GlyphSet = .unicode
  ) throws -> [String] {
    var levels: [LocalDay: DayCalendar.Level] = [:]
    for (text, level) in days { levels[try day(text)] = level }
    return DayCalendar(days: levels, range: try day(first)...day(last)).lines(width: width, glyphs: glyphs).map(\.plain)
  }

  @Test func aDayStandsInItsWeekAndRow() throws {
    // 2028-02-29 is a Tuesday, 2028-03-01 the Wednesday after it.
    let days: [String: DayCalendar.Level] = ["2028-02-28": .one, "2028-02-29": .oneAndAHalf, "2028-03-01": .two]
    #expect(
      try lines("2028-02-24", "2028-03-07", days) == [
        "       Mar", " Mon    ░ ·", " Tue    ▒ ·", " Wed    █", " Thu  · ·", " Fri  · ·", " Sat  · ·", " Sun  · ·",
      ])
    #expect(
      try lines("2028-02-24", "2028-03-07", days, glyphs: .ascii)[1...3] == [" Mon    - .", " Tue    + .", " Wed    #"])
  }

  @Test func monthsAndYearsHaveTheirNames() throws {
    #expect(try lines("2026-10-12", "2027-02-10")[0] == "     Oct Nov       Dec     Jan       Feb")
    // If the calendar has two Januaries, each gets its year.
    let long = try lines("2025-12-01", "2027-01-31", width: 200)[0]
    #expect(long.contains("Dec     2026") && long.contains("Dec     2027"))
    #expect(!long.contains("Jan"))
    #expect(try lines("2026-10-26", "2026-12-01")[0] == "     Nov       Dec")
    #expect(try lines("2026-06-08", "2026-06-20")[0] == "     Jun")
  }

  @Test(arguments: [8, 20, 40, 81, 200])
  func theLastWeeksStayWhereNotAllFit(_ width: Int) throws {
    let lines = try lines("2016-01-01", "2026-01-04", ["2026-01-04": .two], width: width)
    #expect(lines.count == 8)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(width, 9) && !$0.hasSuffix(" ") })
    #expect(lines.last?.hasSuffix("█") == true)
  }

  @Test func theEndsOfTheCalendarAreSafe() throws {
    #expect(try lines("0001-01-01", "0001-01-20").count == 8)
    #expect(try lines("9999-12-01", "9999-12-31").count == 8)
  }

  @Test func levelsFollowTheMultiplier() {
    #expect([1, 1.5, 2].map { DayCalendar.Level(multiplier: $0) } == DayCalendar.Level.allCases)
    let signs = DayCalendar.Level.allCases.flatMap { [$0.sign(.unicode), $0.sign(.ascii)] }
    #expect(Set(signs).count == 6 && signs.allSatisfy { DisplayWidth.of($0) == 1 })
    for glyphs in [GlyphSet.unicode, .ascii] { #expect(DisplayWidth.of(DayCalendar.legend(glyphs)) <= 39) }
  }
}
