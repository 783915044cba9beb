import JSON
import Timeline

/// The reading position in a list that grows at its newest end. It tells which items are new, and each of them only
/// once.
///
/// An instant alone would lose items: something written a moment earlier may arrive a moment later. So the mark
/// remembers the items of the last minutes by name, and counts only older ones as read without a check.
public struct ReadMark: Hashable, Sendable {
  /// The time of the newest item that was read.
  public private(set) var newest: Instant
  /// Everything up to this instant counts as read.
  private var floor: Instant
  /// The items read after `floor`, newest last.
  private var recent: [Entry] = []

  private struct Entry: Hashable, Sendable {
    let at: Instant
    let name: String
  }

  /// An item of a list: when it came into the list, and its identity there.
  public typealias Item = (at: Instant, identity: String)

  /// The longest delay with which an item may arrive, and the number of names remembered for that.
  static let window = Duration.minutes(10)
  static let limit = 16

  /// Creates the mark of a user who begins with these items; all older ones count as read.
  /// - Returns: `nil` without items.
  public init?(_ items: some Collection<Item>) {
    guard let oldest = items.lazy.map({ $0.at }).min() else { return nil }
    (newest, floor) = (oldest, oldest)
    markAsRead(items)
  }

  /// Creates the mark of a user who has read everything up to an instant.
  public init(until instant: Instant) { (newest, floor) = (instant, instant) }

  /// Returns whether an item is unread.
  public func isNew(_ item: Item) -> Bool {
    guard item.at > floor else { return false }
    let name = Self.name(item.identity)
    return !recent.contains { $0.name == name }
  }

  /// Returns whether everything up to an instant was read.
  public func reaches(_ instant: Instant) -> Bool { instant <= floor }

  /// Marks items as read.
  public mutating func markAsRead(_ items: some Collection<Item>) {
    for item in items {
      newest = max(newest, item.at)
      let name = Self.name(item.identity)
      if item.at > floor, !recent.contains(where: { $0.name == name }) {
        recent.append(Entry(at: item.at, name: name))
      }
    }
    floor = max(floor, newest - Self.window)
    recent = recent.filter { $0.at > floor }.sorted { ($0.at, $0.name) < ($1.at, $1.name) }
    guard recent.count > Self.limit else { return }
    floor = recent[recent.count - Self.limit - 1].at
    recent = recent.suffix(Self.limit).filter { $0.at > floor }
  }

  private static func name(_ identity: String) -> String { String(identity.fingerprint, radix: 36) }

  /// The latest accepted instant, after the year 9999.
  private static let latest: Int64 = 1 << 58

  // MARK: As text

  /// The mark as a journal stores it: names with their distance from the floor in microseconds.
  public var json: JSON {
    [
      "newest": .integer(newest.microseconds), "floor": .integer(floor.microseconds),
      "recent": .object(recent.map { .init($0.name, .integer(($0.at - floor).microseconds)) }),
    ]
  }

  /// - Returns: `nil` for JSON that `json` does not write.
  public init?(_ json: JSON) {
    guard let newest = json["newest"]?.integerValue, let floor = json["floor"]?.integerValue,
      (0...Self.latest).contains(floor), (floor...Self.latest).contains(newest),
      case .object(let rows)? = json["recent"], rows.count <= Self.limit
    else { return nil }
    (self.newest, self.floor) = (Instant(microseconds: newest), Instant(microseconds: floor))
    for row in rows {
      guard let after = row.value.integerValue, (1...Self.window.microseconds).contains(after) else { return nil }
      recent.append(Entry(at: self.floor + Duration(microseconds: after), name: row.name))
    }
  }
}

/// A reading that goes back in a list to the user's position, so that new items can be shown oldest first.
public struct NewItemsReading: Hashable, Sendable {
  /// The user's position; `nil` for a user who begins.
  public let mark: ReadMark?
  private var listing: Listing
  private var hasReached = false

  /// The maximum number of items to go back: ten pages.
  public static let limit = 1_000

  /// - Parameter first: the number of items for a user who has read nothing yet.
  public init(_ list: ReadingList, from mark: ReadMark?, first: Int) {
    self.mark = mark
    listing = Listing(list)
    listing.begin(mark == nil ? first : Self.limit)
  }

  /// The next call; `nil` once the position is reached.
  public var next: XRPCCall? { hasReached ? nil : listing.next }

  /// Processes an answer.
  /// - Returns: `true` if it was a page of the list.
  public mutating func receive(_ json: JSON) -> Bool {
    let before = listing.batch.count
    guard listing.receive(json) else { return false }
    // A pinned post is on top, however old it is.
    let last = listing.batch[before...].last { Self.item($0) != nil && Self.post($0)?.isPinned == false }
    if let mark, let last = last.flatMap(Self.item) { hasReached = mark.reaches(last.at) }
    return true
  }

  /// The new posts, oldest first, without those that have no date.
  public var news: [FeedItem] {
    var posts = listing.batch.compactMap(Self.post)
    posts = posts.filter { post in
      guard let item = post.mark else { return false }
      return mark?.isNew(item) ?? true
    }
    return posts.reversed()
  }

  /// `true` if there are more new posts than it goes back.
  public var isCut: Bool { mark != nil && !hasReached && listing.hasMore }

  /// The number of unusable values in the pages.
  public var omitted: Int { listing.omitted }

  private static func post(_ item: ListPage.Item) -> FeedItem? {
    if case .post(let post) = item { post } else { nil }
  }
  private static func item(_ item: ListPage.Item) -> ReadMark.Item? { post(item)?.mark }
}

extension FeedItem {
  /// The time at which the post came into its list, and its identity there; `nil` if either is unknown.
  public var mark: ReadMark.Item? {
    guard let identity, let at = reposted ?? post?.created else { return nil }
    return (at, identity)
  }
}
