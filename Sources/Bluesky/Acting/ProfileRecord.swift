import JSON

/// The record of an account's own profile, which keeps the fields that are not known here when it is changed.
///
/// Source: the lexicon `app.bsky.actor.profile`.
public struct ProfileRecord: Hashable, Sendable {
  public private(set) var json: JSON
  /// The hash of the record on the server; `nil` if there is none. A change applies only to this version.
  public let cid: String?

  public static let nameLimit = 64
  public static let aboutLimit = 256
  public static let collection = "app.bsky.actor.profile"

  public static func address(of did: String) -> RecordAddress {
    RecordAddress(repository: did, collection: collection, key: "self")
  }

  /// Reads the answer to a request for the record; without one, the profile is empty.
  /// - Returns: `nil` for an answer that is not a record.
  public init?(_ answer: JSON?) {
    guard let answer else {
      (json, cid) = (["$type": .string(Self.collection)], nil)
      return
    }
    guard let value = answer["value"], value.isObject, let cid = answer["cid"]?.stringValue else { return nil }
    (json, self.cid) = (value, cid)
  }

  /// The pinned post.
  public var pinned: RecordAddress? { json["pinnedPost"].flatMap { StrongReference($0) }?.address }

  /// Pins a post, or no post.
  public mutating func pin(_ post: StrongReference?) { set("pinnedPost", post?.json) }

  /// Sets the texts; `nil` leaves one as it is, and an empty text removes it.
  public mutating func set(name: String?, about: String?) {
    if let name { set("displayName", name.isEmpty ? nil : .string(name)) }
    if let about { set("description", about.isEmpty ? nil : .string(about)) }
  }

  private mutating func set(_ field: String, _ value: JSON?) {
    guard case .object(var fields) = json else { return }
    fields.removeAll { $0.name == field }
    if let value { fields.append(.init(field, value)) }
    json = .object(fields)
  }

  /// The call that writes the record, unless the server has another version meanwhile.
  public func call(of did: String) -> XRPCCall {
    XRPCCall(
      procedure: "com.atproto.repo.putRecord",
      [
        "repo": .string(did), "collection": .string(Self.collection), "rkey": "self", "record": json,
        "swapRecord": cid.map { .string($0) } ?? .null,
      ], by: .account)
  }
}

/// A report to the moderators.
///
/// Source: the lexicon `com.atproto.moderation.createReport`.
public struct ModerationReport: Hashable, Sendable {
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    case spam, violation, misleading, sexual, rude, other

    var name: String { "com.atproto.moderation.defs#reason" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  public enum Subject: Hashable, Sendable {
    case post(StrongReference)
    /// A person, by DID.
    case person(String)
  }

  public let subject: Subject
  public let reason: Reason
  /// The user's comment; empty for none.
  public let words: String

  public static let wordLimit = 2_000

  public init(_ subject: Subject, _ reason: Reason, words: String) {
    (self.subject, self.reason, self.words) = (subject, reason, words)
  }

  public var call: XRPCCall {
    let json: JSON =
      switch subject {
      case .post(let post):
        [
          "$type": "com.atproto.repo.strongRef", "uri": .string(post.address.description), "cid": .string(post.cid),
        ]
      case .person(let did): ["$type": "com.atproto.admin.defs#repoRef", "did": .string(did)]
      }
    var fields: [JSON.Field] = [.init("reasonType", .string(reason.name)), .init("subject", json)]
    if !words.isEmpty { fields.append(.init("reason", .string(words))) }
    return XRPCCall(procedure: "com.atproto.moderation.createReport", .object(fields), by: .account)
  }
}

extension XRPCCall {
  /// Stops or resumes the notifications about a conversation.
  /// - Parameter root: the first post of the conversation.
  public static func muteThread(_ root: RecordAddress, isOn: Bool) -> XRPCCall {
    XRPCCall(
      procedure: isOn ? "app.bsky.graph.muteThread" : "app.bsky.graph.unmuteThread",
      ["root": .string(root.description)], by: .account)
  }
}
