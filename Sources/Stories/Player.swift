import Timeline

/// Plays a deck of stories: what the apps do with gestures and a timer, as a value.
///
/// The player has no clock. Whoever owns it says what happens and when, and moves it to its next deadline:
///
///     var player = Player(at: .practiceStart)
///     try player.handle(.open(.classic), at: now)
///     player.advance(to: now + .seconds(40))      // two stories further, each event at its exact instant
///
/// Time moves a story only in `entering` and `playing`, and then exactly one deadline is pending; a hold, a pause or
/// buffering of any length takes nothing from the story. What an input does in which state stands in `TransitionTable`.
///
/// A copy costs two reference counts, however long the deck and however long it has played; what seldom changes is shared.
public struct Player: Hashable, Sendable {
  public var settings: Settings {
    _read { yield setup.settings }
    _modify { yield &setup.settings }
  }
  /// What plays; empty while nothing is open.
  public internal(set) var deck = Deck.empty
  /// Where swipes to the side go.
  public internal(set) var rail: Rail {
    get { setup.rail }
    set { if newValue != setup.rail { setup.rail = newValue } }
  }
  public internal(set) var situation = Situation.idle
  /// The place of the current story in the deck, from 0.
  public internal(set) var index = 0
  /// How far the player has come in time; never goes back.
  public internal(set) var now: Instant

  /// The instant at which the moving story's own time was zero.
  var origin: Instant
  /// The own time of a story that does not move.
  var frozen = Duration.zero
  /// How long the current story plays.
  var length = Duration.zero
  var heldSince: Instant
  var pausedSince: Instant
  /// Since when the story has been buffering or failed.
  var stalledSince: Instant
  /// When the finger of a press with a length goes up; `distantFuture` when nobody said.
  var pressEnd = Instant.distantFuture
  /// Where the finger is.
  var pressPlace = Player.middle
  /// When the picture that the story waits for comes; `distantFuture` when nobody said.
  var stallEnd = Instant.distantFuture
  /// At which of the story's own time something is to go wrong, before its end; `max` for never.
  var faultAt = Duration.max
  /// How long the story is to wait then; negative when it is to fail.
  var faultLength = Duration.zero
  var chance: SeededGenerator
  @CopyOnWrite var setup: Setup

  /// What changes only when a deck is opened or something is set: a past of many copies keeps it once.
  struct Setup: Hashable, Sendable {
    var settings: Settings
    var rail = Rail.none
    /// What `open` asked each story to last, and what the settings said then.
    var asked: Duration?
    var usual = Duration.zero
  }

  /// An idle player.
  /// - Parameters:
  ///   - instant: its present; earlier inputs count as coming then.
  ///   - seed: where faults by chance come from.
  public init(at instant: Instant, settings: Settings = Settings(), seed: UInt64 = 0) {
    chance = SeededGenerator(seed: seed, stream: 1)
    setup = Setup(settings: settings)
    now = instant
    origin = instant
    heldSince = instant
    pausedSince = instant
    stalledSince = instant
  }

  // MARK: What a viewer sees

  public var state: State { situation.state }

  /// The current story; `nil` while nothing is open.
  public var story: Story? { situation.isOpen ? deck[index] : nil }

  /// How long the current story plays; zero while nothing is open.
  public var storyLength: Duration { situation.isOpen ? length : .zero }

  /// The current story's own time at `instant`, holds, pauses and buffering left out.
  ///
  /// Right for any instant from `now` to the next deadline; earlier ones count as `now`, later ones as the deadline of
  /// the story's end. Zero while nothing is open.
  public func offset(at instant: Instant) -> Duration {
    guard situation.isOpen else { return .zero }
    guard situation.isMoving else { return frozen }
    return Swift.min(Swift.max(instant, now) - origin, length)
  }

  /// When the current story's own time will be at `offset` if nobody touches it; `nil` when it does not move, has passed
  /// that already, or ends before.
  public func instant(of offset: Duration) -> Instant? {
    guard situation.isMoving, offset <= length else { return nil }
    let instant = origin + offset
    return instant < now || instant == .distantFuture ? nil : instant
  }

  /// The current story's share that has been shown, 0 … 1, as `offset(at:)`.
  public func progress(at instant: Instant) -> Double { offset(at: instant) / length }

  /// How full segment `place` (from 0) of the progress bar is: past 1, current its progress, future 0.
  public func segment(_ place: Int, at instant: Instant) -> Double {
    place == index ? progress(at: instant) : place < index ? 1 : 0
  }

  /// The whole progress bar, one share for each story of the deck.
  /// - Complexity: O(stories in the deck).
  public func segments(at instant: Instant) -> [Double] {
    (0..<deck.count).map { segment($0, at: instant) }
  }

  /// When the current hold, explicit pause, or buffering and failure began; `nil` when there is none.
  public var holdStart: Instant? { situation.isHeld ? heldSince : nil }
  public var pauseStart: Instant? { isPaused ? pausedSince : nil }
  public var stallStart: Instant? { isStalled ? stalledSince : nil }

  /// When the picture that the story waits for comes; `nil` when it does not wait, or nobody knows.
  public var stallEnding: Instant? { isStalled && stallEnd != .distantFuture ? stallEnd : nil }
  /// What is going to go wrong in the current story, and when by its own time.
  public var plannedFault: (fault: Fault, at: Duration)? {
    guard situation.isOpen, faultAt != .max else { return nil }
    return (faultLength < .zero ? .failure : .buffering(faultLength), faultAt)
  }

  private var isPaused: Bool {
    switch situation {
    case .paused, .pausedBuffering, .heldPaused, .heldPausedBuffering: return true
    default: return false
    }
  }

  /// Whether the story waits for its picture, whatever else holds it.
  public var isBuffering: Bool { isStalled && situation != .failed && situation != .heldFailed }

  private var isStalled: Bool {
    switch situation {
    case .buffering, .failed, .pausedBuffering, .heldBuffering, .heldFailed, .heldPausedBuffering: return true
    default: return false
    }
  }
}
