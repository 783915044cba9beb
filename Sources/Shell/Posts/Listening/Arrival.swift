import Bluesky
import StoryScript
import Timeline

/// Something that has arrived in a list that is listened to.
struct Arrival: Sendable {
  /// The post, or the notification, as scripts see it.
  let record: Record
  /// How people call the list.
  let list: String
  /// Whether its text is not to be shown.
  let isConcealed: Bool
}

/// Something is listened to from now on, or not any more.
struct ListeningChange: Sendable {
  let list: String
  let every: Duration?
}

/// Nothing could be heard of a list.
struct ListeningTrouble: Sendable {
  let list: String
  let words: String
  /// When it is asked again; `nil` for never.
  let retry: Instant?
}
