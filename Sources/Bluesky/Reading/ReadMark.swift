import JSON
import Timeline

/// How far somebody has got in a list that grows at its newest end: what is new since, and nothing of it twice.
///
/// An instant alone would lose things: what was written a moment earlier may arrive a moment later. So of the last minutes
/// it is known what was there, by name, and only what is older counts as read without a look.
public struct ReadMark: Hashable, Sendable {
  /// The newest that was read.
  public private(set) var newest: Instant
  /// Everything up to here counts as read.
  private var floor: Instant
  /// What was read after that, the newest last.
  private var recent: [Entry] = []

  private struct Entry: Hashable, Sendable {
    let at: Instant
    let name: String
  }

  /// Something of a list: when it came there, and what tells it from the others.
  public typealias Item = (at: Instant, identity: String)

  /// How late something may arrive, and how many names are kept for that.
  static let window = Duration.minutes(10)
  static let limit = 16

  /// The mark of somebody who begins with these, whatever else is older.
  /// - Returns: `nil` without any.
  public init?(_ items: some Collection<Item>) {
    guard let oldest = items.lazy.map({ $0.at }).min() else { return nil }
    (newest, floor) = (oldest, oldest)
    take(items)
  }

  /// The mark of somebody for whom all up to an instant is read.
  public init(until instant: Instant) { (newest, floor) = (instant, instant) }

  /// Whether nobody has read it yet.
  public func isNew(_ item: Item) -> Bool {
    guard item.at > floor else { return false }
    let name = Self.name(item.identity)
    return !recent.contains { $0.name == name }
  }

  /// Whether it and all that is older was read.
  public func reaches(_ instant: Instant) -> Bool { instant <= floor }

  /// Notes that these were read.
  public mutating func take(_ items: some Collection<Item>) {
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

  /// After the year 9999; no instant beyond it is believed.
  private static let latest: Int64 = 1 << 58

  // MARK: As text

  /// As a journal keeps it: names with how long after the floor they came, in microseconds.
  public var json: JSON {
    [
      "newest": .integer(newest.microseconds), "floor": .integer(floor.microseconds),
      "recent": .object(recent.map { .init($0.name, .integer(($0.at - floor).microseconds)) }),
    ]
  }

  /// - Returns: `nil` for what `json` does not write.
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

/// Reads back in a list to where somebody has got, so that what came since can be shown, the oldest first.
public struct CatchingUp: Hashable, Sendable {
  /// Where they have got; `nil` for somebody who begins.
  public let mark: ReadMark?
  private var listing: Listing
  private var hasReached = false

  /// How many items it goes back at most: ten pages.
  public static let limit = 1_000

  /// - Parameter first: how many somebody begins with who has read nothing yet.
  public init(_ list: ReadingList, from mark: ReadMark?, first: Int) {
    self.mark = mark
    listing = Listing(list)
    listing.begin(mark == nil ? first : Self.limit)
  }

  /// What is to be asked; `nil` once it is there.
  public var next: XRPCCall? { hasReached ? nil : listing.next }

  /// Takes in an answer.
  /// - Returns: whether it was a page of the list.
  public mutating func take(_ json: JSON) -> Bool {
    let before = listing.batch.count
    guard listing.take(json) else { return false }
    // What somebody has pinned stands on top, however old it is.
    let last = listing.batch[before...].last { Self.item($0) != nil && Self.post($0)?.isPinned == false }
    if let mark, let last = last.flatMap(Self.item) { hasReached = mark.reaches(last.at) }
    return true
  }

  /// What came since, the oldest first: what has no date is nothing of it.
  public var news: [FeedItem] {
    var posts = listing.batch.compactMap(Self.post)
    posts = posts.filter { post in
      guard let item = post.mark else { return false }
      return mark?.isNew(item) ?? true
    }
    return posts.reversed()
  }

  /// Whether more came since than it goes back.
  public var isCut: Bool { mark != nil && !hasReached && listing.hasMore }

  /// How many values of the pages could not be used.
  public var omitted: Int { listing.omitted }

  private static func post(_ item: ListPage.Item) -> FeedItem? {
    if case .post(let post) = item { post } else { nil }
  }
  private static func item(_ item: ListPage.Item) -> ReadMark.Item? { post(item)?.mark }
}

extension FeedItem {
  /// When it came into its list, and what tells it from the others there; `nil` where nobody says so.
  public var mark: ReadMark.Item? {
    guard let identity, let at = reposted ?? post?.created else { return nil }
    return (at, identity)
  }
}
