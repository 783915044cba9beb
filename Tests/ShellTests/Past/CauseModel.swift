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
  }

  struct Settings: Hashable {
    var failureRate = 0.0
    var end = "loop"
    var press = Duration.zero
    /// The length of each story, as it was asked for when the deck was opened.
    var length = Duration.seconds(15)
  }

  private(set) var state = State()
  private(set) var past: [Happened] = []
  var settings = Settings()

  mutating func add(_ kind: Player.Event.Kind, at instant: Instant, by command: String?) {
    past.append(Happened(at: instant, kind: kind, command: command, before: state, settings: settings))
    state.settle(at: instant)
    switch kind {
    case .storyStarted:
      state = State(isOpen: true, since: instant, holdStart: nil)
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
    case .dismissed, .stopped: state = State()
    case .entered, .deckFinished, .liked, .unliked, .ignored: break
    }
  }

  /// Returns the events of an instant, the latest first.
  func events(at instant: Instant) -> [Happened] { past.reversed().filter { $0.at == instant } }
}
