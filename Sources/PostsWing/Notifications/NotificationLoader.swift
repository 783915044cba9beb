import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Notifications: reading, grouping and marking them as seen.
struct NotificationLoader {
  let session: Session

  init(_ session: Session) { self.session = session }

  // MARK: Reading

  /// Returns the groups that a batch has changed, each as a whole, after reading the posts that the groups are about.
  /// - Parameter asks: `true` if the server may be asked for those posts and for the number of unread notifications.
  func notifications(_ listing: Listing, asks: Bool = true) throws(Failure) -> Value {
    let isFirst = listing.before == 0
    let unread = isFirst && asks ? try beside(NotificationItem.unreadCall).flatMap { NotificationItem.unread($0) } : nil
    let changed = Set(session.change { $0.posts.reading.receive(listing, unread: unread) })
    let isSeen = session.world.posts.isSeen
    let groups = NotificationReader(session.world.posts.reading.notifications.items).groups(changed, isRead: isSeen)
    // If that request was not answered, the session does not wait for more requests of the kind.
    try readPosts(of: groups, asks: asks && (!isFirst || unread != nil))
    let references = session.world.posts.reading.references
    let last = session.world.posts.reading.notifications.items.last?.group
    return .list(
      groups.map { group in
        let number = group.post.flatMap { references[$0] }
        let post = number.flatMap { references[$0]?.post }
        let text = post?.text
        let mayGrow = group.mayGrow(isLast: group.identity == last, hasMore: listing.hasMore, of: post)
        return .record(
          NotificationRecords.make(
            group, number: number, text: text, mayGrow: mayGrow, unread: group.items.count { !isSeen($0) }))
      })
  }

  /// The number of posts for which the server is asked beside a list: the first ones of the list.
  private static let postLimit = 10 * PostView.callLimit

  /// Reads the posts of groups that are not known here, so that the posts have numbers and can be shown. If the posts
  /// cannot be read, answers, mentions and quotes are shown with what their notifications contain.
  /// - Parameter asks: `true` if the server may be asked.
  private func readPosts(of groups: [NotificationGroup], asks: Bool) throws(Failure) {
    let references = session.world.posts.reading.references
    var asked: Set<RecordAddress> = []
    let wanted = groups.compactMap { $0.post }.filter {
      $0.collection == RecordAddress.posts && references.viewed($0) == nil && asked.insert($0).inserted
    }
    var rest = asks ? wanted.prefix(Self.postLimit) : []
    while !rest.isEmpty {
      guard let json = try beside(PostView.call(rest.prefix(PostView.callLimit))) else { break }
      rest = rest.dropFirst(PostView.callLimit)
      _ = PostReader(session).records(PostView.posts(json).map { FeedItem($0) })
    }
    let texts = groups.compactMap { $0.latest.post }
    _ = session.change { $0.posts.refer(to: texts.map { FeedItem($0) }, isPartial: true) }
  }

  /// Sends a request for data that only completes a list, so a missing answer is not a failure. In practice the
  /// request is answered together with the list and takes no time of its own.
  private func beside(_ call: XRPCCall) throws(Failure) -> JSON? {
    return if case .done(let json) = try PostRequests(session).look(call, as: try PostReader(session).reader()) {
      json
    } else { nil }
  }

  // MARK: Seen

  /// Marks the notifications that were read as seen.
  func seeNotifications() throws(Failure) -> CommandOutcome {
    let account = try PostReader(session).reader()
    let read = session.world.posts.reading.notifications
    guard let newest = read.newest else {
      throw .refused("you have not read any notifications yet", "try: notifications")
    }
    // A server's dates have milliseconds, and servers may compare them as texts.
    let until = newest + .milliseconds(1)
    let before = read.seen ?? Instant(microseconds: 0)
    let reaction = Reaction(.seen, .notifications(until: until, before: before), handle: account.handle)
    let pending =
      ReactionSender(session).pending(reaction, as: account)
      ?? PendingReaction(reaction, by: account.did, isThere: before >= until, at: nil)
    if !pending.isWanted { session.change { $0.posts.reading.mark(until) } }
    try ReactionSender(session).setWanted(pending, true, nil)
    return .value(.none)
  }
}

extension PostPart {
  /// The user's marks of notifications as seen or not seen, the latest first.
  private var marks: [(pending: PendingReaction, until: Instant)] {
    if pendingReactions.isEmpty { return [] }
    return pendingReactions.all.compactMap { pending -> (pending: PendingReaction, until: Instant)? in
      guard case .notifications(let until, _) = pending.reaction.subject, pending.account == reading.viewer else {
        return nil
      }
      return (pending, until)
    }.sorted { $0.until > $1.until }
  }

  /// A function that is `true` for a seen notification: marks that are still to be sent override the server's answer.
  var isSeen: (NotificationItem) -> Bool {
    let unsent = marks.filter { $0.pending.isPending }
    return { item in
      for (pending, until) in unsent where item.instant <= until {
        guard case .notifications(_, let before) = pending.reaction.subject else { continue }
        if pending.isWanted { return true }
        if item.instant > before { return false }
      }
      return item.isRead
    }
  }

  /// The number of notifications that were unread at the last request and still are; `nil` before the first request.
  var unread: Int? {
    let read = reading.notifications
    guard let newest = read.newest, let unread = read.unread else { return read.unread }
    let marks = marks.filter { $0.until >= newest }
    if marks.contains(where: { $0.pending.isWanted }) { return 0 }
    // Notifications read after a mark were seen; if the mark was taken back since, the count from before applies.
    return marks.first.flatMap { read.unreadBefore[$0.until] } ?? unread
  }
}
