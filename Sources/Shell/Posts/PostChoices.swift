import Bluesky
import Timeline

/// Where lists are shown as they came last.
enum KeptPagesChoice: String, CaseIterable, Hashable, Sendable {
  /// Where somebody reads the note about their age; a script would act on what is over.
  case prompt
  case always, never
}

/// What `set` changes about posts.
struct PostChoices: Hashable, Sendable {
  /// How long a post waits before it goes out, so that `undo` can still take it back.
  var sendDelay = Duration.zero
  /// Where lists are shown as they came last, in place of an answer that does not come.
  var keptPages = KeptPagesChoice.prompt
  /// The network of a practice session.
  var weather = PracticeNetwork.Weather()
}
