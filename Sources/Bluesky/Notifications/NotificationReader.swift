import Timeline

/// A reader that takes notifications in any order and groups them by kind and post.
///
/// A group keeps its identity while it grows, however the list was split into pages. Linear in the number of
/// notifications, except for sorting the groups at the end.
public struct NotificationReader: Sendable {
  public private(set) var items: [NotificationItem] = []
  /// The indices of each group's members in `items`, in order of arrival.
  private var members: [[Int]] = []
  private var identities: [NotificationGroup.Identity] = []
  private var places: [NotificationGroup.Identity: Int] = [:]

  public init(_ items: some Sequence<NotificationItem> = []) { append(contentsOf: items) }

  /// Adds notifications. The caller has to avoid repetitions: a notification added twice counts twice.
  public mutating func append(contentsOf new: some Sequence<NotificationItem>) {
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

  /// Returns the groups: those with unread notifications first, and both parts sorted latest first.
  /// - Parameters:
  ///   - chosen: the groups to return (default all).
  ///   - isRead: whether a notification has been seen (default: according to the server).
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

  /// A group with its sort keys.
  private struct Row: Comparable {
    let isRead: Bool
    let latest: Instant
    /// The index that orders groups of one instant.
    let first: Int
    let group: NotificationGroup
    static func < (a: Row, b: Row) -> Bool {
      if a.isRead != b.isRead { return !a.isRead }
      return a.latest == b.latest ? a.first < b.first : a.latest > b.latest
    }
    static func == (a: Row, b: Row) -> Bool { a.first == b.first }
  }

  /// Sorts only if necessary, which is rare, because servers list the latest first.
  private func latestFirst(_ places: [Int]) -> [Int] {
    let isSorted = zip(places, places.dropFirst()).allSatisfy { items[$0].instant >= items[$1].instant }
    return isSorted ? places : places.sorted { (items[$1].instant, $0) < (items[$0].instant, $1) }
  }
}
