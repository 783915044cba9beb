import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline
import Timers

/// The events of the countdown, with their sentences.
package struct TimerEvents {
  let session: Session

  package init(_ session: Session) { self.session = session }

  static let all = [
    started.row, paused.row, resumed.row, extended.row, colour.row, message.row, halfway.row, warning.row, minute.row,
    tick.row,
    completed.row,
    stopped.row, ignored.row,
  ]

  static let started = EventEntry<(activity: String, total: Duration, started: Instant)>(
    "timer.started", "a timer started",
    fields: [
      activity { $0.activity }, .init("total", "the timer's length") { $0.total },
      .init("started", "the timer's start: the present, or earlier with `timer start … at TIME`") {
        Value.date($0.started)
      },
    ],
    says: { line, timer, session in
      line.write(
        .starts, timer.activity, " starts, ", timer.total, ": ",
        TimerEvents(session).addressed(Encouragement.letsDoThis.sentence))
    }, reason: TimerReasons.started)

  static let paused = EventEntry<(activity: String, remaining: Duration)>(
    "timer.paused", "the timer was paused",
    fields: [activity { $0.activity }, remaining { $0.remaining }],
    says: { line, timer, _ in line.write(.held, timer.activity, " paused, ", Styled(left: timer.remaining), " left") },
    reason: TimerReasons.paused)

  static let resumed = EventEntry<(activity: String, paused: Duration, remaining: Duration)>(
    "timer.resumed", "the timer resumed after a pause",
    fields: [
      activity { $0.activity }, .init("paused", "the length of the pause") { $0.paused }, remaining { $0.remaining },
    ],
    says: { line, timer, _ in
      line.write(.starts, timer.activity, " resumes after ", timer.paused, ", ", Styled(left: timer.remaining), " left")
    }, reason: TimerReasons.resumed)

  static let extended = EventEntry<(activity: String, by: Duration, total: Duration, remaining: Duration)>(
    "timer.extended", "the timer was extended",
    fields: [
      activity { $0.activity }, .init("by", "the time added") { $0.by },
      .init("total", "the timer's new length") { $0.total },
      remaining { $0.remaining },
    ],
    says: { line, timer, _ in
      line.write(.note, timer.activity, " is ", timer.by, " longer, ", Styled(left: timer.remaining), " left")
    }, reason: TimerReasons.extended)

  /// Has no sentence: the ring shows the colour, and a line would add nothing to the message.
  static let colour = EventEntry<(activity: String, colour: RingColour)>(
    "timer.colour", "the ring's colour changed",
    fields: [activity { $0.activity }, .init("colour", "the ring's new colour") { $0.colour.rawValue }],
    reason: TimerReasons.coloured)

  static let message = EventEntry<(activity: String, message: Encouragement, remaining: Duration)>(
    "timer.message", "the timer's message changed",
    fields: [
      activity { $0.activity }, .init("text", "the new message") { $0.message.sentence },
      remaining { $0.remaining },
    ],
    says: { line, timer, _ in
      line.write(.note, timer.activity, ", ", Styled(left: timer.remaining), " left: ", timer.message.sentence)
    }, reason: TimerReasons.messaged)

  static let halfway = EventEntry<(activity: String, remaining: Duration, alert: TimerAlert)>(
    "timer.halfway", "half of the time has passed",
    fields: [activity { $0.activity }, remaining { $0.remaining }] + hapticFields { $0.alert },
    says: { line, timer, _ in line.write(.halfway, timer.activity, ", halfway") })

  static let warning = EventEntry<(activity: String, remaining: Duration, alert: TimerAlert)>(
    "timer.warning", "5 minutes, 2 minutes or 30 seconds are left (unless that is half of the time)",
    fields: [activity { $0.activity }, remaining { $0.remaining }] + hapticFields { $0.alert },
    says: { line, timer, _ in line.write(.warning, timer.activity, ", ", timer.remaining, " left") })

  static let minute = EventEntry<(activity: String, alert: TimerAlert)>(
    "timer.minute", "one minute is left (unless that is half of the time)",
    fields: [activity { $0.activity }] + hapticFields { $0.alert },
    says: { line, timer, _ in line.write(.warning, timer.activity, ", one minute left") })

  static let tick = EventEntry<(activity: String, remaining: Duration, alert: TimerAlert)>(
    "timer.tick", "a second has passed (only with `set tick on`)",
    fields: [activity { $0.activity }, remaining { $0.remaining }] + hapticFields { $0.alert })

  static let completed = EventEntry<(timerSession: TimerSession, alert: TimerAlert)>(
    "timer.completed", "the timer ended; its time counts",
    fields: [
      activity { $0.timerSession.activity.name }, .init("allocated", "the planned time") { $0.timerSession.allocated },
      .init("actual", "the time spent") { $0.timerSession.actual },
      .init("saved", "the time saved") { $0.timerSession.saved },
      .init("ending", "timeUp or early") { $0.timerSession.ending.rawValue },
      .init("ended", "the session's end: the present, or earlier with `timer done at TIME`") {
        Value.date($0.timerSession.ended)
      },
    ] + hapticFields { $0.alert },
    says: { line, done, session in
      let timerSession = done.timerSession
      line.write(.done, timerSession.activity.name, " done, ")
      guard timerSession.ending == .early else {
        return line.add(timerSession.actual, TimerEvents(session).addressed(": well done!"))
      }
      line.add(
        Styled(TimeText.shown(ShownTime(actual: timerSession.actual, saved: timerSession.saved).saved), .duration),
        " early!",
        session.world.timers.childInFront.name == nil ? nil : TimerEvents(session).addressed(" Well done!"))
    }, reason: TimerReasons.completed)

  static let stopped = EventEntry<(activity: String, remaining: Duration)>(
    "timer.stopped", "the timer was stopped; its time does not count",
    fields: [activity { $0.activity }, .init("remaining", "the time that was left") { $0.remaining }],
    says: { line, timer, _ in
      line.write(
        .failed, timer.activity, " stopped, ", Styled(left: timer.remaining), " left: the session does not count")
    }, reason: TimerReasons.stopped)

  /// `command` is the command's name in the line.
  static let ignored = EventEntry<(command: String, input: String, reason: String)>(
    "timer.ignored", "a timer command had no effect",
    fields: [.init("input", "the input") { $0.input }, why],
    says: { line, ignored, _ in line.write(.note, ignored.command, " ignored: ", ignored.reason) },
    reason: { fields, reasoning in
      [
        "`\(reasoning.input.text)` had no effect: \(why.text(in: fields)).",
        advice(reasoning.session.world.timers.countdown.state),
      ]
    })

  private static let why = EventField<(command: String, input: String, reason: String)>(
    "reason", "the reason why it had no effect"
  ) { $0.reason }

  private static func advice(_ state: Countdown.State) -> String {
    switch state {
    case .paused: "`timer resume` resumes it; `timer done` finishes it."
    case .running: "`timer pause` pauses it; `timer done` finishes it."
    case .idle, .completed: "`timer start reading 20` starts a timer."
    }
  }

  // MARK: Fields of several events

  static func activity<Payload>(_ name: @escaping @Sendable (Payload) -> String) -> EventField<Payload> {
    .init("activity", "the activity's name") { name($0) }
  }

  private static func remaining<Payload>(_ time: @escaping @Sendable (Payload) -> Duration) -> EventField<Payload> {
    .init("remaining", "the time left") { time($0) }
  }

  /// Returns the fields with the haptic and the sound of an alert.
  private static func hapticFields<Payload>(_ alert: @escaping @Sendable (Payload) -> TimerAlert) -> [EventField<
    Payload
  >] {
    [
      .init("haptic", "the pattern of the vibration") { feelings[alert($0)]?.haptic ?? .none },
      .init("strikes", "the times of the sounds, counted from the event") { feelings[alert($0)]?.strikes ?? .none },
    ]
  }

  /// Computed once: with ticks, thousands of events share these values.
  private static let feelings: [TimerAlert: (haptic: Value, strikes: Value)] = {
    let alerts: [TimerAlert] = [.completion, .oneMinuteLeft, .halfway, .tick]
    return Dictionary(
      uniqueKeysWithValues: alerts.map { alert in
        let haptic = alert.haptic.map { pulse -> Value in
          .record([
            "after": .duration(pulse.after), "length": .duration(pulse.length), "strength": .number(pulse.strength),
          ])
        }
        return (alert, (.list(haptic), .list(alert.strikes.map { .duration($0) })))
      })
  }()
}

extension TimerEvents {
  package func report(_ event: TimerPart.Event) {
    switch event {
    case .countdown(let event): report(event)
    case .flow(let event): TimerRating(session).report(event)
    case .stored: break  // said once it is durable
    case .routine(let event): RoutineEvents(session).report(event)
    }
  }

  private func report(_ event: Countdown.Event) {
    let at = event.at
    let name = session.world.timers.countdown.activity?.name ?? ""
    var left: Duration { session.world.timers.countdown.remaining(at: at) }
    switch event.kind {
    case .started(let activity, let total):
      let countdown = session.world.timers.countdown
      let started = countdown.activity == activity ? min(at, countdown.started) : at
      session.emit(TimerEvents.started, (activity.name, total, started), at: at)
    case .paused(let remaining): session.emit(TimerEvents.paused, (name, remaining), at: at)
    case .resumed(let length, let remaining): session.emit(TimerEvents.resumed, (name, length, remaining), at: at)
    case .extended(let length, let total, let remaining):
      session.emit(TimerEvents.extended, (name, length, total, remaining), at: at)
    case .stopped(let activity, _, let remaining): session.emit(TimerEvents.stopped, (activity.name, remaining), at: at)
    case .cleared: break
    case .ignored(let input, let reason):
      session.emit(TimerEvents.ignored, ("timer \(input.name)", input.name, TimerWords.short(reason)), at: at)
    case .colourChanged(let colour): session.emit(TimerEvents.colour, (name, colour), at: at)
    case .messageChanged(let message): session.emit(TimerEvents.message, (name, message, left), at: at)
    case .halfway(let alert):
      session.emit(TimerEvents.halfway, (name, left, alert), at: at)
      sound(alert, at: at)
    case .warning(let left, let alert):
      session.emit(TimerEvents.warning, (name, left, alert), at: at)
      sound(alert, at: at)
    case .oneMinuteLeft(let alert):
      session.emit(TimerEvents.minute, (name, alert), at: at)
      sound(alert, at: at)
    case .tick(let remaining, let alert):
      session.emit(TimerEvents.tick, (name, remaining, alert), at: at)
      sound(alert, at: at)
    case .completed(let timerSession, let alert):
      session.emit(TimerEvents.completed, (timerSession, alert), at: at)
      drawTrophy()
      sound(alert, at: at)
    }
  }

  /// Plays an alert of the timer, if there is a listener.
  private func sound(_ alert: TimerAlert, at instant: Instant) {
    // A jumping clock would make only noise.
    guard let soundScheduler = session.resources.timers.soundScheduler, session.clock.pace != .instant else { return }
    let host = SystemClock.now
    var lateness = session.clock.reading(host: host) - instant
    if case .scaled(let speed) = session.clock.pace, speed > 1 {
      lateness = Duration(seconds: lateness.seconds / speed) ?? lateness
    }
    // Played once all alerts of this instant are known, so that the more important sound is heard.
    soundScheduler.schedule(
      alert, from: session.world.timers.sounds.source(of: alert.sound), host: host, lateness: lateness)
  }

  /// Writes a small picture, at a terminal only.
  private func drawTrophy() {
    guard session.output.isTerminal, session.output.format == .text else { return }
    var line = StyledText("           ")
    let signs = session.output.glyphs == .unicode ? ["✦", "★", "✦"] : ["+", "*", "+"]
    for (index, sign) in signs.enumerated() {
      if index > 0 { line.append("  ") }
      line.append(sign, index == 1 ? .held : RingColour.periwinkle.style)
    }
    session.printer.writeLine(line)
  }

  /// Adds the child's name, if known, to a sentence that ends in "!": "Let's do this, Mia!".
  fileprivate func addressed(_ sentence: String) -> String {
    guard let name = session.world.timers.childInFront.name, sentence.last == "!" else { return sentence }
    return "\(sentence.dropLast()), \(name)!"
  }
}
