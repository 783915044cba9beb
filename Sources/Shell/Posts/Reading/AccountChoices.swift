import Bluesky
import Timeline

/// The choices on an account's server that decide which posts are hidden, ready to be looked up for each post.
struct AccountChoices: Hashable, Sendable {
  let hidden: Set<RecordAddress>
  private let others: Words
  private let followed: Words

  private struct Words: Hashable, Sendable {
    let texts: MutedWords
    let tags: Set<String>

    init(_ words: (texts: MutedWords, tags: Set<String>)) { (texts, tags) = words }
  }

  /// - Parameter now: the instant at which muted words may have expired.
  init(_ preferences: Preferences, at now: Instant) {
    hidden = Set(preferences.hiddenPosts)
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
