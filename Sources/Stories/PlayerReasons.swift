import Timeline

extension Player {
  /// The reason why an input had no effect although a story is open. Not an error: the input is allowed.
  public enum Ignored: Hashable, Sendable {
    /// While a story is held, taps, jumps and swipes do nothing, so that a resting thumb cannot skip.
    case held(since: Instant)
    case alreadyHeld(since: Instant)
    case notHeld
    case alreadyPaused(since: Instant)
    case notPaused
    case alreadyBuffering(since: Instant)
    case notBuffering
    /// The story has failed; `retry` or another story continues.
    case failed(since: Instant)
    case notFailed
    /// There is no user after, or before, this one.
    case noDeck(Rail.Direction, MissingDeck)
    /// A swipe up means nothing in stories.
    case noMeaning
    /// The swipe ended before half of the way.
    case takenBack
  }

  /// The reason why no deck follows in a direction.
  public enum MissingDeck: Hashable, Sendable {
    /// The deck was not opened from the feed, so it has no neighbours.
    case outsideFeed
    /// The stories of all users in that direction have expired.
    case expired(author: String)
    /// The author is the last user in that direction.
    case end(author: String)
  }

  /// `Ignored` without its payload, as in the transition table.
  public enum IgnoredKind: String, Hashable, Sendable, CaseIterable {
    case held, alreadyHeld, notHeld, alreadyPaused, notPaused, alreadyBuffering, notBuffering, failed, notFailed
    case noDeck, noMeaning
  }

  /// The reason why a story's picture could not be shown.
  public enum FailureCause: String, Hashable, Sendable, CaseIterable {
    /// The input `fail`.
    case asked
    /// A fault that was planned for this position.
    case planned
    /// The rate of failures in the settings.
    case chance
    /// The story has no picture.
    case missing
  }

  /// The reason why an input was refused; the player is unchanged.
  public enum Refusal: Error, Hashable, Sendable {
    /// No story is open for the input to act on. `state` is `idle` or `dismissed`.
    case nothingPlays(InputKind, state: State)
    /// The deck has no stories.
    case emptyDeck
    /// The deck has no story with this number, which counts from 1.
    case noSuchStory(number: Int, count: Int)
    /// The length of a story must be positive.
    case lengthNotPositive(Duration)
    /// The length of a press must not be negative.
    case negativePress(Duration)
    /// The length of buffering must not be negative.
    case negativeBuffering(Duration)
    /// The story has passed that point of its own time, or ends before it.
    case faultOutside(at: Duration, offset: Duration, length: Duration)
    /// A position must be a fraction of the width, 0 … 1.
    case placeOutside(Double)
  }
}

extension Player.Ignored {
  public var kind: Player.IgnoredKind {
    switch self {
    case .held: return .held
    case .alreadyHeld: return .alreadyHeld
    case .notHeld: return .notHeld
    case .alreadyPaused: return .alreadyPaused
    case .notPaused: return .notPaused
    case .alreadyBuffering: return .alreadyBuffering
    case .notBuffering: return .notBuffering
    case .failed: return .failed
    case .notFailed: return .notFailed
    case .noDeck: return .noDeck
    case .noMeaning, .takenBack: return .noMeaning
    }
  }
}
