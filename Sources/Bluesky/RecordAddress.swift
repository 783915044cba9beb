import RichText

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
