import JSON
import RichText

/// A person with an account, as the network reports them.
///
/// Source: the lexicons `app.bsky.actor.defs#profileViewBasic`, `#profileView` and `#profileViewDetailed`.
public struct Person: Hashable, Sendable {
  /// The permanent identifier.
  public let did: String
  /// The handle, which may change at any time; `handle.invalid` if it proved wrong.
  public let handle: String
  /// The display name; empty if there is none. Untrusted text.
  public let name: String
  /// The profile's description, in longer answers. Untrusted text.
  public let about: String
  /// The numbers of followers, follows and posts; `nil` if the answer does not include them.
  public let followers: Int?
  public let follows: Int?
  public let posts: Int?
  /// The labels that moderators, or the person, have put on the account.
  public let appliedLabels: [AppliedLabel]
  public var labels: [String] { appliedLabels.names }
  public private(set) var relation: Relation

  /// Returns a copy without any relation to an account.
  func unrelated() -> Person {
    var person = self
    person.relation = Relation()
    return person
  }

  /// The relation between the person and the account that asks.
  public struct Relation: Hashable, Sendable {
    /// The account's follow record; `nil` if the account does not follow the person.
    public var following: RecordAddress?
    public var isFollower = false
    public var isMuted = false
    /// The account's block record; `nil` if the account does not block the person.
    public var blocking: RecordAddress?
    public var isBlockedBy = false
    /// `true` if the account mutes or blocks the person as a member of a list.
    public var isMutedByList = false
    public var isBlockedByList = false
    public init() {}

    /// Returns whether the account has reacted to the person in this way, and the record of the reaction.
    public func reaction(_ kind: Reaction.Kind) -> (isThere: Bool, record: RecordAddress?) {
      switch kind {
      case .follow: (following != nil, following)
      case .block: (blocking != nil, blocking)
      case .mute: (isMuted, nil)
      case .like, .repost, .bookmark, .seen: (false, nil)
      }
    }
  }

  /// The placeholder for a handle that does not lead back to its account.
  public static let invalidHandle = "handle.invalid"

  /// - Returns: `nil` without a DID, because the person could not be identified.
  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let did = json["did"]?.stringValue, DID.isValid(did) else { return nil }
    self.did = did
    let handle = reader.text(json, "handle")
    if let handle, Handle.isValid(handle) {
      self.handle = handle
    } else {
      self.handle = Self.invalidHandle
      if handle != nil { reader.omit() }
    }
    name = reader.text(json, "displayName") ?? ""
    about = reader.text(json, "description") ?? ""
    followers = reader.count(json, "followersCount")
    follows = reader.count(json, "followsCount")
    posts = reader.count(json, "postsCount")
    appliedLabels = ContentLabel.applied(json, &reader)
    var relation = Relation()
    if let viewer = reader.object(json, "viewer") {
      relation.following = reader.address(viewer, "following")
      relation.isFollower = reader.address(viewer, "followedBy") != nil
      relation.isMuted = reader.flag(viewer, "muted")
      relation.blocking = reader.address(viewer, "blocking")
      relation.isMutedByList = reader.object(viewer, "mutedByList") != nil
      relation.isBlockedByList = reader.object(viewer, "blockingByList") != nil
      relation.isBlockedBy = reader.flag(viewer, "blockedBy")
    }
    self.relation = relation
  }
}
