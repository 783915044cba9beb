import JSON
import RichText
import Timeline

/// Where a record stands: `at://` whose repository, which collection, which key.
///
/// Source: the AT Protocol's "AT URI scheme", in the form that lexicons demand.
public struct RecordAddress: Hashable, Sendable, CustomStringConvertible {
  /// A DID or a handle.
  public let repository: String
  /// The collection's name, such as `app.bsky.feed.post`.
  public let collection: String
  public let key: String

  public static let posts = "app.bsky.feed.post"
  public static let feeds = "app.bsky.feed.generator"
  private static let keyLimit = 512
  /// The collections whose records have pages, by the word in their addresses.
  private static let paged = ["post": posts, "feed": feeds]

  public init(repository: String, collection: String, key: String) {
    (self.repository, self.collection, self.key) = (repository, collection, key)
  }

  /// Reads `at://REPOSITORY/COLLECTION/KEY`.
  /// - Returns: `nil` for anything else.
  public init?(_ text: String) {
    // By bytes: the answers of a network are full of addresses.
    guard text.utf8.starts(with: "at://".utf8) else { return nil }
    let parts = text.utf8.dropFirst(5).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    guard parts.count == 3, Self.isRepository(parts[0]), Self.isCollection(parts[1]), Self.isKey(parts[2]) else {
      return nil
    }
    self.init(repository: parts[0], collection: parts[1], key: parts[2])
  }

  /// Reads the address of a post's or a feed's page, as people copy it: `https://bsky.app/profile/REPOSITORY/post/KEY`,
  /// whoever's page shows it.
  public init?(page: String) {
    guard let start = ["https://", "http://"].first(where: { page.lowercased().hasPrefix($0) }) else { return nil }
    let path = page.dropFirst(start.count).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 5, parts[1] == "profile", let collection = Self.paged[parts[3]],
      Self.isRepository(parts[2]), Self.isKey(parts[4])
    else { return nil }
    self.init(repository: parts[2], collection: collection, key: parts[4])
  }

  public var description: String { "at://\(repository)/\(collection)/\(key)" }

  private static func isRepository(_ text: String) -> Bool { DID.isValid(text) || Handle.isValid(text) }

  /// The key's characters; `.` and `..` would be folders.
  private static func isKey(_ text: String) -> Bool {
    (1...keyLimit).contains(text.utf8.count) && text != "." && text != ".."
      && text.utf8.allSatisfy { isAlphanumeric($0) || "_-.:~".utf8.contains($0) }
  }

  /// A domain name backwards, and a name of letters and digits: at least three parts (NSID).
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

/// The name of a record in its repository: a timestamp identifier (TID) of 13 letters and digits that sort by time.
///
/// A post has its key before it is sent for the first time, and keeps it: the host that has it already takes no second one.
/// Source: the AT Protocol's "Record Key" and "TID" specifications.
public struct RecordKey: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 53 bits of microseconds since 1970, then ten bits that tell apart who counts them.
  let value: UInt64

  private static let letters = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
  private static let length = 13
  private static let clockBits: UInt64 = 10
  private static let timeLimit: Int64 = 1 << 53

  /// The key of something made at an instant; before 1970 it is as of then.
  /// - Parameters:
  ///   - device: who counts: two that write in the same microsecond get different keys, but for one chance in 1,024.
  ///   - previous: the last key given there; the new one is later.
  public init(_ instant: Instant, device: String, after previous: RecordKey? = nil) {
    // Its lower bits are well mixed.
    let hash = device.fingerprint
    var time = UInt64(min(max(0, instant.microseconds), Self.timeLimit - 1))
    if let previous { time = max(time, (previous.value >> Self.clockBits) + 1) }
    value = time << Self.clockBits | hash & ((1 << Self.clockBits) - 1)
  }

  /// - Returns: `nil` for what is no such key.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == Self.length else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard let digit = Self.letters.firstIndex(of: byte), value >> 59 == 0 else { return nil }
      value = value << 5 | UInt64(digit)
    }
    guard value >> 63 == 0 else { return nil }
    self.value = value
  }

  public var description: String {
    let digits = (0..<Self.length).reversed().map { Self.letters[Int(value >> (5 * UInt64($0)) & 31)] }
    return String(decoding: digits, as: UTF8.self)
  }

  public static func < (a: RecordKey, b: RecordKey) -> Bool { a.value < b.value }
}

/// A record as it was at one time (`com.atproto.repo.strongRef`): its address, and the hash of what it said.
public struct StrongReference: Hashable, Sendable {
  public let address: RecordAddress
  public let cid: String

  public init(_ address: RecordAddress, cid: String) { (self.address, self.cid) = (address, cid) }
  public var json: JSON { ["uri": .string(address.description), "cid": .string(cid)] }
}

extension StrongReference {
  /// The `uri` and `cid` of an answer; `nil` where they are none.
  public init?(_ json: JSON) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }), let cid = json["cid"]?.stringValue,
      (1...256).contains(cid.utf8.count)
    else { return nil }
    self.init(address, cid: cid)
  }

  /// The same, only of a post, and by a name that its writer keeps: a handle may be somebody else's tomorrow.
  init?(lasting json: JSON) {
    self.init(json)
    guard DID.isValid(address.repository), address.collection == RecordAddress.posts else { return nil }
  }
}
