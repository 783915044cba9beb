import JSON

/// Where a DID's account lives, as its document says (W3C DID Core; AT Protocol "DID").
public struct DIDDocument: Hashable, Sendable {
  public let did: String
  /// The address of the host of its repository; `nil` when it names none.
  public let host: String?
  /// The handles that it bears by its own account, in small letters.
  public let handles: [String]

  /// - Returns: `nil` for what is no document.
  public init?(_ json: JSON) {
    guard let did = json["id"]?.stringValue, DID.isValid(did) else { return nil }
    self.did = did
    handles = (json["alsoKnownAs"]?.arrayValue ?? []).compactMap(\.stringValue).filter { $0.hasPrefix("at://") }
      .map { $0.dropFirst(5).lowercased() }
    host =
      json["service"]?.arrayValue?.first { service in
        let id = service["id"]?.stringValue
        return (id == "#atproto_pds" || id == did + "#atproto_pds")
          && service["type"]?.stringValue == "AtprotoPersonalDataServer"
      }?["serviceEndpoint"]?.stringValue
  }
}
