import Timeline

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
