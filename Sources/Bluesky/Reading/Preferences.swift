import JSON
import Timeline

/// The choices of an account that its server keeps for all of its clients: muted words, hidden posts, labels, feeds.
///
/// A server replaces all choices at once. Those that this client does not know, and the unknown fields of others, are
/// sent back as they came.
///
/// Source: the lexicon `app.bsky.actor.defs#preferences`.
public struct Preferences: Hashable, Sendable {
  private var items: [JSON]
  private static let kind = "app.bsky.actor.defs#"
  private static let (words, hidden) = (kind + "mutedWordsPref", kind + "hiddenPostsPref")

  public static let call = SavedFeeds.call

  /// The call that replaces the account's choices by these.
  public var putCall: XRPCCall {
    XRPCCall(procedure: "app.bsky.actor.putPreferences", ["preferences": .array(items)], by: .account)
  }

  /// Reads the answer to `call`; `nil` if it has no preferences.
  public init?(_ json: JSON) {
    guard let items = json["preferences"]?.arrayValue else { return nil }
    self.items = items
  }

  // MARK: Muted words

  /// A word that hides posts.
  public struct MutedWord: Hashable, Sendable {
    /// The word or the phrase. Untrusted text.
    public let text: String
    /// `true` if only a tag with that word hides a post.
    public let isTagOnly: Bool
    /// `true` if posts by followed people are shown all the same.
    public let exceptsFollowed: Bool
    /// The end of the muting; `nil` if it does not end.
    public let expires: Instant?

    init?(_ json: JSON) {
      guard let value = json["value"]?.stringValue, !value.isEmpty else { return nil }
      text = value
      let targets = (json["targets"]?.arrayValue ?? []).compactMap { $0.stringValue }
      isTagOnly = !targets.contains("content")
      exceptsFollowed = json["actorTarget"]?.stringValue == "exclude-following"
      expires = json["expiresAt"]?.stringValue.flatMap { NetworkDate.instant($0) }
    }
  }

  public var mutedWords: [MutedWord] { values(Self.words).compactMap { MutedWord($0) } }

  /// Returns the muted words that hide posts at an instant: words in texts, and words that count only as tags.
  /// - Parameter isFollowed: `true` for posts by followed people.
  public func words(at now: Instant, isFollowed: Bool) -> (texts: MutedWords, tags: Set<String>) {
    var (texts, tags): (MutedWords, Set<String>) = (MutedWords(), [])
    for word in mutedWords where word.expires.map({ $0 > now }) ?? true && !(isFollowed && word.exceptsFollowed) {
      if word.isTagOnly { tags.insert(word.text.lowercased()) } else { texts.mute(word.text) }
    }
    return (texts, tags)
  }

  /// Mutes a word in texts and tags.
  /// - Parameter id: a new name for it, by which clients tell words apart.
  /// - Returns: `false` if the word is muted already.
  @discardableResult
  public mutating func mute(_ word: String, id: String) -> Bool {
    guard !mutedWords.contains(where: { $0.text.lowercased() == word.lowercased() && !$0.isTagOnly }) else {
      return false
    }
    let item: JSON = [
      "id": .string(id), "value": .string(word), "targets": ["content", "tag"], "actorTarget": "all",
    ]
    change(Self.words) { $0 + [item] }
    return true
  }

  /// - Returns: `false` if the word is not muted.
  @discardableResult
  public mutating func unmute(_ word: String) -> Bool {
    func isMeant(_ item: JSON) -> Bool { item["value"]?.stringValue?.lowercased() == word.lowercased() }
    guard values(Self.words).contains(where: isMeant) else { return false }
    change(Self.words) { $0.filter { !isMeant($0) } }
    return true
  }

  // MARK: Hidden posts

  /// The hidden posts, the one that was hidden last at the end.
  public var hiddenPosts: [RecordAddress] {
    values(Self.hidden).compactMap { $0.stringValue.flatMap { RecordAddress($0) } }
  }

  /// - Returns: `false` if the post is hidden already.
  @discardableResult
  public mutating func hide(_ post: RecordAddress) -> Bool {
    guard !hiddenPosts.contains(post) else { return false }
    change(Self.hidden) { $0 + [.string(post.description)] }
    return true
  }

  /// - Returns: `false` if the post is not hidden.
  @discardableResult
  public mutating func unhide(_ post: RecordAddress) -> Bool {
    guard hiddenPosts.contains(post) else { return false }
    change(Self.hidden) { $0.filter { $0.stringValue != post.description } }
    return true
  }

  // MARK: Labels

  /// The treatment of posts with a label.
  public struct LabelChoice: Hashable, Sendable {
    public let label: String
    /// `ignore`, `show`, `warn` or `hide`. Untrusted text.
    public let visibility: String
    /// The DID of the moderators whose labels are meant; `nil` for those of the network.
    public let labeler: String?
  }

  public var labels: [LabelChoice] {
    items.filter { $0.type == Self.kind + "contentLabelPref" }.compactMap { item in
      guard let label = item["label"]?.stringValue, let visibility = item["visibility"]?.stringValue else { return nil }
      return LabelChoice(label: label, visibility: visibility, labeler: item["labelerDid"]?.stringValue)
    }
  }

  /// `true` if the account wants to see content for adults.
  public var showsAdultContent: Bool {
    items.first { $0.type == Self.kind + "adultContentPref" }?["enabled"]?.boolValue ?? false
  }

  public var savedFeeds: [RecordAddress] { SavedFeeds(["preferences": .array(items)])?.addresses ?? [] }

  // MARK: Items

  private func values(_ type: String) -> [JSON] { items.first { $0.type == type }?["items"]?.arrayValue ?? [] }

  private mutating func change(_ type: String, _ body: ([JSON]) -> [JSON]) {
    let new = JSON.array(body(values(type)))
    guard let place = items.firstIndex(where: { $0.type == type }), case .object(var fields) = items[place] else {
      items.append(["$type": .string(type), "items": new])
      return
    }
    if let field = fields.firstIndex(where: { $0.name == "items" }) {
      fields[field] = .init("items", new)
    } else {
      fields.append(.init("items", new))
    }
    items[place] = .object(fields)
  }
}
