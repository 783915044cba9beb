import Timeline

extension Player {
  public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right
  }

  /// What can happen to a player from outside.
  public enum Input: Hashable, Sendable {
    /// Plays `deck` from the story at `start` (from 0), in place of what is open. `length` is that of each story, videos
    /// included; `nil` leaves it to the stories and the settings. `rail` is where swipes to the side go.
    case open(Deck, start: Int = 0, length: Duration? = nil, rail: Rail = .none)
    /// A finger goes down at `x` and stays.
    case hold(x: Double = Player.middle)
    /// The finger goes up.
    case release
    /// A finger goes down at `x` now and up after that long.
    case press(Duration, x: Double = Player.middle)
    /// A tap at `x`, 0 the left edge and 1 the right.
    case tap(x: Double)
    /// A tap on segment n of the progress bar, from 1.
    case tapBar(Int)
    case doubleTap
    case like
    case unlike
    case swipe(SwipeDirection)
    case next
    case previous
    /// To story n of the deck, from 1.
    case jump(Int)
    case pause
    case resume
    case bufferStart
    /// As `bufferStart`, and the picture comes by itself after that long.
    case bufferFor(Duration)
    case bufferEnd
    case fail
    /// Something is to go wrong when the story's own time comes there; in place of what was planned before.
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
      case .swipe(.up): return .swipeUp
      case .swipe(.down): return .swipeDown
      case .swipe(.left): return .swipeLeft
      case .swipe(.right): return .swipeRight
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

  /// The columns of the transition table: every input without its payload, then what time itself brings.
  public enum InputKind: UInt8, Hashable, Sendable, CaseIterable {
    case open, hold, release, press, tap, tapBar, doubleTap, like, unlike
    case swipeUp, swipeDown, swipeLeft, swipeRight
    case next, previous, jump, pause, resume, bufferStart, bufferEnd, fail, fault, retry, stop
    /// The entering part is over: 100 ms of the story's own time.
    case entered
    /// The story is at 100 %.
    case ended
    /// The finger of a press with a length goes up.
    case pressOver
    /// The picture that the story waits for comes.
    case bufferOver
    /// What was planned to go wrong does.
    case faultDue

    /// The name of the case.
    public var name: String { Self.names[Int(rawValue)] }
    /// Written out: reflection takes a microsecond, and Embedded Swift has none.
    private static let names = [
      "open", "hold", "release", "press", "tap", "tapBar", "doubleTap", "like", "unlike", "swipeUp", "swipeDown",
      "swipeLeft", "swipeRight", "next", "previous", "jump", "pause", "resume", "bufferStart", "bufferEnd", "fail",
      "fault", "retry", "stop", "entered", "ended", "pressOver", "bufferOver", "faultDue",
    ]
    /// Whether it comes from time and not from a viewer.
    public var isTime: Bool { rawValue >= InputKind.entered.rawValue }
  }
}

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
