/// Words and phrases whose posts somebody does not want to see.
///
/// Rule: as the official client has it (`@atproto/api`, `hasMutedWord`): without case; a word is found as a whole word or
/// as a tag, a phrase and a single character wherever they stand, and so is everything in languages that put no spaces
/// between words.
public struct MutedWords: Hashable, Sendable {
  /// As they were written, by how they are compared.
  private var written: [String: String] = [:]
  /// Languages without spaces between words (BCP 47).
  private static let unspaced: Set = ["ja", "zh", "ko", "th", "vi"]
  /// The most characters of one.
  public static let limit = 100

  public init() {}

  /// What was written down of them: the word as it is compared, and as it was written.
  public init(_ words: [String: String]) { for word in words.values { mute(word) } }
  public var words: [String: String] { written }

  /// In alphabetical order, as they were written.
  public var texts: [String] { written.sorted { $0.key < $1.key }.map { $0.value } }
  public var isEmpty: Bool { written.isEmpty }

  /// - Returns: whether that is new; nothing is done for what has no characters to be seen.
  @discardableResult
  public mutating func mute(_ word: String) -> Bool {
    let word = Self.plain(word)
    guard !word.isEmpty, written[word.lowercased()] == nil else { return false }
    written[word.lowercased()] = word
    return true
  }

  /// - Returns: whether it was muted.
  @discardableResult
  public mutating func unmute(_ word: String) -> Bool {
    written.removeValue(forKey: Self.plain(word).lowercased()) != nil
  }

  /// Without blanks around it, and without the sign of a tag.
  private static func plain(_ word: String) -> String {
    let trimmed = word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return trimmed.count > 1 && trimmed.hasPrefix("#") ? String(trimmed.dropFirst()) : trimmed
  }

  /// The first that stands in a post: its text, its tags, the descriptions of its pictures, the page that it shows.
  /// - Complexity: O(its length × their number).
  public func found(in post: PostView) -> String? {
    if written.isEmpty { return nil }
    let card = post.embed?.card.map { [$0.title, $0.description] } ?? []
    let texts = [post.text] + (post.embed?.images.map { $0.alt } ?? []) + card
    return found(in: texts, tags: post.allTags, post.languages)
  }

  /// The first that stands in a quoted post.
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
