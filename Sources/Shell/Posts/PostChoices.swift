import Bluesky
import Timeline

/// What `set` changes about posts.
struct PostChoices: Hashable, Sendable {
  /// How long a post waits before it goes out, so that `undo` can still take it back.
  var sendDelay = Duration.zero
  /// The network of a practice session.
  var weather = PracticeNetwork.Weather()
}
