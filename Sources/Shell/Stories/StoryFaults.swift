import Stories
import StoryScript
import Terminal
import Timeline

/// The faults that the app had on its way to simple state, as settings and events.
enum StoryFaults {
  // MARK: Settings

  static let settings: [Setting] = [
    choice(
      "gestures",
      "how a finger is recognised: hold, or one of the four designs of the app that failed (`gestures machine`)",
      { $1(&$0.gestures) }, "set gestures hold"),
    choice(
      "ending", "clean, or stuck as it once was in the app: dismissing for ever after the last story",
      { $1(&$0.ending) }, "set ending clean"),
    either(
      "clock", "exact, or ticking: progress counted by a timer of 10 ms that comes late, as the app once had it",
      ("exact", "ticking"), { $1(&$0.isTicking) }),
    either(
      "animation", "smooth, or restart: the drawn bar begins again at nothing after each resume, as the app's once did",
      ("smooth", "restart"), { $1(&$0.restartsBar) }),
  ]

  private typealias Place<Value> = @Sendable (inout Viewer.Choices, (inout Value) -> Void) -> Void

  private static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ summary: String, _ place: @escaping Place<Choice>, _ suggestion: String
  ) -> Setting {
    let words = Choice.allCases.map(\.rawValue)
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
    "story.gesture", "a recogniser of `set gestures` made something of a finger",
    fields: [design, step, held, state],
    says: { line, gesture, _ in
      line.say(.note, gesture.design.rawValue, ": ", said(gesture.step))
    },
    reason: { fields, _ in why(fields) })

  private static let design = EventField<Gesture>("design", "exclusive, longpress, sequence or toggle") {
    $0.design.rawValue
  }
  private static let step = EventField<Gesture>("step", "what it made of it, such as waits, taps, pauses or unheard") {
    $0.step.rawValue
  }
  private static let held = EventField<Gesture>("held", "how long the finger has been down, or was") { $0.held }
  private static let state = EventField<Gesture>("state", "the story's state then, before anything came of it") {
    $0.state.rawValue
  }

  static let stuck = EventEntry<Player.InputKind?>(
    "story.stuck", "viewing is dismissing and never ends",
    fields: [.init("input", "what was tried; none when it began") { $0.map { StoryWords.name($0) } }],
    says: { line, input, _ in
      if let input {
        line.say(.note, StoryWords.name(input), " does nothing: viewing is dismissing, for ever")
      } else {
        line.say(.failed, style: .error, "dismissing, and it does not end; `story play 4` begins anew")
      }
    },
    reason: { _, _ in stuckForEver })

  private static let stuckForEver = [
    "The last story was over, and viewing went to `dismissing`, a state from which no input leads out: not pause, not resume.",
    "A loop is kinder than an exit, and a state without a way out is a fault of its table: `set ending clean` mends it.",
  ]

  static let clock = EventEntry<(lost: Duration, isDrift: Bool)>(
    "story.clock", "the ticking clock of `set clock ticking` was wrong",
    fields: [
      .init("lost", "by how much") { $0.lost },
      .init("cause", "drift: its ticks came late; pause: what had passed since the last tick") {
        $0.isDrift ? "drift" : "pause"
      },
    ],
    says: { line, error, _ in
      if error.isDrift {
        line.say(.note, "the clock's ticks came late: this story took ", error.lost, " too long")
      } else {
        line.say(.note, "the clock stopped between two ticks: ", error.lost, " of the story are shown again")
      }
    },
    reason: { fields, _ in wrongTime(fields) })

  /// Explains the time that the ticking clock has lost.
  private static func wrongTime(_ fields: Record) -> [String] {
    let lost = TimeText.length(fields["lost"]?.duration ?? .zero)
    if fields["cause"]?.text == "drift" {
      return [
        "The story took \(lost) too long: its progress was counted in steps of 10 ms by a timer that comes late, and each late tick counts as 10 ms all the same, so the clock drifts.",
        "An exact deadline has no ticks and no drift (`set clock exact`).",
      ]
    }
    return [
      "The timer stopped between two ticks, and the \(lost) since the last one were never counted: they are shown again.",
      "With an exact deadline nothing is lost (`set clock exact`).",
    ]
  }

  static let bar = EventEntry<Double>(
    "story.redrawn", "the drawn bar began again at nothing (`set animation restart`)",
    fields: [.init("progress", "how much has really been shown, 0 to 1") { $0 }],
    says: { line, progress, _ in
      line.say(.note, "the bar is drawn from nothing, although ", TimeText.decimal(progress * 100), " % were shown")
    },
    reason: { _, _ in onlyDrawn })

  private static let onlyDrawn = [
    "Progress is right, its animation is not: it was started anew at the resume, so the bar begins at nothing and catches up within 100 ms.",
    "`story.progress` and `story.drawn` tell the two apart; `set animation smooth` mends it.",
  ]

  // MARK: Words

  private static func said(_ step: Recognizer.Step) -> String {
    switch step {
    case .waits: "a finger is down, and 350 ms will tell what it wants"
    case .taps: "the finger is up, a tap"
    case .pauses: "a long press, which pauses"
    case .toggles: "a long press, which turns the pause on or off"
    case .holds: "a finger is down, which holds"
    case .releases: "the finger is up, which lets go"
    case .alsoTaps: "the finger is up, so it taps as well"
    case .unheard: "the finger is up, and nobody is told"
    case .wantsTap: "a long press, which pauses nothing before a tap follows"
    case .armed: "the finger is up, and a tap is wanted"
    case .heldBack: "perhaps a tap: held back until 350 ms are over"
    case .swallowed: "another touch, so the tap before it is lost"
    case .tapsLate: "the tap comes only now"
    case .pausesLate: "the pause comes with the second tap"
    }
  }

  private static func why(_ fields: Record) -> [String] {
    guard let step = Recognizer.Step(rawValue: step.text(in: fields)) else { return [] }
    switch step {
    case .waits:
      return ["A finger is down, and `\(design.text(in: fields))` waits 350 ms to see whether it is a long press."]
    case .taps:
      let length = fields[held.name]?.duration ?? .zero
      guard length > .zero else { return ["The finger was up before 350 ms were over, so it was a tap."] }
      return [
        "The finger was up after \(TimeText.length(length)), before the 350 ms of a long press were over, so it was a tap.",
        "The story ran on beneath it, and whoever only rested a finger there has left it: with `\(design.text(in: fields))` nothing shorter than a long press can hold, and that is what went wrong.",
        "`set gestures hold` pauses at once.",
      ]
    case .holds, .releases: return []
    case .pauses:
      return ["The finger had been down for 350 ms, a long press, which pauses; `hold` would have paused at once."]
    case .toggles:
      return [
        "The finger had been down for 350 ms, and each long press turns the pause on or off, whatever the finger does afterwards."
      ]
    case .alsoTaps:
      return [
        "Both recognisers fired: the long press had paused at 350 ms, and when the finger went up the drag of no distance ended too and counted as a tap of its zone.",
        "One finger, two meanings: that is what went wrong.",
      ]
    case .unheard where state.text(in: fields) != Player.State.paused.rawValue:
      return [
        "The finger went up, and nobody is told, which made no difference here: \(running(state.text(in: fields)))."
      ]
    case .unheard where design.text(in: fields) == Recognizer.Design.toggle.rawValue:
      return [
        "The finger went up, which does nothing: a toggle waits for a second long press to resume.",
        "So it is no hold: that is what went wrong.",
      ]
    case .unheard:
      return [
        "The finger went up, and nobody is told: a long press is over once it is recognised, so \"not pressed\" never comes, and the story stays paused.",
        "`resume` or another story goes on.",
      ]
    case .wantsTap, .armed:
      return [
        "It was a long press, but a tap is wanted after it: the pause waits for that, so holding alone does nothing.",
        "That is what went wrong.",
      ]
    case .heldBack:
      return [
        "The finger went up, and any tap may be the beginning of the sequence, so it is held back until 350 ms are over since the finger went down.",
        "Taps come late, or not at all when another touch follows: that is what went wrong.",
      ]
    case .swallowed:
      return ["Another touch came within 350 ms, so the tap before it was never one: it was swallowed."]
    case .tapsLate: return ["The sequence had held the tap back, so it came 350 ms after the finger went down."]
    case .pausesLate:
      return ["The tap after the long press completes the sequence: only now the story pauses, when nobody holds it."]
    }
  }

  /// Explains why a story was running again although no one resumed it.
  private static func running(_ state: String) -> String {
    switch Player.State(rawValue: state) {
    case .entering, .playing: "the story was playing again, because of another long press, `resume` or another story"
    default: "the story was \(state), and no pause"
    }
  }

  /// Describes a later log entry with a fault that time has caused.
  static func sinceThen(_ row: EventRow, _ fields: Record) -> Aftermath? {
    switch row {
    case gesture.row: Aftermath(.finger, why(fields))
    case clock.row: Aftermath(.clock, wrongTime(fields))
    case bar.row: Aftermath(.bar, onlyDrawn)
    case stuck.row: Aftermath(.story, stuckForEver)
    default: nil
    }
  }
}

extension Session {
  func tell(_ notice: Viewer.Notice, at instant: Instant) {
    switch notice {
    case .gesture(let design, let step, let held, let state):
      emit(StoryFaults.gesture, (design, step, held, state), at: instant)
    case .stuck: emit(StoryFaults.stuck, nil, at: instant)
    case .stuckStill(let input): emit(StoryFaults.stuck, input, at: instant)
    case .drifted(let length): emit(StoryFaults.clock, (length, true), at: instant)
    case .lost(let length): emit(StoryFaults.clock, (length, false), at: instant)
    case .redrawn(let progress): emit(StoryFaults.bar, progress, at: instant)
    }
  }
}
