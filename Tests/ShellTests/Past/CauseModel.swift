import Stories
import Timeline

/// The causes of a story's events, derived only from the instants of inputs and events, not from what the player says
/// about them: the second opinion on `explain`.
struct CauseModel {
  /// A story's own time, and what keeps it from moving.
  struct State {
    var isOpen = false
    /// The position at `since`.
    var own = Duration.zero
    var since = Instant.distantPast
    var holdStart: Instant?
    var pauseStart: Instant?
    var waitStart: Instant?
    var failedSince: Instant?
    /// The planned faults of the story.
    var plannedFailure: Duration?
    /// The story's number.
    var story = 0

    var isMoving: Bool {
      isOpen && holdStart == nil && pauseStart == nil && waitStart == nil && failedSince == nil
    }

    func position(at instant: Instant) -> Duration { isMoving ? own + (instant - since) : own }

    mutating func settle(at instant: Instant) { (own, since) = (position(at: instant), instant) }
  }

  /// An event, with the state just before it.
  struct Happened {
    let at: Instant
    let kind: Player.Event.Kind
    /// The command that caused it at its instant; `nil` if time did.
    let command: String?
    let before: State
    /// The settings at that instant.
    let settings: Settings
    /// The liked stories just before it.
    let liked: Set<Int>
  }

  struct Settings: Hashable {
    var failureRate = 0.0
    var end = "loop"
    var gestures = "hold"
    var press = Duration.zero
    /// The length of each story, as it was asked for when the deck was opened.
    var length = Duration.seconds(15)
  }

  private(set) var state = State()
  private(set) var past: [Happened] = []
  var settings = Settings()
  /// The finger, in the designs that do not hold a story at once.
  private(set) var finger = FingerModel()
  /// The liked stories, before each of the past events and now.
  private(set) var liked: Set<Int> = []

  /// Follows a command that touches the story.
  mutating func touch(_ command: String, at instant: Instant) {
    guard settings.gestures != "hold", state.isOpen else { return }
    if command == "release" { return finger.lift(at: instant) }
    guard !finger.isDown(at: instant) else { return }
    if command.hasPrefix("tap ") { finger.press(settings.gestures, at: instant, for: .zero) }
    guard command.hasPrefix("hold") else { return }
    let length = command.firstMatch(of: #/(\d+)ms/#).flatMap { Int64($0.1) }
    finger.press(settings.gestures, at: instant, for: length.map { .milliseconds($0) })
  }

  mutating func set(gestures: String, at instant: Instant) {
    if gestures != settings.gestures { finger.reset(at: instant) }
    settings.gestures = gestures
  }

  mutating func add(_ kind: Player.Event.Kind, at instant: Instant, by command: String?) {
    past.append(
      Happened(at: instant, kind: kind, command: command, before: state, settings: settings, liked: liked))
    state.settle(at: instant)
    switch kind {
    case .storyStarted(_, let id, let cause):
      state = State(isOpen: true, since: instant, holdStart: nil)
      state.story = id
      if cause == .opened { finger.reset(at: instant) }
    case .held: state.holdStart = instant
    case .released, .shortPress: state.holdStart = nil
    case .paused: state.pauseStart = instant
    case .resumed: state.pauseStart = nil
    case .bufferingStarted: state.waitStart = instant
    case .bufferingEnded: state.waitStart = nil
    // A story that has failed is no longer paused: trying again plays it.
    case .failed: (state.failedSince, state.waitStart, state.pauseStart) = (instant, nil, nil)
    case .retried: state.failedSince = nil
    case .faultPlanned(.failure, let position): state.plannedFailure = position
    case .faultPlanned: state.plannedFailure = nil
    case .dismissed, .stopped:
      state = State()
      finger.reset(at: instant)
    case .liked(_, let id): liked.insert(id)
    case .unliked(_, let id): liked.remove(id)
    case .entered, .deckFinished, .ignored: break
    }
  }

  /// Returns the events of an instant, the latest first.
  func events(at instant: Instant) -> [Happened] { past.reversed().filter { $0.at == instant } }
}
