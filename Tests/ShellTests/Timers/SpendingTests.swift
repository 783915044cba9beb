import Testing
import Timeline
import Timers

@testable import ShellCore
@testable import TimersWing

/// Rewards, the goal of a week, rest days and the end of a family's day.
@Suite struct SpendingTests {
  private let devices = FamilyDevices()

  private static let ten = "timer start reading; timer done; rate good; "
  private static let film = "reward add \"film evening\" for 10; "

  @Test(arguments: [
    film + ten
      + "stars spend film; expect rewards.balance == 0; expect rewards.spent == 10; expect rewards.stars == 10",
    film + ten + "stars spend film; undo; expect rewards.balance == 10; redo; expect rewards.balance == 0",
    film + ten + "stars spend film; expect (stars spent | count) == 1; expect (stars).balance == 0",
    film + ten + "stars spend film; reward remove film; expect rewards.balance == 0; expect (rewards | count) == 0",
    film
      + "reward add ice for 5; expect (rewards)[0].reward == \"ice\"; reward remove ice; undo; expect (rewards | count) == 2",
    // A correction that takes stars away leaves what was spent.
    film + ten + "stars spend film; history remove 1; expect rewards.balance == 0 - 10",
    "pin set 1234; " + film
      + "timer start reading; timer done; rate good pin 1234; stars spend film pin 1234; expect rewards.balance == 0",
    // The goal of a week, from Monday on.
    "stars goal 20; expect rewards.goal == 20; \(ten)expect rewards.week == 10; wait 7d; expect rewards.week == 0; undo; undo; undo; undo; expect rewards.goal == none",
  ])
  func starsAreSpent(_ script: String) { ScriptRun.passes(script) }

  @Test func theGoalIsCelebratedOnce() {
    let run = ScriptRun()("stars goal 15; \(Self.ten)\(Self.ten)\(Self.ten)rate amazing again")
    #expect(run.error == nil)
    #expect(run.lines.filter { $0.contains("this week's goal is reached") }.count == 1)
    #expect(run.lines.contains { $0.hasSuffix("★ this week's goal is reached: 20 of 15 stars") })
  }

  @Test(arguments: [
    ("stars spend film", "there are no rewards yet | try: reward add film for 50"),
    (film + "stars spend flim", "there is no reward 'flim' | did you mean 'film evening'?"),
    (film + "stars spend ice", "there is no reward 'ice' | the only reward is film evening"),
    (film + "stars spend film", "film evening costs 10 stars, and 0 are left: you need 10 more | try: stars"),
    (
      film + "reward add \"Film Evening\" for 20",
      "the reward 'film evening' already exists, for 10 stars | to change its price, remove it first: reward remove \"film evening\""
    ),
    (
      "pin set 1234; " + film + "timer start reading; timer done; rate good pin 1234; stars spend film",
      "spending stars requires the PIN | try: stars spend \"film evening\" pin PIN"
    ),
    ("stars goal 20; stars goal 20", "the goal is already 20 stars a week | try: stars"),
    ("stars goal 1; stars goal 1", "the goal is already 1 star a week | try: stars"),
    ("stars goal none", "there is no goal | try: stars"),
    ("rest weekly none", "the rest days are already set that way | try: rest"),
    ("pin set 1234; rest weekly weekends", "changing rest days requires the PIN | try: rest weekly weekends pin PIN"),
    (
      "rest on 2026-02-01 until 2026-01-01",
      "the last day, 2026-01-01, is before the first day, 2026-02-01 | try: 2026-02-01 until 2026-02-07"
    ),
    ("rest on 2026-01-01 until 2027-01-02", "this period is longer than 366 days | choose a shorter period"),
  ])
  func whatCannotBeIsRefused(_ script: String, _ error: String) { #expect(ScriptRun()(script).error == error) }

  /// The practice clock begins on Monday, 2026-01-05, at 09:00.
  @Test(arguments: [
    "\(ten)wait 2d; \(ten)expect rewards.streak == 1; rest on 2026-01-06; expect rewards.streak == 2",
    "\(ten)wait 1d; \(ten)wait 2d; rest on 2026-01-07; \(ten)expect rewards.streak == 3; expect rewards.stars == 35; undo; undo; undo; undo; expect rewards.stars == 20",
    "rest weekly weekends; wait 4d; \(ten)wait 1d; expect (streak).yesterday == 1; expect (rest).today; wait 2d; \(ten)expect rewards.streak == 2",
    "rest weekly tuesday and wednesday; \(ten)wait 3d; \(ten)expect rewards.streak == 2; expect (streak).best == 2",
    "rest on 2026-01-05 until 2026-01-09; rest off 2026-01-07; expect (rest | get days | count) == 4",
    // A session after midnight counts for the day before, whose streak it continues.
    "set day-ends 3h; wait 17h; \(ten)expect (history)[0].day == \"2026-01-05\"; expect rewards.streak == 1; wait 1h; expect rewards.streak == 0",
    "wait 17h; \(ten)expect (history)[0].day == \"2026-01-06\"",
    "set day-ends 3h; wait 17h; \(ten)expect (history today | count) == 1; history edit 1 spent 1; expect (history)[0].day == \"2026-01-05\"",
  ])
  func restDaysAndTheEndOfTheDay(_ script: String) { ScriptRun.passes(script) }

  /// The weekly rest days from which `rest off` has taken a day are listed with that day.
  @Test func exceptionsAreListed() {
    let run = ScriptRun()
    #expect(run("rest weekly weekends; rest off 2026-01-10 until 2026-01-13; rest on 2026-01-12").error == nil)
    #expect(
      run("rest").lines == [
        " each week: Sat, Sun", " from today on: Mon 12 Jan", " ordinary days: Sat 10 Jan, Sun 11 Jan",
      ])
    #expect(run("expect (rest).exceptions == [\"2026-01-10\", \"2026-01-11\"]").error == nil)
    #expect(run("rest on 2026-01-10; wait 7d; expect (rest).exceptions == []").error == nil)
    #expect(run("rest").lines == [" each week: Sat, Sun", " from today on: Mon 12 Jan"])
  }

  @Test func aDayMayEndAtSixAtTheLatest() {
    #expect(ScriptRun()("set day-ends 7h").error?.contains("0s to 6h") == true)
  }

  /// A session after midnight keeps its day in the journal, in an export and on another device.
  @Test func twoDevicesShareStarsAndRestDays() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(
      a("set day-ends 3h; wait 17h; \(Self.ten)\(Self.film)stars goal 50; rest on 2026-01-07; \(sync)").error == nil)
    #expect(
      b(
        "wait 17h; \(sync); expect (history)[0].day == \"2026-01-05\"; expect rewards.goal == 50; stars spend film; \(sync)"
      ).error == nil)
    #expect(a("\(sync); expect rewards.balance == 0; history export to \"\(devices.root)/all.csv\"").error == nil)
    #expect(a("reward add ice for 3; reward remove film; \(sync)").error == nil)
    for run in [b, try devices.open("a"), try devices.open("b")] {
      #expect(run("\(sync); expect (rewards)[0].reward == \"ice\"; expect (rewards | count) == 1").error == nil)
      #expect(run("expect rewards.balance == 0; expect (stars spent)[0].reward == \"film evening\"").error == nil)
      #expect(run.session.ledger.timerSessions.calendar.isRest(LocalDay(daysSince1970: 20_460) ?? .first))
    }
    ScriptRun.passes("wait 20h; history import \"\(devices.root)/all.csv\"; expect (history)[0].day == \"2026-01-05\"")
  }
}
