/// Which notifications are listed.
public struct NotificationChoice: Hashable, Sendable {
  /// Of one kind alone; `nil` for all.
  public var kind: NotificationItem.Kind?
  /// Only what people did whom the account follows.
  public var isOfFollowed = false

  public init(_ kind: NotificationItem.Kind? = nil, isOfFollowed: Bool = false) {
    (self.kind, self.isOfFollowed) = (kind, isOfFollowed)
  }

  /// A server picks the kinds; whose they are it does not look at.
  func keeps(_ item: NotificationItem) -> Bool { !isOfFollowed || item.author.relation.following != nil }
}
