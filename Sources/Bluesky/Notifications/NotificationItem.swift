import JSON
import Timeline

/// Something that others did which concerns an account, as an answer of the network tells it.
///
/// Source: the lexicon `app.bsky.notification.listNotifications`.
public struct NotificationItem: Hashable, Sendable {
  /// What somebody did. From outside for one that is not known here: the list of reasons is open.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let (like, repost, follow) = (
      Kind(rawValue: "like"), Kind(rawValue: "repost"), Kind(rawValue: "follow")
    )
    public static let (reply, mention, quote) = (
      Kind(rawValue: "reply"), Kind(rawValue: "mention"), Kind(rawValue: "quote")
    )
    /// Those that are known here.
    public static let all = [like, repost, follow, reply, mention, quote]

    /// Whether what one person did is a matter of its own: a text to be read, which is never grouped.
    public var isPost: Bool { self == .reply || self == .mention || self == .quote }
  }

  public let kind: Kind
  /// When the server heard of it.
  public let instant: Instant
  /// Whether the account has seen it before, as the server knows.
  public let isRead: Bool
  private let rest: Rest

  /// The record that somebody has written: the like, the follow, the reply itself.
  public var address: RecordAddress { rest.address }
  public var author: Person { rest.author }
  /// The author's name that lasts.
  var did: String { rest.author.did }
  /// The post of the account's that it is about; for a reply the post that it answers, for a follow none.
  public var subject: RecordAddress? { rest.subject }
  /// For a reply, a mention and a quote, what it says, without its counts, which no notification brings; else `nil`.
  public var post: PostView? { rest.post }

  /// Elsewhere, since thousands of them are sorted and moved about.
  private final class Rest: Hashable, Sendable {
    let address: RecordAddress
    let author: Person
    let subject: RecordAddress?
    let post: PostView?

    init(_ address: RecordAddress, _ author: Person, _ subject: RecordAddress?, _ post: PostView?) {
      (self.address, self.author, self.subject, self.post) = (address, author, subject, post)
    }

    static func == (a: Rest, b: Rest) -> Bool {
      a === b || (a.address == b.address && a.author == b.author && a.subject == b.subject && a.post == b.post)
    }
    func hash(into hasher: inout Hasher) { hasher.combine(address) }
  }

  /// What tells it from the others: one record may concern an account in two ways.
  var identity: String { "\(kind.rawValue) \(address)" }

  /// - Returns: `nil` without a record, a writer, a reason or an instant, and for a text that is no post.
  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }),
      let author = json["author"].flatMap({ Person($0, &reader) }),
      let reason = json["reason"]?.stringValue, (1...100).contains(reason.utf8.count),
      let instant = json["indexedAt"]?.stringValue.flatMap({ NetworkDate.instant($0) })
    else { return nil }
    (kind, self.instant) = (Kind(rawValue: reason), instant)
    isRead = reader.flag(json, "isRead")
    let subject = reader.address(json, "reasonSubject")
    let post = kind.isPost ? PostView(json, &reader) : nil
    if kind.isPost, post == nil { return nil }
    rest = Rest(address, author, subject, post)
  }
}

extension NotificationItem {
  /// The group to which it belongs.
  public var group: NotificationGroup.Identity { NotificationGroup.Identity(of: self) }
}

/// What others did of one kind about one post: "ana and 8 others like @3".
public struct NotificationGroup: Hashable, Sendable {
  /// What tells a group from the others, the same however many join it: its kind and its subject; for a reply, a mention
  /// and a quote its own record, since each stands alone.
  public struct Identity: Hashable, Sendable, CustomStringConvertible {
    public let kind: NotificationItem.Kind
    public let subject: RecordAddress?
    public var description: String { subject.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }

    /// By the key alone, which is another one for each post: this is asked for thousands of times.
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
  /// What happened, the latest first; never empty.
  public let items: [NotificationItem]

  public var kind: NotificationItem.Kind { identity.kind }
  /// The latest of it.
  public var latest: NotificationItem { items[0] }
  /// The post that people are shown: the one that was liked or reposted, or that answers, mentions or quotes.
  public var post: RecordAddress? { identity.subject }

  init(_ identity: Identity, _ items: [NotificationItem]) { (self.identity, self.items) = (identity, items) }

  /// Who it was, each once, the latest first.
  public var people: [Person] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0.did).inserted }.map { $0.author }
  }
}

/// Which notifications are listed.
public struct NotificationChoice: Hashable, Sendable {
  /// Of one kind alone; `nil` for all.
  public var kind: NotificationItem.Kind?
  /// Only what people did whom the account follows.
  public var isOfFollowed = false

  public init(_ kind: NotificationItem.Kind? = nil, isOfFollowed: Bool = false) {
    (self.kind, self.isOfFollowed) = (kind, isOfFollowed)
  }

  /// A server picks the kinds; whose they are it does not look at.
  func keeps(_ item: NotificationItem) -> Bool { !isOfFollowed || item.author.relation.following != nil }
}
