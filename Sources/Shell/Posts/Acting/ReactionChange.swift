import Bluesky

/// A change of a reaction by the user: wanted, or no longer wanted.
struct ReactionChange: Sendable {
  let reaction: Reaction
  let isOn: Bool
  /// The number of the post.
  let number: Int?
}
