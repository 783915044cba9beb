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
  public mutating func take(_ new: some Sequence<NotificationItem>) {
    let before = items.count
    items += new
    for index in before..<items.count { members[place(of: items[index].group)].append(index) }
  }

  private mutating func place(of identity: NotificationGroup.Identity) -> Int {
    if let known = places[identity] { return known }
    places[identity] = members.count
    identities.append(identity)
    members.append([])
    return members.count - 1
  }

  /// The groups: those with something unread first, and of each half the latest first.
  /// - Parameters:
  ///   - chosen: which of them; all unless said.
  ///   - isRead: whether somebody has seen one; as the server says unless said otherwise.
  public func groups(
    _ chosen: Set<NotificationGroup.Identity>? = nil, isRead: (NotificationItem) -> Bool = { $0.isRead }
  ) -> [NotificationGroup] {
    var rows: [Row] = []
    for (place, identity) in identities.enumerated() where chosen?.contains(identity) ?? true {
      let sorted = latestFirst(members[place])
      rows.append(
        Row(
          isRead: sorted.allSatisfy { isRead(items[$0]) }, latest: items[sorted[0]].instant, first: sorted[0],
          group: NotificationGroup(identity, sorted.map { items[$0] })))
    }
    rows.sort()
    return rows.map { $0.group }
  }

  /// A group with what it is sorted by.
  private struct Row: Comparable {
    let isRead: Bool
    let latest: Instant
    /// Which of several of one instant came first.
    let first: Int
    let group: NotificationGroup
    static func < (a: Row, b: Row) -> Bool {
      if a.isRead != b.isRead { return !a.isRead }
      return a.latest == b.latest ? a.first < b.first : a.latest > b.latest
    }
    static func == (a: Row, b: Row) -> Bool { a.first == b.first }
  }

  /// Servers list the latest first, so there is seldom anything to do.
  private func latestFirst(_ places: [Int]) -> [Int] {
    let isSorted = zip(places, places.dropFirst()).allSatisfy { items[$0].instant >= items[$1].instant }
    return isSorted ? places : places.sorted { (items[$1].instant, $0) < (items[$0].instant, $1) }
  }
}
