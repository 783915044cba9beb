/// The post that another one answers or quotes, before anybody was asked about it.
public enum PostTarget: Hashable, Sendable {
  /// It stands on a server; the repository may be a handle.
  case there(RecordAddress)
  /// It is one of this outbox, and goes out first.
  case own(Outbox.Identity)
}
