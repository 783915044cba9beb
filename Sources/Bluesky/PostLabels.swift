extension Post {
  /// What a post says of itself beside its text.
  public struct Labels: Hashable, Sendable {
    /// Tags of languages (BCP 47): `de`, `pt-BR`.
    public let languages: [String]
    /// Tags without their `#` that do not stand in the text.
    public let tags: [String]

    /// Source: the lexicon `app.bsky.feed.post`.
    public static let languageLimit = 3
    public static let tagLimit = 8
    public static let tagGraphemeLimit = 64
    public static let tagByteLimit = 640

    public enum Problem: Error, Hashable, Sendable {
      case tooManyLanguages(Int)
      /// A word that is no tag of a language by its form.
      case noLanguage(String)
      case tooManyTags(Int)
      case emptyTag
      /// More than 64 graphemes or 640 bytes.
      case tagTooLong(String)
    }

    /// None.
    public init() { (languages, tags) = ([], []) }

    /// Duplicates count once; a `#` before a tag is left out.
    public init(languages: [String], tags: [String]) throws(Problem) {
      let languages = Self.unique(languages)
      let tags = Self.unique(tags.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 })
      guard languages.count <= Self.languageLimit else { throw .tooManyLanguages(languages.count) }
      guard tags.count <= Self.tagLimit else { throw .tooManyTags(tags.count) }
      for language in languages where !Self.isLanguage(language) { throw .noLanguage(language) }
      for tag in tags {
        guard tag.contains(where: { !$0.isWhitespace }) else { throw .emptyTag }
        guard tag.count <= Self.tagGraphemeLimit, tag.utf8.count <= Self.tagByteLimit else { throw .tagTooLong(tag) }
      }
      (self.languages, self.tags) = (languages, tags)
    }

    private static func unique(_ words: [String]) -> [String] {
      var seen: Set<String> = []
      return words.filter { seen.insert($0.lowercased()).inserted }
    }

    /// Two or three letters, then parts of one to eight letters and digits after hyphens.
    private static func isLanguage(_ text: String) -> Bool {
      let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
      guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(isLetter) else { return false }
      return parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
      }
    }
  }
}
