import JSON
import Timeline

/// The newest items of a list as last received, or a conversation or a profile, stored to be shown offline.
public struct CachedPages: Hashable, Sendable {
  /// The name of the list and its account; see `name(of:for:)`.
  public let name: String
  /// The time at which the first page arrived.
  public let at: Instant
  /// The feed of the pages; `nil` for any other list.
  public let feed: RecordAddress?
  private let list: String
  private let rows: [JSON]
  /// `true` if the list ends with these pages.
  private let isWhole: Bool

  /// The maximum number of stored items, and their maximum size as text in bytes.
  public static let rowLimit = 200
  public static let byteLimit = 1 << 20
  /// The size of a page. Fewer items than this never replace a longer stored list.
  static let pageSize = 20
  private static let version: Int64 = 1

  /// Returns the name that identifies a list's pages.
  /// - Parameter account: the DID of the account that has read them: each account sees another list.
  public static func name(of list: ReadingList, for account: String) -> String {
    name(of: list.call(limit: 1, cursor: nil), for: account)
  }

  /// Returns the name that identifies the answer to a call.
  public static func name(of call: XRPCCall, for account: String) -> String { account + " " + call.path }

  /// - Parameter answer: the answer to a call that is answered at once, such as one for a conversation.
  public init(_ call: XRPCCall, for account: String, at instant: Instant, _ answer: JSON) {
    self.init(Self.name(of: call, for: account), at: instant, feed: nil, "", [answer], isWhole: true)
  }

  /// The answer that came at once; `nil` for the pages of a list.
  public var single: JSON? { list.isEmpty ? rows.first : nil }

  /// - Parameter answers: the answers for the list's first page and the following ones.
  public init(_ list: ReadingList, for account: String, at instant: Instant, _ answers: [JSON]) {
    let feed: RecordAddress? = if case .feed(let address) = list { address } else { nil }
    self.init(
      Self.name(of: list, for: account), at: instant, feed: feed, list.field,
      answers.flatMap { $0[list.field]?.arrayValue ?? [] }, isWhole: answers.last?["cursor"] == nil)
  }

  private init(
    _ name: String, at instant: Instant, feed: RecordAddress?, _ list: String, _ rows: [JSON], isWhole: Bool
  ) {
    (self.name, at, self.feed, self.list, self.isWhole) = (
      name, instant, feed, list, isWhole && rows.count <= Self.rowLimit
    )
    self.rows = Array(rows.prefix(Self.rowLimit))
  }

  /// Returns the pages to store after older ones: the older rows are appended if the two overlap.
  public func after(_ older: CachedPages?) -> CachedPages {
    guard let older, older.name == name, !isWhole else { return self }
    let mine = Set(rows.compactMap(Self.identity))
    let rest = older.rows.filter { row in Self.identity(row).map { !mine.contains($0) } ?? false }
    let meets = rest.count < older.rows.count
    guard meets else { return rows.count < Self.pageSize && older.rows.count > rows.count ? older : self }
    return CachedPages(name, at: at, feed: feed, list, rows + rest, isWhole: older.isWhole)
  }

  /// Returns the identity of a row: the address of a post, feed or notification, the DID of a person.
  private static func identity(_ row: JSON) -> String? {
    let inner = row["post"] ?? row["item"] ?? row["actor"] ?? row["subject"] ?? row
    return (inner["uri"] ?? inner["did"])?.stringValue
  }

  /// All rows in the form of one answer, which ends the list where the stored rows end.
  private var answer: JSON {
    .object([.init(list, .array(rows))] + (isWhole ? [] : [.init("cursor", .string(list))]))
  }

  /// Returns the stored part of the list.
  /// - Parameter count: the number of items wanted.
  public func listing(_ list: ReadingList, _ count: Int) -> Listing {
    var listing = Listing(list)
    listing.begin(count)
    _ = listing.receive(answer)
    return listing
  }

  /// Lets a catch-up read the stored part.
  public func catchUp(_ catching: inout NewItemsReading) { _ = catching.receive(answer) }

  /// Returns whether an account has read these pages.
  public func isOf(_ account: String) -> Bool { name.hasPrefix(account + " ") }

  /// Returns whether a file's name has the form of those that `fileName` returns.
  public static func isFileName(_ name: String) -> Bool {
    guard name.hasSuffix(".json") else { return false }
    let digits = name.dropLast(5)
    return digits.count > 8 && UInt64(digits, radix: 36).map { String($0, radix: 36) == digits } ?? false
  }

  /// Returns the name of the file for pages of a name.
  public static func fileName(_ name: String) -> String { String(name.fingerprint, radix: 36) + ".json" }

  /// The content of the file, with as many of the newest rows as fit; `nil` if not even one fits.
  public var text: String? {
    let text = json.text
    if text.utf8.count <= Self.byteLimit { return text }
    guard rows.count > 1 else { return nil }
    return CachedPages(name, at: at, feed: feed, list, Array(rows.prefix(rows.count / 2)), isWhole: false).text
  }

  private var json: JSON {
    .object([
      .init("version", .integer(Self.version)), .init("name", .string(name)), .init("at", .integer(at.microseconds)),
      .init("feed", feed.map { .string($0.description) } ?? .null), .init("whole", .bool(isWhole)),
      .init("list", .string(list)), .init("rows", .array(rows)),
    ])
  }

  /// - Returns: `nil` for text that `text` does not write.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, let json = try? JSON(parsing: bytes),
      json["version"]?.integerValue == Self.version, let name = json["name"]?.stringValue,
      let at = json["at"]?.integerValue, let list = json["list"]?.stringValue, let rows = json["rows"]?.arrayValue,
      let isWhole = json["whole"]?.boolValue
    else { return nil }
    let feed = json["feed"]?.stringValue.flatMap { RecordAddress($0) }
    self.init(name, at: Instant(microseconds: at), feed: feed, list, rows, isWhole: isWhole)
  }
}
