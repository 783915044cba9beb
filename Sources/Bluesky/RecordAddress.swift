import JSON
import RichText
import Timeline

/// The address of a record: `at://` with a repository, a collection and a key.
///
/// Source: the AT Protocol's "AT URI scheme", in the form that lexicons require.
public struct RecordAddress: Hashable, Sendable, CustomStringConvertible {
  /// A DID or a handle.
  public let repository: String
  /// The collection's name, such as `app.bsky.feed.post`.
  public let collection: String
  public let key: String

  public static let posts = "app.bsky.feed.post"
  public static let feeds = "app.bsky.feed.generator"
  public static let lists = "app.bsky.graph.list"
  public static let starterPacks = "app.bsky.graph.starterpack"
  private static let keyLimit = 512
  /// The collections whose records have web pages, by the word in the pages' addresses.
  private static let paged = ["post": posts, "feed": feeds, "lists": lists]

  /// The words in the addresses of pages of starter packs; the first is the present one.
  private static let packs = ["starter-pack", "start"]

  public init(repository: String, collection: String, key: String) {
    (self.repository, self.collection, self.key) = (repository, collection, key)
  }

  /// Reads `at://REPOSITORY/COLLECTION/KEY`.
  /// - Returns: `nil` for anything else.
  public init?(_ text: String) {
    // Compare bytes, which is faster: answers are full of addresses.
    guard text.utf8.starts(with: "at://".utf8) else { return nil }
    let parts = text.utf8.dropFirst(5).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    guard parts.count == 3, Self.isRepository(parts[0]), Self.isCollection(parts[1]), Self.isKey(parts[2]) else {
      return nil
    }
    self.init(repository: parts[0], collection: parts[1], key: parts[2])
  }

  /// The address of the record's page on the official site; `nil` for a record without one.
  public var page: String? {
    if collection == Self.starterPacks { return "https://bsky.app/\(Self.packs[0])/\(repository)/\(key)" }
    return Self.paged.first { $0.value == collection }.map { "https://bsky.app/profile/\(repository)/\($0.key)/\(key)" }
  }

  /// Reads the address of the web page of a post, a feed, a list or a starter pack, as people copy it, from any site:
  /// `https://bsky.app/profile/REPOSITORY/post/KEY`, `https://bsky.app/starter-pack/REPOSITORY/KEY`.
  public init?(page: String) {
    guard let start = ["https://", "http://"].first(where: { page.lowercased().hasPrefix($0) }) else { return nil }
    let path = page.dropFirst(start.count).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(String.init)
    if parts.count == 4, Self.packs.contains(parts[1]), Self.isRepository(parts[2]), Self.isKey(parts[3]) {
      self.init(repository: parts[2], collection: Self.starterPacks, key: parts[3])
      return
    }
    guard parts.count == 5, parts[1] == "profile", let collection = Self.paged[parts[3]],
      Self.isRepository(parts[2]), Self.isKey(parts[4])
    else { return nil }
    self.init(repository: parts[2], collection: collection, key: parts[4])
  }

  public var description: String { "at://\(repository)/\(collection)/\(key)" }

  private static func isRepository(_ text: String) -> Bool { DID.isValid(text) || Handle.isValid(text) }

  /// Checks the characters of a key; `.` and `..` would be folders.
  private static func isKey(_ text: String) -> Bool {
    (1...keyLimit).contains(text.utf8.count) && text != "." && text != ".."
      && text.utf8.allSatisfy { isAlphanumeric($0) || "_-.:~".utf8.contains($0) }
  }

  /// Checks for a reversed domain name and a name of letters and digits: at least three parts (NSID).
  private static func isCollection(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 3 && text.utf8.count <= 317
      && parts.allSatisfy { part in
        (1...63).contains(part.count) && part.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
      }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

/// The key of a record in its repository: a timestamp identifier (TID) of 13 letters and digits that sort by time.
///
/// A post gets its key before it is sent for the first time, and keeps it: a server that already has the record does
/// not accept a second one.
/// Source: the AT Protocol's "Record Key" and "TID" specifications.
public struct RecordKey: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 53 bits of microseconds since 1970, then ten bits that identify the clock.
  let value: UInt64

  private static let letters = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
  private static let length = 13
  private static let clockBits: UInt64 = 10
  private static let timeLimit: Int64 = 1 << 53

  /// Creates the key of a record made at an instant; an instant before 1970 counts as 1970.
  /// - Parameters:
  ///   - device: the name of the clock's device: two devices that write in the same microsecond get different keys,
  ///     except for one chance in 1,024.
  ///   - previous: the last key made on that device; the new one is later.
  public init(_ instant: Instant, device: String, after previous: RecordKey? = nil) {
    // The hash's lower bits are well mixed.
    let hash = device.fingerprint
    var time = UInt64(min(max(0, instant.microseconds), Self.timeLimit - 1))
    if let previous { time = max(time, min(previous.value >> Self.clockBits + 1, UInt64.max >> Self.clockBits)) }
    value = time << Self.clockBits | hash & ((1 << Self.clockBits) - 1)
  }

  /// - Returns: `nil` if the text is not a key of this form.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == Self.length else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      // The first letter stands for four bits only.
      guard let digit = Self.letters.firstIndex(of: byte), value >> 59 == 0 else { return nil }
      value = value << 5 | UInt64(digit)
    }
    self.value = value
  }

  public var description: String {
    let digits = (0..<Self.length).reversed().map { Self.letters[Int(value >> (5 * UInt64($0)) & 31)] }
    return String(decoding: digits, as: UTF8.self)
  }

  public static func < (a: RecordKey, b: RecordKey) -> Bool { a.value < b.value }

  /// The key to use if another record has this one: the same on every device.
  public var next: RecordKey { RecordKey(.distantPast, device: description, after: self) }
}

/// A reference to one version of a record (`com.atproto.repo.strongRef`): its address, and the hash of its content.
public struct StrongReference: Hashable, Sendable {
  public let address: RecordAddress
  public let cid: String

  public init(_ address: RecordAddress, cid: String) { (self.address, self.cid) = (address, cid) }
  public var json: JSON { ["uri": .string(address.description), "cid": .string(cid)] }
}

extension StrongReference {
  /// Reads the `uri` and `cid` of an answer; `nil` if either is invalid.
  public init?(_ json: JSON) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }), let cid = json["cid"]?.stringValue,
      (1...256).contains(cid.utf8.count)
    else { return nil }
    self.init(address, cid: cid)
  }

  /// Reads the reference to a post by DID: a handle may belong to another account tomorrow.
  init?(lasting json: JSON) {
    self.init(json)
    guard DID.isValid(address.repository), address.collection == RecordAddress.posts else { return nil }
  }
}
