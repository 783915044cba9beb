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
