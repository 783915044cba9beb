import JSON

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
