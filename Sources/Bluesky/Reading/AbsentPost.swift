import JSON

/// A post that is not shown, where one would stand.
public struct AbsentPost: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// It is deleted, or never was there.
    case deleted
    /// Its writer and the account that asks want nothing of each other.
    case blocked
    /// Whoever wrote the quoted post does not want it shown there.
    case detached
    /// Something that this client does not know, by its kind's name. From outside.
    case unknown(String)
  }

  /// Where it stands; `nil` where the answer does not say.
  public let address: RecordAddress?
  public let reason: Reason

  init(_ address: RecordAddress?, _ reason: Reason) { (self.address, self.reason) = (address, reason) }

  /// What stands in the place of a post; `nil` for what should be one.
  init?(_ json: JSON) {
    guard let type = json.type, let name = type.split(separator: "#").last else { return nil }
    let reason: Reason
    switch name {
    case "notFoundPost", "viewNotFound": reason = .deleted
    case "blockedPost", "viewBlocked": reason = .blocked
    case "viewDetached": reason = .detached
    case "postView", "threadViewPost", "viewRecord": return nil
    default: reason = .unknown(String(type.prefix(100)))
    }
    self.init(json["uri"]?.stringValue.flatMap { RecordAddress($0) }, reason)
  }
}
