import Timeline

extension Player {
  /// Why a story starts.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The deck was opened here.
    case opened
    /// The story before it reached 100 %.
    case advanced
    /// After the last story the first one comes again.
    case looped
    case tapped, next, previous
    /// There is nothing before the first story, so it starts again.
    case restartedFirst
    case jumped
    /// A swipe, or the end of a deck, went to another user.
    case nextDeck, previousDeck
    /// The feed's next round, where viewing is endless.
    case nextRound
    /// The last story of the round before, where viewing is endless.
    case roundBefore
    /// The same when all of the feed had expired, so that it was loaded anew.
    case reloaded
  }

  /// Why viewing ended by itself or by a swipe.
  public enum Dismissal: String, Hashable, Sendable, CaseIterable {
    case swipedDown, deckEnded
  }

  /// What happened, and exactly when. `index` counts from 0; an `offset` is the story's own time, holds left out.
  public struct Event: Hashable, Sendable {
    public let at: Instant
    public let kind: Kind

    public init(at: Instant, kind: Kind) { (self.at, self.kind) = (at, kind) }

    public enum Kind: Hashable, Sendable {
      case storyStarted(index: Int, id: Int, cause: Cause)
      /// The first 100 ms are over.
      case entered(index: Int, id: Int)
      case held(offset: Duration)
      /// The finger went up and nothing is lost; `into` is how it goes on.
      case released(heldFor: Duration, offset: Duration, into: State)
      /// The finger went up before the threshold: the press was a tap, whose effect follows.
      case shortPress(heldFor: Duration)
      case paused(offset: Duration)
      case resumed(pausedFor: Duration, offset: Duration, into: State)
      case bufferingStarted(offset: Duration)
      case bufferingEnded(waited: Duration, offset: Duration, into: State)
      case failed(offset: Duration)
      case faultPlanned(Fault, at: Duration)
      case retried(offset: Duration, into: State)
      /// The last story is over; what follows is what is said, not always what is set: no deck may follow.
      case deckFinished(then: EndOfDeck)
      /// Said again for a story that is liked already: likes are kept outside the player.
      case liked(index: Int, id: Int)
      case unliked(index: Int, id: Int)
      case dismissed(Dismissal)
      /// `stop` ended viewing.
      case stopped(index: Int, id: Int, offset: Duration)
      case ignored(InputKind, Ignored)
    }
  }
}
