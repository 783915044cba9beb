import Timeline

/// Where a reader of the feed stopped; real cursor paging, for which the reader needs no arithmetic.
///
/// A cursor names the last story that was handed out, so stories that expire meanwhile are neither skipped nor repeated.
public struct FeedCursor: Hashable, Sendable {
  /// The id of the last story handed out.
  public let lastID: Int

  public init(lastID: Int) { self.lastID = lastID }

  /// Reads `text`; `nil` when it is not a cursor of this feed.
  public init?(text: String) {
    guard text.hasPrefix("after-"), let id = Int(text.dropFirst(6)), Feed.ids.contains(id) else { return nil }
    lastID = id
  }

  /// The cursor as an opaque word that a command can carry.
  public var text: String { "after-\(lastID)" }
}

extension Feed {
  /// A run of stories and where the next begins.
  public struct Batch: Hashable, Sendable {
    public let stories: [Story]
    /// `nil` when nothing follows: everything has expired, or the ids have ended.
    public let next: FeedCursor?
  }

  /// The next `limit` stories (at most a page) after `cursor` that are alive at `instant`; from the start for `nil`.
  /// - Complexity: O(base count + limit), wherever the cursor stands.
  public func stories(after cursor: FeedCursor?, limit: Int = Feed.pageSize, at instant: Instant) -> Batch {
    let alive = base.map { isAlive($0, at: instant) }
    guard limit > 0, alive.contains(true) else { return Batch(stories: [], next: nil) }
    let wanted = Swift.min(limit, Feed.pageSize)
    var found: [Story] = []
    var id = Swift.max(0, cursor?.lastID ?? 0)
    while found.count < wanted, id < Feed.ids.upperBound {
      id += 1
      if alive[(id - 1) % base.count], let story = story(id: id) { found.append(story) }
    }
    let next = found.count == wanted && id < Feed.ids.upperBound ? FeedCursor(lastID: id) : nil
    return Batch(stories: found, next: next)
  }
}
