import Bluesky

/// A post that now exists on a server.
struct SentPost: Sendable {
  let entry: Outbox.Entry
  let reference: StrongReference
  /// Handles in the post that do not exist: they were sent as plain text.
  let unknown: [String]
}
