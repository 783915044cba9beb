import Timeline

extension Player {
  public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right
  }

  /// An input to a player from outside.
  public enum Input: Hashable, Sendable {
    /// Plays `deck` from the story at `start` (from 0) and replaces the open deck. `length` applies to each story,
    /// including videos; with `nil` the stories and the settings decide. `rail` holds the decks that swipes to the
    /// side lead to.
    case open(Deck, start: Int = 0, length: Duration? = nil, rail: Rail = .none)
    /// A finger goes down at `x` and stays down.
    case hold(x: Double = Player.middle)
    /// The finger goes up.
    case release
    /// A finger goes down at `x` now and up after the given time.
    case press(Duration, x: Double = Player.middle)
    /// A tap at `x`, from 0 at the left edge to 1 at the right.
    case tap(x: Double)
    /// A tap on segment n of the progress bar, from 1.
    case tapBar(Int)
    case doubleTap
    case like
    case unlike
    case swipe(SwipeDirection)
    /// A swipe that went less than `swipeDistance` of the way before the finger went up: it changes nothing.
    case swipeBack(SwipeDirection)
    case next
    case previous
    /// Jumps to story n of the deck, from 1.
    case jump(Int)
    case pause
    case resume
    case bufferStart
    /// Like `bufferStart`, but the picture arrives by itself after the given time.
    case bufferFor(Duration)
    case bufferEnd
    case fail
    /// Plans a fault at the given own time of the story and replaces an earlier plan.
    case fault(Fault, at: Duration)
    case retry
    case stop

    public var kind: InputKind {
      switch self {
      case .open: return .open
      case .hold: return .hold
      case .release: return .release
      case .press: return .press
      case .tap: return .tap
      case .tapBar: return .tapBar
      case .doubleTap: return .doubleTap
      case .like: return .like
      case .unlike: return .unlike
      case .swipe(.up), .swipeBack(.up): return .swipeUp
      case .swipe(.down), .swipeBack(.down): return .swipeDown
      case .swipe(.left), .swipeBack(.left): return .swipeLeft
      case .swipe(.right), .swipeBack(.right): return .swipeRight
      case .next: return .next
      case .previous: return .previous
      case .jump: return .jump
      case .pause: return .pause
      case .resume: return .resume
      case .bufferStart, .bufferFor: return .bufferStart
      case .bufferEnd: return .bufferEnd
      case .fail: return .fail
      case .fault: return .fault
      case .retry: return .retry
      case .stop: return .stop
      }
    }
  }

  /// The columns of the transition table: every input without its payload, followed by the events of time.
  public enum InputKind: UInt8, Hashable, Sendable, CaseIterable {
    case open, hold, release, press, tap, tapBar, doubleTap, like, unlike
    case swipeUp, swipeDown, swipeLeft, swipeRight
    case next, previous, jump, pause, resume, bufferStart, bufferEnd, fail, fault, retry, stop
    /// The entering part is over: 100 ms of the story's own time.
    case entered
    /// The story has played to its end.
    case ended
    /// The finger of a press with a length goes up.
    case pressOver
    /// The awaited picture arrives.
    case bufferOver
    /// The planned fault occurs.
    case faultDue

    /// The name of the case.
    public var name: String { Self.names[Int(rawValue)] }
    /// Written out: reflection takes a microsecond, and Embedded Swift does not have it.
    private static let names = [
      "open", "hold", "release", "press", "tap", "tapBar", "doubleTap", "like", "unlike", "swipeUp", "swipeDown",
      "swipeLeft", "swipeRight", "next", "previous", "jump", "pause", "resume", "bufferStart", "bufferEnd", "fail",
      "fault", "retry", "stop", "entered", "ended", "pressOver", "bufferOver", "faultDue",
    ]
    /// `true` for an event of time, `false` for a viewer's input.
    public var isTime: Bool { rawValue >= InputKind.entered.rawValue }
  }
}

extension Player {
  /// The reason why a story starts.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The deck was opened at this story.
    case opened
    /// The previous story reached 100 %.
    case advanced
    /// The deck looped from its last story to its first.
    case looped
    /// A tap led forward, or back.
    case tapped, tappedBack
    case next, previous
    /// The viewer went back from the first story, which starts again.
    case restartedFirst
    case jumped
    /// A swipe or the end of a deck led to another user.
    case nextDeck, previousDeck
    /// The feed's next round, in endless viewing.
    case nextRound
    /// The last story of the previous round, in endless viewing.
    case roundBefore
    /// The next round or deck of a feed that was reloaded because all of it had expired.
    case reloaded
  }

  /// The reason why viewing ended by itself or by a swipe.
  public enum Dismissal: String, Hashable, Sendable, CaseIterable {
    case swipedDown, deckEnded
  }

  /// An event and its exact time. `index` counts from 0; an `offset` is the story's own time, without holds.
  public struct Event: Hashable, Sendable {
    public let at: Instant
    public let kind: Kind

    public init(at: Instant, kind: Kind) { (self.at, self.kind) = (at, kind) }

    public enum Kind: Hashable, Sendable {
      case storyStarted(index: Int, id: Int, cause: Cause)
      /// The first 100 ms are over.
      case entered(index: Int, id: Int)
      case held(offset: Duration)
      /// The finger went up and no playing time is lost; `into` is the state that follows.
      case released(heldFor: Duration, offset: Duration, into: State)
      /// The finger went up before the threshold: the press was a tap, and the events of the tap follow.
      case shortPress(heldFor: Duration)
      case paused(offset: Duration)
      case resumed(pausedFor: Duration, offset: Duration, into: State)
      case bufferingStarted(offset: Duration)
      case bufferingEnded(waited: Duration, offset: Duration, into: State)
      case failed(offset: Duration, cause: FailureCause = .asked)
      case faultPlanned(Fault, at: Duration)
      case retried(offset: Duration, into: State)
      /// The last story is over. `then` is what actually follows, which may differ from the setting: there may be no
      /// next deck.
      case deckFinished(then: EndOfDeck)
      /// Sent again for a story that is already liked: likes are stored outside the player.
      case liked(index: Int, id: Int)
      case unliked(index: Int, id: Int)
      case dismissed(Dismissal)
      /// `stop` ended viewing.
      case stopped(index: Int, id: Int, offset: Duration)
      case ignored(InputKind, Ignored)
    }
  }
}
