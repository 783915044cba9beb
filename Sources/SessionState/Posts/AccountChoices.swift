import Bluesky
import Timeline

/// The choices on an account's server that decide which posts are hidden, ready to be looked up for each post.
package struct AccountChoices: Hashable, Sendable {
  package let hidden: Set<RecordAddress>
  package let labels: LabelChoices
  /// The muted words as the account has written them.
  package let words: [String]
  /// The instant from which the choices should be read again: another client may have changed them, or the muting of
  /// a word has ended.
  package let expires: Instant
  private let others: Words
  private let followed: Words

  private static let lifetime = Duration.hours(1)

  private struct Words: Hashable, Sendable {
    package let texts: MutedWords
    package let tags: Set<String>

    package init(_ words: (texts: MutedWords, tags: Set<String>)) { (texts, tags) = words }
  }

  /// - Parameter now: the instant at which muted words may have expired.
  init(_ preferences: Preferences, at now: Instant) {
    hidden = Set(preferences.hiddenPosts)
    labels = LabelChoices(preferences)
    words = preferences.mutedWords.filter { $0.expires.map { $0 > now } ?? true }.map { $0.text }
    expires = min(now + Self.lifetime, preferences.nextExpiry(after: now) ?? .distantFuture)
    others = Words(preferences.words(at: now, isFollowed: false))
    followed = Words(preferences.words(at: now, isFollowed: true))
  }

  /// Returns the first muted word in a post.
  func mutedWord(in post: PostView) -> String? {
    let words = post.author.relation.following == nil ? others : followed
    return words.texts.found(in: post) ?? post.allTags.first { words.tags.contains($0.lowercased()) }
  }

  func mutedWord(in post: EmbedView.QuotedPost) -> String? {
    (post.author.relation.following == nil ? others : followed).texts.found(in: post)
  }
}
