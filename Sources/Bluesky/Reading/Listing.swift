import JSON
import Timeline

/// A list of the network that is read page by page: it says what to ask next, takes the answer, and ends by itself.
///
/// Nothing is shown twice. Feeds are made by anybody, and some never end: a page with nothing new, or a cursor that was
/// there before, is the end.
public struct Listing: Hashable, Sendable {
  /// Why nothing more comes.
  public enum End: Hashable, Sendable {
    /// The server says so.
    case complete
    /// A page was empty, though the server says that more follows.
    case empty
    /// A page had nothing that was not there before.
    case repeated
    /// The server says that the next page begins where one has begun.
    case looped
  }

  public let list: ReadingList
  /// What was asked for last, as far as it has come.
  public private(set) var batch: [ListPage.Item] = []
  /// `nil` while more may follow.
  public private(set) var end: End?
  /// How many values of the batch's pages could not be used.
  public private(set) var omitted = 0
  /// How many items the batch is to have.
  public private(set) var wanted = 0
  /// Up to when the account had seen its notifications when the list was begun, where it is of those.
  public private(set) var seen: Instant?
  /// How many were given before the batch.
  public private(set) var before = 0
  private var cursor: String?
  private var cursors: Set<String> = []
  /// What tells the items apart that were there before.
  private var known: Set<String> = []
  /// What a server gave beyond what was asked for.
  private var ahead: [ListPage.Item] = []
  private var pages = 0
  /// How many of the pages were read for the batch.
  private var batchPages = 0

  /// How many pages are read for each that would be needed if all were full: some feeds give a few items a page, and one
  /// that gives one item a page, with a new cursor each time, would go on for hours.
  static let pagesForOne = 8

  public init(_ list: ReadingList) {
    self.list = list
    // Of no names nobody can be asked.
    if case .feeds(.saved([])) = list { end = .complete }
    if case .feeds(.recent([])) = list { end = .complete }
  }

  /// Asks for so many items more, at least one. A batch that never became whole was given to nobody: it comes first.
  public mutating func begin(_ count: Int) {
    if next == nil {
      before += batch.count
      omitted = 0
    } else {
      ahead = batch + ahead
    }
    (wanted, batchPages) = (max(1, count), 0)
    batch = Array(ahead.prefix(wanted))
    ahead.removeFirst(batch.count)
  }

  /// What is to be asked; `nil` when all that was wanted is there, or nothing more comes.
  public var next: XRPCCall? {
    guard end == nil, batch.count < wanted, batchPages < batchPageLimit else { return nil }
    // One more than is missing, once pages came: some feeds begin each with the last item of the one before.
    let limit = min(ReadingList.pageLimit, wanted - batch.count + (pages == 0 ? 0 : 1))
    return list.call(limit: limit, cursor: cursor)
  }

  private var batchPageLimit: Int {
    Self.pagesForOne * ((wanted + ReadingList.pageLimit - 1) / ReadingList.pageLimit)
  }

  /// Whether the batch is not whole though more may follow: its pages had too few items each.
  public var isCut: Bool { end == nil && batch.count < wanted && batchPages >= batchPageLimit }

  /// Whether another batch can be asked for.
  public var hasMore: Bool { end == nil || !ahead.isEmpty }

  /// Takes in an answer.
  /// - Returns: whether it was a page of the list.
  public mutating func take(_ json: JSON) -> Bool {
    guard let page = ListPage(json, of: list) else { return false }
    pages += 1
    batchPages += 1
    omitted += page.omitted
    if pages == 1 { seen = page.seen }
    let new = page.items.filter { item in item.identity.map { known.insert($0).inserted } ?? true }
    let kept = new.filter(list.keeps)
    let room = wanted - batch.count
    batch += kept.prefix(room)
    ahead += kept.dropFirst(room)
    end = Self.end(of: page, hasNew: !new.isEmpty, isKnown: page.cursor.map { cursors.contains($0) } ?? false)
    cursor = page.cursor
    if let cursor { cursors.insert(cursor) }
    return true
  }

  private static func end(of page: ListPage, hasNew: Bool, isKnown: Bool) -> End? {
    if page.cursor == nil { return .complete }
    if page.items.isEmpty { return .empty }
    if !hasNew { return .repeated }
    return isKnown ? .looped : nil
  }
}
