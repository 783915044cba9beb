import Foundation
import JSON
import Journal
import StoryScript
import System
import Terminal
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

private let morning = "routine add morning \"👕 dress 5m, 🥣 breakfast 15m, teeth 3m\""

/// Routines as a family uses them: what is defined, what plays, and what it leaves behind.
@Suite struct RoutineTests {
  static let sheet: [TimerRulesTests.Row] = [
    .init(
      "each step is a timer, and each finished step a session",
      """
      \(morning); routine start morning
      expect timer.activity == "dress"; expect timer.total == 5m; expect routine.place == 1; expect routine.count == 3
      wait 5m; expect timer.activity == "breakfast"; expect timer.remaining == 15m
      timer done; expect timer.activity == "teeth"; expect routine.step == "teeth"
      wait 3m; expect routine.state == "over"; expect routine.finished == 3; expect routine.place == 0
      expect rewards.sessions == 3; expect rewards.unrated == 3
      expect (history | each { $it.activity }) == ["teeth", "breakfast", "dress"]
      """),
    .init(
      "stars, streak and undo of the end",
      """
      \(morning); routine start; wait 30m
      routine rate amazing; expect rewards.stars == 45; expect rewards.streak == 1; expect rewards.unrated == 0
      undo; expect rewards.stars == 0; expect rewards.unrated == 3; redo; expect rewards.stars == 45
      """),
    .init(
      "a PIN comes before the stars",
      """
      \(morning); pin set 2580; routine start; wait 30m
      expect error { routine rate good }; expect error { routine rate good pin 1111 }; expect rewards.stars == 0
      routine rate good pin 2580; expect rewards.stars == 30
      """),
    .init(
      "hold is pause, and loses nothing",
      """
      \(morning); routine start; wait 2m; timer pause; wait 1h
      expect timer.remaining == 3m; expect routine.state == "step"
      timer resume; wait 3m; expect timer.activity == "breakfast"
      """),
    .init(
      "the gestures of a story act on a routine",
      """
      \(morning); routine start; wait 2m; hold 10m
      expect timer.state == running; expect timer.remaining == 3m
      hold; wait 1h; expect timer.state == paused; release; expect timer.remaining == 3m
      pause; wait 1m; hold 1m; expect timer.state == paused; resume; release; expect timer.remaining == 3m
      swipe left 40%; swipe right 0.4; expect timer.activity == "dress"; expect error { swipe up }
      swipe left; expect timer.activity == "breakfast"; swipe right; expect timer.activity == "teeth"
      undo; expect timer.activity == "breakfast"; expect error { next }
      swipe down; expect timer.state == idle; expect routine.state == "idle"; expect error { hold }
      """),
    .init(
      "a timer whose rating was undone is cleared by the next rating",
      """
      timer start reading 20; wait 5m; timer done; wait 1m; rate good; expect timer.state == idle; wait 1m; undo
      expect timer.state == completed; wait 1m; rate amazing; expect timer.state == idle
      """),
    .init(
      "a step that ends or moves during a hold is not resumed",
      """
      \(morning); routine start; when timer.paused { wait 1s; routine later }
      hold 5s; expect timer.activity == "breakfast"; expect timer.state == running; expect timer.elapsed == 4s
      timer pause; expect timer.state == paused
      """),
    .init(
      "a hold ends by itself, also after a rewind",
      """
      \(morning); routine start; wait 1m; hold 30s; rewind 10s
      expect timer.state == paused; wait 9s; expect timer.state == paused; wait 1s; expect timer.state == running
      expect timer.remaining == 4m; rewind 10s; release; expect timer.state == running; wait 20s
      expect timer.remaining == 3m40s
      """),
    .init(
      "a hold is undone with its end",
      """
      \(morning); routine start; wait 1m; hold 30s; rewind 10s; undo; expect timer.state == running
      timer pause; wait 1m; expect timer.state == paused; undo; wait 1m; expect timer.remaining == 3m
      hold 30s; undo; expect timer.remaining == 3m; redo; expect timer.remaining == 3m; expect timer.state == running
      """),
    .init(
      "a pause after a hold is not ended with it",
      """
      \(morning); routine start; after 1s { release }; after 2s { timer pause }; hold 5s
      expect timer.state == paused; expect timer.elapsed == 1s; wait 1m; expect timer.state == paused
      """),
    .init(
      "a step that is done or left out during a hold leaves nothing to release",
      """
      \(morning); routine start; after 1s { timer done }; after 2s { timer pause }; hold 5s
      expect timer.activity == "breakfast"; expect timer.state == paused; timer resume
      after 1s { routine skip }; after 2s { timer pause }; hold 5s
      expect timer.activity == "teeth"; expect timer.state == paused
      """),
    .init(
      "next ends a break, and nothing can be held in one",
      """
      set routine-break 30s; \(morning); routine start; timer done; expect error { hold 1s }; expect error { pause }
      next; expect timer.activity == "breakfast"; expect routine.state == "step"
      """),
    .init(
      "an open story takes a gesture first",
      """
      \(morning); routine start; story play 4; wait 1s; hold 10s
      expect story.position == 1s; expect timer.elapsed == 11s
      swipe down; expect routine.state == "step"; hold 10s; expect timer.elapsed == 11s
      """),
    .init(
      "later moves the step behind the others",
      """
      \(morning); routine start; wait 2m; routine later
      expect timer.activity == "breakfast"; expect routine.remaining == 21m
      timer done; timer done; expect timer.activity == "dress"; expect timer.remaining == 3m; expect timer.elapsed == 2m
      expect error { routine later }
      wait 3m; expect (history)[0].activity == "dress"; expect (history)[0].actual == 5m
      """),
    .init(
      "later is undone",
      """
      \(morning); routine start; wait 2m; routine later; wait 1m; undo
      expect timer.activity == "dress"; expect timer.remaining == 3m; expect routine.place == 1
      redo; expect timer.activity == "breakfast"
      """),
    .init(
      "done is undone",
      """
      \(morning); routine start; wait 2m; timer done; wait 1m; undo
      expect timer.activity == "dress"; expect timer.remaining == 3m; expect rewards.sessions == 0
      expect routine.finished == 0; wait 3m; expect rewards.sessions == 1; expect routine.place == 2
      """),
    .init(
      "a break lies between two steps",
      """
      set routine-break 30s; \(morning); routine start; timer done
      expect routine.state == "rest"; expect routine.breakLeft == 30s; expect timer.state == completed
      expect error { timer start reading }; expect error { timer pause }; expect error { timer done }
      rate good; expect rewards.stars == 10; expect routine.breakLeft == 30s
      wait 29s; expect routine.state == "rest"; wait 1s; expect timer.activity == "breakfast"
      timer done; routine next; expect timer.activity == "teeth"; wait 3m; expect routine.state == "over"
      """),
    .init(
      "a break is undone",
      """
      set routine-break 30s; \(morning); routine start; timer done; wait 10s; routine later; wait 5s; undo
      expect routine.breakLeft == 20s; expect routine.step == "breakfast"
      wait 20s; expect timer.activity == "breakfast"
      """),
    .init(
      "a step is left out",
      """
      \(morning); routine start; routine skip; expect timer.activity == "breakfast"
      timer stop; expect timer.activity == "teeth"; timer done
      expect routine.finished == 1; expect routine.state == "over"; expect rewards.sessions == 1
      """),
    .init(
      "stop keeps what is finished",
      """
      \(morning); routine start; timer done; routine end
      expect timer.state == idle; expect routine.state == "over"; expect rewards.sessions == 1; routine rate good
      undo; undo; expect timer.activity == "breakfast"; expect routine.place == 2
      """),
    .init(
      "a stopped first step leaves no trace",
      "\(morning); routine start; routine end; expect routine.state == \"idle\"; expect error { routine rate good }"),
    .init(
      "a longer step moves the others",
      "\(morning); routine start; timer extend 5; wait 9m; expect timer.activity == \"dress\"; wait 1m; expect timer.activity == \"breakfast\""
    ),
    .init(
      "a step of an activity is a session of that activity",
      """
      routine add evening "shower, reading 15m"; routine start; wait 25m
      expect (history | each { $it.activity }) == ["reading", "shower"]; expect (history)[0].icon == "📖"
      expect (stats of reading).total.sessions == 1
      """),
    .init(
      "a changed definition does not change a running routine",
      """
      \(morning); routine start; routine edit morning steps "a 1m"; routine remove morning
      timer done; expect timer.activity == "breakfast"; expect error { routine start }
      """),
    .init(
      "definitions are undone",
      """
      \(morning); routine edit mor name "school day" steps "a 1m, b 2m"; expect (routines)[0].length == 3m
      undo; expect (routines)[0].name == "morning"; undo; expect (routines | count) == 0; redo 2
      expect (routines)[0].name == "school day"; routine remove school; undo; expect (routines | count) == 1
      """),
  ]

  @Test(arguments: sheet)
  func routinesFollowTheirTable(_ row: TimerRulesTests.Row) {
    #expect(ScriptRun()(row.script).error == nil, "\(row.name)")
  }

  @Test func theMorningRoutineIsReported() {
    let run = ScriptRun()
    run("set routine-break 10s; \(morning)")
    #expect(
      run("routine start; timer done; routine later; routine next; routine skip; timer done; routine rate good").lines
        == [
          " 0:00.000  ● morning starts: 3 steps, 23 min",
          " 0:00.000  · morning, step 1 of 3: 👕 dress",
          " 0:00.000  ● dress starts, 5 min: Let's do this!",
          " 0:00.000  ✓ dress done, 5 min early!",
          " 0:00.000  · dress counts: rate it at the end of morning",
          " 0:00.000  ‖ morning, break: breakfast starts in 10 s",
          " 0:00.000  · breakfast comes later, 15 min left",
          " 0:00.000  · morning, step 2 of 3: ⭐ teeth",
          " 0:00.000  ● teeth starts, 3 min: Let's do this!",
          " 0:00.000  ✗ teeth skipped: it does not count",
          " 0:00.000  · morning, step 3 of 3: 🥣 breakfast",
          " 0:00.000  ● breakfast starts, 15 min: Let's do this!",
          " 0:00.000  ✓ breakfast done, 15 min early!",
          " 0:00.000  · breakfast counts: rate it at the end of morning",
          " 0:00.000  ✓ morning is over: 2 of 3 steps in 0 s: rate it with `routine rate amazing|good|\"needs work\"`",
          " 0:00.000  ★ dress: good, 10 stars; 10 in all", " 0:00.000  ★ breakfast: good, 10 stars; 20 in all",
        ])
  }

  /// The block form is the same command: the same event, value and refusals, in practice and after quitting.
  @Test(arguments: [
    (
      "morning \"👕 dress 5m, 🥣 breakfast 15m, teeth 3m\"",
      "morning {\n👕 dress for 5m # clothes\n\n🥣 breakfast 15 min; teeth 3\n}"
    ),
    ("\"school day\" '\"wash hands\" 2m, reading'", "\"school day\" { \"wash hands\" for 2m; reading }"),
    ("evening \"shower, reading 15\"", "evening { shower, reading 15 }"), ("x \"a\"", "x { a }"), ("x \"\"", "x { }"),
    ("x \"a 3h\"", "x { a for 3h }"), ("12 \"a 1\"", "12 { a 1 }"),
    ("x \"story 5m, next 1m\"", "x { story 5m; next 1m }"),
  ])
  func theBlockFormMeansTheSame(_ text: String, _ block: String) throws {
    func lines(_ command: String) throws -> [String] {
      let folder = Scratch.path()
      let (run, later) = (ScriptRun(), ScriptRun())
      try run.session.openState(folder)
      let (first, second) = (run("print (\(command))"), run(command))
      try later.session.openState(folder)
      let kept = later.session.world.timers.routineCatalog.routines
      return first.lines + [first.error ?? "", second.error ?? "", "\(kept)"]
    }
    let same = try lines("routine add \(text)")
    #expect(try lines("routine add \(block)") == same && lines("routine \(block)") == same)
  }

  /// A problem in a step points at this step.
  @Test(arguments: [
    ("routine x {\n  a 5m\n  🥣 b c for 9q\n}", "🥣 b c for 9q"), ("routine x { a 5m, b 3h; c 1 }", "b 3h"),
    ("routine add x \"a 5m, b 3m c 2m\"", "b 3m c 2m"), ("routine add x 'a 5m, b'", "b"),
    ("let t = \"a 5m, b\"\nroutine add x $t", "$t"), ("routine x { a 1 }\nroutine edit x steps { a }", "a"),
    ("routine x { a 1 }\nroutine X { a 1 }", "routine X { a 1 }"), ("routine x { }", "{ }"),
  ])
  func aProblemPointsAtItsStep(_ script: String, _ place: String) throws {
    let session = ScriptRun().session
    let error = try #require(throws: Diagnostic.self) {
      try session.runtime.run(try session.load(try Source(name: "test", text: script)))
    }
    #expect(error.source?.text(error.range) == place, "\(error)")
  }

  static let refusals: [(script: String, error: String)] = [
    ("routine start", "there are no routines yet | try: \(RoutineWords.example)"),
    ("routine start x", "there is no routine 'x' | try: \(RoutineWords.example)"),
    ("\(morning); routine start mornin7", "there is no routine 'mornin7' | did you mean 'morning'?"),
    ("\(morning); routine start evening", "there is no routine 'evening' | the routines are morning"),
    (
      "routine add ma \"a 1\"; routine add mb \"a 1\"; routine start",
      "say which routine to start: ma or mb | try: routine start ma"
    ),
    (
      "routine add ma \"a 1\"; routine add mb \"a 1\"; routine start m",
      "'m' could be ma or mb | type more letters of the name"
    ),
    ("routine add x \"\"", "a routine has 1 to 20 steps, not 0 | try: \(RoutineWords.example)"),
    ("routine add x \"a\"", "step 1, 'a', needs a length, because no activity has that name | try: a 5m"),
    (
      "routine x { \"wash hands 5m\" }",
      "step 1, 'wash hands 5m', needs a length, because no activity has that name | try: \"wash hands\" 5m"
    ),
    (
      "\(morning); routine morning { a 1 }",
      "the routine 'morning' already exists | to change it, try: routine edit morning steps \"…\""
    ),
    ("routine add x \"a 1m, b 1q\"", "step 2, 'b': '1q' is not a length | try: b 5m"),
    ("routine add x \"a 3h\"", "step 1, 'a', lasts 3 h, but a step can last only 10 s to 2 h | try: a 5m"),
    (
      "routine add x \"1 2\"",
      "step 1, '1 2', needs a name: at most 30 characters, with a letter | write the name and the length, as in: dress 5m"
    ),
    (
      "routine add 12 \"a 1\"",
      "'12' cannot be a routine's name | use one line of at most 30 characters, with at least one letter"
    ),
    (
      "\(morning); routine add Morning \"a 1\"",
      "the routine 'morning' already exists | to change it, try: routine edit morning steps \"…\""
    ),
    (
      "\(morning); routine edit morning",
      "say what to change: the steps or the name | try: routine edit morning steps \"dress 5m, teeth 3m\""
    ),
    ("routine later", "no routine is active | try: \(RoutineWords.example)"),
    ("\(morning); routine start; wait 1h; routine skip", "no routine is active | try: routine start"),
    (
      "\(morning); routine start; routine start",
      "the routine morning is already active: only one routine runs at a time | try: routine end"
    ),
    (
      "\(morning); timer start reading; routine start",
      "reading is already running, 20 min left: only one timer runs at a time | try: timer done, or timer stop"
    ),
    (
      "\(morning); routine start; routine next",
      "there is no break to end: dress is in progress | try: timer done, or routine later"
    ),
    (
      "routine add x \"a 1\"; routine start; routine later",
      "a is the last step, so it cannot be postponed | try: timer pause, or routine skip"
    ),
    (
      "set routine-break 20s; \(morning); routine start; timer done; wait 5s; timer start reading",
      "morning is on a break: breakfast starts in 15 s | try: routine next, or routine end"
    ),
    (
      "set routine-break 20s; \(morning); routine start; timer done; timer pause",
      "morning is on a break: breakfast starts in 20 s | try: routine next, or routine end"
    ),
    (
      "\(morning); routine start; tap right",
      "a tap does nothing to a routine: dress is in progress | try: timer done, or routine later"
    ),
    (
      "routine add x \"a 1\"; routine start; tap bar 2",
      "a tap does nothing to a routine: a is in progress | try: timer done, or routine end"
    ),
    (
      "\(morning); routine start; jump 3",
      "the steps of a routine have an order, so `jump` does nothing: dress is in progress | try: timer done, or routine later"
    ),
    (
      "\(morning); routine start; timer done; previous",
      "a routine does not go back to an earlier step: breakfast is in progress | to undo its end, try: undo"
    ),
    (
      "set routine-break 20s; \(morning); routine start; timer done; tap left",
      "a tap does nothing to a routine: breakfast comes after the break | try: routine next"
    ),
    ("routine add x \"dress -5m\"", "step 1, 'dress': '-5m' is not a length | try: dress 5m"),
    ("routine rate nice", "'nice' is not a rating | try: routine rate amazing, good or \"needs work\""),
    (
      "routine rate good",
      "there is no routine to rate: no step of a routine is finished | try: \(RoutineWords.example)"
    ),
    ("\(morning); routine start; routine rate good", "no step of morning is finished | try: timer done"),
    (
      "\(morning); routine start; routine end; routine rate good",
      "there is no routine to rate: no step of a routine is finished | try: routine start"
    ),
    (
      "profile name Mia; child add Ben; child Mia; \(morning); routine start; timer done; child Ben; routine rate good",
      "morning was started for Mia, but Ben is active | try: child Mia"
    ),
    (
      "\(morning); timer start reading; timer done; routine rate good",
      "there is no routine to rate on this device | to rate a single session, try: rate good"
    ),
    (
      "\(morning); routine start; wait 1h; routine rate good; routine rate good",
      "all finished steps of morning are already rated | try: history"
    ),
    (
      "set routine-break 11m",
      "'routine-break' must be a duration from 0s to 10m, not 11m | try: set routine-break 30s"
    ),
  ]

  @Test(arguments: refusals.indices)
  func refusalsSayWhatToDo(_ index: Int) {
    let (script, error) = Self.refusals[index]
    #expect(ScriptRun.error(script) == error, "\(script)")
  }

  /// Several steps of one instant, one of which was put aside before, are sessions of their own.
  @Test func stepsOfOneInstantAreDifferentSessions() {
    ScriptRun.passes(
      """
      routine add r "a 1m, b 1m, c 1m, d 1m"; routine start; routine later; wait 30s; timer done; timer done
      routine later; timer done; timer done; expect rewards.sessions == 4; routine rate good; expect rewards.stars == 40
      """)
  }

  // MARK: What lasts

  private func real(_ folder: String) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = .real
    let run = ScriptRun(options)
    try run.session.openState(folder)
    return run
  }

  @Test(arguments: [
    morning, "\(morning); routine edit morning name day", "\(morning); routine edit morning steps \"a 1m\"",
    "\(morning); routine remove morning", "\(morning); undo", "\(morning); undo; redo",
    "\(morning); routine remove morning; undo", "fork; \(morning); fork drop", "fork; \(morning); fork keep",
    "\(morning); routine add b \"a 1m\"; routine edit morning name day; undo; set routine-break 20s",
  ])
  func definitionsComeBack(_ script: String) throws {
    let folder = Scratch.path()
    let first = ScriptRun()
    try first.session.openState(folder)
    #expect(first(script).error == nil, "\(script)")
    let second = ScriptRun()
    try second.session.openState(folder)
    #expect(second.session.world.timers.routineCatalog == first.session.world.timers.routineCatalog, "\(script)")
  }

  /// A running routine outlives the session with its order, its finished steps and the steps that were put aside.
  @Test(arguments: [
    "routine start", "routine start; routine later", "routine start; timer done; routine later; timer pause",
    "routine start; timer done; timer done; timer done", "routine start; routine skip; routine end",
    "set routine-break 5m; routine start; routine later; timer done", "routine start; timer done; undo",
    "routine start; timer done; routine end; undo",
  ])
  func aRoutineSurvivesQuitting(_ script: String) throws {
    let folder = Scratch.path()
    let first = try real(folder)
    #expect(first("\(morning); \(script)").error == nil)
    let (run, timer) = (first.session.world.timers.routines.run, first.session.world.timers.countdown)
    let second = try real(folder)
    #expect(second.session.world.timers.routines.run == run, "\(script)")
    #expect(second.session.world.timers.countdown.state == (timer.isOn ? timer.state : .idle))
    #expect(second.session.world.timers.countdown.activity == (timer.isOn ? timer.activity : nil))
    guard run?.isOn == true else { return }
    if run?.state == .rest { #expect(second("routine next").error == nil) }
    #expect(second("routine skip; routine end").error == nil || run?.waiting.count == 1)
    #expect(try real(folder).session.world.timers.routines.run?.isOn != true)
  }

  /// Saves a routine that was started some time ago, as an earlier session would have.
  private func keep(_ folder: String, startedAgo ago: Duration, rest: Bool = false) throws {
    let at = SystemClock.now - ago
    func activity(_ name: String) -> JSON {
      .object([
        .init("activity", .string(name)), .init("icon", .string("⭐")), .init("minutes", .integer(5)),
        .init("kind", .string("custom")),
      ])
    }
    func step(_ number: Int64, _ name: String) -> JSON {
      .object([
        .init("number", .integer(number)), .init("length", .integer(60_000_000)), .init("activity", activity(name)),
      ])
    }
    let past = JSON.object([
      .init("number", .integer(1)), .init("activity", activity("a")), .init("session", .string("old")),
    ])
    let run = Journal.Payload([
      .init("state", .string(rest ? "rest" : "step")), .init("routine", .string("r")),
      .init("started", .integer(at.microseconds)), .init("until", .integer(at.microseconds)),
      .init("waiting", .array((rest ? [] : [step(1, "a")]) + [step(2, "b"), step(3, "c")])),
      .init("past", .array(rest ? [past] : [])),
    ])
    let timer = Journal.Payload([
      .init("state", .string("running")), .init("activity", activity("a")), .init("total", .integer(60_000_000)),
      .init("started", .integer(at.microseconds)), .init("elapsed", .integer(0)),
      .init("at", .integer(at.microseconds)),
    ])
    let journal = try Journal.open(folder: folder, kind: .real, device: DeviceName(in: folder).device)
    func event(_ type: String, _ payload: Journal.Payload) -> Journal.Event {
      Journal.Event(
        id: Journal.Event.ID(cause: type, "\(at.microseconds)"), type: type, instant: at,
        local: Journal.LocalDay(at: at, offset: .zero), payload: payload)
    }
    try journal.append((rest ? [] : [event("timer.state", timer)]) + [event("routine.state", run)])
  }

  /// Steps that ended while no prompt was open are sessions, each at its own instant, and the next one is running.
  @Test func stepsGoOnWhileNoPromptIsOpen() throws {
    let folder = Scratch.path()
    try keep(folder, startedAgo: .seconds(150))
    let run = try real(folder)
    let sessions = run.session.ledger.timerSessions.timerSessions()
    #expect(Set(sessions.map(\.activity)) == ["a", "b"])
    let ends = sessions.map(\.ended).sorted()
    #expect(ends.last.map { $0 - ends[0] } == .minutes(1))
    #expect(run("expect timer.activity == \"c\"; expect timer.remaining < 31s; expect routine.place == 3").error == nil)
    #expect(try real(folder).session.ledger.timerSessions.count == 2)
  }

  @Test func aRoutineEndsWhileNoPromptIsOpen() throws {
    let folder = Scratch.path()
    try keep(folder, startedAgo: .hours(2))
    #expect(
      try real(folder)(
        "expect rewards.sessions == 3; expect routine.state == \"over\"; routine rate good; expect rewards.stars == 30"
      ).error == nil)
  }

  @Test func aBreakEndsWhileNoPromptIsOpen() throws {
    let folder = Scratch.path()
    try keep(folder, startedAgo: .seconds(90), rest: true)
    #expect(try real(folder)("expect timer.activity == \"c\"; expect rewards.sessions == 1").error == nil)
  }

  /// A clock that is set back makes a break at most as long as the longest that can be set.
  @Test func aClockSetBackEndsABreakToo() throws {
    let folder = Scratch.path()
    try keep(folder, startedAgo: .hours(-5), rest: true)
    #expect(try real(folder)("expect timer.activity == \"b\"").error == nil)
  }

  /// Another shell of the device sees the steps and can move them.
  @Test func twoShellsPlayOneRoutine() throws {
    let folder = Scratch.path()
    let (a, b) = (try real(folder), try real(folder))
    #expect(a("\(morning); routine start").error == nil)
    b.session.pollOtherSessions()
    #expect(b("expect routine.step == \"dress\"; timer done; routine later").error == nil)
    a.session.pollOtherSessions()
    #expect(a("expect routine.step == \"teeth\"; expect timer.activity == \"teeth\"; routine end").error == nil)
    b.session.pollOtherSessions()
    #expect(b.session.world.timers.routines.run?.isOn == false && !b.session.world.timers.countdown.isOn)
  }

  /// The clock of an idle shell does not move between two checks, so a timer that another shell starts begins after it.
  @Test func anIdleShellSeesTheSameTimeLeft() throws {
    let folder = Scratch.path()
    let (idle, busy) = (try real(folder), try real(folder))
    #expect(idle("print 1").error == nil)
    usleep(400_000)
    #expect(busy("timer start homework 1").error == nil)
    idle.session.pollOtherSessions()
    let later = busy.session.clock.now + .seconds(20)
    let left = busy.session.world.timers.countdown.remaining(at: later)
    #expect(idle.session.world.timers.countdown.remaining(at: later) == left)
  }

  /// Damaged lines of the journal are left out.
  @Test(arguments: [
    "{\"state\":\"step\"}", "{\"state\":\"dance\",\"routine\":\"r\"}", "[]",
    "{\"state\":\"step\",\"routine\":\"r\",\"started\":0,\"until\":0,\"waiting\":[],\"past\":[]}",
    "{\"state\":\"rest\",\"routine\":\"r\",\"started\":0,\"until\":0,\"waiting\":[{\"number\":1,\"length\":1}],\"past\":[]}",
  ])
  func damagedRunsAreLeftOut(_ text: String) throws {
    #expect(RoutineRecords.run(try JSON(parsing: text)) == nil)
  }

  // MARK: Several devices

  @Test func definitionsAreShared() throws {
    let (a, b, shared) = (Scratch.path(), Scratch.path(), Scratch.path())
    func open(_ folder: String) throws -> ScriptRun {
      let run = ScriptRun()
      try run.session.openState(folder)
      return run
    }
    let (one, two) = (try open(a), try open(b))
    let sync = "sync \"\(shared)\""
    #expect(one("\(morning); \(sync)").error == nil)
    #expect(
      two("\(sync); expect (routines)[0].count == 3; routine edit morning steps \"dress 4m\"; \(sync)").error == nil)
    #expect(one("routine edit morning name day; \(sync)").error == nil)
    #expect(two(sync).error == nil)
    for run in [one, two, try open(a), try open(b)] {
      #expect(run("expect (routines)[0].name == \"day\"; expect (routines)[0].length == 4m").error == nil)
    }
    #expect(two("routine remove day; \(sync)").error == nil)
    #expect(one("\(sync); expect (routines | count) == 0").error == nil)
  }

  // MARK: What is seen

  private func rows(_ script: String, _ columns: Int, _ count: Int, _ glyphs: GlyphSet = .ascii) -> [String] {
    let run = ScriptRun()
    #expect(run("\(morning); \(script)").error == nil)
    return ViewerPicture(watchViews: Catalog.standard.watchViews).rows(
      of: run.session.world, at: run.session.now, columns: columns, rows: count, glyphs: glyphs, hasCard: true,
      ledger: run.session.ledger
    ).map(\.plain)
  }

  @Test func theScreenShowsOneSegmentForEachStep() {
    #expect(
      Array(rows("routine start; wait 7m30s", 42, 3)) == [
        " ############ ##---------- ------------", " (#######-) 12:30  breakfast - 83% left", " Great start!",
      ])
    #expect(
      rows("set routine-break 30s; routine start; timer done; wait 10s", 42, 3).prefix(2) == [
        " ############ ------------ ------------", " breakfast starts in 0:20",
      ])
    #expect(rows("routine start; timer done", 60, 1) == [" morning, step 2 of 3: breakfast, 15:00 left; then teeth"])
    let end = rows("routine start; wait 1h", 50, 20)
    #expect(end.contains { $0.hasSuffix("morning is over: all 3 steps") }, "\(end)")
  }

  /// With `set direction rtl`, the first step is at the right, as the first story is.
  @Test func theBarIsMirrored() {
    #expect(
      rows("set direction rtl; routine start; wait 7m30s", 42, 3)[0] == " ------------ ----------## ############")
    let shown = rows("set direction rtl; routine start; wait 1m", 40, 20, .unicode)
    #expect(shown[0] == "      ⭐           🥣           👕     ", "\(shown)")
    let (narrow, mirrored) = (
      rows("routine start; wait 7m30s", 6, 3), rows("set direction rtl; routine start; wait 7m30s", 6, 3)
    )
    #expect(mirrored[0] == String(narrow[0].reversed()) && mirrored != narrow, "\(mirrored)")
  }

  @Test func iconsAreAboveTheirSegments() {
    let shown = rows("routine start; wait 1m", 40, 20, .unicode)
    #expect(shown[0] == "      👕           🥣           ⭐     ", "\(shown)")
    #expect(shown[2] == " morning, step 1 of 3, then breakfast")
  }

  @Test func thePictureFitsItsSpace() {
    for script in ["routine start", "set routine-break 1m; routine start; timer done", "routine start; wait 1h"] {
      for columns in [1, 3, 7, 29, 30, 43, 80] {
        for count in 1...14 {
          let shown = rows(script, columns, count, .unicode)
          #expect(shown.count <= count, "\(columns) × \(count)")
          #expect(shown.allSatisfy { DisplayWidth.of($0) <= columns }, "\(columns) × \(count): \(shown)")
        }
      }
    }
  }

  @Test(arguments: [
    ("routine start", "⏎ t l + T space ↑↓"), ("routine start; timer done; timer done", "⏎ t + T space"),
    ("set routine-break 1m; routine start; timer done", "⏎ l a g n ↑↓"), ("routine start; wait 1h", "a g n"),
  ])
  func keysAreThoseOfTheMoment(_ script: String, _ keys: String) {
    let run = ScriptRun()
    #expect(run("\(morning); \(script)").error == nil)
    let hints = run.session.catalog.watchViews.beneath.hints(run.session.world, .unicode)
    #expect((hints.main + hints.rest).map(\.key).joined(separator: " ") == keys)
  }

  @Test func keysAreCommands() {
    let run = ScriptRun()
    run("set routine-break 1m; \(morning); routine start")
    func command(_ key: ScreenKey) -> String? {
      // The whole screen, as a user presses the key.
      let action = WatchKeys.action(for: key, run.session.world, run.session.catalog.watchViews)
      guard case .command(let name, _) = action else { return nil }
      return name
    }
    #expect(command(.character("l")) == "routine later" && command(.enter) == "timer done")
    run("timer done")
    #expect(command(.enter) == "routine next" && command(.character("l")) == "routine later")
    #expect(command(.character("g")) == "rate")
    run("wait 1h")
    #expect(command(.character("g")) == "routine rate" && command(.character("l")) == nil)
  }

  @Test func theEdgeShowsThePlace() {
    func edge(_ script: String) -> String? {
      let run = ScriptRun()
      run("\(morning); \(script)")
      return TimerStatus.text(run.session.world.timers, at: run.session.now, true, .ascii)?.plain
    }
    #expect(edge("routine start; timer done")?.hasSuffix("15:00 2/3") == true)
    #expect(edge("set routine-break 30s; routine start; timer done")?.hasSuffix("0:30 2/3") == true)
    #expect(edge("routine start; wait 1h") == nil)
  }

  @Test(arguments: [
    ("routine start", "morning, step 1 of 3: dress, 5:00 left; then breakfast"),
    ("routine start; wait 1m; timer pause", "morning, step 1 of 3: dress, 4:00 left, paused; then breakfast"),
    ("set routine-break 30s; routine start; timer done", "morning, step 2 of 3: breakfast starts in 0:30; then teeth"),
    ("routine start; wait 1h", "morning is over: 3 of 3 steps finished"), ("", "no routine is active"),
    ("routine start; routine skip; wait 1h", "morning is over: 2 of 3 steps finished; skipped: dress"),
    (
      "routine start; routine skip; routine later; routine end",
      "morning is over: 0 of 3 steps finished; skipped: dress; not finished: teeth, breakfast"
    ),
    (
      "routine start; timer done; routine end", "morning is over: 1 of 3 steps finished; not finished: breakfast, teeth"
    ),
    ("routine start; routine end", "no routine is active"),
  ])
  func routinesAreDescribedInWords(_ script: String, _ words: String) {
    let run = ScriptRun()
    run("\(morning); \(script)")
    #expect(run("routine").lines == [words])
  }

  /// A pause that has ended since is told as past, and lengths as in the line of their event.
  @Test(arguments: [
    (
      "wait 1m; hold 2100ms",
      "The timer was paused with 4 min left: a pause never costs time, no matter how long it is. At 1:02.100 the hold ended after 2.1 s, so dress resumed with the same time left."
    ),
    ("wait 1m; timer pause", "The timer is paused with 4 min left"),
    ("wait 1m; timer pause; wait 2100ms; timer resume", "The pause of 2.1 s does not count: 4 min left, as before."),
    ("timer extend 90s", "dress was extended by 1 min 30 s, so it lasts 6 min 30 s"),
  ])
  func pausesAreExplained(_ script: String, _ words: String) {
    let run = ScriptRun()
    run("\(morning); routine start; \(script)")
    let text = run("print (explain)").lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains(words), "\(text)")
  }

  /// A run that was stopped is read back with its open steps.
  @Test func openStepsAreSaved() throws {
    let folder = Scratch.path()
    #expect(try real(folder)("\(morning); routine start; routine skip; timer done; routine end").error == nil)
    #expect(
      try real(folder)("routine").lines.last
        == "morning is over: 1 of 3 steps finished; skipped: dress; not finished: teeth")
  }

  @Test func waitingStepsAreListed() {
    let run = ScriptRun()
    run("set routine-break 30s; \(morning); routine start; timer done")
    #expect(run("waiting").lines.contains { $0.contains("morning: breakfast starts") })
    run("routine next; hold 30s; rewind 10s")
    #expect(run("waiting").lines.contains { $0.contains("breakfast resumes") })
  }
}
