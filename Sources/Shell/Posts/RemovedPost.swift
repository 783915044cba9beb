import Bluesky

/// A post that was removed from the outbox.
struct RemovedPost: Sendable {
  let entry: Outbox.Entry
  /// The address at which the post may exist on the server: its last attempt got no answer.
  let place: RecordAddress?
}
