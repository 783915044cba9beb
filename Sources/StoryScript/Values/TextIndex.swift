/// The positions of characters in the most recently used texts, so that `$text[$i]`, `(length $text)` and `(slice …)`
/// do not walk through a long text each time.
///
/// A text is identified by its address in memory. While it is indexed here, it cannot be changed there.
final class TextIndex {
  fileprivate struct Entry {
    var text: String
    /// `true` if each byte is a character: ASCII without carriage returns.
    var isPlain = true
    /// `true` if each scalar is a character.
    var isSimple = false
    var count = 0
    /// The offsets of every eighth character; empty for plain texts.
    var marks: [Int32] = []
  }

  private var entries: [Entry] = []
  private var next = 0
  /// The maximum number of texts: enough for two that are compared character by character, and two more.
  private static let most = 4
  /// The minimum bytes of an indexed text; shorter texts are walked through.
  private static let minimumLength = 64
  /// The characters between two marks, which are walked through: few, as a mark takes half a byte per character.
  fileprivate static let step = 8

  /// Returns the number of characters. O(1) for an indexed text.
  func length(of text: String, _ context: FunctionContext) throws(Failure) -> Int {
    if text.utf8.count < Self.minimumLength { return text.count }
    return entries[try entry(of: text, context)].count
  }

  /// Returns a range of a text's characters, which must exist. O(length of the piece) for an indexed text.
  func piece(of text: String, _ range: Range<Int>, _ context: FunctionContext) throws(Failure) -> String {
    if text.utf8.count < Self.minimumLength { return String(text.dropFirst(range.lowerBound).prefix(range.count)) }
    let entry = entries[try entry(of: text, context)]
    let start = entry.place(of: range.lowerBound)
    let isNear = range.count < Self.step
    let end = isNear ? entry.place(of: range.upperBound, after: start, range.count) : entry.place(of: range.upperBound)
    return String(text[start..<end])
  }

  /// Appends to a text in place, and keeps it indexed.
  func append(_ more: String, to text: inout String) {
    guard text.utf8.count >= Self.minimumLength, let known = entries.firstIndex(where: { $0.isOf(text) }) else {
      text += more
      return
    }
    guard !entries[known].isPlain || Self.isPlain(more) else {
      entries.remove(at: known)
      text += more
      return
    }
    // The text must have only one owner now.
    entries[known].text = ""
    let end = text.utf8.count
    text += more
    entries[known].text = text
    entries[known].grow(by: more, from: end)
  }

  private func entry(of text: String, _ context: FunctionContext) throws(Failure) -> Int {
    if let known = entries.firstIndex(where: { $0.isOf(text) }) { return known }
    var entry = Entry(text: text)
    entry.isPlain = try Self.isPlain(text, context)
    if entry.isPlain { entry.count = text.utf8.count } else { try entry.walk(context) }
    if entries.count < Self.most {
      entries.append(entry)
      return entries.count - 1
    }
    next = (next + 1) % Self.most
    entries[next] = entry
    return next
  }

  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } }

  private static func isPlain(_ text: String, _ context: FunctionContext) throws(Failure) -> Bool {
    var start = text.startIndex
    while start < text.endIndex {
      let size = FunctionContext.bytesPerCheck
      let end = text.utf8.index(start, offsetBy: size, limitedBy: text.endIndex) ?? text.endIndex
      guard text.utf8[start..<end].allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return false }
      try context.look()
      start = end
    }
    return true
  }
}

extension TextIndex.Entry {
  func isOf(_ other: String) -> Bool {
    text.utf8.count == other.utf8.count && text.storage == other.storage
  }

  /// Returns the position of a character, or the end.
  func place(of number: Int) -> String.Index {
    if isPlain { return text.utf8.index(text.startIndex, offsetBy: number) }
    if number == count { return text.endIndex }
    let mark = text.utf8.index(text.startIndex, offsetBy: Int(marks[number / TextIndex.step]))
    if isSimple { return text.unicodeScalars.index(mark, offsetBy: number % TextIndex.step) }
    return text.index(mark, offsetBy: number % TextIndex.step)
  }

  /// Returns the position of a character a few characters after a known position.
  func place(of number: Int, after start: String.Index, _ distance: Int) -> String.Index {
    isPlain ? place(of: number) : text.index(start, offsetBy: distance)
  }

  mutating func walk(_ context: FunctionContext) throws(Failure) {
    var at = text.startIndex
    (marks, count) = ([], 0)
    isSimple = text.unicodeScalars.allSatisfy { $0.formsOwnCharacter }
    while at < text.endIndex {
      if count % TextIndex.step == 0 { marks.append(Int32(at.byteOffset(in: text))) }
      try context.look(at: count + 1)
      at = text.index(after: at)
      count += 1
    }
  }

  /// Updates the index after text was appended at an offset.
  mutating func grow(by more: String, from end: Int) {
    if isPlain {
      count += more.utf8.count
    } else if isSimple, more.unicodeScalars.allSatisfy({ $0.formsOwnCharacter }) {
      for (offset, byte) in more.utf8.enumerated() where byte & 0xC0 != 0x80 {
        if count % TextIndex.step == 0 { marks.append(Int32(end + offset)) }
        count += 1
      }
    } else {
      isSimple = false
      walkOn()
    }
  }

  /// Counts again from the last mark: the last characters may have merged with the appended ones, earlier ones
  /// cannot.
  private mutating func walkOn() {
    guard let last = marks.popLast() else { return }
    var at = text.utf8.index(text.startIndex, offsetBy: Int(last))
    count = marks.count * TextIndex.step
    while at < text.endIndex {
      if count % TextIndex.step == 0 { marks.append(Int32(at.byteOffset(in: text))) }
      at = text.index(after: at)
      count += 1
    }
  }
}

extension Unicode.Scalar {
  /// `true` if the scalar always forms a character of its own next to other such scalars: letters and signs of the
  /// most common scripts, which never join a neighbour (Unicode Standard Annex 29). Other scalars are examined one by
  /// one.
  var formsOwnCharacter: Bool {
    switch value {
    case 0x0D: false
    case 0..<0x300, 0x370..<0x483, 0x2010..<0x2028, 0x2030..<0x2060, 0x20A0..<0x20D0, 0x3041..<0x3097, 0x4E00..<0xA000:
      true
    default: false
    }
  }
}

extension String.Index {
  fileprivate func byteOffset(in text: String) -> Int { text.utf8.distance(from: text.startIndex, to: self) }
}
