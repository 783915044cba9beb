import JSON
import Timeline

/// An action of other people that concerns an account, as the network reports it.
///
/// Source: the lexicon `app.bsky.notification.listNotifications`.
public struct NotificationItem: Hashable, Sendable {
  /// The kind of action. The network's list of reasons is open, so the value may be unknown here.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let (like, repost, follow) = (
      Kind(rawValue: "like"), Kind(rawValue: "repost"), Kind(rawValue: "follow")
    )
    public static let (reply, mention, quote) = (
      Kind(rawValue: "reply"), Kind(rawValue: "mention"), Kind(rawValue: "quote")
    )
    /// A like or repost of a post that the liker saw because the account had reposted it.
    public static let (likeViaRepost, repostViaRepost) = (
      Kind(rawValue: "like-via-repost"), Kind(rawValue: "repost-via-repost")
    )
    /// A post by a person to whose posts the account has subscribed.
    public static let subscribedPost = Kind(rawValue: "subscribed-post")
    /// A person who joined the network through the account's starter pack.
    public static let starterPackJoined = Kind(rawValue: "starterpack-joined")
    /// A trusted verifier confirmed the account, or withdrew the confirmation.
    public static let (verified, unverified) = (Kind(rawValue: "verified"), Kind(rawValue: "unverified"))
    /// A person from the account's address book who is on the network.
    public static let contactMatch = Kind(rawValue: "contact-match")
    /// The known kinds: all those of the lexicon.
    public static let all = [
      like, repost, follow, reply, mention, quote, likeViaRepost, repostViaRepost, subscribedPost, starterPackJoined,
      verified, unverified, contactMatch,
    ]

    /// `true` if the notification is about a text to be read, which is never grouped.
    public var isPost: Bool { self == .reply || self == .mention || self == .quote }
  }

  public let kind: Kind
  /// The time at which the server learned of it.
  public let instant: Instant
  /// `true` if the account has seen it before, according to the server.
  public let isRead: Bool
  private let rest: Rest

  /// The record behind the notification: the like, the follow, the reply itself.
  public var address: RecordAddress { rest.address }
  public var author: Person { rest.author }
  /// The author's DID.
  var did: String { rest.author.did }
  /// The account's own post that the notification is about; for a reply the post that it answers, for a follow `nil`.
  public var subject: RecordAddress? { rest.subject }
  /// The text of a reply, mention, quote or subscribed post, without its counts, which notifications do not include;
  /// otherwise `nil`.
  public var post: PostView? { rest.post }
  /// The name of the starter pack through which a person joined; `nil` for other kinds. Untrusted text.
  public var starterPack: String? { rest.starterPack }

  /// The larger part, stored apart because thousands of notifications are sorted and moved.
  private final class Rest: Hashable, Sendable {
    let address: RecordAddress
    let author: Person
    let subject: RecordAddress?
    let post: PostView?
    let starterPack: String?

    init(
      _ address: RecordAddress, _ author: Person, _ subject: RecordAddress?, _ post: PostView?, _ starterPack: String?
    ) {
      (self.address, self.author, self.subject, self.post) = (address, author, subject, post)
      self.starterPack = starterPack
    }

    static func == (a: Rest, b: Rest) -> Bool {
      a === b
        || (a.address == b.address && a.author == b.author && a.subject == b.subject && a.post == b.post
          && a.starterPack == b.starterPack)
    }
    func hash(into hasher: inout Hasher) { hasher.combine(address) }
  }

  /// The notification's identity: one record may concern an account in two ways.
  var identity: String { "\(kind.rawValue) \(address)" }

  /// - Returns: `nil` if the record, author, reason or instant is missing, or if the text is not a post.
  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }),
      let author = json["author"].flatMap({ Person($0, &reader) }),
      let reason = json["reason"]?.stringValue, (1...100).contains(reason.utf8.count),
      let instant = json["indexedAt"]?.stringValue.flatMap({ NetworkDate.instant($0) })
    else { return nil }
    (kind, self.instant) = (Kind(rawValue: reason), instant)
    isRead = reader.flag(json, "isRead")
    let about = reader.address(json, "reasonSubject")
    let isAboutRepost = kind == .likeViaRepost || kind == .repostViaRepost
    // The reason of a like that came through a repost is the repost; users know the post by its own address.
    let subject = isAboutRepost ? json["record"]?["subject"].flatMap { reader.address($0, "uri") } ?? about : about
    let isText = kind.isPost || kind == .subscribedPost
    let post = isText ? PostView(json, &reader) : nil
    if isText, post == nil { return nil }
    let pack = kind == .starterPackJoined ? reader.object(json, "starterPack") : nil
    let name = pack.flatMap { reader.object($0, "record") }.flatMap { reader.text($0, "name") }
    rest = Rest(address, author, subject, post, name)
  }
}

extension NotificationItem {
  /// The group that the notification belongs to.
  public var group: NotificationGroup.Identity { NotificationGroup.Identity(of: self) }
}

/// The notifications of one kind about one post: "ana and 8 others like @3".
public struct NotificationGroup: Hashable, Sendable {
  /// The identity of a group, which stays the same as the group grows: its kind and its subject. A reply, mention or
  /// quote uses its own record, because it is never grouped.
  public struct Identity: Hashable, Sendable, CustomStringConvertible {
    public let kind: NotificationItem.Kind
    public let subject: RecordAddress?
    public var description: String { subject.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }

    /// Hashes only the key, which differs from post to post: hashes are needed thousands of times.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(subject?.key)
    }

    init(of item: NotificationItem) {
      kind = item.kind
      subject = item.kind.isPost ? item.address : item.subject
    }
  }

  public let identity: Identity
  /// The notifications, latest first; never empty.
  public let items: [NotificationItem]

  public var kind: NotificationItem.Kind { identity.kind }
  /// The latest notification.
  public var latest: NotificationItem { items[0] }
  /// The post to show: the post that was liked or reposted, the one that answers, mentions or quotes, or the latest of
  /// the subscribed posts.
  public var post: RecordAddress? { kind == .subscribedPost ? latest.address : identity.subject }

  /// Returns whether older notifications may belong to the group, so that its count is only a lower bound.
  /// - Parameters:
  ///   - isLast: `true` if the list continues and its last item so far belongs to the group.
  ///   - hasMore: `true` if the list continues.
  ///   - post: the post that was liked or reposted, whose own counts decide; `nil` if it is not known.
  public func mayGrow(isLast: Bool, hasMore: Bool, of post: PostView?) -> Bool {
    guard hasMore, !kind.isPost else { return false }
    switch (kind, post?.counts) {
    case (.like, let counts?): return counts.likes > people.count
    case (.repost, let counts?): return counts.reposts > people.count
    default: return isLast
    }
  }

  init(_ identity: Identity, _ items: [NotificationItem]) { (self.identity, self.items) = (identity, items) }

  /// The people who acted, each once, latest first.
  public var people: [Person] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0.did).inserted }.map { $0.author }
  }
}

/// The selection of notifications to list.
public struct NotificationChoice: Hashable, Sendable {
  /// The only kinds to list; empty for all.
  public var kinds: [NotificationItem.Kind]
  /// `true` to list only actions of people that the account follows.
  public var isOfFollowed = false

  public init(_ kinds: NotificationItem.Kind..., isOfFollowed: Bool = false) {
    self.init(kinds, isOfFollowed: isOfFollowed)
  }

  public init(_ kinds: [NotificationItem.Kind], isOfFollowed: Bool = false) {
    (self.kinds, self.isOfFollowed) = (kinds, isOfFollowed)
  }

  /// Returns whether a notification is listed. The server selects kinds, but does not look at who acted.
  func keeps(_ item: NotificationItem) -> Bool { !isOfFollowed || item.author.relation.following != nil }
}
