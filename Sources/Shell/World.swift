import Bluesky
import Moments
import Stories
import StoryScript
import Timeline
import Timers

/// All that a session's commands act on, as one value: a copy of it is a saved point in time.
///
/// Nothing that grows without an end lives here; what is large (an album, a deck) shares its storage between copies.
public struct World: Sendable {
  public var player: Player
  /// What was seen and liked of the feed.
  public var interactions = Interactions()
  /// What was liked in the open deck when that is not the feed's.
  public var deckLikes = StorySet()
  @Boxed public var feed: Feed
  /// The list of the feed that was last asked for.
  @Boxed public var loader: FeedLoader
  /// The pictures and videos that are loaded.
  public var cache = MediaCache()
  @Boxed public var activities = ActivityCatalog()
  @Boxed public var countdown: Countdown
  /// What timers leave behind.
  @Boxed var household = Household()
  /// The photos that were last clustered; `nil` before the first `cluster`.
  public var album: Album?
  @Boxed public var outbox = Outbox()
  /// What is heard of the timers.
  var sounds: SoundSettings {
    get { household.sounds }
    set {
      household.sounds = newValue
      // The timer itself has to know whether it ticks.
      if countdown.ticks != newValue.ticks { countdown.ticks = newValue.ticks }
    }
  }

  /// - Parameter seed: where faults by chance come from.
  public init(at start: Instant, seed: UInt64 = 0) {
    player = Player(at: start, seed: seed)
    loader = FeedLoader(seed: seed)
    feed = Feed(sessionStart: start)
    countdown = Countdown(at: start)
  }

  /// When something next happens by itself.
  public var nextDeadline: Instant? {
    let next = min(player.nextDeadline ?? .distantFuture, countdown.nextDeadline ?? .distantFuture, loader.deadline)
    return next == .distantFuture ? nil : next
  }

  /// Goes on to the next deadline, if it is not after `limit`: stories first, then timers. A list of the
  /// feed that is due then waits for `takeList(at:)`.
  ///
  /// Mutating although it only looks at first: a method that may change the world works on it in place, where one that
  /// reads it would count references to all of it, millions of times a year.
  /// - Returns: the deadline; `nil` when none is due, and nothing has changed then.
  mutating func advanceToNext(
    limit: Instant, _ stories: inout [Player.Event], _ timers: inout [Countdown.Event]
  ) -> Instant? {
    let story = player.nextDeadline ?? .distantFuture
    let timer = countdown.nextDeadline ?? .distantFuture
    let next = min(story, timer, loader.deadline)
    guard next <= limit, next != .distantFuture else { return nil }
    if story == next { player.advance(to: next) { stories.append($0) } }
    if timer == next { countdown.advance(to: next) { timers.append($0) } }
    return next
  }

  /// What came of a list of the feed that is due at `instant`; `nil` when none is.
  mutating func takeList(at instant: Instant) -> FeedLoader.Event? {
    guard loader.deadline <= instant else { return nil }
    var event: FeedLoader.Event?
    loader.advance(to: instant) { event = $0 }
    return event
  }

  /// All that decides what happens next, relative to `instant`: equal signatures have the same future.
  public struct Signature: Hashable, Sendable {
    var player: Player.Signature
    var countdown: Countdown.Signature
    /// The feed never comes round by itself: while a list is on its way nothing repeats.
    var loader: FeedLoader
  }

  public func signature(at instant: Instant) -> Signature {
    Signature(player: player.signature(at: instant), countdown: countdown.signature(at: instant), loader: loader)
  }
}

/// A folder's photos and how they were divided into moments.
///
/// A class because it is large and never changes: copies of the world share it.
public final class Album: Sendable {
  public let scan: Scan
  public let clustering: Clustering
  /// The moments as the records that scripts see.
  public let records: [Value]

  public init(scan: Scan, clustering: Clustering) {
    self.scan = scan
    self.clustering = clustering
    records = clustering.clusters.enumerated().map { index, cluster in
      .record(ClusterRecord.make(cluster, number: index + 1, scan: scan))
    }
  }
}
