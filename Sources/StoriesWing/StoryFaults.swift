import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText
import Timeline

/// The faults that the app had on its way to simple state, as settings and events.
struct StoryFaults {
  let session: Session

  init(_ session: Session) { self.session = session }

  // MARK: Settings

  static let settings: [Setting] = [
    choice(
      "gestures",
      "the gesture design: hold, or one of the app's four designs that failed (`gestures machine`)",
      { $1(&$0.gestures) }, "set gestures hold"),
    choice(
      "ending", "the end of the last story: clean, or stuck (stays in `dismissing`, as in an old version of the app)",
      { $1(&$0.ending) }, "set ending clean"),
    either(
      "clock", "the clock for stories: exact, or ticking (a 10 ms timer whose ticks come late, as in the app)",
      ("exact", "ticking"), { $1(&$0.isTicking) }),
    either(
      "animation",
      "the progress bar: smooth, or restart (drawn from zero after each resume, as in an old version of the app)",
      ("smooth", "restart"), { $1(&$0.restartsBar) }),
  ]

  private typealias Place<Value> = @Sendable (inout Viewer.Choices, (inout Value) -> Void) -> Void

  private static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ summary: String, _ place: @escaping Place<Choice>, _ suggestion: String
  ) -> Setting {
    let words = Choice.allCases.map { $0.rawValue }
    return setting(name, summary, words, place, { $0.rawValue }, { Choice(rawValue: $0) }, suggestion)
  }

  private static func either(
    _ name: String, _ summary: String, _ words: (no: String, yes: String), _ place: @escaping Place<Bool>
  ) -> Setting {
    setting(
      name, summary, [words.no, words.yes], place, { $0 ? words.yes : words.no },
      { $0 == words.yes ? true : $0 == words.no ? false : nil }, "set \(name) \(words.no)")
  }

  /// Returns `a, b or c`. Written by hand, since it runs at every start: `joined` costs as much as a dozen settings.
  private static func oneOf(_ words: [String]) -> String {
    var text = ""
    for index in words.indices {
      if index > 0 { text += index == words.count - 1 ? " or " : ", " }
      text += words[index]
    }
    return text
  }

  private static func setting<Content>(
    _ name: String, _ summary: String, _ words: [String], _ place: @escaping Place<Content>,
    _ shown: @escaping @Sendable (Content) -> String, _ meant: @escaping @Sendable (String) -> Content?,
    _ suggestion: String
  ) -> Setting {
    Setting(
      name: name, summary: summary,
      range: oneOf(words),
      read: { world in
        var (choices, word) = (world.stories.viewer.choices, "")
        place(&choices) { word = shown($0) }
        return .text(word)
      },
      change: { world, value in
        guard let content = value.text.flatMap(meant) else { return false }
        var choices = world.stories.viewer.choices
        place(&choices) { $0 = content }
        world.stories.viewer.choices = choices
        return true
      }, words: words, suggestion: suggestion)
  }

  // MARK: Events

  static let events = [gesture.row, stuck.row, clock.row, bar.row]

  typealias Gesture = (design: Recognizer.Design, step: Recognizer.Step, held: Duration, state: Player.State)

  static let gesture = EventEntry<Gesture>(
    "story.gesture", "a gesture design (`set gestures`) interpreted a touch",
    fields: [design, step, held, state],
    says: { line, gesture, _ in
      line.write(.note, gesture.design.rawValue, ": ", word(gesture.step))
    },
    reason: { fields, reasoning in
      let entries = reasoning.session.past.log.entries
      let own = entries.indices.last { entries[$0].cause != nil && isGesture(entries[$0], fields) }
      return GestureReasons(reasoning.session.past.log, own, fields).sentences
    })

  /// Returns whether an entry of the log is a gesture with these fields.
  static func isGesture(_ entry: EventLog.Entry, _ fields: Record) -> Bool {
    guard case .event(gesture.row, let other) = entry.what else { return false }
    return step.text(in: other) == step.text(in: fields)
      && other[held.name]?.duration == fields[held.name]?.duration
  }

  static let design = EventField<Gesture>("design", "exclusive, longpress, sequence or toggle") {
    $0.design.rawValue
  }
  static let step = EventField<Gesture>("step", "the interpretation, such as waits, taps, pauses or unheard") {
    $0.step.rawValue
  }
  static let held = EventField<Gesture>("held", "the time that the finger has been down") {
    $0.held
  }
  static let state = EventField<Gesture>("state", "the story's state before the gesture took effect") {
    $0.state.rawValue
  }

  static let stuck = EventEntry<Player.InputKind?>(
    "story.stuck", "viewing is stuck in `dismissing` and never ends",
    fields: [
      .init("input", "the input that had no effect; none if viewing has just become stuck") {
        $0.map { StoryWords.name($0) }
      }
    ],
    says: { line, input, _ in
      if let input {
        line.write(.note, StoryWords.name(input), " has no effect: viewing is stuck in `dismissing`")
      } else {
        line.write(.failed, style: .error, "the dismissal is stuck and never ends; try: story play 4")
      }
    },
    reason: { _, _ in endlessDismissalReason })

  private static let endlessDismissalReason = [
    "The last story ended, and viewing entered `dismissing`. No gesture leaves this state, nor do `pause` and `resume`; only `story play` does.",
    "A state without an exit is a fault in the table of states (`story machine`); `set ending clean` fixes it.",
  ]

  static let clock = EventEntry<(lost: Duration, isDrift: Bool)>(
    "story.clock", "the ticking clock (`set clock ticking`) was wrong",
    fields: [
      .init("lost", "the clock's error") { $0.lost },
      .init("cause", "drift: its ticks came late; pause: the time since the last tick was not counted") {
        $0.isDrift ? "drift" : "pause"
      },
    ],
    says: { line, error, _ in
      if error.isDrift {
        line.write(.note, "the clock's ticks came late: this story took ", error.lost, " too long")
      } else {
        line.write(.note, "the clock stopped between two ticks: the story repeats ", error.lost)
      }
    },
    reason: { fields, _ in wrongTime(fields) })

  /// Explains the time that the ticking clock has lost.
  private static func wrongTime(_ fields: Record) -> [String] {
    let lost = TimeText.length(fields["lost"]?.duration ?? .zero)
    if fields["cause"]?.text == "drift" {
      return [
        "The story took \(lost) too long: a timer counts its progress in ticks of 10 ms. The ticks come late, but each one counts as 10 ms, so the clock drifts.",
        "An exact deadline has no ticks and no drift (`set clock exact`).",
      ]
    }
    return [
      "The timer stopped between two ticks, so the time since the last tick (\(lost)) was not counted: the story repeats it.",
      "With an exact deadline no time is lost (`set clock exact`).",
    ]
  }

  static let bar = EventEntry<Double>(
    "story.redrawn", "the bar was drawn from zero again (`set animation restart`)",
    fields: [.init("progress", "the share of the story that has really been shown, from 0 to 1") { $0 }],
    says: { line, progress, _ in
      line.write(
        .note, "the bar is drawn from zero, although ", TimeText.decimal(progress * 100), "% has already been shown")
    },
    reason: { _, _ in onlyDrawn })

  private static let onlyDrawn = [
    "The progress is right, but its animation is not: it starts again when the story resumes, so the bar begins at zero and catches up within 100 ms.",
    "Compare `story.progress` with `story.drawn`; `set animation smooth` fixes the bar.",
  ]

  // MARK: Words

  private static func word(_ step: Recognizer.Step) -> String {
    switch step {
    case .waits: "a finger is down; after 350 ms it is a long press"
    case .taps: "the finger is up: a tap"
    case .pauses: "a long press: pause"
    case .toggles: "a long press: pause on or off"
    case .holds: "a finger is down: hold"
    case .releases: "the finger is up: release"
    case .alsoTaps: "the finger is up: a tap as well"
    case .unheard: "the finger is up, but the release is not noticed"
    case .needsTap: "a long press: no pause until a tap follows"
    case .armed: "the finger is up; a tap must follow"
    case .heldBack: "perhaps a tap: held back until 350 ms have passed"
    case .swallowed: "another touch, so the previous tap is lost"
    case .tapsLate: "the tap is recognised only now"
    case .pausesLate: "the pause comes only with the tap after the press"
    }
  }

  /// Describes a later log entry with a fault that time has caused.
  static func sinceThen(_ session: Session, _ row: EventRow, _ fields: Record, at instant: Instant) -> FollowUp? {
    switch row {
    case gesture.row: FollowUp(.finger, gestureReason(session, fields, at: instant))
    case clock.row: FollowUp(.clock, wrongTime(fields))
    case bar.row: FollowUp(.bar, onlyDrawn)
    case stuck.row: FollowUp(.story, endlessDismissalReason)
    default: nil
    }
  }

  private static func gestureReason(_ session: Session, _ fields: Record, at instant: Instant) -> [String] {
    let entries = session.past.log.entries
    let own = entries.indices.last { entries[$0].at == instant && isGesture(entries[$0], fields) }
    return GestureReasons(session.past.log, own, fields).sentences
  }
}

extension StoryFaults {
  func report(_ notice: Viewer.Notice, at instant: Instant) {
    switch notice {
    case .gesture(let design, let step, let held, let state):
      session.emit(StoryFaults.gesture, (design, step, held, state), at: instant)
    case .stuck: session.emit(StoryFaults.stuck, nil, at: instant)
    case .stuckStill(let input): session.emit(StoryFaults.stuck, input, at: instant)
    case .drifted(let length): session.emit(StoryFaults.clock, (length, true), at: instant)
    case .lost(let length): session.emit(StoryFaults.clock, (length, false), at: instant)
    case .redrawn(let progress): session.emit(StoryFaults.bar, progress, at: instant)
    }
  }
}
