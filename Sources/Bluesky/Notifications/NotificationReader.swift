import Timeline

/// Takes in notifications, in whatever order they come, and groups them by what happened and to which post.
///
/// A group keeps its identity while it grows, however the list was cut into pages. Linear in the number of notifications,
/// but for putting the groups in order at the end.
public struct NotificationReader: Sendable {
  public private(set) var items: [NotificationItem] = []
  /// The places of a group's members in `items`, in the order in which they came.
  private var members: [[Int]] = []
  private var identities: [NotificationGroup.Identity] = []
  private var places: [NotificationGroup.Identity: Int] = [:]

  public init(_ items: some Sequence<NotificationItem> = []) { take(items) }

  /// Takes more in; what came twice counts twice, so a list without repetitions is the caller's part.
  /// - Returns: the groups that have changed.
  @discardableResult
  public mutating func take(_ new: some Sequence<NotificationItem>) -> Set<NotificationGroup.Identity> {
    var changed: Set<NotificationGroup.Identity> = []
    for item in new {
      let identity = NotificationGroup.Identity(of: item)
      let place: Int
      if let known = places[identity] {
        place = known
      } else {
        place = members.count
        places[identity] = place
        identities.append(identity)
        members.append([])
      }
      members[place].append(items.count)
      items.append(item)
      changed.insert(identity)
    }
    return changed
  }

  /// The groups: those with something unread first, and of each half the latest first.
  /// - Parameters:
  ///   - chosen: which of them; all unless said.
  ///   - isRead: whether somebody has seen one; as the server says unless said otherwise.
  public func groups(
    _ chosen: Set<NotificationGroup.Identity>? = nil, isRead: (NotificationItem) -> Bool = { $0.isRead }
  ) -> [NotificationGroup] {
    var rows: [(isRead: Bool, group: NotificationGroup)] = []
    for (place, identity) in identities.enumerated() where chosen?.contains(identity) ?? true {
      // A stable order, also where several came at one instant.
      let sorted = members[place].sorted { (items[$1].instant, $0) < (items[$0].instant, $1) }.map { items[$0] }
      rows.append((sorted.allSatisfy(isRead), NotificationGroup(identity, sorted)))
    }
    rows.sort { a, b in
      if a.isRead != b.isRead { return !a.isRead }
      let (first, second) = (a.group.latest, b.group.latest)
      return first.instant == second.instant
        ? first.address.key > second.address.key : first.instant > second.instant
    }
    return rows.map(\.group)
  }
}
