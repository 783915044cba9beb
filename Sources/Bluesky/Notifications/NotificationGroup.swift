import Timeline

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
    return items.filter { seen.insert($0.did).inserted }.map(\.author)
  }
}
