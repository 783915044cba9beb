/// Words found by their bytes: the parser looks up each word of a script, without making a text of it first.
///
///     let index = WordIndex(["story", "timer"])
///     index.number(of: SourceRange(4, 9), in: source)   // 1 for "timer", nil for any other word
///
/// O(length of the word), and O(1) for a word that is longer than all of these.
final class WordIndex: Sendable {
  private struct Slot {
    var start: Int32 = 0
    /// The number of bytes; 0 for an empty slot.
    var count: Int32 = 0
    var number: Int32 = 0
  }

  /// All words, one after the other.
  private let bytes: [UInt8]
  /// A power of two of slots, at most half of them in use. A word is at the first free slot from that of its hash on.
  private let slots: [Slot]
  private let longest: Int

  /// - Precondition: all words are different.
  init(_ words: some Collection<String>) {
    var size = 16
    while size < 2 * words.count { size *= 2 }
    var (bytes, slots, longest) = ([] as [UInt8], [Slot](repeating: Slot(), count: size), 0)
    for (number, word) in words.enumerated() where !word.isEmpty {
      let start = bytes.count
      bytes.append(contentsOf: word.utf8)
      longest = max(longest, bytes.count - start)
      var slot = bytes.withUnsafeBufferPointer { Self.hash($0, start, $0.count) } & (size - 1)
      while slots[slot].count > 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Slot(start: Int32(start), count: Int32(bytes.count - start), number: Int32(number))
    }
    (self.bytes, self.slots, self.longest) = (bytes, slots, longest)
  }

  /// Returns the position of a word among all words; `nil` if it is none of them.
  func number(of word: SourceRange, in source: Source) -> Int? {
    let (start, end) = (Int(word.start), Int(word.end))
    guard end > start, end - start <= longest else { return nil }
    return source.bytes.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { bytes in
        slots.withUnsafeBufferPointer { slots in
          var place = Self.hash(text, start, end) & (slots.count - 1)
          while slots[place].count > 0 {
            let slot = slots[place]
            if Int(slot.count) == end - start {
              var offset = 0
              while offset < end - start, text[start + offset] == bytes[Int(slot.start) + offset] { offset += 1 }
              if offset == end - start { return Int(slot.number) }
            }
            place = (place + 1) & (slots.count - 1)
          }
          return nil
        }
      }
    }
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in start..<end { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}

/// The meanings of a word of the host, or of a function's name.
struct VocabularyWord: Sendable {
  var isFunction = false
  /// `true` for the first word of a command.
  var beginsCommand = false
  /// `true` for the first word of state paths.
  var isRoot = false
}

/// The words of a vocabulary by their bytes.
package final class VocabularyWords: Sendable {
  private let index: WordIndex
  private let words: [VocabularyWord]

  init(_ commands: CommandTable, _ roots: Set<String>, _ functions: FunctionTable) {
    var words: [String: VocabularyWord] = [:]
    for command in commands.commands { words[command.words[0], default: VocabularyWord()].beginsCommand = true }
    for root in roots { words[root, default: VocabularyWord()].isRoot = true }
    for name in functions.names { words[name, default: VocabularyWord()].isFunction = true }
    (index, self.words) = (WordIndex(words.keys), Array(words.values))
  }

  /// Returns what a word of a script is here. O(length of the word).
  func word(at range: SourceRange, in source: Source) -> VocabularyWord {
    index.number(of: range, in: source).map { words[$0] } ?? VocabularyWord()
  }
}

/// The names of the definitions that a script may call.
package struct DefinitionNames: Sendable {
  let all: Set<String>
  /// The names by their bytes; `nil` if a script is too short to be worth it.
  private let index: WordIndex?

  package init(_ all: Set<String>, for source: Source) {
    self.all = all
    index = all.isEmpty || source.bytes.count < 64 * all.count ? nil : WordIndex(all)
  }

  func contains(_ name: String) -> Bool { all.contains(name) }

  /// Returns `true` if a word of a script is one of the names.
  func contains(_ word: SourceRange, in source: Source) -> Bool {
    if all.isEmpty { return false }
    // The same letter may be encoded in several ways.
    guard let index, source.bytes[Int(word.start)..<Int(word.end)].allSatisfy({ $0 < 0x80 }) else {
      return all.contains(source.text(word))
    }
    return index.number(of: word, in: source) != nil
  }
}
