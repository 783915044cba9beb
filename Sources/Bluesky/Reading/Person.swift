import JSON
import RichText

/// Somebody with an account, as an answer of the network gives them.
///
/// Source: the lexicons `app.bsky.actor.defs#profileViewBasic`, `#profileView` and `#profileViewDetailed`.
public struct Person: Hashable, Sendable {
  /// The name that lasts.
  public let did: String
  /// The name by which people know them, which may be another one tomorrow; `handle.invalid` for one that proved wrong.
  public let handle: String
  /// What they call themselves; empty for nothing. From outside.
  public let name: String
  /// What they say of themselves, in a longer answer. From outside.
  public let about: String
  /// How many there are of each; `nil` where the answer does not say.
  public let followers: Int?
  public let follows: Int?
  public let posts: Int?
  /// The labels that moderators, or they themselves, have put on them.
  public let labels: [String]
  public private(set) var relation: Relation

  /// The same for whom nothing is known of what they and an account are to each other.
  func unrelated() -> Person {
    var person = self
    person.relation = Relation()
    return person
  }

  /// What they and the account that asks are to each other.
  public struct Relation: Hashable, Sendable {
    /// The record by which the account follows them.
    public var following: RecordAddress?
    public var isFollower = false
    public var isMuted = false
    /// The record by which the account blocks them.
    public var blocking: RecordAddress?
    public var isBlockedBy = false
    public init() {}

    /// Whether the account has reacted to them so, and the record by which it did.
    public func reaction(_ kind: Reaction.Kind) -> (isThere: Bool, record: RecordAddress?) {
      switch kind {
      case .follow: (following != nil, following)
      case .block: (blocking != nil, blocking)
      case .mute: (isMuted, nil)
      case .like, .repost, .bookmark, .seen: (false, nil)
      }
    }
  }

  /// The handle of those whose handle leads elsewhere than to them.
  public static let invalidHandle = "handle.invalid"

  /// - Returns: `nil` without a DID: nobody could tell who that is.
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
    labels = ContentLabel.values(json, &reader)
    var relation = Relation()
    if let viewer = reader.object(json, "viewer") {
      relation.following = reader.address(viewer, "following")
      relation.isFollower = reader.address(viewer, "followedBy") != nil
      relation.isMuted = reader.flag(viewer, "muted")
      relation.blocking = reader.address(viewer, "blocking")
      relation.isBlockedBy = reader.flag(viewer, "blockedBy")
    }
    self.relation = relation
  }
}
