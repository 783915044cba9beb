import JSON

/// The permanent identifiers of accounts (W3C's Decentralized Identifiers).
public enum DID {
  private static let limit = 2_048

  /// Returns whether a text is a DID by the AT Protocol's syntax: `did:METHOD:IDENTIFIER`. O(length).
  public static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual("did".utf8), !parts[1].isEmpty, let last = parts[2].last,
      text.utf8.count <= limit
    else { return false }
    let isIdentifier = parts[2].allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "._:%-".utf8.contains(byte)
    }
    return parts[1].allSatisfy { (0x61...0x7A).contains($0) } && isIdentifier && !":%".utf8.contains(last)
  }
}

/// The document of a DID, which names the server of its account (W3C DID Core; AT Protocol "DID").
public struct DIDDocument: Hashable, Sendable {
  public let did: String
  /// The address of the server that hosts the account's repository; `nil` if the document names none.
  public let host: String?
  /// The handles that the document claims, in lowercase.
  public let handles: [String]

  /// - Returns: `nil` if the JSON is not a DID document.
  public init?(_ json: JSON) {
    guard let did = json["id"]?.stringValue, DID.isValid(did) else { return nil }
    self.did = did
    handles = (json["alsoKnownAs"]?.arrayValue ?? []).compactMap { $0.stringValue }.filter { $0.hasPrefix("at://") }
      .map { $0.dropFirst(5).lowercased() }
    host =
      json["service"]?.arrayValue?.first { service in
        let id = service["id"]?.stringValue
        return (id == "#atproto_pds" || id == did + "#atproto_pds")
          && service["type"]?.stringValue == "AtprotoPersonalDataServer"
      }?["serviceEndpoint"]?.stringValue
  }
}
