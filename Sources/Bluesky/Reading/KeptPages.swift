import JSON
import Timeline

/// The newest items of a list as they came last, or a conversation or a profile, so that they can be shown where there is no
/// network.
public struct KeptPages: Hashable, Sendable {
  /// Which list of which account; see `name(of:for:)`.
  public let name: String
  /// When the first of them came.
  public let at: Instant
  /// The feed whose pages they are; `nil` for those of another list.
  public let feed: RecordAddress?
  private let list: String
  private let rows: [JSON]
  /// Whether the list ends with them.
  private let isWhole: Bool

  /// How many items are kept of a list, and how large they may be as text, in bytes.
  public static let rowLimit = 200
  public static let byteLimit = 1 << 20
  /// A look at fewer does not push out what a longer one has brought.
  static let pageSize = 20
  private static let version: Int64 = 1

  /// What tells the pages of a list from others.
  /// - Parameter account: the DID of who has read them: others see another list.
  public static func name(of list: ReadingList, for account: String) -> String {
    name(of: list.call(limit: 1, cursor: nil), for: account)
  }

  /// What tells the answer to a question from others.
  public static func name(of call: XRPCCall, for account: String) -> String { account + " " + call.path }

  /// - Parameter answer: to a question that is answered at once, such as one for a conversation.
  public init(_ call: XRPCCall, for account: String, at instant: Instant, _ answer: JSON) {
    self.init(Self.name(of: call, for: account), at: instant, feed: nil, "", [answer], isWhole: true)
  }

  /// What was answered at once; `nil` for the pages of a list.
  public var single: JSON? { list.isEmpty ? rows.first : nil }

  /// - Parameter answers: of the list's first page and those after it.
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

  /// What is kept once these came after others: those go on behind them where the two meet.
  public func after(_ older: KeptPages?) -> KeptPages {
    guard let older, older.name == name, !isWhole else { return self }
    let mine = Set(rows.compactMap(Self.identity))
    let rest = older.rows.filter { row in Self.identity(row).map { !mine.contains($0) } ?? false }
    let meets = rest.count < older.rows.count
    guard meets else { return rows.count < Self.pageSize && older.rows.count > rows.count ? older : self }
    return KeptPages(name, at: at, feed: feed, list, rows + rest, isWhole: older.isWhole)
  }

  /// What tells a row from the others: of posts, feeds and notifications where they stand, of people who they are.
  private static func identity(_ row: JSON) -> String? {
    let inner = row["post"] ?? row["item"] ?? row["actor"] ?? row
    return (inner["uri"] ?? inner["did"])?.stringValue
  }

  /// All of it, as an answer that ends the list where it ended.
  private var answer: JSON {
    .object([.init(list, .array(rows))] + (isWhole ? [] : [.init("cursor", .string(list))]))
  }

  /// The list as far as it is kept.
  /// - Parameter count: how many items of it are wanted.
  public func listing(_ list: ReadingList, _ count: Int) -> Listing {
    var listing = Listing(list)
    listing.begin(count)
    _ = listing.take(answer)
    return listing
  }

  /// Goes back in it as far as it is kept.
  public func catchUp(_ catching: inout CatchingUp) { _ = catching.take(answer) }

  /// Whether an account has read them.
  public func isOf(_ account: String) -> Bool { name.hasPrefix(account + " ") }

  /// The name of the file that holds those of a name.
  public static func fileName(_ name: String) -> String { String(name.fingerprint, radix: 36) + ".json" }

  /// As a file, with as many of the newest rows as it has room for; `nil` where that is not one.
  public var text: String? {
    let text = json.text
    if text.utf8.count <= Self.byteLimit { return text }
    guard rows.count > 1 else { return nil }
    return KeptPages(name, at: at, feed: feed, list, Array(rows.prefix(rows.count / 2)), isWhole: false).text
  }

  private var json: JSON {
    .object([
      .init("version", .integer(Self.version)), .init("name", .string(name)), .init("at", .integer(at.microseconds)),
      .init("feed", feed.map { .string($0.description) } ?? .null), .init("whole", .bool(isWhole)),
      .init("list", .string(list)), .init("rows", .array(rows)),
    ])
  }

  /// - Returns: `nil` for what `text` does not write.
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
