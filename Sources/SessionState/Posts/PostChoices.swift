import Bluesky
import Timeline

/// The contexts in which the last version of a list is shown.
package enum CachedPagesChoice: String, CaseIterable, Hashable, Sendable {
  /// Only at a prompt, where the user reads the note about the list's age; a script would act on outdated data.
  case prompt
  case always, never
}

/// The settings of posts that `set` changes.
package struct PostChoices: Hashable, Sendable {
  /// The delay before a post is sent, during which `undo` can still cancel it.
  package var sendDelay = Duration.zero
  /// The contexts in which the last version of a list replaces an answer that does not come.
  package var cachedPages = CachedPagesChoice.prompt
  /// The languages of new posts; `nil` for none.
  package var language: String?
  /// `true` if posts with a link show a preview of its page.
  package var showsCards = true
  /// The server for reading without an account.
  package var publicHost = try? Host(XRPCCall.publicHost) { _ in false }
  /// The server of the live stream.
  package var streamHost = try? Host(StreamRequest.host) { _ in false }
  /// The network of a practice session.
  package var conditions = PracticeNetwork.Conditions()
}
