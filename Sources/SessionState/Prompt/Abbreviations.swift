import JSON
import Journal
import StoryScript

/// Abbreviations: words that the user types for longer texts. Each is expanded at the beginning of a statement by the
/// key that ends the word, so that the history, a recording and the line contain what really ran. After fish's
/// `abbr`.
package struct Abbreviations: Hashable, Sendable {
  package private(set) var texts: [String: String] = [:]

  package init() {}

  /// The abbreviations, sorted by word.
  package var sorted: [(word: String, text: String)] { texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  package subscript(word: String) -> String? {
    get { texts[word] }
    set { texts[word] = newValue }
  }

  /// Returns the text of the abbreviation that ends at a byte of a line, and the byte where it begins; `nil` if it is
  /// not an abbreviation, or not at the beginning of a statement. Any other word costs no more than reading it.
  package func expansion(
    in line: String, at cursor: Int, vocabulary: Vocabulary, definitions: Set<String>
  ) -> (start: Int, text: String)? {
    guard !texts.isEmpty else { return nil }
    let before = line.utf8.prefix(cursor)
    let isInside = line.utf8.dropFirst(cursor).first.map { !Self.ends.contains($0) } ?? false
    let word = before.reversed().prefix { !Self.ends.contains($0) }.reversed()
    guard !isInside, !word.isEmpty, let text = texts[String(decoding: word, as: UTF8.self)] else { return nil }
    let place = SyntaxPlace.at(cursor, in: line, vocabulary: vocabulary, definitions: definitions)
    guard case .statement = place.expectation, place.quote == nil, place.range == cursor - word.count..<cursor else {
      return nil
    }
    return (place.range.lowerBound, text)
  }

  /// The bytes that end a word.
  private static let ends = Set(" \t\n;|(){}[]\"'".utf8)

  /// Returns whether a word can be an abbreviation: it must look like a statement's first word.
  package static func canBe(_ word: String) -> Bool {
    word.first?.isLetter == true && Word.quotedIfNeeded(word) == word && !word.utf8.contains(where: ends.contains)
  }

  // MARK: Persistence

  static let kind = PersistedKind(
    name: "abbreviation.changed", changes: true, authority: .device, key: "word",
    summary: "an abbreviation was defined or deleted", fields: ["word": "text", "text": "null if it was deleted"])

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if the event could not be understood.
  mutating func fold(_ saved: Journal.SavedEvent) -> Bool {
    guard let payload = try? saved.event.payload.json, let word = payload["word"]?.stringValue, Self.canBe(word) else {
      return false
    }
    texts[word] = payload["text"]?.stringValue
    return true
  }

  /// Returns the events that turn `before` into `self`.
  func changes(since before: Abbreviations) -> [(type: String, payload: Journal.Payload)] {
    guard texts != before.texts else { return [] }
    return Set(texts.keys).union(before.texts.keys).sorted().filter { texts[$0] != before.texts[$0] }.map { word in
      (Self.kind.name, ["word": .string(word), "text": texts[word].map { .string($0) } ?? .null])
    }
  }
}
