import Timeline

extension Player {
  /// Why an input did nothing although a story is open. Not an error: the viewer may do so, it just has no effect.
  public enum Ignored: Hashable, Sendable {
    /// While held, taps, jumps and swipes do nothing, so that a resting thumb cannot skip.
    case held(since: Instant)
    case alreadyHeld(since: Instant)
    case notHeld
    case alreadyPaused(since: Instant)
    case notPaused
    case alreadyBuffering(since: Instant)
    case notBuffering
    /// The story has failed; `retry` or another story goes on.
    case failed(since: Instant)
    case notFailed
    /// No user comes after, or before, this one.
    case noDeck(Rail.Direction)
    /// A swipe up means nothing in stories.
    case noMeaning
  }

  /// `Ignored` without its payload, as the transition table says it.
  public enum IgnoredKind: String, Hashable, Sendable, CaseIterable {
    case held, alreadyHeld, notHeld, alreadyPaused, notPaused, alreadyBuffering, notBuffering, failed, notFailed
    case noDeck, noMeaning
  }

  /// Why an input could not be taken; the player stays as it was.
  public enum Refusal: Error, Hashable, Sendable {
    /// Nothing plays that the input could be for. `state` is `idle` or `dismissed`.
    case nothingPlays(InputKind, state: State)
    /// The deck has no stories.
    case emptyDeck
    /// The deck has no story of that number, which counts from 1.
    case noSuchStory(number: Int, count: Int)
    /// A story cannot last zero or less.
    case lengthNotPositive(Duration)
    /// A press cannot last less than nothing.
    case negativePress(Duration)
    /// Nothing can wait for a picture for less than nothing.
    case negativeBuffering(Duration)
    /// The story has come past that point of its own time, or never gets there.
    case faultOutside(at: Duration, offset: Duration, length: Duration)
    /// A place is a share of the width, 0 … 1.
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
    case .noMeaning: return .noMeaning
    }
  }
}
