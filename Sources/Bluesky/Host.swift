/// The address of a server, without a path.
public struct Host: Hashable, Sendable, CustomStringConvertible {
  /// `https://…`, or `http://…` to this machine.
  public let address: String
  /// Whether it is this machine.
  public let isLoopback: Bool

  public enum Problem: Error, Hashable, Sendable {
    /// It has no form that a server's address has.
    case noAddress
    /// It would go unencrypted to another machine.
    case unencrypted
    /// A document leads to this machine, where nobody asked to go.
    case inward
  }

  /// Reads what somebody typed or a document says: `bsky.social`, `https://pds.example`, `http://localhost:2583`.
  /// - Parameter isLoopback: whether the name of a machine is this one.
  public init(_ text: String, isLoopback: (String) -> Bool) throws(Problem) {
    let lower = text.lowercased()
    let isPlain = lower.hasPrefix("http://")
    let rest = isPlain ? text.dropFirst(7) : lower.hasPrefix("https://") ? text.dropFirst(8) : text[...]
    let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard let name = Self.name(authority), !Self.isOddNumber(name) else { throw .noAddress }
    self.isLoopback = isLoopback(name)
    if isPlain, !self.isLoopback { throw .unencrypted }
    address = (isPlain ? "http://" : "https://") + authority.lowercased()
  }

  /// A number that is not written as four bytes is read in as many ways as there are readers: 127.1, 0x7f000001 and
  /// 2130706433 are this machine to some.
  private static func isOddNumber(_ name: String) -> Bool {
    guard let last = name.split(separator: ".").last, !name.hasPrefix("[") else { return false }
    let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.lowercased().hasPrefix("0x")
    let bytes = name.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = bytes.count == 4 && bytes.allSatisfy { UInt8($0) != nil && ($0 == "0" || $0.first != "0") }
    return isNumber && !isPlain
  }

  /// Whether it is an address of a machine and no name.
  private var isAddress: Bool {
    let name = address.split(separator: "/").last ?? ""
    return name.hasPrefix("[") || name.prefix { $0 != ":" }.allSatisfy { $0.isNumber || $0 == "." }
  }

  /// The host to which a document leads, from the one that somebody chose: never to this machine, unless one was there, and
  /// never to a bare address, of which nobody sees where it is.
  public init(following text: String, from chosen: Host?, isLoopback: (String) -> Bool) throws(Problem) {
    try self.init(text, isLoopback: isLoopback)
    if self.isLoopback || isAddress, chosen?.isLoopback != true { throw .inward }
  }

  /// Whether two addresses are one server's: this machine has several names.
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
