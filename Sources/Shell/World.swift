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
  public var feed: Feed
  public var activities = ActivityCatalog()
  public var countdown: Countdown
  /// What timers leave behind.
  var household = Boxed(Household())
  /// The photos that were last clustered; `nil` before the first `cluster`.
  public var album: Album?
  public var outbox = Outbox()
  /// What is heard of the timers.
  var sounds = SoundSettings() {
    // The timer itself has to know whether it ticks.
    didSet { if countdown.ticks != sounds.ticks { countdown.ticks = sounds.ticks } }
  }

  public init(at start: Instant) {
    player = Player(at: start)
    feed = Feed(sessionStart: start)
    countdown = Countdown(at: start)
  }

  /// When something next happens by itself.
  public var nextDeadline: Instant? {
    switch (player.nextDeadline, countdown.nextDeadline) {
    case (let a?, let b?): min(a, b)
    case (let a?, nil): a
    case (nil, let b): b
    }
  }

  /// Goes on to the next deadline, if it is not after `limit`: stories first, then timers.
  ///
  /// Mutating although it only looks at first: a method that may change the world works on it in place, where one that
  /// reads it would count references to all of it, millions of times a year.
  /// - Returns: the deadline; `nil` when none is due, and nothing has changed then.
  mutating func advanceToNext(
    limit: Instant, _ stories: inout [Player.Event], _ timers: inout [Countdown.Event]
  ) -> Instant? {
    let story = player.nextDeadline ?? .distantFuture
    let timer = countdown.nextDeadline ?? .distantFuture
    let next = min(story, timer)
    guard next <= limit, next != .distantFuture else { return nil }
    if story == next { player.advance(to: next) { stories.append($0) } }
    if timer == next { countdown.advance(to: next) { timers.append($0) } }
    return next
  }

  /// All that decides what happens next, relative to `instant`: equal signatures have the same future.
  public struct Signature: Hashable, Sendable {
    var player: Player.Signature
    var countdown: Countdown.Signature
  }

  public func signature(at instant: Instant) -> Signature {
    Signature(player: player.signature(at: instant), countdown: countdown.signature(at: instant))
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
