import Bluesky

/// A reaction that the server refused, and that was reverted.
struct ReactionFailure: Sendable {
  let reaction: Reaction
  let isOn: Bool
  let words: String
}
