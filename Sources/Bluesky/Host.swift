/// The address of a server, without a path.
public struct Host: Hashable, Sendable, CustomStringConvertible {
  /// `https://…`, or `http://…` to this machine.
  public let address: String
  /// `true` if the host is this machine.
  public let isLoopback: Bool
  /// `true` if a server named this host, not the user.
  public let isFollowed: Bool

  public enum Problem: Error, Hashable, Sendable {
    /// The text does not have the form of a server's address.
    case noAddress
    /// The connection to another machine would be unencrypted.
    case unencrypted
    /// A document leads to this machine without the user having chosen it.
    case inward
  }

  /// Reads an address that a user typed or a document contains: `bsky.social`, `https://pds.example`,
  /// `http://localhost:2583`.
  /// - Parameter isLoopback: whether a machine's name denotes this machine.
  public init(_ text: String, isLoopback: (String) -> Bool) throws(Problem) {
    try self.init(text, isFollowed: false, isLoopback: isLoopback)
  }

  /// - Parameter isFollowed: `true` if a server named the host, which was checked by `init(following:)` then.
  init(_ text: String, isFollowed: Bool, isLoopback: (String) -> Bool) throws(Problem) {
    self.isFollowed = isFollowed
    let lower = text.lowercased()
    let isPlain = lower.hasPrefix("http://")
    let rest = isPlain ? text.dropFirst(7) : lower.hasPrefix("https://") ? text.dropFirst(8) : text[...]
    let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard let name = Self.name(authority), !Self.isUnusualNumber(name) else { throw .noAddress }
    self.isLoopback = isLoopback(name)
    if isPlain, !self.isLoopback { throw .unencrypted }
    address = (isPlain ? "http://" : "https://") + authority.lowercased()
  }

  /// Returns whether a name is a number other than four decimal bytes. Programs read such numbers differently: 127.1,
  /// 0x7f000001 and 2130706433 are this machine to some.
  private static func isUnusualNumber(_ name: String) -> Bool {
    guard let last = name.split(separator: ".").last, !name.hasPrefix("[") else { return false }
    let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.lowercased().hasPrefix("0x")
    let bytes = name.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = bytes.count == 4 && bytes.allSatisfy { UInt8($0) != nil && ($0 == "0" || $0.first != "0") }
    return isNumber && !isPlain
  }

  /// `true` if the host is given by an IP address instead of a name.
  private var isAddress: Bool {
    let name = address.split(separator: "/").last ?? ""
    return name.hasPrefix("[") || name.prefix { $0 != ":" }.allSatisfy { $0.isNumber || $0 == "." }
  }

  /// Creates the host that a server has named, starting from the one that the user chose. This is the one rule for
  /// documents, DIDs and pictures. The host is never this machine unless the user chose a host on it, and never a bare
  /// address or a name of a local network, whose location no one can check. The machine behind the name is checked once
  /// more when the connection is opened.
  public init(following text: String, from chosen: Host?, isLoopback: (String) -> Bool) throws(Problem) {
    try self.init(text, isFollowed: chosen?.isLoopback != true, isLoopback: isLoopback)
    if self.isLoopback ? chosen?.isLoopback != true : isAddress || isOfOwnNetwork { throw .inward }
  }

  /// Creates the host of a whole address that a server has named, such as a picture's: `https://cdn.example/image`.
  public init(followingAddress address: String, isLoopback: (String) -> Bool) throws(Problem) {
    guard address.lowercased().hasPrefix("https://"), address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C })
    else {
      throw .noAddress
    }
    let authority = address.dropFirst(8).prefix { !"/?#\\".contains($0) }
    try self.init(following: "https://" + authority, from: nil, isLoopback: isLoopback)
  }

  /// The last parts of names that no public machine has, but machines of a local network may have.
  private static let ownNames: Set = [
    "localhost", "local", "internal", "localdomain", "lan", "home", "corp", "intranet", "private", "arpa",
  ]

  /// `true` for a name without a dot or with one of these last parts; a trailing dot changes nothing.
  private var isOfOwnNetwork: Bool {
    let parts = name.split(separator: ".")
    return parts.count < 2 || parts.last.map { Self.ownNames.contains($0.lowercased()) } ?? true
  }

  private var name: Substring { address.split(separator: "/").last?.prefix { $0 != ":" } ?? "" }

  public static func == (a: Host, b: Host) -> Bool { a.address == b.address }
  public func hash(into hasher: inout Hasher) { hasher.combine(address) }

  /// Returns whether two addresses denote the same server: this machine has several names.
  public func isSame(as other: Host) -> Bool {
    address == other.address || isLoopback && other.isLoopback && scheme == other.scheme && port == other.port
  }

  private var scheme: Substring { address.prefix { $0 != ":" } }
  private var port: Substring? {
    let name = address.dropFirst(scheme.count + 3)
    let rest = name.hasPrefix("[") ? name.drop { $0 != "]" } : name
    return rest.lastIndex(of: ":").map { rest[$0...] }
  }

  public var description: String { address.hasPrefix("https://") ? String(address.dropFirst(8)) : address }

  /// The name before the port: letters, digits, `.` and `-`, or IPv6 in brackets.
  private static func name(_ authority: Substring) -> String? {
    var name = authority
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      name = authority[...end]
      guard name.dropFirst().dropLast().utf8.allSatisfy({ "0123456789abcdefABCDEF:.".utf8.contains($0) }) else {
        return nil
      }
    } else {
      name = authority.prefix { $0 != ":" }
      let isName = name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x2E
      }
      guard isName, !name.isEmpty, !name.hasPrefix("."), !name.hasPrefix("-") else { return nil }
    }
    let port = authority[name.endIndex...]
    guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
    return String(name)
  }
}
