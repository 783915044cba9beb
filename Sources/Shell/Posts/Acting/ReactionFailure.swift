import Bluesky

/// A reaction that the server does not want, and that was taken back.
struct ReactionFailure: Sendable {
  let reaction: Reaction
  let isOn: Bool
  let words: String
}
