import Bluesky

/// A post that stands on a server now.
struct SentPost: Sendable {
  let entry: Outbox.Entry
  let reference: StrongReference
  /// Handles in it that nobody has: they went out as text.
  let unknown: [String]
}

/// A post that did not go out, and what becomes of it.
struct FailedPost: Sendable {
  let entry: Outbox.Entry
  let delivery: Delivery
  let outcome: Publishing.Outcome
}

/// A post that was taken off its server.
struct DeletedPost: Sendable {
  let address: RecordAddress
}
