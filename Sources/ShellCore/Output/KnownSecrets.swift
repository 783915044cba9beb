import StoryScript

/// The passwords and PINs that were used in this run of the program, in whatever way they were given: typed without
/// being shown, in a line, or through variables, texts and definitions.
///
/// All later output is masked by their values, whichever command shows them, and so are the typed lines that contained
/// them before they were known. A short secret, such as a PIN of four digits, occurs in many numbers and words: it is
/// masked only in typed lines, where it is a word of its own.
package final class KnownSecrets {
  /// A secret as UTF-8 with ASCII letters in lower case.
  private struct Secret: Hashable {
    var bytes: [UInt8]
    /// `true` if it is masked in all output.
    var isDistinct: Bool
    /// `true` if it is masked inside longer words too.
    var isPart: Bool
  }

  private var secrets: [Secret] = []
  /// The number of secrets that were added so far.
  private(set) var additions = 0
  private var hasDistinct = false
  /// The files with typed lines that this run has written and closed: a line in them may contain a text that later
  /// turns out to be a secret.
  package var closedRecordings: Set<String> = []

  /// The minimum length: shorter texts occur in many lines.
  private static let minimumLength = 4
  /// The minimum length of a secret that is masked in all output, and of one that consists of letters alone.
  private static let (shortestDistinct, shortestWord) = (6, 8)
  /// The number of secrets that are remembered.
  private static let limit = 256

  /// Adds a secret; quotes and white space around it do not belong to it.
  /// - Parameter isWord: `true` for a word of the language, or one that may not be a secret: output shows it.
  package func add(_ text: String, isWord: Bool = false) {
    let bare = text.trimmingCharacters { $0.isWhitespace || "\"'".contains($0) }
    let bytes = bare.utf8.map(Self.folded)
    guard bytes.count >= Self.minimumLength, bare != SecretText.mask, !secrets.contains(where: { $0.bytes == bytes })
    else {
      return
    }
    let hasLetters = bytes.contains(where: Self.isLetter)
    let isMixed = bytes.contains { !Self.isLetter($0) }
    let isDistinct = !isWord && bytes.count >= (isMixed ? Self.shortestDistinct : Self.shortestWord)
    secrets.append(
      Secret(bytes: bytes, isDistinct: isDistinct, isPart: isDistinct && isMixed && hasLetters))
    if secrets.count > Self.limit { secrets.removeFirst() }
    hasDistinct = hasDistinct || isDistinct
    additions += 1
  }

  /// Adds the secrets in a typed line.
  func add(in line: String, _ vocabulary: Vocabulary) {
    let bytes = Array(line.utf8)
    let guesses = SecretText.ranges(in: line, vocabulary)
    guard !guesses.isEmpty else { return }
    let sure = SecretText.ranges(in: line, vocabulary, guesses: false)
    for (ranges, isSure) in [(sure, true), (guesses, false)] {
      for range in ranges {
        let text = String(decoding: bytes[range], as: UTF8.self)
        add(text, isWord: !isSure || vocabulary.knows(text))
      }
    }
  }

  /// Adds the texts and numbers in a value.
  func add(_ value: Value, depth: Int = 0) {
    switch value {
    case .text(let text):
      // A record has a handle beside its password.
      let isHandle = depth > 0 && text.contains(".") && SecretText.handle(in: text) == text
      if !isHandle { add(text) }
    case .number, .whole: add(ValueWriter().text(value))
    case .list(let items) where depth < Self.deepest:
      for item in items.prefix(Self.limit) { add(item, depth: depth + 1) }
    case .record(let record) where depth < Self.deepest:
      for item in record.values.prefix(Self.limit) { add(item, depth: depth + 1) }
    default: break
    }
  }

  /// The depth of lists and records whose texts are read.
  private static let deepest = 8

  // MARK: Typed lines

  /// Returns `true` if a typed line contains one of the secrets.
  func areIn(_ line: String) -> Bool { !secrets.isEmpty && !ranges(in: Array(line.utf8), isTyped: true).isEmpty }

  /// Returns a typed line with `…` in place of each secret.
  func maskedLine(_ line: String) -> String { masked(line, isTyped: true) }

  // MARK: Output

  /// Returns `true` if a text for others contains one of the secrets.
  func areInText(_ text: String) -> Bool { hasDistinct && !ranges(in: Array(text.utf8)).isEmpty }

  /// Returns a text with `…` in place of each secret.
  func masked(_ text: String) -> String { hasDistinct ? masked(text, isTyped: false) : text }

  /// Returns a value with `…` in place of each secret in its texts.
  func masked(_ value: Value) -> Value { hasDistinct ? masked(value, depth: 0) : value }

  private func masked(_ value: Value, depth: Int) -> Value {
    switch value {
    case .text(let text): return .text(masked(text))
    case .number, .whole:
      let text = ValueWriter().text(value)
      return areInText(text) ? .text(masked(text)) : value
    case .list(let items) where depth < Self.deepest: return .list(items.map { masked($0, depth: depth + 1) })
    case .record(var record) where depth < Self.deepest:
      for name in record.names { record[name] = record[name].map { masked($0, depth: depth + 1) } }
      return .record(record)
    default: return value
    }
  }

  private func masked(_ text: String, isTyped: Bool) -> String {
    let bytes = Array(text.utf8)
    let found = ranges(in: bytes, isTyped: isTyped)
    guard !found.isEmpty else { return text }
    return String(decoding: Self.masked(bytes, found), as: UTF8.self)
  }

  /// Returns bytes with `…` in place of ranges.
  static func masked(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> [UInt8] {
    var (result, start): ([UInt8], Int) = ([], 0)
    for range in ranges {
      result += bytes[start..<range.lowerBound] + Array(SecretText.mask.utf8)
      start = range.upperBound
    }
    return result + bytes[start...]
  }

  /// Returns the places of secrets in output, sorted and without overlaps.
  /// - Complexity: O(bytes × secrets).
  func ranges(in bytes: some RandomAccessCollection<UInt8>) -> [Range<Int>] {
    hasDistinct ? ranges(in: Array(bytes), isTyped: false) : []
  }

  private func ranges(in bytes: [UInt8], isTyped: Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let folded = bytes.map(Self.folded)
    // One pass, however many secrets there are: every line of output comes here.
    var starts = [Bool](repeating: false, count: 256)
    for secret in secrets { if let first = secret.bytes.first { starts[Int(first)] = true } }
    var ends = [Int](repeating: 0, count: secrets.count)
    for start in folded.indices where starts[Int(folded[start])] {
      for (index, secret) in secrets.enumerated()
      where (isTyped || secret.isDistinct) && secret.bytes.first == folded[start] && start >= ends[index] {
        let end = start + secret.bytes.count
        guard end <= folded.count, folded[start..<end].elementsEqual(secret.bytes) else { continue }
        ends[index] = end
        let isInWord =
          start > 0 && Self.isWordByte(folded[start - 1]) || end < folded.count && Self.isWordByte(folded[end])
        if secret.isPart || !isInWord { found.append(start..<end) }
      }
    }
    return SecretText.merged(found)
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) }
  private static func isWordByte(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}

extension String {
  fileprivate func trimmingCharacters(where isLeftOut: (Character) -> Bool) -> String {
    let rest = drop(while: isLeftOut)
    return rest.lastIndex { !isLeftOut($0) }.map { String(rest[...$0]) } ?? ""
  }
}
