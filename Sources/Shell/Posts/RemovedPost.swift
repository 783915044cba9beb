import Bluesky

/// A post that was taken out of the outbox.
struct RemovedPost: Sendable {
  let entry: Outbox.Entry
  /// Where it may stand all the same, as its last try was never answered.
  let place: RecordAddress?
}
