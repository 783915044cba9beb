import RichText

/// Words and phrases that hide the posts containing them.
///
/// Rule: like the official client (`@atproto/api`, `hasMutedWord`), ignoring case. A word matches a whole word or a
/// tag. A phrase or a single character matches anywhere, as does everything in languages without spaces between
/// words.
public struct MutedWords: Hashable, Sendable {
  /// The words as written, by the form in which they are compared.
  private var written: [String: String] = [:]
  /// Languages without spaces between words (BCP 47).
  private static let unspaced: Set = ["ja", "zh", "ko", "th", "vi"]
  /// The maximum length of a word in characters.
  public static let limit = 100

  public init() {}

  /// Restores saved words: the written forms, by the forms that are compared.
  public init(_ words: [String: String]) { for word in words.values { mute(word) } }
  public var words: [String: String] { written }

  /// The words as written, in alphabetical order.
  public var texts: [String] { written.sorted { $0.key < $1.key }.map { $0.value } }
  public var isEmpty: Bool { written.isEmpty }

  /// - Returns: `true` if the word is new; a word without visible characters is ignored.
  @discardableResult
  public mutating func mute(_ word: String) -> Bool {
    let word = Self.plain(word)
    guard !word.isEmpty, written[word.lowercased()] == nil else { return false }
    written[word.lowercased()] = word
    return true
  }

  /// - Returns: `true` if the word was muted.
  @discardableResult
  public mutating func unmute(_ word: String) -> Bool {
    written.removeValue(forKey: Self.plain(word).lowercased()) != nil
  }

  /// Returns the word without surrounding spaces and without the sign of a tag.
  static func plain(_ word: String) -> String {
    let trimmed = word.split { $0.isWhitespace }.joined(separator: " ")
    return trimmed.count > 1 && trimmed.hasPrefix("#") ? String(trimmed.dropFirst()) : trimmed
  }

  /// Returns the first muted word in a post: in its text, its tags, the descriptions of its pictures, or its link
  /// preview.
  /// - Complexity: O(length of the post × number of words).
  public func found(in post: PostView) -> String? {
    if written.isEmpty { return nil }
    let card = post.embed?.card.map { [$0.title, $0.description] } ?? []
    let texts = [post.text] + (post.embed?.images.map { $0.alt } ?? []) + card
    return found(in: texts, tags: post.allTags, post.languages)
  }

  /// Returns the first muted word in a quoted post.
  public func found(in post: EmbedView.QuotedPost) -> String? {
    let tags = post.facets.compactMap { facet -> String? in if case .tag(let tag) = facet.feature { tag } else { nil } }
    return written.isEmpty ? nil : found(in: [post.text], tags: tags, [])
  }

  func found(in texts: [String], tags: [String], _ languages: [String]) -> String? {
    let tags = Set(tags.map { $0.lowercased() })
    let isUnspaced =
      languages.first.map { Self.unspaced.contains(String($0.lowercased().prefix { $0 != "-" })) } ?? false
    let texts = texts.map { $0.lowercased() }
    var words: Set<Substring>?
    let key = written.keys.sorted().first { word in
      if tags.contains(word) { return true }
      if word.count == 1 || isUnspaced || word.contains(where: { !$0.isLetter && !$0.isNumber }) {
        return texts.contains { $0.contains(word) }
      }
      let known = words ?? Set(texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
      words = known
      return known.contains(word[...])
    }
    return key.flatMap { written[$0] }
  }
}
