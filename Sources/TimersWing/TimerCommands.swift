import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The commands of the timer.
struct TimerCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "timer start",
      [
        Parameter(
          "ACTIVITY", .name(.activity),
          "reading, iPad, shower, homework, custom, or an activity of your own; the first letters are enough"),
        Parameter(
          "MINUTES", .minutes(.minutes(1) ... .hours(2)), optional: true, filler: "for",
          "the length in minutes, 1 to 120 (custom: 1 to 60), or a duration (default: the activity's own)"),
        Parameter("NAME", after: "name", .text, optional: true, "a name for a custom timer, for this run only"),
        Parameter(
          "TIME", after: "at", .time, optional: true,
          "the time at which the activity began, such as 14:00, or a duration before now (default: now)"),
      ],
      summary: "starts an activity's timer",
      details: """
        Only one timer runs at a time. It encourages you, and tells you when half of the time has passed and when \
        5 min, 2 min, 1 min and 30 s are left.
        """,
      examples: [
        .init("timer start reading 20", "20 minutes of reading"),
        .init("timer start custom 10 name lego\nexpect timer.activity == \"lego\"", "a timer for anything else"),
        .init("timer start sh\nexpect timer.activity == \"shower\"", "the first letters are enough"),
        .init("timer start reading 20 at 5m\nexpect timer.remaining == 15m", "an activity that began 5 minutes ago"),
      ],
      searchWords: ["begin", "countdown", "activity", "child", "new", "set"], in: .timers
    ) { (session, arguments) throws(Failure) in
      let activity = try TimerCommands(session).activityToStart(arguments)
      let total = try TimerWords.refusing { () throws(ActivityProblem) -> Duration in
        try length(of: activity, asked: arguments[1])
      }
      try TimerCommands(session).remarking(on: arguments, 3) { () throws(Failure) in
        var start = Countdown.Input.start(activity, length: total)
        if arguments.has(3) { start = try TimerCommands(session).earlierStart(activity, total, arguments[3]) }
        try session.runWithoutUndo { () throws(Failure) in try ProfileCommands(session).askForName() }
        try TimerCommands(session).time(start)
      }
      return .value(.record(TimerCommands(session).record))
    },
    timer(
      "pause", .pause, "pauses the timer until `timer resume`", ["halt", "wait"],
      "timer start reading 20\nwait 5m\ntimer pause\nwait 1h\nexpect timer.remaining == 15m"),
    timer(
      "resume", .resume, "resumes the timer", ["continue"],
      "timer start reading 20\ntimer pause\nwait 1m\ntimer resume\nexpect timer.remaining == 20m"),
    CommandEntry(
      "timer extend",
      [
        Parameter(
          "MINUTES", .minutes(.minutes(1) ... .hours(2)), "the time to add, in minutes, or a duration")
      ],
      summary: "makes the running or paused timer longer",
      details: "The time already spent still counts. The ring and its colour follow the new length.",
      examples: [
        .init("timer start reading 20\nwait 19m\ntimer extend 5\nexpect timer.remaining == 6m", "five minutes more")
      ],
      searchWords: ["longer", "more", "add", "minutes", "stretch", "prolong", "snooze"], in: .timers
    ) { (session, arguments) throws(Failure) in
      let length: Duration =
        switch arguments[0] {
        case .number(let minutes): Duration(seconds: minutes * 60) ?? .zero
        case .duration(let duration): duration
        default: .zero
        }
      try TimerCommands(session).time(.extend(length))
    },
    CommandEntry(
      "timer done",
      [
        Parameter(
          "TIME", after: "at", .time, optional: true,
          "the time at which the activity was done, such as 14:20, or a duration before now (default: now)")
      ],
      summary: "finishes the timer early: \"I'm done!\"",
      details:
        "If you give a time, the minutes since then do not count. A pause never counts, before that time or after it.",
      examples: [
        .init(
          "timer start reading 20\nwait 15m\ntimer done\nexpect timer.state == completed",
          "finishes the timer early: \"I'm done!\""),
        .init(
          "timer start reading 20\nwait 15m\ntimer done at 5m\nexpect (history)[0].actual == 10m",
          "it was done 5 minutes ago"),
      ],
      searchWords: ["finish", "complete", "early", "ended", "forgot"], in: .timers
    ) { (session, arguments) throws(Failure) in
      guard arguments.has(0) else { return try TimerCommands(session).time(.done) }
      try TimerCommands(session).remarking(on: arguments, 0) { () throws(Failure) in
        let end = try PastTime(session).instant(arguments[0], 0, at: try session.present())
        try TimerCommands(session).time(.doneEarlier(at: end))
      }
    },
    CommandEntry(
      "timer stop", summary: "stops the timer; its time does not count",
      details: "At a prompt, `timer stop` asks for confirmation; in a script it does not.",
      examples: [
        .init(
          "timer start reading 20\ntimer stop\nexpect timer.state == idle", "stops the timer; its time does not count")
      ], searchWords: ["cancel", "abort"], in: .timers
    ) { (session, _) throws(Failure) in try TimerCommands(session).stopTimer() },
    status, status.called("timer"),
  ]

  private static let status = CommandEntry(
    "timer status", summary: "shows all details of the timer, as a record",
    examples: [
      .init(
        "timer start reading 20\nlet t = timer status\nexpect $t.remaining == 20m", "stores the record in a variable")
    ],
    searchWords: ["show", "remaining", "left", "ring"], gives: states.map { ResultField($0.field) }, in: .timers,
    shows: .drawn { session, _ in TimerView(session).show() }, role: .looks
  ) { (session, _) throws(Failure) in
    _ = try session.present()
    return .value(.record(TimerCommands(session).record))
  }

  /// Returns the length of one run: whole minutes as in the apps, or an exact duration within the same limits.
  private static func length(of activity: Activity, asked: Value) throws(ActivityProblem) -> Duration {
    switch asked {
    case .number(let minutes) where minutes == minutes.rounded(): try activity.length(minutes: Int(minutes))
    case .number(let minutes): try checked(Duration(seconds: minutes * 60) ?? .zero, activity)
    case .duration(let duration): try checked(duration, activity)
    default: try activity.length()
    }
  }

  private static func checked(_ length: Duration, _ activity: Activity) throws(ActivityProblem) -> Duration {
    let allowed = activity.allowedMinutes
    guard (.minutes(Int64(allowed.lowerBound)) ... .minutes(Int64(allowed.upperBound))).contains(length) else {
      throw .lengthOutOfRange(length, allowed: allowed)
    }
    return length
  }

  private static func timer(
    _ word: String, _ input: Countdown.Input, _ summary: String, _ searchWords: [String], _ example: String
  ) -> CommandEntry {
    CommandEntry(
      "timer " + word, summary: summary, examples: [.init(example, summary)], searchWords: searchWords,
      in: .timers
    ) { (session, _) throws(Failure) in try TimerCommands(session).time(input) }
  }

  static let states: [StateEntry] = [
    StateEntry("timer", "state", "the state of the timer") { $0.world.timers.countdown.state },
    StateEntry("timer", "activity", "the timer's activity; none if the timer is idle") {
      $0.world.timers.countdown.activity?.name
    },
    StateEntry("timer", "total", "the length of the timer") { $0.world.timers.countdown.total },
    StateEntry("timer", "elapsed", "the time spent, not counting pauses") { $0.world.timers.countdown.elapsed(at: $1) },
    StateEntry("timer", "remaining", "the time left") { $0.world.timers.countdown.remaining(at: $1) },
    StateEntry("timer", "pausedFor", "the length of the current pause; 0 s if the timer is not paused") {
      $0.world.timers.countdown.pausedFor(at: $1)
    },
    StateEntry("timer", "progress", "the share of the time spent, from 0 to 1") {
      $0.world.timers.countdown.progress(at: $1)
    },
    StateEntry("timer", "colour", "the ring's colour") { $0.world.timers.countdown.colour(at: $1) },
    StateEntry("timer", "message", "the timer's message; none unless a timer is running or paused") {
      $0.world.timers.countdown.message(at: $1)?.sentence
    },
  ]
}

extension TimerCommands {
  /// Sends the timer an input at the present instant.
  func time(_ input: Countdown.Input) throws(Failure) {
    let now = try session.present()
    // The active child may have been removed elsewhere.
    if input.kind == .start { session.pollOtherSessions() }
    // A step that starts now would meet the next step of the routine.
    if input.kind == .start, let failure = RoutineWords.inBreak(session.world.timers.routines.run, at: now) {
      throw failure
    }
    do throws(Countdown.Refusal) {
      try session.handle { (world, deliver) throws(Countdown.Refusal) in
        try world.timers.countdown.handle(input, at: now) { deliver(.timers(.countdown($0))) }
      }
    } catch {
      if case .nothingRuns = error, let failure = RoutineWords.inBreak(session.world.timers.routines.run, at: now) {
        throw failure
      }
      if case .doneEarlier(let end) = input, case .nothingRuns(_, let last?) = error {
        throw .refused(
          "no timer is running: \(last.name) is already done",
          "to correct its end, try: history edit 1 ended \(Word.quotedIfNeeded(PastTime(session).words(end, at: now)))")
      }
      let failure = TimerWords.failure(error, PastTime(session))
      switch error {
      case .startOutOfRange: throw failure.about(3)
      case .endOutOfRange: throw failure.about(0)
      default: throw failure
      }
    }
  }

  /// Runs a command that an argument dates back, and says so if its time of day is still to come today.
  fileprivate func remarking(
    on arguments: Arguments, _ index: Int, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let remark = PastTime(session).remark(on: arguments[index], at: try session.present())
    do throws(Failure) { try body() } catch { throw PastTime.failure(error, remark, about: index) }
    if let remark { session.notice(remark) }
  }

  /// Returns the start of a timer whose activity began in the past.
  fileprivate func earlierStart(
    _ activity: Activity, _ length: Duration, _ time: Value
  ) throws(Failure) -> Countdown.Input {
    let now = try session.present()
    let past = PastTime(session)
    var start = try past.instant(time, 3, at: now)
    // One timer runs at a time, so the last session on this device was over.
    let device = session.world.timers.device
    if let last = session.ledger.timerSessions.latest().first(where: { $0.device == device }), last.ended > start {
      // A number means a session of the active child.
      let isNewest = Children(session).ledger.latest(1).first?.id == last.id
      throw .refused(
        "\(last.activity) ended later, at \(past.words(last.ended, at: now)), and only one timer runs at a time",
        "to correct that session, try: history edit \(isNewest ? "1" : Word.quotedIfNeeded(last.id.text))"
      ).about(3)
    }
    // A removed session may have begun at that instant, and keeps its id.
    while session.ledger.timerSessions.knows(session.world.timers.id(ofTimerStarted: start)), start < now {
      start += Duration(microseconds: 1)
    }
    return .startEarlier(activity, length: length, at: start)
  }

  /// Returns the activity that `timer start` names.
  fileprivate func activityToStart(_ arguments: Arguments) throws(Failure) -> Activity {
    let (word, all) = (arguments.text(0) ?? "", session.world.timers.activities)
    let length = arguments.has(1) ? ValueWriter().text(arguments[1]) : nil
    let name = arguments.text(2)
    func custom(_ name: String) -> String {
      "timer start custom\(length.map { " " + $0 } ?? "") name \(Word.quotedIfNeeded(name))"
    }
    if length == nil, let minutes = Int(word) {
      throw .refused("the activity comes before the minutes", "try: timer start \(all.activities[0].name) \(minutes)")
        .about(0)
    }
    if case .unknown(let known) = all.match(word), closest(to: word, among: known.map { $0.name }) == nil, !word.isEmpty
    {
      let added = "activity add \(Word.quotedIfNeeded(word))\(length.map { " for " + $0 } ?? "")"
      throw .refused("there is no activity '\(word)'", "try: \(added), or for this run only: \(custom(word))")
    }
    let activity = try TimerWords.refusing { () throws(ActivityProblem) in try all.activity(word) }
    guard let name else { return activity }
    guard activity.kind == .custom else {
      throw .refused(
        "'\(activity.name)' already has a name; only a custom timer accepts another name", "try: " + custom(name))
    }
    if case .found(let other) = all.match(name), other.name.lowercased() == name.lowercased() {
      throw .refused(
        "the activity '\(other.name)' already exists", "try: timer start \(Word.quotedIfNeeded(other.name))")
    }
    return try TimerWords.refusing { () throws(ActivityProblem) in try all.oneOff(named: name) }
  }

  /// Stops the timer, after a confirmation at a prompt.
  fileprivate func stopTimer() throws(Failure) {
    let now = try session.present()
    let countdown = session.world.timers.countdown
    if let activity = countdown.activity, countdown.state == .running || countdown.state == .paused {
      let spent = countdown.elapsed(at: now).roundedToSeconds
      let loss = spent > .zero ? " \(TimeText.length(spent)) would not count" : ""
      session.flush()
      // A block that stops the timer during `watch` needs no confirmation.
      let isAsked = session.watch?.isHandlingKey ?? true
      guard !isAsked || session.confirms("stop \(activity.name)?\(loss)") else {
        if session.watch == nil { session.printer.writeLine(StyledText(" not stopped", .dim)) }
        return
      }
      // The answer may have taken an hour.
      session.pollOtherSessions()
      guard session.world.timers.countdown.activity == activity else {
        throw .refused("\(activity.name) has ended: another Storyline session ended it", "try: timer status")
      }
    }
    try time(.stop)
  }

  var record: Record { session.record(of: TimerCommands.states) }
}

extension Countdown.State: ScriptValue {}
extension RingColour: ScriptValue {}

extension Duration {
  /// The duration without the fraction of its last second.
  fileprivate var roundedToSeconds: Duration { .seconds(microseconds / 1_000_000) }
}
