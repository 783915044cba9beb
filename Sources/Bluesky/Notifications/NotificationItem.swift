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
  /// The record that somebody has written: the like, the follow, the reply itself.
  public let address: RecordAddress
  public let author: Person
  /// The post of the account's that it is about; for a reply the post that it answers, for a follow none.
  public let subject: RecordAddress?
  /// When the server heard of it.
  public let instant: Instant
  /// Whether the account has seen it before, as the server knows.
  public let isRead: Bool
  /// For a reply, a mention and a quote, what it says, without its counts, which no notification brings; else `nil`.
  public var post: PostView? { text?.post }
  private let text: Text?

  /// Elsewhere, since most have none, and a post is large.
  private final class Text: Hashable, Sendable {
    let post: PostView
    init(_ post: PostView) { self.post = post }
    static func == (a: Text, b: Text) -> Bool { a === b || a.post == b.post }
    func hash(into hasher: inout Hasher) { hasher.combine(post) }
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
    kind = Kind(rawValue: reason)
    (self.address, self.author, self.instant) = (address, author, instant)
    subject = reader.address(json, "reasonSubject")
    isRead = reader.flag(json, "isRead")
    guard kind.isPost else {
      text = nil
      return
    }
    guard let post = PostView(json, &reader) else { return nil }
    text = Text(post)
  }
}

extension NotificationItem {
  /// The group to which it belongs.
  public var group: NotificationGroup.Identity { NotificationGroup.Identity(of: self) }
}
