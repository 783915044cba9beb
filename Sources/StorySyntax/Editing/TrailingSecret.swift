/// The secrets that people type after a value although the command accepts none: `login bob.bsky.social PASSWORD`.
struct TrailingSecret {
  private let bytes: [UInt8]
  private let prepositions: Set<String>
  /// `true` if the command is complete, so that its first value follows.
  private let isWhole: Bool

  init(_ bytes: [UInt8], _ command: Command, isWhole: Bool) {
    (self.bytes, self.isWhole) = (bytes, isWhole)
    prepositions = Set(command.parameters.compactMap { $0.preposition })
  }

  /// Words of a sentence, which are not secret: `login as bob.test with …`.
  private static let plain: Set = [
    "as", "to", "at", "in", "with", "and", "user", "handle", "password", "pass", "pw", "app", "using", "from", "is",
    "my",
  ]

  /// - Parameter statement: the rest of the statement after the command's words.
  func ranges(in statement: Range<Int>) -> [Range<Int>] {
    let words = words(in: statement)
    // The value contains a dot or a colon, like handles and DIDs; otherwise it is the first word.
    let value = words.firstIndex(where: isValue) ?? 0
    return words.enumerated().compactMap { index, range in
      let word = text(range)
      // Value and secret are in one pair of quotes.
      if index == value, "\"'".contains(word.first ?? " "), let blank = bytes[range].firstIndex(of: UInt8(ascii: " ")) {
        let end =
          range.count > 1 && bytes[range.upperBound - 1] == bytes[range.lowerBound]
          ? range.upperBound - 1 : range.upperBound
        return blank + 1 < end ? blank + 1..<end : nil
      }
      let last = index > 0 ? text(words[index - 1]) : ""
      let isNamed = prepositions.contains(word) || last != "code" && prepositions.contains(last)
      if index == value || isNamed || word.contains("://") || "$(".contains(word.first ?? "$") { return nil }
      if Self.plain.contains(word.lowercased()) || index < value && !isWhole { return nil }
      return range
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func isValue(_ range: Range<Int>) -> Bool {
    let word = text(range)
    return word.contains { ".:@$(".contains($0) } && !word.contains("://")
  }

  /// Returns words separated by spaces, or in quotes; a comment ends them.
  private func words(in statement: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var place = statement.lowerBound
    while place < statement.upperBound {
      let byte = bytes[place]
      if byte.isOne(of: " \t\r") {
        place += 1
        continue
      }
      if byte.isOne(of: "#|)};\n") { break }
      let end: Int
      if byte.isOne(of: "\"'") {
        let close = bytes[(place + 1)..<statement.upperBound].firstIndex(of: byte)
        end = close.map { $0 + 1 } ?? statement.upperBound
      } else {
        end = bytes[place..<statement.upperBound].firstIndex { $0.isOne(of: " \t\r|)};\n") } ?? statement.upperBound
      }
      words.append(place..<max(end, place + 1))
      place = max(end, place + 1)
    }
    return words
  }
}
