import Timeline

extension Player {
  /// What a viewer sees a player do.
  ///
  /// `paused` is the explicit `pause`, a state of its own beside `pausedByHold`: letting go never lifts it, only
  /// `resume` or moving to another story does. A hold shows above everything, an explicit pause above buffering.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Nothing was opened yet, or `stop` ended it.
    case idle
    /// The first 100 ms of a story's own time.
    case entering
    case playing
    /// A finger rests on the story.
    case pausedByHold
    case paused
    /// The story waits for its picture or video.
    case buffering
    /// The picture or video could not be shown.
    case failed
    /// The viewer swiped the deck away, or it ended.
    case dismissed
  }

  /// A state together with what a hold or a pause lies on: all that the transition table needs to know.
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

    /// Whether a story is on the screen.
    public var isOpen: Bool { self != .idle && self != .dismissed }
    /// Whether the story's own time moves.
    public var isMoving: Bool { self == .entering || self == .playing }
    public var isHeld: Bool { rawValue >= Situation.heldPlaying.rawValue }
  }
}

/// How viewing ends: as it should, or as it once did in the app, where it never got there.
public enum Ending: String, Hashable, Sendable, CaseIterable {
  /// It is over at once.
  case clean
  /// After the last story it is dismissing for ever.
  case stuck

  /// What an input does while viewing is dismissing.
  public enum Cell: Hashable, Sendable {
    /// Nothing: no way was made for it, and no message either.
    case swallowed
    /// The way out: everything begins anew.
    case leaves
  }

  /// The table of `dismissing`: of all inputs only opening another deck leads out of it.
  /// - Complexity: O(1).
  public static func cell(_ input: Player.InputKind) -> Cell { input == .open ? .leaves : .swallowed }
}

extension Player {
  /// What a deck does after its last story.
  public enum EndOfDeck: String, Hashable, Sendable, CaseIterable {
    /// The first story starts again.
    case loop
    /// Viewing ends.
    case dismiss
    /// The next user's deck starts; after the last user viewing ends.
    case nextDeck
    /// The feed goes on: its next round, or the next user's deck and past the last the next round's first. When all of it
    /// has expired it is loaded anew. A deck of one's own loops.
    case endless
  }

  /// The settings of a viewer.
  ///
  /// `length` counts from the next `open` on, so that the progress of a playing story never jumps; the rest at once.
  public struct Settings: Hashable, Sendable {
    /// How long a story plays that does not say; `open` refuses zero and less.
    public var length = Duration.seconds(15)
    /// A press shorter than this is a tap where it was; 350 ms is the classic long press. Zero: every press is a hold.
    public var pressThreshold = Duration.zero
    /// The share of the width, from the left, that goes back; a tap exactly on the border goes on.
    public var previousZone = 0.33
    public var endOfDeck = EndOfDeck.loop
    /// What goes wrong by chance.
    public var faults = Faults()

    public init() {}
  }

  /// What goes wrong by chance when a story starts, or is tried again; drawn from the player's seed.
  public struct Faults: Hashable, Sendable {
    /// The share of stories whose picture cannot be shown, 0 … 1.
    public var failureRate = 0.0
    /// The share of pictures that take time to load, of those that no cache holds, 0 … 1: each of them, unless set.
    public var loadingRate = 1.0

    public init() {}

    /// Whether nothing is left to chance.
    var areCertain: Bool { failureRate <= 0 && (loadingRate <= 0 || loadingRate >= 1) }
  }

  /// What is to go wrong in the current story.
  public enum Fault: Hashable, Sendable {
    /// It waits so long for its picture.
    case buffering(Duration)
    /// Its picture cannot be shown.
    case failure
  }

  /// The first part of a story's own time, in which it is entering.
  public static let enteringLength = Duration.milliseconds(100)
  /// Where a press is that does not say.
  public static let middle = 0.5
}
