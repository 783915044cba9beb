import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore

/// Corrections: a timer that began or ended earlier, and sessions that are edited or removed.
@Suite struct HistoryCorrectionTests {
  private let devices = FamilyDevices()

  /// The practice clock begins at 09:00.
  @Test(arguments: [
    // A start in the past.
    "timer start reading 20 at 5m; expect timer.remaining == 15m; expect timer.elapsed == 5m",
    "timer start reading 20 at 8:50; expect timer.remaining == 10m; wait 10m; expect (history)[0].actual == 20m",
    "timer start reading 20 at 8:41; expect timer.colour == magenta; expect timer.message == \"Final stretch!\"",
    "timer start reading 20 at 5m; timer done; expect (history)[0].actual == 5m; undo; undo; expect timer.state == idle",
    "timer start custom 10 name lego at 5m; expect timer.remaining == 5m",
    // A removed session keeps its id, so another one of its start has another.
    "wait 1h; timer start reading at 10m; timer done at 5m; history remove 1; timer start reading at 10m; timer done; expect rewards.sessions == 1",
    // An end in the past.
    "timer start reading 20; wait 15m; timer done at 5m; expect (history)[0].actual == 10m; expect (history)[0].saved == 10m",
    "timer start reading 20; wait 15m; timer done at 9:03; expect (history)[0].actual == 3m; rate good; expect rewards.stars == 10",
    "timer start reading 20; wait 5m; timer pause; wait 1h; timer done at 30m; expect (history)[0].actual == 5m",
    "timer start reading 20; wait 5m; timer pause; wait 1h; timer done at 62m; expect (history)[0].actual == 3m",
    "timer start reading 20; wait 5m; timer pause; wait 1h; timer resume; wait 5m; timer done at 4m; expect (history)[0].actual == 6m",
    "timer start reading 20; wait 15m; timer done at 5m; undo; expect timer.remaining == 5m; expect rewards.sessions == 0",
    // Pauses do not count, wherever they are.
    "timer start reading 30; wait 10m; timer pause; wait 10m; timer resume; wait 1m; timer done at 11m; expect (history)[0].actual == 10m",
    "timer start reading 30; wait 10m; timer pause; wait 10m; timer resume; wait 1m; timer done at 6m; expect (history)[0].actual == 10m; expect (history)[0].ended == 2026-01-05T09:15",
    "timer start reading 30; wait 10m; timer pause; wait 10m; timer resume; wait 1m; timer done at 15m; expect (history)[0].actual == 6m",
    "timer start reading 30; wait 4m; timer pause; wait 2m; timer resume; wait 4m; timer pause; wait 2m; timer resume; wait 4m; timer done at 9m; expect (history)[0].actual == 5m",
    "timer start reading 30; wait 4m; timer pause; wait 2m; timer resume; wait 4m; timer pause; wait 2m; timer done at 9m; expect (history)[0].actual == 3m",
    "timer start reading 30; wait 10m; timer pause; wait 10m; timer resume; wait 1m; timer done at 6m; undo; timer done at 15m; expect (history)[0].actual == 6m",
    "timer start reading 30 at 5m; timer pause; wait 10m; timer resume; wait 1m; timer done at 13m; expect (history)[0].actual == 3m",
    // A postponed step knows its pause as well.
    "routine add m \"dress 5m, teeth 3m\"; routine start; wait 2m; routine later; wait 3m; wait 1m; timer done at 2m; expect (history)[1].actual == 2m",
    // A routine goes on with its next step.
    "routine add m \"dress 5m, teeth 3m\"; routine start; wait 4m; timer done at 1m; expect timer.activity == \"teeth\"; expect timer.remaining == 3m",
  ])
  func aTimerBeganOrEndedEarlier(_ script: String) { ScriptRun.passes(script) }

  private static let one = "timer start reading 20; wait 15m; timer done; "

  @Test(arguments: [
    "history edit 1 spent 10; expect (history)[0].actual == 10m; expect (history)[0].ending == \"early\"",
    // More than was planned: the plan follows.
    "history edit 1 spent 25; expect (history)[0].allocated == 25m; expect (history)[0].ending == \"timeUp\"; expect (history)[0].saved == 0s",
    "history edit 1 ended 5m; expect (history)[0].actual == 10m",
    "history edit 1 started \"yesterday 20:00\"; expect (history)[0].day == \"2026-01-04\"; expect (history)[0].actual == 15m",
    "history edit 1 started 9:01 ended 9:11; expect (history)[0].actual == 10m",
    // A date with a time, also as people write it.
    "history edit 1 started \"2026-01-04 10:00\"; expect (history)[0].started == 2026-01-04T10:00",
    "history edit 1 started \"2026-01-04T10:00\"; expect (history)[0].started == 2026-01-04T10:00",
    "history edit 1 started '2026-01-04 10:00'; expect (history)[0].started == 2026-01-04T10:00",
    "history edit 1 started 2026-01-04 09:50 ended 2026-01-04 10:00; expect (history)[0].ended == 2026-01-04T10:00",
    "history edit 1 started 2026-01-03 08:30 spent 5; expect (history)[0].started == 2026-01-03T08:30",
    "history edit 1 started \"2026-01-04\"; expect (history)[0].started == 2026-01-04",
    "history edit reading activity homework; expect (history)[0].activity == \"homework\"; expect (history)[0].icon == \"📝\"",
    "history edit (history)[0].session spent 1; expect (history)[0].actual == 1m",
    // The rating stays, also one that comes later.
    "rate amazing; history edit 1 spent 10; expect (history)[0].rating == \"amazing\"; expect rewards.stars == 15",
    "history edit 1 spent 10; rate good; expect (history)[0].actual == 10m; expect rewards.stars == 10",
    // A rating by the session's place, also of a rated one.
    "timer start shower 5; timer done; rate good of 2; expect (history)[1].rating == \"good\"; expect rewards.unrated == 1",
    "rate good; timer start shower 5; timer done; rate amazing of 2 again; expect rewards.stars == 15; expect rewards.unrated == 1",
    // The last correction counts, and each is undone by itself.
    "history edit 1 spent 10; history edit 1 spent 5; expect (history)[0].actual == 5m; undo; expect (history)[0].actual == 10m; undo; expect (history)[0].actual == 15m; redo; expect (history)[0].actual == 10m",
    "history edit 1 spent 10; expect (stats).total.actual == 10m; history remove 1; expect rewards.sessions == 0; undo; expect (history)[0].actual == 10m",
    "rate good; history remove reading; expect rewards.stars == 0; expect (streak).length == 0; undo; expect rewards.stars == 10; redo; expect rewards.stars == 0",
    // The question about a removed session is closed.
    "history remove 1; expect timer.state == idle; expect rewards.asks == idle",
    "timer start shower 5; timer done; history remove 2; expect (history)[0].activity == \"shower\"; rate good",
  ])
  func aSessionIsCorrected(_ script: String) { ScriptRun.passes(Self.one + script) }

  @Test(arguments: [
    (
      "timer start reading 20 at 25m",
      "a timer of 20 min from 08:35 would already be over | choose a later "
        + "time, or a longer timer"
    ),
    ("timer start reading 20 at 2027-01-01", "Fri 1 Jan 2027, 00:00 is in the future | choose a time up to now"),
    (
      one + "timer start shower 20 at 9:10",
      "reading ended later, at 09:15, and only one timer runs at a time | to correct that session, try: history edit 1"
    ),
    (
      "timer start reading 20; wait 5m; timer done at 6m",
      "if the timer had ended then, no time would count | choose a time after 09:00"
    ),
    (
      one + "timer done at 9:10",
      "no timer is running: reading is already done | to correct its end, try: history edit 1 ended 09:10"
    ),
    (
      "timer start reading 20; wait 10m; timer done at 23:59",
      "if the timer had ended then, no time would count: 23:59 is still to come today, so it means Sun 4 Jan, 23:59 | choose a time up to now"
    ),
    (
      "timer start reading 20 at 14:00",
      "a timer of 20 min from Sun 4 Jan, 14:00 would already be over: 14:00 is still to come today, so it means Sun 4 Jan, 14:00 | choose a time up to now"
    ),
    (
      one + "history edit 1 ended 14:00",
      "the session would end before its start, 09:00: 14:00 is still to come today, so it means Sun 4 Jan, 14:00 | choose a time up to now"
    ),
    ("timer done at 23:59", "no timer is running | try: timer start reading 20"),
    (one + "rate good of 2", "there is only 1 session | try: history all"),
    ("rate good of 1", "no timer has ended yet, so the history is empty | try: timer start reading 20"),
    (
      one + "rate good; rate amazing of 1",
      "this session of reading is already rated: good | to change that, try: rate amazing of 1 again"
    ),
    ("history edit 1 spent 5", "no timer has ended yet, so the history is empty | try: timer start reading 20"),
    (one + "history edit 2 spent 5", "there is only 1 session | try: history all"),
    (
      one + "history edit 1",
      "say what to correct: the activity, the time spent, the start, the end or the child | try: history edit 1 spent 15"
    ),
    (
      one + "history edit 1 spent 900",
      "a session of 20 min cannot have taken 15 h: at most 2 h can count | give the minutes: spent 15"
    ),
    (
      "timer start reading 20; wait 5h; history edit 1 ended 1h",
      "a session of 20 min cannot have taken 4 h: at most 2 h can count | add the time spent: spent 15"
    ),
    (one + "history edit 1 spent 15", "the session of reading already has these values | try: history"),
    (one + "history edit shower spent 5", "there is no session of shower | try: history"),
    (
      one + "history edit 1 started 9:10",
      "the session would end in the future, at 09:25 | add the end: ended 14:20"
    ),
    (one + "history edit 1 ended 8:50", "the session would end before its start, 09:00 | add the start: started 14:00"),
    (
      one + "history edit 1 started 9:00 ended 9:05 spent 10",
      "between these times there are only 5 min, not 10 min | leave out 'spent'"
    ),
    (
      "pin set 1234; " + one + "history remove 1",
      "this changes stars or streaks, so it requires the PIN | try: history remove 1 pin PIN"
    ),
    (
      "pin set 1234; " + one + "history edit 1 started \"yesterday 20:00\"",
      "this changes stars or streaks, so it requires the PIN | try: history edit 1 … pin PIN"
    ),
  ])
  func whatCannotBeIsRefused(_ script: String, _ error: String) {
    #expect(ScriptRun()(script).error == error)
  }

  /// A time of day that is still to come today means yesterday's, which may be right after midnight: it is accepted with
  /// a note. Of the session's own day, no note is needed.
  @Test(
    arguments: [
      (
        "wait 14h50m; timer start reading 20; wait 12m; timer done at 23:55",
        "23:55 is still to come today, so it means Mon 5 Jan, 23:55"
      ),
      ("wait 15h10m; timer start reading 30 at 23:50", "23:50 is still to come today, so it means Mon 5 Jan, 23:50"),
      (one + "history edit 1 started 23:00", "23:00 is still to come today, so it means Sun 4 Jan, 23:00"),
      (one + "history edit 1 started 23:00 ended 23:10", "23:10 is still to come today, so it means Sun 4 Jan, 23:10"),
      (one + "history edit 1 started \"yesterday 23:00\"", nil), (one + "history edit 1 started 9:01 ended 9:10", nil),
      (one + "history edit 1 started \"yesterday 23:00\"; history edit 1 ended 23:10", nil),
    ] as [(String, String?)])
  func timesStillToComeAreYesterdays(_ script: String, _ note: String?) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    let notes = run.session.past.log.notes.filter { $0.contains("still to come") }
    #expect(note.map { words in notes.contains { $0.contains(words) } } ?? notes.isEmpty, "\(notes)")
  }

  /// A correction of the time alone changes no star, so a child may make it; a day or a removal needs the PIN.
  @Test(arguments: [
    "history edit 1 spent 10", "history remove 1 pin 1234", "history edit 1 started \"yesterday 20:00\" pin 1234",
  ])
  func thePINGuardsStars(_ script: String) { ScriptRun.passes("pin set 1234; \(Self.one)\(script)") }

  @Test(arguments: [
    (
      "history edit 1 spent 10",
      "The session of reading was corrected: it took 10 min, not 15 min. Its rating does not change."
    ),
    (
      "history edit 1 activity homework started \"yesterday 20:00\"",
      "The session of homework was corrected: it was reading, it counts for 2026-01-04, not 2026-01-05. Its rating does not change."
    ),
    (
      "history remove 1",
      "The session of reading was removed from the history: it no longer counts for stars or streaks. `undo` restores it."
    ),
  ])
  func explainTellsBothValues(_ script: String, _ reason: String) {
    let run = ScriptRun()("\(Self.one)\(script); explain")
    #expect(
      run.error == nil && run.lines.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(reason)
    )
  }

  /// Two devices correct the same session: the later correction counts on both, and one may take back its own.
  @Test func twoDevicesAgree() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(a("\(Self.one)rate good; \(sync)").error == nil)
    #expect(b("wait 1h; \(sync); history edit 1 spent 5; \(sync)").error == nil)
    #expect(a("wait 2h; \(sync); expect (history)[0].actual == 5m; history remove 1; \(sync)").error == nil)
    #expect(b("\(sync); expect rewards.sessions == 0; expect rewards.stars == 0").error == nil)
    #expect(
      a("wait 3h; timer start shower; timer done; history remove 1; undo; history edit 1 spent 8; undo; \(sync)").error
        == nil)
    for run in [a, b, try devices.open("a"), try devices.open("b")] {
      #expect(run("\(sync); expect rewards.sessions == 1; expect (history)[0].activity == \"shower\"").error == nil)
    }
  }

  /// `history` shows the times of the place where a session was recorded, so typed times are of that place, too.
  @Test func typedTimesAreThoseOfTheSessionsZone() throws {
    func open(_ zone: String, at start: Instant) throws -> ScriptRun {
      var options = Session.Options()
      (options.zone, options.start) = (try #require(Zone(zone)), start)
      let run = ScriptRun(options, width: 80)
      try run.session.openState("\(devices.root)/traveller")
      return run
    }
    let start = try #require(CivilTime(year: 2026, month: 10, day: 26, hour: 10, minute: 40)).instant()
    let auckland = try open("Pacific/Auckland", at: start)
    #expect(auckland("timer start reading 20; wait 10m; timer done").error == nil)
    let angeles = try open("America/Los_Angeles", at: start + .hours(1))
    #expect(angeles("history").lines.contains { $0.contains("26 Oct") && $0.contains("23:50") })
    #expect(
      angeles("history edit 1 ended 23:30").error
        == "the session would end before its start, Mon 26 Oct, 23:40 | add the start: started 14:00")
    #expect(angeles("history edit 1 ended 23:49").error == nil)
    #expect(angeles("expect (history)[0].actual == 9m; expect (history)[0].day == \"2026-10-26\"").error == nil)
  }

  @Test func aRemovalThatALaterCorrectionTakesBackIsReported() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(a("timer start reading; timer done; \(sync)").error == nil)
    #expect(b("wait 1m; \(sync)").error == nil)
    #expect(a("history remove 1; expect rewards.sessions == 0; \(sync)").error == nil)
    #expect(b("history edit 1 activity homework; \(sync); expect rewards.sessions == 1").error == nil)
    #expect(a("wait 5m; \(sync); expect rewards.sessions == 1").error == nil)
    #expect(a.session.past.log.notes.contains { $0.hasPrefix("homework (09:00), which was removed, counts again") })
    #expect(a(sync).error == nil)
    #expect(!a.session.past.log.notes.contains { $0.contains("counts again") })
  }
}
