import Bluesky
import Timeline

/// The notifications that a session has read: all notifications of the last list as groups, and how many of them were
/// seen.
package struct ReadNotifications: Hashable, Sendable {
  package private(set) var items: [NotificationItem] = []
  /// The latest notification that was read, of any kind.
  package private(set) var newest: Instant?
  /// The instant up to which the account had seen notifications, in the server's last answer.
  package private(set) var seen: Instant?
  /// The number of unread notifications at the last request; `nil` before the first request.
  package private(set) var unread: Int?

  /// The numbers of unread notifications before those up to an instant were marked as seen, by that instant.
  package private(set) var unreadBefore: [Instant: Int] = [:]

  /// Notes how many notifications are unread, before those up to an instant are marked as seen.
  mutating func mark(_ until: Instant) { unreadBefore[until] = unread }

  /// - Returns: the groups that the batch has changed.
  mutating func receive(_ listing: Listing, unread: Int?) -> [NotificationGroup.Identity] {
    let batch = listing.batch.compactMap { if case .notification(let item) = $0 { item } else { nil } }
    // A batch that was shown in part is returned again as a whole.
    items = items.prefix(listing.before) + batch
    newest = batch.reduce(newest) { max($0 ?? .distantPast, $1.instant) }
    seen = listing.seen ?? seen
    self.unread = unread ?? self.unread
    var known: Set<NotificationGroup.Identity> = []
    return batch.map { $0.group }.filter { known.insert($0).inserted }
  }
}
