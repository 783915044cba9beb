import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline
import Timers

/// The commands for routines: those that a family defines, and the one that is played.
struct RoutineCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let routine = Parameter("ROUTINE", .name(.routine), "the routine's name, or its first letters")
  private static let morning = "routine add morning \"👕 dress 5m, 🥣 breakfast 15m, 🪥 teeth 3m\""

  static let entries: [CommandEntry] = definitions + playing

  private static let definitions: [CommandEntry] = [
    CommandEntry(
      "routines", summary: "lists your routines",
      examples: [.init("\(morning)\nexpect (routines)[0].count == 3", "a routine of three steps")],
      searchWords: ["list", "schedule", "steps"], in: .timers,
      shows: .list(orElse: "no routines yet; try: \(RoutineWords.example)"), role: .looks
    ) { (session, _) in
      .value(.list(session.world.timers.routineCatalog.routines.map { .record(record(of: $0)) }))
    },
    CommandEntry(
      "routine add",
      [
        Parameter("NAME", .text, "the routine's name"),
        Parameter(
          "STEPS", .lines(.activity),
          "the steps, separated by commas, or by lines in braces: each an optional icon, a name and a length "
            + "(optional for an activity)"
        ).tested(by: stepFailure),
      ],
      summary: "adds a routine: steps that follow one another, each with a time limit",
      details: """
        A routine has 1 to 20 steps of 10 s to 2 h. A length is a number of minutes, or a number with its unit: `5`, \
        `5 min`, `90s`. A step with the name of an activity has the activity's icon and, if you give no length, \
        its length; when finished, it counts as a session of that activity. Instead of quotes, the steps may have \
        braces, with a step on each line; then `add` may be left out.
        """,
      examples: [
        .init("\(morning)\nexpect (routines)[0].length == 23m", "23 minutes in three steps"),
        .init(
          "routine morning {\n  👕 dress for 5m\n  🥣 breakfast for 15m\n  🪥 teeth for 3m\n}\nexpect (routines)[0].length == 23m",
          "the same, with a step on each line"),
        .init(
          "routine add evening \"shower, reading 15\"\nexpect (routines)[0].steps == \"🚿 shower 10m, 📖 reading 15m\"",
          "steps that are activities"),
      ],
      searchWords: ["create", "new", "schedule", "steps", "visual", "plan"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let routine = try RoutineCommands(session).changeRoutines(steps: arguments) {
        (all, activities) throws(RoutineProblem) in
        try all.add(
          Routine(name: arguments.text(0) ?? "", steps: try Routine.steps(arguments.text(1) ?? "", activities)))
      }
      session.emit(RoutineEvents.added, routine, at: now)
      return .value(.record(record(of: routine)))
    },
    CommandEntry(
      "routine edit",
      [
        routine,
        Parameter(
          "STEPS", after: "steps", .lines(.activity), optional: true, "the new steps, which replace all old ones"
        ).tested(by: stepFailure),
        Parameter("NEW", after: "name", .text, optional: true, "the new name"),
      ],
      summary: "changes a routine's steps or its name", details: "A running routine does not change.",
      examples: [
        .init(
          "\(morning)\nroutine edit morning steps \"dress 5m, breakfast 10m\"\nexpect (routines)[0].length == 15m",
          "new steps"),
        .init(
          "\(morning)\nroutine edit mor name \"school day\"\nexpect (routines)[0].name == \"school day\"", "a new name"),
      ],
      searchWords: ["change", "rename", "steps"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      guard arguments.has(1) || arguments.has(2) else {
        throw .refused(
          "say what to change: the steps or the name",
          "try: routine edit \(Word.quotedIfNeeded(arguments.text(0) ?? "morning")) steps \"dress 5m, teeth 3m\"")
      }
      let change = try RoutineCommands(session).changeRoutines(steps: arguments) {
        (all, activities) throws(RoutineProblem) in
        var steps: [Routine.Step]?
        if let text = arguments.text(1) { steps = try Routine.steps(text, activities) }
        return try all.edit(arguments.text(0) ?? "", steps: steps, name: arguments.text(2))
      }
      session.emit(RoutineEvents.edited, change, at: now)
      return .value(.record(record(of: change.after)))
    },
    CommandEntry(
      "routine at",
      [
        Parameter("TIME", .text, "the time of day, such as 07:30, or none"),
        Parameter(
          "DAYS", after: "on", .choice(RoutineReminders.days, orNumber: nil), optional: true,
          "weekdays, weekends or one weekday (default: every day)"),
        Parameter(
          "ROUTINE", after: "for", .name(.routine), optional: true, "the routine's name (default: your only routine)"),
      ],
      summary: "sets the time of a routine's reminder",
      details: """
        At that time, an open prompt or the full screen shows a line and rings, unless a routine is already \
        active. Scripts and practice on a virtual clock show no reminders. `routine at none` removes the reminder.
        """,
      examples: [
        .init(
          "\(morning)\nroutine at 07:30 on weekdays\nexpect (routines)[0].at == \"07:30 on weekdays\"", "on weekdays"),
        .init("\(morning)\nroutine at 07:30\nroutine at none\nexpect (routines)[0].at == none", "no reminder"),
      ],
      searchWords: ["reminder", "remind", "alarm", "schedule", "clock", "time", "notify"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      try RoutineCommands(session).remind(arguments)
    },
    CommandEntry(
      "routine picture",
      [
        routine, Parameter("STEP", .text, "the step's name or number"),
        Parameter("FILE", after: "to", .path, "the picture's file, or none"),
      ],
      summary: "shows a picture with a step of a routine",
      details: """
        `watch` and `view` show the picture above the timer if there is room. The file stays \
        where it is: it is neither copied nor sent, and other devices show the icon until you set a picture there. A \
        running routine does not change.
        """,
      examples: [
        .init(
          "\(morning)\nroutine picture morning breakfast to Examples/Photos/2025-10-02/IMG_0001.jpg\nexpect (routines)[0].pictures == 1",
          "a picture of breakfast"),
        .init(
          "\(morning)\nroutine picture morning 1 to Examples/Photos/2025-10-02/IMG_0001.jpg\nroutine picture morning dress to none\nexpect (routines)[0].pictures == 0",
          "the icon alone again"),
      ],
      searchWords: ["image", "photo", "icon", "show", "visual", "card"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      try RoutineCommands(session).show(
        arguments.text(2) ?? "", at: arguments.text(1) ?? "", of: arguments.text(0) ?? "")
    },
    CommandEntry(
      "routine remove", [routine], summary: "removes a routine",
      details: "The sessions of its steps stay in the history. A running routine continues.",
      examples: [
        .init("\(morning)\nroutine remove morning\nexpect (routines | count) == 0", "removed; `undo` restores it")
      ],
      searchWords: ["delete"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let gone = try RoutineCommands(session).changeRoutines { (all, _) throws(RoutineProblem) in
        try all.remove(arguments.text(0) ?? "")
      }
      session.emit(RoutineEvents.removed, gone, at: now)
    },
  ]

  private static let playing: [CommandEntry] = [
    CommandEntry(
      "routine start",
      [Parameter("ROUTINE", .name(.routine), optional: true, "the routine's name (default: your only routine)")],
      summary: "starts a routine: its steps play one after another, each as a timer",
      details: """
        A routine is a deck whose stories are timers. When a step's time is up, the next step starts; `timer done` \
        starts it at once. `timer pause` pauses the step, `timer extend` makes it longer, `routine later` moves it \
        to the end, and `routine skip` or `timer stop` skips it. Each finished step is a session of its \
        own; `routine rate` rates them all. `set routine-break 30s` puts a break between steps. In a real session \
        the routine continues even while no prompt is open.
        """,
      examples: [
        .init("\(morning)\nroutine start morning\nexpect timer.activity == \"dress\"", "the first step starts"),
        .init(
          "\(morning)\nroutine start\ntimer done\nexpect timer.activity == \"breakfast\"\nexpect routine.place == 2",
          "done: the next step"),
        .init(
          "set routine-break 30s\n\(morning)\nroutine start\nwait 5m\nexpect routine.state == rest\nwait 30s\nexpect timer.activity == \"breakfast\"",
          "a break between steps"),
      ],
      searchWords: ["play", "begin", "schedule", "deck", "steps"], in: .timers
    ) { (session, arguments) throws(Failure) in try RoutineCommands(session).start(arguments.text(0)) },
    input(
      "later", .later, "moves the current step to the end and keeps its remaining time",
      """
      `routine later` stops the step's timer; when the step's turn comes again, it has the same time left. The last \
      step cannot be postponed.
      """,
      ["swipe", "postpone", "order", "behind"],
      "\(morning)\nroutine start\nwait 1m\nroutine later\nexpect timer.activity == \"breakfast\"\ntimer done\ntimer done\nexpect timer.remaining == 4m"
    ),
    input(
      "next", .next, "ends a break: the next step starts at once", "", ["continue", "break"],
      "set routine-break 1m\n\(morning)\nroutine start\ntimer done\nroutine next\nexpect timer.activity == \"breakfast\""
    ),
    input(
      "skip", .skip, "skips the current step; it does not count", "", ["omit", "without"],
      "\(morning)\nroutine start\nroutine skip\nexpect timer.activity == \"breakfast\"\nexpect rewards.sessions == 0"),
    CommandEntry(
      "routine end", summary: "stops the routine; the current step does not count",
      details: "Finished steps stay in the history. At a prompt, `routine end` asks for confirmation.",
      examples: [
        .init(
          "\(morning)\nroutine start\ntimer done\nroutine end\nexpect timer.state == idle\nexpect rewards.sessions == 1",
          "one step was finished, and counts")
      ], searchWords: ["cancel", "abort", "end"], in: .timers
    ) { (session, _) throws(Failure) in try RoutineCommands(session).stop() },
    CommandEntry(
      "routine rate",
      [
        Parameter(
          "RATING", .text, "amazing, good or \"needs work\""),
        Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set"),
      ],
      summary: "rates all unrated steps of the last routine, and awards their stars",
      details: "`rate good of SESSION` rates a single step. If a PIN is set, you enter it once.",
      examples: [
        .init(
          "\(morning)\nroutine start\nrepeat 3 { timer done }\nroutine rate amazing\nexpect rewards.stars == 45",
          "three steps, 15 stars each")
      ],
      searchWords: ["stars", "reward", "praise"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      guard let rating = arguments.text(0).flatMap({ Rating(spelled: $0) }) else {
        throw .refused(
          "'\(arguments.text(0) ?? "")' is not a rating", "try: routine rate amazing, good or \"needs work\"")
      }
      try RoutineCommands(session).rate(rating, pin: arguments.text(1))
    },
    status, status.called("routine"),
  ]

  private static func input(
    _ word: String, _ input: RoutineRun.Input, _ summary: String, _ details: String, _ searchWords: [String],
    _ example: String
  ) -> CommandEntry {
    CommandEntry(
      "routine " + word, summary: summary, details: details, examples: [.init(example, summary)],
      searchWords: searchWords, in: .timers
    ) { (session, _) throws(Failure) in try RoutineCommands(session).handle(input) }
  }

  private static let status = CommandEntry(
    "routine status", summary: "shows the current routine, with its steps",
    examples: [
      .init(
        "\(morning)\nroutine start\nlet r = routine status\nexpect $r.count == 3", "stores the record in a variable")
    ],
    searchWords: ["show", "steps", "left"], gives: states.map { ResultField($0.field) }, in: .timers,
    shows: .drawn { session, _ in RoutineView(session).show() }, role: .looks
  ) { (session, _) throws(Failure) in
    _ = try session.present()
    return .value(.record(session.record(of: states)))
  }

  static let states: [StateEntry] = [
    StateEntry("routine", "name", "the current or last routine; none if there was none") {
      run($0)?.routine
    },
    StateEntry("routine", "state", "the state of the routine; rest is a break between two steps") {
      run($0).map { RoutineStateWord($0.state) } ?? .idle
    },
    StateEntry("routine", "step", "the current or next step; none if there is none") {
      run($0)?.present?.activity.name
    },
    StateEntry(
      "routine", "place", "the step's place in this run, from 1 (postponed steps come last); 0 if there is none"
    ) {
      run($0).map { $0.isOn ? $0.past.count + 1 : 0 } ?? 0
    },
    StateEntry("routine", "count", "the number of steps") { run($0)?.count ?? 0 },
    StateEntry("routine", "finished", "the number of finished steps") { run($0)?.finishedCount ?? 0 },
    StateEntry("routine", "remaining", "the time left for all steps, not counting breaks") { session, now in
      run(session)?.left(session.world.timers.countdown, at: now) ?? .zero
    },
    StateEntry("routine", "breakLeft", "the time left in the break; 0 s if there is none") { session, now in
      run(session).flatMap { $0.state == .rest ? max(.zero, $0.until - now) : nil } ?? .zero
    },
  ]

  private static func run(_ session: Session) -> RoutineRun? { session.world.timers.routines.run }

  private static func record(of routine: Routine) -> Record {
    [
      "name": .text(routine.name), "steps": .text(Routine.text(of: routine.steps)),
      "count": .number(Double(routine.steps.count)), "length": .duration(routine.length),
      "at": RoutineReminders.words(routine.reminder).value,
      "pictures": routine.steps.count { $0.picture != nil }.value,
    ]
  }
}

extension RoutineCommands {
  private func remind(_ arguments: Arguments) throws(Failure) {
    let now = try session.present()
    let text = arguments.text(0)?.lowercased() ?? ""
    var reminder: Routine.Reminder?
    if text != "none" {
      guard let time = DayTime(text), time.day == .next else {
        throw .refused("'\(text)' is not a time of day", "try: routine at 07:30 on weekdays").about(0)
      }
      reminder = Routine.Reminder(
        minute: time.hour * 60 + time.minute, weekdays: RoutineReminders.numbers(arguments.text(1) ?? "everyday"))
    }
    let all = session.world.timers.routineCatalog.routines
    guard let name = arguments.text(2) ?? (all.count == 1 ? all[0].name : nil) else {
      throw all.isEmpty
        ? .refused("there are no routines yet", "try: \(RoutineWords.example)")
        : .refused(
          "say which routine: \(all.map { $0.name }.joined(separator: ", "))",
          "try: routine at \(text) for \(Word.quotedIfNeeded(all[0].name))")
    }
    let changed = try changeRoutines { (all, _) throws(RoutineProblem) in try all.remind(name, reminder) }
    session.emit(RoutineEvents.reminded, changed, at: now)
  }

  private func show(_ file: String, at step: String, of routine: String) throws(Failure) {
    let now = try session.present()
    var (picture, path): (String?, String?)
    if file != "none" {
      try session.refuseFiles(of: "routine picture")
      guard let whole = try? FilePath.resolved(FilePath.expanded(file)), (try? FileStatus(whole))?.isFile == true else {
        throw .refused("there is no file '\(file)'", "try: routine picture ROUTINE STEP to \"dress.jpg\"").about(2)
      }
      // A file that is not a picture is refused here, not only when it is shown.
      _ = try session.catalog.services.pictures.shared(whole, byteLimit: 10_000_000)
      picture = StepPictures.shared.add(whole, in: session.resources.timers.folder) { session.notice($0) }
      path = whole
    }
    let changed = try changeRoutines { (all, _) throws(RoutineProblem) in try all.show(picture, at: step, of: routine) }
    session.emit(RoutineEvents.pictured, (changed.routine, changed.step, path), at: now)
  }

  /// Changes the routines, or throws a refusal for the user, about the step at fault.
  private func changeRoutines<Result>(
    steps arguments: Arguments,
    _ body: (inout RoutineCatalog, ActivityCatalog) throws(RoutineProblem) -> Result
  ) throws(Failure) -> Result {
    let activities = session.world.timers.activities
    do throws(RoutineProblem) {
      return try changed { (all) throws(RoutineProblem) in try body(&all, activities) }
    } catch {
      throw Self.failure(error, in: arguments.text(1) ?? "")
    }
  }

  /// Returns the failure that steps would cause in every run; `nil` if there is none.
  @Sendable private static func stepFailure(_ text: String) -> Failure? {
    Routine.problem(inSteps: text).map { failure($0, in: text) }
  }

  /// Returns the failure for the user, with the place of the step at fault.
  private static func failure(_ problem: RoutineProblem, in steps: String) -> Failure {
    switch problem {
    case .stepCount: RoutineWords.failure(problem).about(1)
    default:
      if let number = problem.stepNumber {
        RoutineWords.failure(problem).about(1, part: Routine.place(ofStep: number, in: steps))
      } else {
        RoutineWords.failure(problem)
      }
    }
  }

  private func changed<Result>(
    _ body: (inout RoutineCatalog) throws(RoutineProblem) -> Result
  ) throws(RoutineProblem) -> Result {
    try session.change { (world) throws(RoutineProblem) in try world.timers.changeRoutines(body) }
  }

  /// Changes the routines, or throws a refusal for the user.
  private func changeRoutines<Result>(
    _ body: (inout RoutineCatalog, ActivityCatalog) throws(RoutineProblem) -> Result
  ) throws(Failure) -> Result {
    let activities = session.world.timers.activities
    return try RoutineWords.refusing { () throws(RoutineProblem) in
      try changed { (all) throws(RoutineProblem) in try body(&all, activities) }
    }
  }

  private func start(_ name: String?) throws(Failure) {
    let now = try session.present()
    session.pollOtherSessions()
    let all = session.world.timers.routineCatalog
    let routine: Routine
    if let name {
      routine = try RoutineWords.refusing { () throws(RoutineProblem) in try all.routine(name) }
    } else {
      guard let only = all.routines.first else {
        throw .refused("there are no routines yet", "try: \(RoutineWords.example)")
      }
      guard all.routines.count == 1 else {
        throw .refused(
          "say which routine to start: \(all.routines.map { $0.name }.listed("or"))",
          "try: routine start \(Word.quotedIfNeeded(only.name))")
      }
      routine = only
    }
    try session.runWithoutUndo { () throws(Failure) in try ProfileCommands(session).askForName() }
    do throws(RoutineRun.Refusal) {
      try session.handle { (world, deliver) throws(RoutineRun.Refusal) in
        try world.timers.startRoutine(routine, at: now) { deliver(.timers($0)) }
      }
    } catch { throw RoutineWords.failure(error) }
  }

  /// Acts on the routine that is on.
  func handle(_ input: RoutineRun.Input) throws(Failure) {
    let now = try session.present()
    var isOn = false
    do throws(RoutineRun.Refusal) {
      try session.handle { (world, deliver) throws(RoutineRun.Refusal) in
        isOn = try world.timers.handle(input, at: now) { deliver(.timers($0)) }
      }
    } catch { throw RoutineWords.failure(error) }
    guard isOn else {
      throw RoutineWords.noneIsOn(hasRoutines: !session.world.timers.routineCatalog.routines.isEmpty)
    }
  }

  /// Stops the routine, after a confirmation at a prompt.
  func stop() throws(Failure) {
    _ = try session.present()
    if let run = session.world.timers.routines.run, run.isOn {
      session.flush()
      let count = run.waiting.count
      let isAsked = session.watch?.isHandlingKey ?? true
      guard
        !isAsked
          || session.confirms("stop \(run.routine)? \(TimeText.count(count, "step")) would remain unfinished")
      else {
        if session.watch == nil { session.printer.writeLine(StyledText(" not stopped", .dim)) }
        return
      }
      // The answer may have taken an hour.
      session.pollOtherSessions()
      guard session.world.timers.routines.run?.started == run.started else {
        throw .refused("\(run.routine) has ended: another Storyline session ended it", "try: routine status")
      }
    }
    try handle(.stop)
  }

  /// Rates all sessions of a routine that wait for a rating: of the routine that this session has asked about, or of
  /// the active child's last one.
  private func rate(_ rating: Rating, pin: String?) throws(Failure) {
    _ = try session.present()
    session.pollOtherSessions()
    guard let run = runToRate else { throw noRoutineToRate() }
    let waiting = waiting(run.sessions)
    guard !waiting.isEmpty else {
      throw .refused(
        run.sessions.isEmpty
          ? "no step of \(run.name) is finished" : "all finished steps of \(run.name) are already rated",
        run.isOn ? "try: timer done" : run.sessions.isEmpty ? "try: routine start" : "try: history")
    }
    var pin = pin
    let way = "routine rate \(Word.quotedIfNeeded(rating.words)) pin PIN"
    if pin == nil, session.resources.timers.keyring.isNeeded,
      !session.questions.canAsk || session.watch != nil
    {
      throw .refused("a rating requires the PIN", "try: \(way)")
    }
    if pin == nil, session.resources.timers.keyring.isNeeded, session.questions.canAsk, session.watch == nil {
      pin = try session.questions.ask("PIN: ", hidden: true, way, session.output)
    }
    // A wrong PIN leaves the question open that the end of the routine has asked.
    if let pin, session.resources.timers.keyring.isNeeded {
      try PINAccess(session).verify(pin, "PIN: ", way)
    }
    for id in waiting { _ = try TimerRating(session).rate(rating, pin: pin, of: id.text) }
  }

  /// Returns the refusal without a routine of the active child that has a finished step, as far as this device knows: a
  /// routine that is played elsewhere is known here once it is over.
  private func noRoutineToRate() -> Failure {
    let (timers, children) = (session.world.timers, Children(session))
    if let run = timers.routines.run, let child = child(of: run), child != children.active {
      let name = Children.name(child)
      return .refused(
        "\(run.routine) was started for \(name), but \(Children.name(children.active)) is active",
        "try: child \(Word.quotedIfNeeded(name))")
    }
    if children.ledger.unratedCount > 0 {
      return .refused("there is no routine to rate on this device", "to rate a single session, try: rate good")
    }
    let isAny = !timers.routineCatalog.routines.isEmpty
    return .refused(
      "there is no routine to rate: no step of a routine is finished",
      isAny ? "try: routine start" : "try: \(RoutineWords.example)")
  }

  /// Returns the child for whom a routine is played. After its last step no timer tells that.
  private func child(of run: RoutineRun) -> Child? {
    let last = run.past.last { $0.session != nil }?.session.flatMap { session.ledger.timerSessions[$0] }
    return Children(session).family.child(last.map { $0.child } ?? session.world.timers.link.child)
  }

  private func waiting(_ sessions: [TimerSessionID]) -> [TimerSessionID] {
    let ledger = session.ledger.timerSessions
    return sessions.filter { id in ledger[id].map { $0.rating == nil } ?? false }
  }

  /// The routine that `routine rate` rates; another session may have played one since, for another child.
  private var runToRate: (name: String, sessions: [TimerSessionID], isOn: Bool)? {
    let children = Children(session)
    var runs: [(name: String, sessions: [TimerSessionID], isOn: Bool)] = []
    if let asked = session.resources.timers.finishedRoutine { runs.append((asked.name, asked.sessions, false)) }
    let timers = session.world.timers
    if let run = timers.routines.run {
      if child(of: run) == children.active {
        runs.append((run.routine, run.past.compactMap { $0.session }, run.isOn))
      }
    }
    if let last = children.ledger.lastRoutine { runs.append((last.routine, last.sessions, false)) }
    return runs.first { !waiting($0.sessions).isEmpty } ?? runs.first
  }
}

/// `routine.state`: the state of the run, or `idle` without one.
private enum RoutineStateWord: String, CaseIterable, ScriptValue {
  case idle, step, rest, over

  init(_ state: RoutineRun.State) {
    self =
      switch state {
      case .step: .step
      case .rest: .rest
      case .over: .over
      }
  }
}
