import JSON
import Timeline

/// A page of a list, as far as an answer can be understood.
public struct ListPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case post(FeedItem)
    case person(Person)
    case feed(FeedGenerator)
    case notification(NotificationItem)

    /// What tells it from the others of its list; `nil` for what nothing is known of.
    public var identity: String? {
      switch self {
      case .post(let item): item.identity
      case .person(let person): person.did
      case .feed(let feed): feed.address.description
      case .notification(let notification): notification.identity
      }
    }
  }

  public let items: [Item]
  /// Where the next page begins; `nil` at the end of the list.
  public let cursor: String?
  /// Up to when the account has seen its notifications, where the page is one of those and the server says so.
  public let seen: Instant?
  /// How many values of it could not be used: items that are none, and parts of others.
  public let omitted: Int

  /// - Returns: `nil` for what is no page of that list at all.
  public init?(_ json: JSON, of list: ReadingList) {
    guard let rows = json[list.field]?.arrayValue else { return nil }
    var reader = AnswerReader()
    items = reader.each(rows) { row, reader in
      switch list.kind {
      case .posts: FeedItem(row, &reader).map { .post($0) }
      case .people: Person(row["actor"] ?? row, &reader).map { .person($0) }
      case .feeds: FeedGenerator(row, &reader).map { .feed($0) }
      case .notifications: NotificationItem(row, &reader).map { .notification($0) }
      }
    }
    let cursor = reader.text(json, "cursor")
    self.cursor = cursor?.isEmpty == true ? nil : cursor
    seen = list.kind == .notifications ? reader.instant(json, "seenAt") : nil
    omitted = reader.omitted
  }
}
