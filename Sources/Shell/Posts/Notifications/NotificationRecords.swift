import Bluesky
import StoryScript

/// Groups of notifications as scripts see them.
enum NotificationRecords {
  private static let names = [
    "id", "kind", "ref", "uri", "author", "did", "name", "authors", "count", "unread", "text", "created",
  ]
  private static let shape = Record.Shape(names)

  /// - Parameters:
  ///   - number: by which the session names its post.
  ///   - text: what that post says, where it is known.
  ///   - unread: how many of it nobody has seen.
  static func make(_ group: NotificationGroup, number: Int?, text: String?, unread: Int) -> Record {
    let people = group.people
    return Record(
      shape,
      [
        .text(group.identity.description), .text(group.kind.rawValue), number.map { .text("@\($0)") } ?? .none,
        (group.post?.description).value, .text(group.latest.author.handle), .text(group.latest.author.did),
        .text(group.latest.author.name), .list(people.map { .text($0.handle) }), people.count.value, unread.value,
        text.map { .text($0) } ?? .none, .date(group.latest.instant),
      ])
  }

  /// One of them alone.
  static func make(_ item: NotificationItem, number: Int?, text: String?) -> Record {
    [
      "kind": .text(item.kind.rawValue), "ref": number.map { .text("@\($0)") } ?? .none,
      "uri": (item.group.subject?.description).value, "author": .text(item.author.handle),
      "did": .text(item.author.did), "name": .text(item.author.name), "text": text.map { .text($0) } ?? .none,
      "created": .date(item.instant),
    ]
  }

  /// Whether a value is groups of notifications, and nothing else.
  static func isNotifications(_ value: Value) -> Bool {
    if let record = value.record { return record.names.elementsEqual(names) }
    guard let list = value.list, !list.isEmpty else { return false }
    return list.allSatisfy { $0.record.map { $0.names.elementsEqual(names) } ?? false }
  }
}
