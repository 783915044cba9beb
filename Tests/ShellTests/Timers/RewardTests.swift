import Foundation
import System
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// The steps after a timer ends: saving, rating, stars.
@Suite struct RewardTests {
  /// The app's finished screen closes together with its question.
  @Test(arguments: [
    "timer start reading 1; wait 1m; expect timer.state == completed; rate good; expect timer.state == idle",
    "timer start reading 1; timer done; rate later; expect timer.state == idle; expect timer.colour == purpleBlue",
    "timer start reading 1; timer done; rate good; wait until timer.state == idle; timer start reading 1",
    "timer start reading 1; timer done; rate good; undo; expect timer.state == completed; redo; expect timer.state == idle",
    // An older session is rated while a timer runs, and the timer continues.
    "timer start reading 1; timer done; rate later; timer start shower 5; wait 1m; rate good; expect timer.remaining == 4m",
  ])
  func aRatedTimerIsPutAway(_ script: String) { ScriptRun.passes(script) }

  /// Postponing nothing names the timer that the advice is about.
  @Test(arguments: [
    ("timer start shower 5", "there is no session to rate, and the shower timer is running"),
    ("timer start shower 5; timer pause", "there is no session to rate, and the shower timer is paused"),
    ("timer start shower 5; timer done; rate later", "the unrated sessions are already waiting"),
    ("", "there is no session to rate"),
  ])
  func postponingNothingSaysWhatIsRunning(_ script: String, _ reason: String) {
    let lines = ScriptRun()(script + "; rate later").lines
    #expect(lines.last?.hasSuffix("rate later ignored: \(reason)") == true, "\(lines)")
  }

  /// Returns the lines about saving and rating, without their time.
  private func lines(_ script: String) -> [String] {
    let run = ScriptRun()("timer start homework 15; \(script)")
    return run.lines.filter { $0.contains("rate it with") || $0.contains("★") }.map { String($0.dropFirst(11)) }
      + (run.error.map { ["error: " + $0] } ?? [])
  }

  private let saved = "· homework: rate it with `rate amazing|good|needs work`"

  @Test(arguments: [
    ("timer done; rate amazing", "★ homework: amazing, 15 stars; 15 in all"),
    ("wait 15m; rate good", "★ homework: good, 10 stars; 10 in all"),
    ("timer done; rate \"needs work\"", "★ homework: needs work, 5 stars; 5 in all"),
    ("timer done; rate needs work", "★ homework: needs work, 5 stars; 5 in all"),
    ("timer done; rate needsWork", "★ homework: needs work, 5 stars; 5 in all"),
    ("timer done; rate \"needsWork\" of homework", "★ homework: needs work, 5 stars; 5 in all"),
    (
      "timer done; rate good; rate good",
      "★ homework: good, 10 stars; 10 in all\nerror: every session is already rated; the last one was homework | try: timer start homework"
    ),
    ("timer done; rate 7", "error: 'rate' expects 'amazing', 'good', 'needs work' or 'later', not '7'"),
  ])
  func aSessionIsSavedThenRated(_ script: String, _ rest: String) {
    let lines = lines(script)
    // A mistake in the script is found before the script runs.
    if rest.hasPrefix("error: 'rate' expects") {
      #expect(lines == [rest])
    } else {
      #expect(lines == [saved] + rest.split(separator: "\n").map(String.init))
    }
  }

  /// A rating that was given by mistake is corrected; the later one counts.
  @Test(arguments: [
    ("timer done; rate amazing; rate good again", "★ homework: good instead of amazing, 10 stars; 10 in all"),
    (
      "timer done; rate amazing; wait 30m; rate needs work of homework again",
      "★ homework: needs work instead of amazing, 5 stars; 5 in all"
    ),
    (
      "timer done; rate amazing; rate good of (history)[0].session again",
      "★ homework: good instead of amazing, 10 stars; 10 in all"
    ),
    ("timer done; rate good again", "error: no session has been rated yet | try: history"),
    ("timer done; rate good of homework again", "error: no session of homework has been rated yet | try: history"),
    ("timer stop; rate good again", "error: no session has been rated yet | try: timer start reading 20"),
    ("timer done; rate good; rate good again", "error: homework is already rated good | try: history"),
    // What waits is rated without `again`, and stays when another is corrected.
    (
      "timer done; rate amazing; timer start reading; timer done; rate good again; expect rewards.unrated == 1",
      "★ homework: good instead of amazing, 10 stars; 10 in all"
    ),
    (
      "pin set 1234; timer done; rate amazing pin 1234; rate good again",
      "error: enter the PIN before the rating | try: rate good pin PIN"
    ),
    (
      "pin set 1234; timer done; rate amazing pin 1234; rate good again pin 1234",
      "★ homework: good instead of amazing, 10 stars; 10 in all"
    ),
  ])
  func aRatingIsCorrected(_ script: String, _ last: String) {
    #expect(lines(script).last == last)
  }

  @Test func aCorrectionCanBeUndone() {
    ScriptRun.passes(
      """
      timer start homework; timer done; rate amazing; rate good again; expect rewards.stars == 10
      undo; expect rewards.stars == 15; expect (history)[0].rating == "amazing"
      redo; expect rewards.stars == 10; expect rewards.unrated == 0; expect rewards.sessions == 1
      """)
  }

  @Test func aCorrectionIsKept() throws {
    let folder = Scratch.folder().path
    let first = ScriptRun()
    try first.session.openState(folder)
    #expect(first("timer start homework; timer done; rate amazing").error == nil)
    let second = ScriptRun()
    try second.session.openState(folder)
    #expect(second("wait 1s; rate good again; expect rewards.stars == 10").error == nil)
    let third = ScriptRun()
    try third.session.openState(folder)
    #expect(third("expect rewards.stars == 10; expect (history)[0].rating == \"good\"").error == nil)
  }

  /// The advice of the error works: another timer cannot start while one runs.
  @Test func whileATimerRunsTheAdviceIsToFinishIt() {
    let advice = "there is no session to rate: no timer has ended yet | try: timer done"
    #expect(ScriptRun.error("timer start homework; rate good") == advice)
    #expect(ScriptRun.error("timer start homework; timer pause; rate good") == advice)
    ScriptRun.passes("timer start homework; wait 5m; timer done; rate good; expect rewards.sessions == 1")
  }

  @Test func aStoppedTimerIsNeitherSavedNorRated() {
    #expect(
      ScriptRun.error("timer start homework; wait 5m; timer stop; rate good")
        == "there is no session to rate: no timer has ended yet | try: timer start reading 20")
    ScriptRun.passes("timer start homework; wait 5m; timer stop; expect rewards.sessions == 0")
  }

  @Test func theNewestWaitingSessionIsRatedFirst() {
    ScriptRun.passes(
      """
      timer start homework; timer done
      timer start shower; timer done
      expect rewards.unrated == 2
      expect (rate good).activity == "shower"
      expect (rate good).activity == "homework"
      expect rewards.unrated == 0
      """)
  }

  @Test func streaksMultiply() {
    ScriptRun.passes(
      """
      let expected = [15, 15, 22, 22, 22, 22, 30, 30]
      for stars in $expected {
        timer start reading; timer done
        expect (rate amazing).stars == $stars
        wait 1d
      }
      expect rewards.streak == 0
      timer start reading; timer done
      expect rewards.streak == 9
      wait 2d
      timer start reading; timer done
      expect rewards.streak == 1
      """)
  }

  /// In Lisbon, clocks go forward on 29 March 2026 and back on 25 October: days are days of the local calendar.
  @Test(arguments: ["2026-03-27T23:30:00", "2026-10-23T23:30:00", "2028-02-27T12:00:00", "2025-12-29T00:00:01"])
  func streaksCountLocalDays(_ start: String) throws {
    var options = Session.Options()
    options.zone = try #require(Zone("Europe/Lisbon"))
    let civil = try #require(CivilTime(parsing: start.utf8))
    options.start = civil.instant() - options.zone.offset(atLocal: civil)
    let run = ScriptRun(options)
    // A day may have 23 or 25 hours; 24 hours later it is still the next day, except near midnight.
    let error = run(
      """
      timer start shower 1; timer done
      repeat 5 { wait 23h; timer start shower 1; timer done; wait 1h; timer start shower 1; timer done }
      """
    ).error
    #expect(error == nil)
    let days = Set(run.session.ledger.timerSessions.timerSessions().map(\.day))
    #expect(run.session.ledger.timerSessions.streak(on: .today(in: run.session)).length == days.count)
  }

  @Test func handlersHearOfItOnlyWhenItIsSaved() {
    ScriptRun.passes(
      """
      let heard = []
      when timer.saved { heard = $heard + ["{$activity} {$asks}"]; rate good }
      when timer.rated { heard = $heard + ["{$rating} {$stars} {$total}"] }
      timer start reading 5; wait 10m
      expect $heard == ["reading rating", "good 10 10"]
      """)
  }

  /// The name of a one-off timer lasts as long as the timer, and in the history forever.
  @Test func aOneOffTimerKeepsItsNameOverQuitting() throws {
    let folder = "/tmp/storyline-lego-\(UInt64.random(in: 0 ... .max))"
    defer { remove(folder) }
    func real() throws -> ScriptRun {
      var options = Session.Options()
      options.kind = .real
      let run = ScriptRun(options)
      try run.session.openState(folder)
      return run
    }
    #expect(try real()("timer start custom 10 name lego; timer pause").error == nil)
    let after = try real()
    #expect(
      after("expect timer.activity == \"lego\" and timer.state == paused and timer.pausedFor >= 0s; timer done").error
        == nil)
    #expect(
      after("expect (history of lego | first).activity == \"lego\"; expect (activities | count) == 5").error == nil)
  }

  @Test func aPauseSaysHowLongItLasts() {
    ScriptRun.passes(
      """
      timer start reading; expect timer.pausedFor == 0s; timer pause; wait 100s
      expect timer.pausedFor == 1m40s
      wait until timer.pausedFor == 2m
      expect clock.elapsed == 2m
      timer resume; expect timer.pausedFor == 0s
      """)
    #expect(
      ScriptRun()("timer start reading 20; timer pause; wait 100s; timer status").lines.last
        == "reading, 20:00 of 20 min, 100% left: paused for 1:40")
  }

  @Test func anOlderSessionCanBeRated() {
    ScriptRun.passes(
      """
      timer start reading; timer done; wait 1s; timer start shower; timer done
      let old = (history | last).session
      expect (rate good of reading).activity == "reading"
      undo
      expect (rate good of $old).activity == "reading"
      expect rewards.unrated == 1
      expect (rate amazing).activity == "shower"
      """)
  }

  @Test(arguments: [5, 19, 20, 600])
  func aTimerSurvivesQuitting(minutes: Int64) throws {
    let folder = "/tmp/storyline-quit-\(UInt64.random(in: 0 ... .max))"
    defer { remove(folder) }
    func real() throws -> ScriptRun {
      var options = Session.Options()
      options.kind = .real
      let run = ScriptRun(options)
      try run.session.openState(folder)
      return run
    }
    let before = try real()
    #expect(before("timer start reading 20").error == nil)
    // The countdown is set up as if the timer had been started `minutes` ago.
    let started = SystemClock.now - .minutes(minutes)
    var countdown = Countdown(at: started)
    _ = try countdown.handle(.start(Activity.presets[1], length: .minutes(20)), at: started)
    before.session.change { $0.timers.countdown = countdown }
    let saved = try #require(before.session.persistence)
    saved.settle(before.session.world, at: started)
    try saved.commit()

    let after = try real()
    let lines = after.session.output.drainLines()
    if minutes < 20 {
      #expect(after.session.world.timers.countdown.state == .running)
      let left = after.session.world.timers.countdown.remaining(at: SystemClock.now)
      #expect(left <= .minutes(20 - minutes) && left > .minutes(20 - minutes) - .seconds(30), "\(left)")
      #expect(lines.isEmpty)
    } else {
      #expect(lines.count == 2 && lines.first?.hasSuffix("✓ reading done, 20 min: well done!") == true, "\(lines)")
      let record = try #require(after.session.ledger.timerSessions.latest().first)
      #expect(record.ending == .timeUp && record.ended == started + .minutes(20))
      let again = try real()
      #expect(again.session.output.drainLines().isEmpty, "it is told once")
      #expect(again("expect rewards.unrated == 1; rate good; expect rewards.stars == 10").error == nil)
    }
  }

  private func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  /// In a fork, the program does not claim that a session is saved; it notes that the fork holds it back.
  @Test func aForkSaysWhatItHoldsBack() throws {
    let folder = "/tmp/storyline-fork-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = "fork; timer start reading; timer done; rate good; fork keep"
    let result = try Program.run(["--state", folder, "-c", script])
    #expect(result.status == 0 && result.lines.last == " 0:00.000  ★ reading: good, 10 stars; 10 in all")
    let note = "note: a fork is open: only `fork keep` saves the session\n"
    #expect(result.errors == note + note)
    #expect(try Program.run(["-c", script]).errors.isEmpty)
  }

  @Test func suggestionsAreQuotedWhereNeeded() throws {
    #expect(try Program.run(["-c", "rate need work"]).errors.contains("did you mean \"needs work\"?"))
  }

  @Test(arguments: [
    ("amazing", 15), ("Amazing", 15), ("GOOD", 10), ("\"Good\"", 10), ("needs work", 5), ("Needs Work", 5),
    ("NEEDS WORK", 5), ("needsWork", 5), ("needswork", 5), ("Needs-Work", 5), ("needs_work", 5), ("'Needs work'", 5),
    ("Good of reading", 10), ("Needs Work of reading", 5),
  ])
  func everySpellingOfARatingIsAccepted(_ spelling: String, _ stars: Int) {
    ScriptRun.passes("timer start reading; timer done; rate \(spelling); expect rewards.stars == \(stars)")
    let value =
      spelling.contains(" of ") ? nil : spelling.first == "\"" || spelling.first == "'" ? spelling : "\"\(spelling)\""
    if let value {
      ScriptRun.passes(
        "let given = \(value); timer start reading; timer done; rate $given; expect rewards.stars == \(stars)")
    }
  }

  @Test(arguments: ["later", "Later", "LATER"])
  func everySpellingOfLaterIsAccepted(_ later: String) {
    ScriptRun.passes(
      "timer start reading; timer done; rate \(later); expect rewards.asks == idle; expect rewards.unrated == 1")
  }

  @Test func otherWordsAreNotRatings() {
    #expect(
      ScriptRun.error("timer start reading; timer done; rate great")
        == "'rate' expects 'amazing', 'good', 'needs work' or 'later', not 'great'")
  }
}
