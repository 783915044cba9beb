/// A handle, which is the name of an account and also a domain name, checked for its syntax.
///
/// Source: the AT Protocol's handle specification and its interoperability tests. Only syntax is checked: only the
/// network knows whether an account has the handle.
public struct Handle: Hashable, Sendable, CustomStringConvertible {
  /// The handle as written, without `@`.
  public let text: String

  /// The reason why a text is not a handle.
  public enum Problem: Error, Hashable, Sendable {
    case empty
    /// More than 253 bytes.
    case tooLong(bytes: Int)
    /// Something other than ASCII letters, digits, hyphens and dots.
    case badCharacter(Character)
    /// A single label, as in `bob`.
    case noDomain
    /// Two dots in a row, or one at an end.
    case emptyLabel
    /// A label with more than 63 bytes.
    case labelTooLong(bytes: Int)
    case hyphenAtEndOfLabel
    /// The last label starts with a digit, as in an IP address.
    case digitInFrontOfTopLevelDomain
  }

  /// The longest handle in bytes.
  public static let byteLimit = 253
  /// The longest label in bytes.
  public static let labelByteLimit = 63

  /// Checks `text`; throws the first problem found. O(n).
  public init(_ text: String) throws(Problem) {
    self.text = text
    if text.isEmpty { throw .empty }
    for scalar in text.unicodeScalars where !(scalar.isASCII && ByteClass.handle.holds(UInt8(scalar.value))) {
      throw .badCharacter(Character(scalar))
    }
    let bytes = Array(text.utf8)
    if bytes.count > Handle.byteLimit { throw .tooLong(bytes: bytes.count) }
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    for label in labels {
      guard let first = label.first, let last = label.last else { throw .emptyLabel }
      if label.count > Handle.labelByteLimit { throw .labelTooLong(bytes: label.count) }
      if first == UInt8(ascii: "-") || last == UInt8(ascii: "-") { throw .hyphenAtEndOfLabel }
    }
    if labels.count < 2 { throw .noDomain }
    if let first = labels[labels.count - 1].first, ByteClass.digit.holds(first) { throw .digitInFrontOfTopLevelDomain }
  }

  /// Returns whether `text` is a handle by its syntax.
  public static func isValid(_ text: String) -> Bool { (try? Handle(text)) != nil }
  /// The form in which handles are compared: upper and lower case do not matter.
  public var normalized: String { text.lowercased() }
  public var description: String { text }
}

extension Handle.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "a handle needs at least two labels, as in bob.bsky.social"
    case .tooLong(let bytes): "\(bytes) bytes; the limit is \(Handle.byteLimit)"
    case .badCharacter(let character): "'\(character)' is not allowed in a handle: use letters, digits, '-' and '.'"
    case .noDomain: "no dot: a full handle is a domain name, such as bob.bsky.social"
    case .emptyLabel: "a dot at the start or the end, or two dots in a row"
    case .labelTooLong(let bytes): "\(bytes) bytes in one label; the limit is \(Handle.labelByteLimit)"
    case .hyphenAtEndOfLabel: "a '-' next to a dot, or at the start or the end"
    case .digitInFrontOfTopLevelDomain: "the last label starts with a digit"
    }
  }
}
