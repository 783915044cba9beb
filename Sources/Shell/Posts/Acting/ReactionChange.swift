import Bluesky

/// A reaction that somebody wants, or wants no more.
struct ReactionChange: Sendable {
  let reaction: Reaction
  let isOn: Bool
  /// The number of the post that it is about.
  let number: Int?
}
