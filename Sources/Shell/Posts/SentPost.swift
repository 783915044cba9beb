import Bluesky

/// A post that stands on a server now.
struct SentPost: Sendable {
  let entry: Outbox.Entry
  let reference: StrongReference
  /// Handles in it that nobody has: they went out as text.
  let unknown: [String]
}
