import Foundation
import StoryScript
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import Terminal
@testable import TimersWing

/// `stats`, `stars` and `streak`: correct on every calendar, and readable on every screen.
@Suite struct StatsCommandsTests {
  private static let sample = "history import Examples/sessions.csv; "

  @Test(arguments: [
    "let s = stats; expect $s.total.sessions == 12; expect $s.total.stars == 141; expect $s.total.days == 7; expect $s.total.unrated == 1",
    "let s = stats; expect $s.from == \"2025-12-28\"; expect $s.to == \"2026-01-04\"",
    "let s = stats; for part in [$s.activities, $s.weeks, $s.months, $s.days] { expect ($part | sum stars) == 141; expect ($part | sum actual) == $s.total.actual; expect ($part | sum sessions) == 12 }",
    "let s = stats of reading; expect $s.total.sessions == 6; expect ($s.activities | count) == 1; expect ($s.days | sum stars) == 82",
    "expect ((stats).weeks)[-1].week == \"2026-W01\"; expect ((stats).weeks)[-1].monday == \"2025-12-29\"",
    "expect ((stats).months)[0].month == \"2025-12\"; expect ((stats year).months)[0].month == \"2026-01\"",
    "expect (stats month of shower).total.saved == 3m; expect (stats since 2026-01-03).total.sessions == 5",
    // A range of days does not cut off a streak.
    "expect (stats since 2026-01-04).days[0].multiplier == 1.5; expect (stats since 2026-01-04).total.stars == 37",
    "expect (stats today).total.sessions == 0; expect (stats week).from == \"2026-01-05\"; expect (stats week).to == \"2026-01-11\"",
    // Stars.
    "let s = stars; expect $s.total == 141; expect $s.today == 0; expect $s.multiplier == 1.5; expect ($s.ratings | sum stars) == 141; expect $s.unrated == 1",
    "timer start reading; timer done; rate good; let s = stars; expect $s.today == 15; expect $s.week == 15; expect $s.total == 156",
    // Streak.
    "let s = streak; expect $s.length == 0; expect $s.yesterday == 5; expect not $s.today; expect $s.best == 5; expect $s.bestDay == \"2026-01-04\"; expect $s.next.days == 2",
    "timer start reading; timer done; let s = streak; expect $s.length == 6; expect $s.today; expect $s.best == 6; expect $s.next == {multiplier: 2, days: 1}",
    "repeat 2 { timer start reading; timer done; wait 1d }; let s = streak; expect $s.next == none; expect $s.multiplier == 2; expect $s.yesterday == 7",
    "wait 1d; let s = streak; expect $s.length == 0; expect $s.yesterday == 0; expect $s.best == 5; expect ($s.days | count) == 7",
  ])
  func addsUp(_ script: String) { ScriptRun.passes(Self.sample + script) }

  /// A field of a command's result needs parentheses, which the error adds.
  @Test(arguments: [
    ("print stats.total", "'stats.total' is not a value | did you mean '(stats).total'?"),
    ("let x = stats.total.sessions", "'stats.total.sessions' is not a value | did you mean '(stats).total.sessions'?"),
    ("print streak.length", "'streak.length' is not a value | did you mean '(streak).length'?"),
    ("print stats.nonsense", "'stats.nonsense' is not a value | for text, write it in quotes: \"stats.nonsense\""),
  ])
  func aFieldOfAResultNeedsParentheses(_ script: String, _ expected: String) throws {
    let run = ScriptRun()
    let source = try Source(name: "test", text: script)
    let failure = #expect(throws: Diagnostics.self) { _ = try run.session.load(source) }
    let problem = try #require(failure?.all.first?.problem)
    #expect("\(problem.message) | \(problem.suggestion ?? "")" == expected)
    #expect(run("expect (stats).total.sessions == 0; expect (streak).length == 0").error == nil)
  }

  @Test func nothingYet() {
    ScriptRun.passes(
      """
      let s = stats
      expect $s.total.sessions == 0
      expect $s.from == none
      expect $s.activities == []
      expect (stars).ratings[0].stars == 0
      expect (streak).best == 0
      expect (streak).bestDay == none
      """)
    #expect(
      ScriptRun()("stats; stats week; stars; streak").lines == [
        " no timer has ended yet; try: timer start reading 20", " no timer has ended yet; try: timer start reading 20",
        " ★ 0 stars: 0 today, 0 this week", " the next session today counts ×1; ×1.5 in 2 days",
        " ★ no streak: a session today starts one", " the next session today counts ×1; ×1.5 in 2 days",
      ])
  }

  // MARK: Calendars

  private func run(_ zone: String, _ start: String, state: String? = nil) throws -> ScriptRun {
    var options = Session.Options()
    options.zone = try #require(Zone(zone))
    let civil = try #require(CivilTime(parsing: start.utf8))
    options.start = civil.instant(offset: options.zone.offset(atLocal: civil))
    let run = ScriptRun(options)
    if let state { try run.session.openState(state) }
    return run
  }

  private static let timer = "timer start shower 1; timer done; rate good"

  @Test(arguments: [
    // Clocks go forward on 29 March, so that day has 23 hours. They go back on 25 October: 25 hours.
    ("Europe/Lisbon", "2026-03-28T23:30", ["1h", "23h"], ["2026-03-28", "2026-03-29", "2026-03-30"], 3),
    (
      "Europe/Lisbon", "2026-10-24T23:30", ["1h", "24h", "1h"],
      ["2026-10-24", "2026-10-25", "2026-10-25", "2026-10-26"],
      3
    ),
    // The repeated hour, both times it occurs.
    (
      "Europe/Lisbon", "2026-10-25T00:30", ["1h", "1h", "22h30m"],
      ["2026-10-25", "2026-10-25", "2026-10-25", "2026-10-26"], 2
    ),
    // The leap day, and a year without one.
    ("Europe/Lisbon", "2028-02-28T12:00", ["1d", "1d"], ["2028-02-28", "2028-02-29", "2028-03-01"], 3),
    ("UTC", "2027-02-27T12:00", ["1d", "1d"], ["2027-02-27", "2027-02-28", "2027-03-01"], 3),
    // The end of the year, also in a zone where the year changes earlier.
    ("UTC", "2026-12-30T23:59", ["1d", "1d"], ["2026-12-30", "2026-12-31", "2027-01-01"], 3),
    ("Pacific/Kiritimati", "2026-12-31T23:00", ["30m", "1h"], ["2026-12-31", "2026-12-31", "2027-01-01"], 2),
    // A gap ends the streak.
    ("Asia/Kathmandu", "2026-05-01T23:50", ["11m", "47h58m"], ["2026-05-01", "2026-05-02", "2026-05-03"], 3),
    ("Asia/Kathmandu", "2026-05-01T23:50", ["11m", "2d"], ["2026-05-01", "2026-05-02", "2026-05-04"], 1),
  ])
  func daysAreThoseOnTheWall(_ zone: String, _ start: String, _ waits: [String], _ days: [String], _ streak: Int) throws
  {
    let run = try run(zone, start)
    let script = ([Self.timer] + waits.map { "wait \($0); \(Self.timer)" }).joined(separator: "; ")
    #expect(run(script).error == nil)
    #expect(run.session.ledger.timerSessions.timerSessions().map(\.day.description) == days)
    #expect(
      run("expect (streak).length == \(streak); expect ((stats).days | count) == \(Set(days).count)").error == nil)
    #expect(
      run("expect (history since \(days[0]) until \(days[0]) | count) == \(days.count { $0 == days[0] })").error == nil)
    #expect(
      run("expect (stars).today == (stats today).total.stars; expect (stars).total == (stats).total.stars").error == nil
    )
  }

  @Test func weeksAreISOWeeks() throws {
    let run = try run("Europe/Lisbon", "2026-12-27T12:00")
    // A Sunday, then a week from Monday to Sunday that spans two years, then a Monday.
    #expect(run("repeat 9 { \(Self.timer); wait 1d }").error == nil)
    #expect(
      run(
        """
        let weeks = (stats).weeks
        expect ($weeks | each { $it.week }) == ["2026-W52", "2026-W53", "2027-W01"]
        expect ($weeks | each { $it.sessions }) == [1, 7, 1]
        expect ((stats).months | each { $it.month }) == ["2026-12", "2027-01"]
        expect (stats year).total.sessions == 4
        """
      ).error == nil)
  }

  /// A family travels: a session keeps the local day on which it ended, whatever the zone is later.
  @Test func journeysChangeNoDay() throws {
    let folder = "/tmp/storyline-travel-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let home = try run("Europe/Lisbon", "2026-06-01T22:00", state: folder)
    #expect(home("\(Self.timer); wait 1d; \(Self.timer)").error == nil)
    // Eleven hours later it is 18:00 of the next day in Tokyo.
    let tokyo = try run("Asia/Tokyo", "2026-06-03T17:00", state: folder)
    #expect(tokyo("\(Self.timer); expect (streak).length == 3; expect (stars).today == 15").error == nil)
    // Across the date line it is 3 June again.
    let honolulu = try run("Pacific/Honolulu", "2026-06-03T09:00", state: folder)
    #expect(honolulu("expect (streak).today; \(Self.timer); expect (streak).length == 3; wait 1d").error == nil)
    #expect(
      honolulu("\(Self.timer); expect (streak).length == 4; expect rewards.stars == 10 + 10 + 15 + 15 + 15").error
        == nil)
    for zone in ["UTC", "Pacific/Kiritimati", "America/Anchorage"] {
      let later = try run(zone, "2026-06-10T12:00", state: folder)
      #expect(
        later.session.ledger.timerSessions.timerSessions().map(\.day.description) == [
          "2026-06-01", "2026-06-02", "2026-06-03", "2026-06-03", "2026-06-04",
        ])
      #expect(
        later(
          "expect (streak).best == 4; expect rewards.stars == 65; expect (history since 2026-06-03 until 2026-06-03 | count) == 2"
        ).error == nil)
    }
  }

  /// A clock that was set back adds a second session to a day, or one before other sessions: each day counts once,
  /// and no session is lost.
  @Test func aClockSetBackLosesNothing() throws {
    let folder = "/tmp/storyline-back-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try run("Europe/Lisbon", "2026-06-02T12:00", state: folder)
    #expect(first("\(Self.timer); wait 1d; \(Self.timer); expect (streak).length == 2").error == nil)
    let back = try run("Europe/Lisbon", "2026-06-01T12:00", state: folder)
    #expect(
      back("expect (streak).length == 0; \(Self.timer); expect (streak).length == 1; expect rewards.sessions == 3")
        .error == nil)
    // The instants equal those of the first session, but the sessions are different ones.
    #expect(
      back("wait 1d; \(Self.timer); wait 1d; \(Self.timer); expect rewards.sessions == 5; expect (streak).length == 3")
        .error == nil)
    #expect(back("expect (stars).total == 10 + 10 + 10 + 15 + 15; expect (streak).best == 3").error == nil)
    #expect(Set(back.session.ledger.timerSessions.timerSessions().map(\.id)).count == 5)
  }

  // MARK: Looks

  /// Returns the lines of the second script, run after the first one.
  private func lines(
    after preparation: String, _ script: String, width: Int, glyphs: GlyphSet = .unicode, isTerminal: Bool = true
  ) -> [String] {
    let run = ScriptRun(
      Session(
        output: Output(to: .memory, glyphs: glyphs, width: width, isTerminal: isTerminal), catalog: Catalog.standard))
    #expect(run(preparation).error == nil)
    let result = run(script)
    return result.lines + (result.error.map { ["error: \($0)"] } ?? [])
  }

  private static let months =
    sample
    + "repeat 80 { repeat 2 { timer start reading 1; wait 1m; rate good }; wait 1d }; timer start custom 1; timer done"

  @Test(arguments: [40, 60, 80, 200], [GlyphSet.unicode, .ascii])
  func fits(_ width: Int, _ glyphs: GlyphSet) {
    for script in ["stats", "stars", "streak", "stats week", "stats of reading since 2025-12-01"] {
      let lines = lines(after: Self.months, script, width: width, glyphs: glyphs)
      #expect(lines.count >= 3)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width && !$0.hasSuffix(" ") }, "\(script): \(lines)")
      if glyphs == .ascii { #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(script): \(lines)") }
    }
  }

  /// The saved time has a column in windows of fifty columns and more, and a bar next to it from sixty on.
  @Test(arguments: [
    (49, " activity   sessions  time  stars"), (50, " activity   sessions  time   saved  stars"),
  ])
  func wideWindowsShowMore(_ width: Int, _ titles: String) {
    #expect(lines(after: "timer start custom 10; timer done", "stats", width: width).contains(titles))
  }

  @Test func aPipeGetsWordsAlone() {
    let quiet = lines(
      after: Self.sample + "wait 20d; timer start reading; timer done", "stats; stars; streak", width: 80,
      isTerminal: false)
    #expect(quiet.contains(" weeks   most in the week of Mon 29 Dec 2025: 3 h 15 min 30 s"), "\(quiet)")
    #expect(
      lines(after: Self.sample, "stats until 2025-12-31", width: 80, isTerminal: false).suffix(4) == [
        " day         sessions    time  stars", " Sun 28 Dec         1  20 min     10",
        " Mon 29 Dec         2  32 min     20",
        " Wed 31 Dec         1  20 min     10",
      ])
    #expect(!quiet.joined().contains { "▇█▁░▒·▂".contains($0) }, "\(quiet)")
    #expect(!quiet.contains { $0.hasPrefix(" Mon  ") })
  }

  @Test func theCalendarIsTrue() {
    let lines = lines(
      after: "repeat 2 { repeat 8 { timer start custom 1; timer done; wait 1d }; wait 2d }", "streak", width: 40)
    // From Monday, 5 January, to Monday, 12 January; from Thursday, the 15th, to Thursday, the 22nd; today is the 25th.
    #expect(
      lines == [
        " ★ no streak: a session today starts one", " the next session today counts ×1; ×1.5", " in 2 days",
        " the longest was 8 days, up to Thu 22", " Jan", "", "     Jan", " Mon  · ░ █ ▒", " Tue  · ░ · ▒",
        " Wed  · ▒ · █", " Thu  · ▒ ░ █", " Fri  · ▒ ░ ·", " Sat  · ▒ ▒ ·", " Sun  · █ ▒ ·",
        " ░ a day  ▒ 3+ in a row ×1.5  █ 7+ ×2",
      ], "\(lines)")
  }

  /// Calendars show as many weeks as fit, at most a year; a streak shows sixteen.
  @Test func calendarsHaveTheLastWeeks() {
    func mondays(_ lines: [String]) -> Int? {
      lines.first { $0.hasPrefix(" Mon  ") }?.dropFirst(5).count { $0 != " " }
    }
    let session = "timer start custom 1; timer done"
    for (width, weeks) in [(40, 17), (111, 53), (200, 53)] {
      #expect(mondays(lines(after: "\(session); wait 400d; \(session)", "stats", width: width)) == weeks, "\(width)")
    }
    let days = "\(session); repeat 130 { wait 1d; \(session) }"
    #expect(mondays(lines(after: days, "streak", width: 200)) == 16)
    // The last day is a Friday.
    ScriptRun.passes(days + "; expect ((streak).days | count) == 15 * 7 + 5")
  }

  @Test func stretchesOfTimeAreSparse() {
    // One session is in the first century and one in the last: no loop runs over the weeks between them.
    let run = ScriptRun(Session(output: Output(to: .memory, width: 80, isTerminal: true), catalog: Catalog.standard))
    for (number, day) in ["0001-02-03", "9998-02-03"].enumerated() {
      let date = CivilTime(parsing: day.utf8).map { $0.instant() } ?? .practiceStart
      let session = TimerSession(
        activity: Activity.presets[1], started: date, ended: date + .minutes(5), ending: .timeUp,
        allocated: .minutes(5), actual: .minutes(5))
      let event = TimerEvent(
        id: "\(number)", stamp: .init(instant: date, device: "x"),
        fact: .saved(TimerSessionRecord(session, device: "x", offset: .zero)))
      run.session.process(.timers(.stored(event)))
    }
    let lines = run("stats").lines
    #expect(lines.first == " 2 sessions on 2 days, Sat 3 Feb 1 – Tue 3 Feb 9998", "\(lines)")
    #expect(lines.contains { $0.hasPrefix(" weeks   ") && $0.hasSuffix("█") }, "\(lines)")
  }

  /// A timer has the same time in every output, and the time spent and the time left over add up to the whole.
  @Test(arguments: [
    ("reading 1", "30s", "30 s of 1 min", "30 s", "30 s"),
    ("reading 20", "19m30s", "19 min 30 s of 20 min", "19 min 30 s", "30 s"),
    ("iPad 30", "10m30s", "10 min 30 s of 30 min", "10 min 30 s", "19 min 30 s"),
    ("reading 20", "29s", "29 s of 20 min", "29 s", "19 min 31 s"),
    ("reading 20", "15m", "15 of 20 min", "15 min", "5 min"),
    ("custom 1.5", "89s", "1 min 29 s of 1 min 30 s", "1 min 29 s", "1 s"),
    ("reading 20", "1199600ms", "19 min 59.6 s of 20 min", "19 min 59.6 s", "400 ms"),
    ("reading 20", "629400ms", "10 min 30 s of 20 min", "10 min 30 s", "9 min 30 s"),
    ("iPad 120", "65m", "1 h 5 min of 2 h", "1 h 5 min", "55 min"),
  ])
  func allFiguresOfATimerAgree(_ start: String, _ wait: String, _ share: String, _ spent: String, _ saved: String) {
    let run = ScriptRun()
    let said = run("timer start \(start); wait \(wait); timer done").lines
    #expect(said.contains { $0.hasSuffix(" done, \(saved) early!") }, "\(said)")
    let history = run("history").lines[1]
    #expect(history.contains("  \(share)  ") && history.contains("  \(saved)  "), "\(history)")
    let stats = run("stats").lines
    #expect(stats.contains(" \(spent) spent, \(saved) saved, 0 stars, 1 not rated yet"), "\(stats)")
    #expect(stats.contains { $0.contains("  \(spent)  ") && $0.contains("  \(saved)  ") }, "\(stats)")
  }

  /// The times in `history` and `stats` add up, by activity and by day: one time for each session, and their sums.
  @Test func shownTotalsAddUp() throws {
    let run = ScriptRun()
    let waits = [("iPad 30", "10m30s"), ("reading 20", "10m31s"), ("reading 30", "11m40s"), ("shower 10", "2m30s")]
    for (start, wait) in waits {
      #expect(run("timer start \(start); wait \(wait); timer done; skip 1d").error == nil)
    }
    let history = run("history").lines
    let shares = ["2 min 30 s of 10 min", "11 min 40 s of 30 min", "10 min 31 s of 20 min", "10 min 30 s of 30 min"]
    for (line, share) in zip(history.dropFirst(), shares) { #expect(line.contains("  \(share)  "), "\(history)") }
    let lines = run("stats").lines
    #expect(lines[1] == " 35 min 11 s spent, 54 min 49 s saved, 0 stars, 4 not rated yet")
    for (place, count) in [(4, 3), (9, 4)] {
      let sum = lines.dropFirst(place).prefix(count).reduce(0) { $0 + Self.seconds(String($1)) }
      #expect(sum == 2_111, "\(lines)")
    }
  }

  /// Returns the first duration in a line.
  private static func seconds(_ line: String) -> Int {
    let words = line.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(of: "min"), let minutes = Int(words[place - 1]) else { return 0 }
    let seconds = words.dropFirst(place + 2).first == "s" ? Int(words[place + 1]) : nil
    return minutes * 60 + (seconds ?? 0)
  }

  @Test func starsFitIntoANarrowWindow() {
    let run = ScriptRun(width: 40)
    #expect(run(Self.sample + "stars").lines.contains("   amazing     3 sessions  59"))
  }

  @Test func asciiHasNoTimesSign() {
    let session = Session(output: Output(to: .memory, glyphs: .ascii), catalog: Catalog.standard)
    let run = ScriptRun(session)
    #expect(run(Self.sample).error == nil)
    let lines = run("timer start reading; timer done; rate amazing; stars; streak").lines
    #expect(lines.contains { $0.hasSuffix("* reading: amazing, 22 stars (15 x 1.5 for the streak); 163 in all") })
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(lines)")
  }
}
