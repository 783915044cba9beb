import Bluesky
import Timeline

/// The contexts in which the last version of a list is shown.
enum CachedPagesChoice: String, CaseIterable, Hashable, Sendable {
  /// Only at a prompt, where the user reads the note about the list's age; a script would act on outdated data.
  case prompt
  case always, never
}

/// The settings of posts that `set` changes.
struct PostChoices: Hashable, Sendable {
  /// The delay before a post is sent, during which `undo` can still cancel it.
  var sendDelay = Duration.zero
  /// The contexts in which the last version of a list replaces an answer that does not come.
  var cachedPages = CachedPagesChoice.prompt
  /// The network of a practice session.
  var conditions = PracticeNetwork.Conditions()
}
