import JSON

/// The people who may reply to a post, and whether it may be quoted.
///
/// Source: the lexicons `app.bsky.feed.threadgate` and `app.bsky.feed.postgate`. Each is a record of its own, under the
/// key of the post.
public struct PostGates: Hashable, Sendable {
  /// People who may reply; several rules add up.
  public enum Rule: Hashable, Sendable {
    case followers, following, mentioned
    /// The members of a list.
    case list(RecordAddress)

    var json: JSON {
      let kind = "app.bsky.feed.threadgate#"
      return switch self {
      case .followers: ["$type": .string(kind + "followerRule")]
      case .following: ["$type": .string(kind + "followingRule")]
      case .mentioned: ["$type": .string(kind + "mentionRule")]
      case .list(let address): ["$type": .string(kind + "listRule"), "list": .string(address.description)]
      }
    }

    /// - Returns: `nil` for a rule of another kind.
    public init?(_ json: JSON) {
      switch json.type {
      case "app.bsky.feed.threadgate#followerRule": self = .followers
      case "app.bsky.feed.threadgate#followingRule": self = .following
      case "app.bsky.feed.threadgate#mentionRule": self = .mentioned
      case "app.bsky.feed.threadgate#listRule":
        guard let list = json["list"]?.stringValue.flatMap({ RecordAddress($0) }) else { return nil }
        self = .list(list)
      default: return nil
      }
    }

    /// The word that names the rule; the address of a list.
    public var word: String {
      switch self {
      case .followers: "followers"
      case .following: "following"
      case .mentioned: "mentioned"
      case .list(let address): address.description
      }
    }

    /// Reads what `word` writes.
    public init?(word: String) {
      switch word {
      case "followers": self = .followers
      case "following": self = .following
      case "mentioned": self = .mentioned
      default:
        guard let address = RecordAddress(word), address.collection == RecordAddress.lists else { return nil }
        self = .list(address)
      }
    }
  }

  /// The rules for who may reply; `nil` for everyone, empty for no one.
  public var replies: [Rule]?
  public var allowsQuotes: Bool

  /// The maximum number of rules. Source: the lexicon.
  public static let ruleLimit = 5
  public static let (threadgates, postgates) = ("app.bsky.feed.threadgate", "app.bsky.feed.postgate")

  public init(replies: [Rule]? = nil, allowsQuotes: Bool = true) {
    (self.replies, self.allowsQuotes) = (replies, allowsQuotes)
  }

  /// `true` if everyone may reply and quote, so that no record is needed.
  public var isOpen: Bool { replies == nil && allowsQuotes }

  /// Returns the gates that apply to a later post of a thread, which has no rules for replies of its own.
  public var ofContinuation: PostGates { PostGates(allowsQuotes: allowsQuotes) }

  /// Returns the records beside a post.
  /// - Parameter created: `createdAt` of the post.
  func records(of post: RecordAddress, created: JSON) -> [(address: RecordAddress, record: JSON)] {
    func address(_ collection: String) -> RecordAddress {
      RecordAddress(repository: post.repository, collection: collection, key: post.key)
    }
    var records: [(address: RecordAddress, record: JSON)] = []
    if let replies {
      records.append(
        (
          address: address(Self.threadgates),
          record: [
            "$type": .string(Self.threadgates), "post": .string(post.description),
            "allow": .array(replies.map { $0.json }), "createdAt": created,
          ]
        ))
    }
    if !allowsQuotes {
      records.append(
        (
          address: address(Self.postgates),
          record: [
            "$type": .string(Self.postgates), "post": .string(post.description),
            "embeddingRules": [["$type": .string(Self.postgates + "#disableRule")]], "createdAt": created,
          ]
        ))
    }
    return records
  }

  // MARK: As text

  public var json: JSON {
    var fields: [JSON.Field] = []
    if let replies { fields.append(.init("replies", .array(replies.map { .string($0.word) }))) }
    if !allowsQuotes { fields.append(.init("quotes", false)) }
    return .object(fields)
  }

  /// - Returns: `nil` for JSON that `json` does not write.
  public init?(_ json: JSON) {
    guard json.isObject else { return nil }
    var rules: [Rule]?
    if let words = json["replies"] {
      guard let words = words.arrayValue, words.count <= Self.ruleLimit else { return nil }
      rules = words.compactMap { $0.stringValue.flatMap { Rule(word: $0) } }
      guard rules?.count == words.count else { return nil }
    }
    self.init(replies: rules, allowsQuotes: json["quotes"]?.boolValue ?? true)
  }
}
