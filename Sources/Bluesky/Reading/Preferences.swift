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

  /// The next end of a muting after an instant; `nil` if there is none.
  public func nextExpiry(after now: Instant) -> Instant? {
    mutedWords.compactMap { $0.expires }.filter { $0 > now }.min()
  }

  /// Mutes a word in texts and tags.
  /// - Parameter id: a new name for it, by which clients tell words apart.
  /// - Returns: `false` if the word is muted already.
  @discardableResult
  public mutating func mute(_ word: String, id: String) -> Bool {
    let word = MutedWords.plain(word)
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
    let word = MutedWords.plain(word)
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

  /// `true` if the account wants to see adult content; `nil` if it has not chosen.
  public var adultContent: Bool? { items.first { $0.type == Self.adult }?["enabled"]?.boolValue }
  private static let (label, adult) = (kind + "contentLabelPref", kind + "adultContentPref")

  /// Chooses whether to see adult content.
  /// - Returns: `false` if that was chosen before.
  @discardableResult
  public mutating func showAdultContent(_ isOn: Bool) -> Bool {
    guard adultContent != isOn else { return false }
    set("enabled", .bool(isOn), in: items.firstIndex { $0.type == Self.adult }, or: Self.adult, [])
    return true
  }

  /// Chooses the treatment of posts with a label.
  /// - Parameters:
  ///   - visibility: `ignore`, `warn` or `hide`.
  ///   - labeler: the DID of the moderators whose labels are meant; `nil` for labels that mean the same everywhere.
  /// - Returns: `false` if that was chosen before.
  @discardableResult
  public mutating func choose(_ visibility: String, for label: String, of labeler: String? = nil) -> Bool {
    let place = items.firstIndex {
      $0.type == Self.label && $0["label"]?.stringValue == label && $0["labelerDid"]?.stringValue == labeler
    }
    if let place, items[place]["visibility"]?.stringValue == visibility { return false }
    let source = labeler.map { [JSON.Field("labelerDid", .string($0))] } ?? []
    set("visibility", .string(visibility), in: place, or: Self.label, source + [.init("label", .string(label))])
    return true
  }

  // MARK: Feeds

  public var savedFeeds: [RecordAddress] { SavedFeeds(["preferences": .array(items)])?.addresses ?? [] }

  /// Saves a feed, or changes whether it is pinned: pinned feeds come first.
  /// - Parameter id: a new name for it, by which clients tell saved feeds apart.
  /// - Returns: `false` if the feed is saved in this way already.
  @discardableResult
  public mutating func save(_ feed: RecordAddress, isPinned: Bool, id: String) -> Bool {
    let (uri, pinned) = (JSON.string(feed.description), JSON.bool(isPinned))
    let rows = savedItems
    if let row = rows.first(where: { $0["value"] == uri }) {
      guard row["pinned"] != pinned else { return false }
      change(Self.feeds, from: rows) { $0.map { $0["value"] == uri ? Self.setting("pinned", pinned, in: $0) : $0 } }
    } else {
      change(Self.feeds, from: rows) {
        $0 + [["id": .string(id), "type": "feed", "value": uri, "pinned": pinned]]
      }
    }
    return true
  }

  /// Removes a saved feed.
  /// - Returns: `false` if the feed is not saved.
  @discardableResult
  public mutating func remove(_ feed: RecordAddress) -> Bool {
    let (uri, rows) = (JSON.string(feed.description), savedItems)
    guard rows.contains(where: { $0["value"] == uri }) else { return false }
    change(Self.feeds, from: rows) { $0.filter { $0["value"] != uri } }
    return true
  }

  private static let feeds = kind + "savedFeedsPrefV2"

  /// The saved feeds as rows; those of an account that has only the old form are converted, as the official client
  /// does.
  private var savedItems: [JSON] {
    if items.contains(where: { $0.type == Self.feeds }) { return values(Self.feeds) }
    guard let old = items.first(where: { $0.type == Self.kind + "savedFeedsPref" }) else { return [] }
    let pinned = Set((old["pinned"]?.arrayValue ?? []).compactMap { $0.stringValue })
    return savedFeeds.map { feed in
      let uri = feed.description
      return ["id": .string(feed.key), "type": "feed", "value": .string(uri), "pinned": .bool(pinned.contains(uri))]
    }
  }

  // MARK: Items

  private func values(_ type: String) -> [JSON] { items.first { $0.type == type }?["items"]?.arrayValue ?? [] }

  private mutating func change(_ type: String, _ body: ([JSON]) -> [JSON]) { change(type, from: values(type), body) }

  private mutating func change(_ type: String, from old: [JSON], _ body: ([JSON]) -> [JSON]) {
    set("items", .array(body(old)), in: items.firstIndex { $0.type == type }, or: type, [])
  }

  /// Sets a field of an item, or appends an item with it.
  private mutating func set(_ name: String, _ value: JSON, in place: Int?, or type: String, _ others: [JSON.Field]) {
    if let place {
      items[place] = Self.setting(name, value, in: items[place])
    } else {
      items.append(.object([.init("$type", .string(type))] + others + [.init(name, value)]))
    }
  }

  /// Returns an object with a field set, and all others as they are.
  private static func setting(_ name: String, _ value: JSON, in object: JSON) -> JSON {
    guard case .object(var fields) = object else { return object }
    if let field = fields.firstIndex(where: { $0.name == name }) {
      fields[field] = .init(name, value)
    } else {
      fields.append(.init(name, value))
    }
    return .object(fields)
  }
}
