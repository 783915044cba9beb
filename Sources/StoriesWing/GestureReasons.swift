import SessionState
import ShellCore
import Stories
import StoryScript
import Timeline

/// The reasons for what a gesture design made of a touch, for `explain`.
///
/// What the touch did to the story is not known from the gesture alone: a long press pauses a story that plays, but
/// not one that is paused already or has failed. So the log is read: the player's answer follows the gesture there.
struct GestureReasons {
  /// The effect of a touch on the story.
  enum Effect: Equatable {
    case paused, resumed
    case ignored(Player.IgnoredKind)
    case nothing
  }

  private let step: Recognizer.Step?
  private let design: String
  private let held: Duration
  private let state: Player.State
  /// The effect of this touch.
  private let effect: Effect
  /// The effect of the long press that this touch ends.
  private let press: Effect
  /// The last event that changed a pause or a picture since that long press.
  private let since: Player.Event.Kind?

  /// - Parameters:
  ///   - number: The number of the gesture's entry; `nil` if the log no longer has it.
  ///   - fields: The fields of the gesture's event.
  init(_ log: EventLog, _ number: Int?, _ fields: Record) {
    step = Recognizer.Step(rawValue: StoryFaults.step.text(in: fields))
    design = StoryFaults.design.text(in: fields)
    held = fields[StoryFaults.held.name]?.duration ?? .zero
    state = Player.State(rawValue: StoryFaults.state.text(in: fields)) ?? .playing
    guard let number else {
      (effect, press, since) = (.nothing, .paused, nil)
      return
    }
    effect = Self.effect(of: number, in: log)
    let pressed = (log.entries.first..<number).last { Self.isLongPress(log.entries[$0]) }
    press = pressed.map { Self.effect(of: $0, in: log) } ?? .nothing
    since = pressed.flatMap { pressed in
      // The player's answer to the long press itself comes first.
      var changes = (pressed + 1..<number).lazy.compactMap { Self.change(log.entries[$0]) }.map { $0 }
      if case .paused? = changes.first, Self.effect(of: pressed, in: log) == .paused { changes.removeFirst() }
      if case .resumed? = changes.first, Self.effect(of: pressed, in: log) == .resumed { changes.removeFirst() }
      return changes.last
    }
  }

  /// Returns whether a finger went down at an instant in one of the designs that do not hold a story at once.
  static func isDown(since instant: Instant, _ log: EventLog) -> Bool {
    let entries = log.entries
    for number in entries.firstIndex(from: entries.first, where: { $0.at >= instant })..<entries.end {
      guard entries[number].at == instant else { return false }
      if case .event(StoryFaults.gesture.row, _) = entries[number].what { return true }
    }
    return false
  }

  /// Returns whether an entry of the log is a touch that counted as a tap.
  static func isTap(_ entry: EventLog.Entry) -> Bool {
    guard case .event(StoryFaults.gesture.row, let fields) = entry.what else { return false }
    switch Recognizer.Step(rawValue: StoryFaults.step.text(in: fields)) {
    case .taps, .alsoTaps, .tapsLate: return true
    default: return false
    }
  }

  private static func isLongPress(_ entry: EventLog.Entry) -> Bool {
    guard case .event(StoryFaults.gesture.row, let fields) = entry.what else { return false }
    switch Recognizer.Step(rawValue: StoryFaults.step.text(in: fields)) {
    case .pauses, .toggles: return true
    default: return false
    }
  }

  /// Returns what a gesture did, which the log tells right after it.
  private static func effect(of number: Int, in log: EventLog) -> Effect {
    let entries = log.entries
    for next in number + 1..<max(number + 1, entries.end) {
      guard entries[next].at == entries[number].at else { break }
      switch entries[next].what {
      case .domain(.story(.paused, _)): return .paused
      case .domain(.story(.resumed, _)): return .resumed
      case .domain(.story(.ignored(_, let reason), _)): return .ignored(reason.kind)
      case .input, .event(StoryFaults.gesture.row, _): return .nothing
      default: continue
      }
    }
    return .nothing
  }

  /// Returns an event that changed whether a story plays; `nil` for any other entry.
  private static func change(_ entry: EventLog.Entry) -> Player.Event.Kind? {
    guard case .domain(.story(let kind, _)) = entry.what else { return nil }
    switch kind {
    case .paused, .resumed, .storyStarted, .retried, .failed: return kind
    default: return nil
    }
  }

  // MARK: Sentences

  var sentences: [String] {
    switch step {
    case nil, .holds, .releases: []
    case .waits: ["A finger is down, and `\(design)` waits 350 ms to see whether it is a long press."]
    case .taps: tap
    case .pauses:
      switch effect {
      case .paused:
        [
          "The finger had been down for 350 ms, so it was a long press, which pauses. With `set gestures hold`, the story would have paused at once."
        ]
      default: ["The finger had been down for 350 ms, so it was a long press, which pauses. \(noEffect(effect))"]
      }
    case .toggles:
      [
        "The finger had been down for 350 ms, so it was a long press, which turns the pause on or off. "
          + (effect == .paused
            ? "The story was not paused, so now it is."
            : effect == .resumed ? "The story was paused, so it resumes." : noEffect(effect)),
        "Lifting the finger has no effect.",
      ]
    case .alsoTaps:
      [
        "Both recognisers fired. "
          + (press == .paused
            ? "The long press paused the story at 350 ms." : noEffect(press, "The long press", at: " at 350 ms"))
          + " When the finger went up, a drag of zero distance ended and counted as a tap in its zone.",
        "One touch had two meanings. That is what went wrong.",
      ]
    case .unheard: unheard
    case .needsTap, .armed:
      [
        "It was a long press, but the pause waits for a tap after it, so holding alone has no effect.",
        "That is what went wrong.",
      ]
    case .heldBack:
      [
        "The finger went up. With `sequence`, any touch may be the beginning of a long press followed by a tap, so a tap is held back until 350 ms after the finger went down.",
        "Taps come late, or not at all when another touch follows. That is what went wrong.",
      ]
    case .swallowed: ["Another touch came within 350 ms, so the tap before it was lost."]
    case .tapsLate: ["The sequence held the tap back, so it came 350 ms after the finger went down."]
    case .pausesLate:
      effect == .paused
        ? ["The tap after the long press completes the sequence: the story pauses only now, when no finger holds it."]
        : ["The tap after the long press completes the sequence, which pauses. \(noEffect(effect))"]
    }
  }

  private var tap: [String] {
    guard held > .zero else { return ["The finger was up before 350 ms had passed, so it was a tap."] }
    return [
      "The finger was up after \(TimeText.length(held)), before the 350 ms of a long press had passed, so it was a tap."
    ]
      + (state == .playing || state == .entering
        ? [
          "The story kept playing under the finger, and lifting the finger counted as a tap. With `\(design)`, only a long press can hold a story. That is what went wrong.",
          "With `set gestures hold`, the story pauses at once.",
        ] : [])
  }

  /// Returns why a long press, or a sequence, left the story as it was.
  private func noEffect(_ effect: Effect, _ touch: String = "It", at instant: String = "") -> String {
    let why =
      switch effect {
      case .ignored(.alreadyPaused): ", because the story was already paused"
      case .ignored(.failed): ", because the story's picture had failed"
      default: ""
      }
    return "\(touch) had no effect\(instant)\(why)."
  }

  /// Explains a finger that went up after a long press, which the design does not notice.
  private var unheard: [String] {
    let isToggle = design == Recognizer.Design.toggle.rawValue
    let ends = "`resume` ends the pause, and so does moving to another story."
    if isToggle, press == .resumed {
      let played = state == .playing || state == .entering ? ", so the story played under the finger" : ""
      return [
        "The long press had ended the pause when the finger had been down for 350 ms\(played). Lifting the finger has no effect.",
        "So the design is not a hold. That is what went wrong.",
      ]
    }
    guard state == .paused else {
      return ["The finger was lifted, but the release was not noticed. That made no difference here: \(unpaused)."]
    }
    let isOwn: Bool
    if case .paused? = since { isOwn = false } else { isOwn = press == .paused }
    guard isOwn else {
      let words =
        press == .ignored(.alreadyPaused) && since == nil
        ? "the story was paused before the long press, which had no effect"
        : "the story is paused because of `pause`, not because of the long press"
      return ["The finger was lifted, but the release was not noticed. That made no difference here: \(words).", ends]
    }
    if isToggle {
      return [
        "The finger went up, which has no effect: a toggle resumes only after a second long press.",
        "So the design is not a hold. That is what went wrong.",
      ]
    }
    return [
      "The finger was lifted, but the release was not noticed: the gesture ends as soon as the long press is recognised. \"Not pressed\" is never reported, so the story stays paused.",
      ends,
    ]
  }

  /// Explains why a story was not paused although a long press came before.
  private var unpaused: String {
    switch state {
    case .entering, .playing:
      switch since {
      case .resumed?: "the story was already playing again, because of `resume`"
      case .storyStarted?: "another story had started since"
      case .retried?: "the story was already playing again, because of `story retry`"
      default: "the story was playing"
      }
    case .failed: "the story's picture had failed, so the story was not paused"
    case .buffering: "the story was waiting for its picture, not paused"
    case .pausedByHold: "another finger held the story"
    case .paused, .idle, .dismissed: "the story was \(state.rawValue), not paused"
    }
  }
}
