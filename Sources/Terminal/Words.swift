/// The ends and beginnings of words, for motions and for accepting a suggestion word by word. Indices count graphemes.
enum Words {
  /// The characters besides letters and digits that libedit deletes as part of a word.
  static let deletedToo = Set<Grapheme>(["*", "?", "_", "-", ".", "[", "]", "~", "="])

  /// Returns the index after the next word of letters, digits and the given characters.
  static func end(
    in text: [Grapheme], after index: Int, with others: Set<Grapheme> = []
  ) -> Int {
    var index = index
    while index < text.count, !isWord(text[index]), !others.contains(text[index]) { index += 1 }
    while index < text.count, isWord(text[index]) || others.contains(text[index]) { index += 1 }
    return index
  }

  /// Returns the index before the previous word of letters, digits and the given characters.
  static func start(
    in text: [Grapheme], before index: Int, with others: Set<Grapheme> = []
  ) -> Int {
    var index = index
    while index > 0, !isWord(text[index - 1]), !others.contains(text[index - 1]) { index -= 1 }
    while index > 0, isWord(text[index - 1]) || others.contains(text[index - 1]) { index -= 1 }
    return index
  }

  /// Returns the first word of a suggestion: spaces, then everything up to the next space.
  static func first(of suggestion: String) -> String {
    let spaces = suggestion.prefix { $0.isWhitespace }
    let word = suggestion[spaces.endIndex...].prefix { !$0.isWhitespace }
    return String(suggestion[..<word.endIndex])
  }

  /// Returns the last word of a line, including quoted or bracketed text.
  static func last(of line: String) -> String {
    var (words, word, quote, depth): ([String], String, Character?, Int) = ([], "", nil, 0)
    for character in line {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" && word.isEmpty {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth = max(0, depth - 1)
      } else if character.isWhitespace || character == ";", depth == 0 {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      word.append(character)
    }
    return word.isEmpty ? words.last ?? "" : word
  }

  /// Returns `true` for a letter or digit, and for a picture such as an emoji, which stands for a word.
  private static func isWord(_ grapheme: Grapheme) -> Bool {
    let scalar = grapheme.scalar
    if scalar.value < 0x80 {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .otherSymbol
  }
}
