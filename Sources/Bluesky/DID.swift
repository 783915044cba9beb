/// The lasting names of accounts (W3C's Decentralized Identifiers).
public enum DID {
  private static let limit = 2_048

  /// Whether a text is one by the AT Protocol's syntax: `did:METHOD:IDENTIFIER`. O(length).
  public static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "did", !parts[1].isEmpty, !parts[2].isEmpty, text.utf8.count <= limit else {
      return false
    }
    let isIdentifier = parts[2].utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "._:%-".utf8.contains(byte)
    }
    return parts[1].utf8.allSatisfy { (0x61...0x7A).contains($0) } && isIdentifier && !":%".contains(parts[2].last!)
  }
}
