import Timeline

extension Player {
  /// The state of a player as the viewer sees it.
  ///
  /// `paused` is the explicit `pause`, a separate state from `pausedByHold`: lifting the finger never ends it, only
  /// `resume` or another story does. A hold takes precedence over all other states, and an explicit pause over
  /// buffering.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// No deck has been opened yet, or `stop` ended viewing.
    case idle
    /// The first 100 ms of a story's own time.
    case entering
    case playing
    /// A finger rests on the story.
    case pausedByHold
    case paused
    /// The story waits for its picture or video.
    case buffering
    /// The picture or video cannot be shown.
    case failed
    /// The viewer swiped the deck away, or the deck ended.
    case dismissed
  }

  /// A state together with the state below a hold or a pause: all that the transition table needs to know.
  public enum Situation: UInt8, Hashable, Sendable, CaseIterable {
    case idle, dismissed
    case entering, playing, paused, pausedBuffering, buffering, failed
    case heldPlaying, heldPaused, heldPausedBuffering, heldBuffering, heldFailed

    public var state: State {
      switch self {
      case .idle: return .idle
      case .dismissed: return .dismissed
      case .entering: return .entering
      case .playing: return .playing
      case .paused, .pausedBuffering: return .paused
      case .buffering: return .buffering
      case .failed: return .failed
      case .heldPlaying, .heldPaused, .heldPausedBuffering, .heldBuffering, .heldFailed: return .pausedByHold
      }
    }

    /// `true` if a story is on the screen.
    public var isOpen: Bool { self != .idle && self != .dismissed }
    /// `true` if the story's own time is moving.
    public var isMoving: Bool { self == .entering || self == .playing }
    public var isHeld: Bool { rawValue >= Situation.heldPlaying.rawValue }

    /// The word for the situation in tables, such as `heldPlaying`.
    public var name: String {
      switch self {
      case .idle: "idle"
      case .dismissed: "dismissed"
      case .entering: "entering"
      case .playing: "playing"
      case .paused: "paused"
      case .pausedBuffering: "pausedBuffering"
      case .buffering: "buffering"
      case .failed: "failed"
      case .heldPlaying: "heldPlaying"
      case .heldPaused: "heldPaused"
      case .heldPausedBuffering: "heldPausedBuffering"
      case .heldBuffering: "heldBuffering"
      case .heldFailed: "heldFailed"
      }
    }
  }
}

/// The end of viewing: correct, or with an old fault of the app, which never finished ending.
public enum Ending: String, Hashable, Sendable, CaseIterable {
  /// Viewing ends at once.
  case clean
  /// After the last story viewing stays in `dismissing` for ever.
  case stuck

  /// The effect of an input while viewing is dismissing.
  public enum Cell: Hashable, Sendable {
    /// The input has no effect and reports nothing.
    case swallowed
    /// The input leaves `dismissing` and starts again from the beginning.
    case leaves
  }

  /// Returns the cell of the table of `dismissing`, which only opening another deck leaves.
  /// - Complexity: O(1).
  public static func cell(_ input: Player.InputKind) -> Cell { input == .open ? .leaves : .swallowed }
}

extension Player {
  /// The action after the last story of a deck.
  public enum EndOfDeck: String, Hashable, Sendable, CaseIterable {
    /// The first story starts again.
    case loop
    /// Viewing ends.
    case dismiss
    /// The next user's deck starts; viewing ends after the last user.
    case nextDeck
    /// The feed continues with its next round, or with the next user's deck and after the last user with the first
    /// deck of the next round. If all stories have expired, the feed is reloaded. A deck from outside the feed loops.
    case endless
  }

  /// The settings of a viewer.
  ///
  /// `length` takes effect at the next `open`, so that the progress of a playing story never jumps. The other
  /// settings take effect at once.
  public struct Settings: Hashable, Sendable {
    /// The length of a story that sets none; `open` refuses zero and less.
    public var length = Duration.seconds(15)
    /// The minimum length of a hold: a shorter press is a tap at its position. The classic long press takes 350 ms;
    /// zero makes every press a hold.
    public var pressThreshold = Duration.zero
    /// The fraction of the width, from the left (from the right if `isRightToLeft`), in which a tap goes back; a tap exactly on the border goes forward.
    public var previousZone = 0.33
    /// `true` for a deck that reads from right to left: zones and swipes are mirrored.
    public var isRightToLeft = false
    public var endOfDeck = EndOfDeck.loop
    /// The rates of random faults.
    public var faults = Faults()

    public init() {}

    /// Returns the deck to which a swipe to the side leads: in the direction of reading, the content follows the finger.
    public func direction(ofSwipe swipe: SwipeDirection) -> Rail.Direction {
      (swipe == .right) == isRightToLeft ? .next : .previous
    }
  }

  /// The rates of random faults when a story starts or is retried, drawn from the player's seed.
  public struct Faults: Hashable, Sendable {
    /// The fraction of stories whose picture cannot be shown, 0 … 1.
    public var failureRate = 0.0
    /// The fraction of uncached pictures that take time to load, 0 … 1 (default: all).
    public var loadingRate = 1.0

    public init() {}

    /// `true` if no fault depends on chance.
    var areCertain: Bool { failureRate <= 0 && (loadingRate <= 0 || loadingRate >= 1) }
  }

  /// A fault planned for the current story.
  public enum Fault: Hashable, Sendable {
    /// The story waits this long for its picture.
    case buffering(Duration)
    /// The story's picture cannot be shown.
    case failure
  }

  /// The length of the entering part at the start of a story's own time.
  public static let enteringLength = Duration.milliseconds(100)
  /// The position of a press that gives none.
  public static let middle = 0.5
  /// The fraction of the way from which a swipe counts when the finger goes up.
  public static let swipeDistance = 0.5
}
