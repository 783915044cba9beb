import Bluesky
import StoryScript

/// Groups of notifications as scripts see them.
package enum NotificationRecords {
  private static let names = [
    "id", "kind", "ref", "uri", "author", "did", "name", "authors", "count", "more", "unread", "text",
    "created", "pack",
  ]
  private static let shape = Record.Shape(names)
  /// The fields of a group, as commands declare them.
  package static let fields = names.map { ResultField($0, mark: ["author", "authors"].contains($0) ? .handle : nil) }

  /// - Parameters:
  ///   - number: the number by which the session names the group's post.
  ///   - text: the text of that post; `nil` if it is not known.
  ///   - mayGrow: `true` if older notifications may belong to the group.
  ///   - unread: the number of notifications in the group that were not seen.
  package static func make(_ group: NotificationGroup, number: Int?, text: String?, mayGrow: Bool, unread: Int)
    -> Record
  {
    let people = group.people
    return Record(
      shape,
      [
        .text(group.identity.description), .text(group.kind.rawValue), number.map { .text("@\($0)") } ?? .none,
        (group.post?.description).value, .text(group.latest.author.handle), .text(group.latest.author.did),
        .text(group.latest.author.name), .list(people.map { .text($0.handle) }), people.count.value, .bool(mayGrow),
        unread.value, text.map { .text($0) } ?? .none, .date(group.latest.instant), group.latest.starterPack.value,
      ])
  }

  /// Makes the record of a single notification.
  static func make(_ item: NotificationItem, number: Int?, text: String?) -> Record {
    [
      "kind": .text(item.kind.rawValue), "ref": number.map { .text("@\($0)") } ?? .none,
      "uri": (item.group.subject?.description).value, "author": .text(item.author.handle),
      "did": .text(item.author.did), "name": .text(item.author.name), "text": text.map { .text($0) } ?? .none,
      "created": .date(item.instant), "pack": item.starterPack.value,
    ]
  }

  /// `true` if the value consists only of groups of notifications.
  package static func isNotifications(_ value: Value) -> Bool {
    if let record = value.record { return record.names.elementsEqual(names) }
    guard let list = value.list, !list.isEmpty else { return false }
    return list.allSatisfy { $0.record.map { $0.names.elementsEqual(names) } ?? false }
  }
}
