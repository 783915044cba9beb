import Timeline

/// Where a reader of the feed stopped; real cursor paging, for which the reader needs no arithmetic.
///
/// A cursor names the last story that was handed out, so stories that expire meanwhile are neither skipped nor repeated,
/// and the feed that handed it out, so that it cannot be used in another one.
public struct FeedCursor: Hashable, Sendable {
  /// Whose stories are read: everybody's, or one author's.
  public let author: String?
  /// The id of the last story handed out.
  public let lastID: Int

  /// Why a text is no cursor.
  public enum Problem: Error, Hashable, Sendable {
    /// It does not look like one.
    case malformed(String)
    /// It looks like one, but no feed has such a story.
    case noSuchStory(Int)
  }

  public init(author: String? = nil, lastID: Int) { (self.author, self.lastID) = (author, lastID) }

  /// Reads what `text` gives, and nothing else: there are no two ways to write a place.
  public init(text: String) throws(Problem) {
    guard let dash = text.lastIndex(of: "-"), dash > text.startIndex, let id = Int(text[text.index(after: dash)...]),
      !text[..<dash].hasSuffix("-"), text[..<dash] == "all" || text.hasPrefix("@")
    else { throw .malformed(text) }
    guard Feed.ids.contains(id) else { throw .noSuchStory(id) }
    let name = text[..<dash]
    author = name == "all" ? nil : String(name.dropFirst())
    lastID = id
    // `all-05`, `all-+5`.
    guard text == self.text else { throw .malformed(text) }
  }

  /// The cursor as a word that a command can carry: `all-20`, `@ana-16`.
  public var text: String { "\(author.map { "@" + $0 } ?? "all")-\(lastID)" }
}

extension Feed {
  /// A run of stories and where the next begins.
  public struct Batch: Hashable, Sendable {
    public let stories: [Story]
    /// `nil` when nothing follows: everything has expired, or the ids have ended.
    public let next: FeedCursor?
  }

  /// The next `limit` stories (at most a page) after `cursor` that are alive at `instant`; from the start for `nil`.
  ///
  /// - Parameter author: whose stories; everybody's for `nil`. A cursor of another feed reads on where it stands.
  /// - Complexity: O(base count × limit), wherever the cursor stands.
  public func stories(
    after cursor: FeedCursor?, of author: String? = nil, limit: Int = Feed.pageSize, at instant: Instant
  ) -> Batch {
    let shown = base.map { isAlive($0, at: instant) && (author == nil || $0.author == author) }
    guard limit > 0, shown.contains(true) else { return Batch(stories: [], next: nil) }
    let wanted = Swift.min(limit, Feed.pageSize)
    var found: [Story] = []
    var id = Swift.max(0, cursor?.lastID ?? 0)
    while found.count < wanted, id < Feed.ids.upperBound {
      id += 1
      if shown[(id - 1) % base.count], let story = story(id: id) { found.append(story) }
    }
    let next = found.count == wanted && id < Feed.ids.upperBound ? FeedCursor(author: author, lastID: id) : nil
    return Batch(stories: found, next: next)
  }
}
