import Bluesky

/// A post that did not go out, and what becomes of it.
struct FailedPost: Sendable {
  let entry: Outbox.Entry
  let delivery: Delivery
  let outcome: Publishing.Outcome
}
