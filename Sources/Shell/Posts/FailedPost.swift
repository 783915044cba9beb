import Bluesky

/// A post that could not be sent, and what happens to it next.
struct FailedPost: Sendable {
  let entry: Outbox.Entry
  let delivery: Delivery
  let outcome: Publishing.Outcome
}
