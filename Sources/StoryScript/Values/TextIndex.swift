/// The positions of characters in the most recently used texts, so that `$text[$i]`, `(length $text)` and `(slice …)`
/// do not walk through a long text each time.
///
/// A text is identified by its address in memory. While it is indexed here, it cannot be changed there. A piece of an
/// indexed text is indexed as well: it shares the text's marks.
final class TextIndex {
  fileprivate struct Entry {
    var text = "" { didSet { (address, size) = (text.storage, text.utf8.count) } }
    private(set) var address: UnsafeRawPointer?
    private(set) var size = 0
    /// `true` if each byte is a character: ASCII without carriage returns.
    var isPlain = true
    /// `true` if each scalar is a character.
    var isSimple = false
    var count = 0
    /// The offsets of every eighth character in the text from which this one was cut; empty for plain texts.
    var marks: [Int32] = []
    /// The number of characters and bytes of that text before this one.
    var (skippedCount, skippedBytes) = (0, 0)
  }

  /// Sets of a few texts that are not large; the address decides on the set. None before the first such text.
  private var sets: [Entry] = []
  /// The most recent large texts.
  private var large: [Entry] = []
  /// The place in its set that the next new text takes, and the place of the next large text.
  private var (next, nextLarge) = (0, 0)
  /// The bytes of the texts in the sets, which would be free otherwise.
  private var heldBytes = 0

  private static let (setCountLog, setSize) = (7, 4)
  /// The maximum bytes of a text in a set, and of all of them. A screen full of long lines fits.
  private static let (mostBytes, mostHeldBytes) = (1 << 16, 16 << 20)
  /// The maximum number of large texts: enough for two that are compared character by character, and two more.
  private static let mostLarge = 4
  /// The minimum bytes of an indexed text; shorter texts are walked through.
  private static let minimumLength = 64
  /// The characters between two marks, which are walked through: few, as a mark takes half a byte per character.
  fileprivate static let step = 8

  /// Returns the number of characters. O(1) for an indexed text.
  func length(of text: String, _ context: FunctionContext) throws(Failure) -> Int {
    if text.utf8.count < Self.minimumLength { return text.count }
    let place = try known(text, context)
    return text.utf8.count > Self.mostBytes ? large[place].count : sets[place].count
  }

  /// Returns a range of a text's characters, which must exist. O(length of the piece) for an indexed text.
  func piece(of text: String, _ range: Range<Int>, _ context: FunctionContext) throws(Failure) -> String {
    if text.utf8.count < Self.minimumLength { return String(text.dropFirst(range.lowerBound).prefix(range.count)) }
    let place = try known(text, context)
    if range.count < Self.step {
      // Often a single character: the entry is not copied for it.
      let isLarge = text.utf8.count > Self.mostBytes
      if let piece = isLarge ? large[place].shortPiece(range) : sets[place].shortPiece(range) { return piece }
    }
    var entry = text.utf8.count > Self.mostBytes ? large[place] : sets[place]
    let start = entry.place(of: range.lowerBound)
    let isNear = range.count < Self.step
    let end = isNear ? entry.place(of: range.upperBound, after: start, range.count) : entry.place(of: range.upperBound)
    let piece = String(text[start..<end])
    if piece.utf8.count >= Self.minimumLength, piece.utf8.count < text.utf8.count {
      entry.text = piece
      entry.count = range.count
      entry.skippedCount += range.lowerBound
      entry.skippedBytes += start.byteOffset(in: text)
      add(entry)
    }
    return piece
  }

  /// Appends to a text in place, and keeps it indexed.
  func append(_ more: String, to text: inout String) {
    guard text.utf8.count >= Self.minimumLength, var entry = remove(text) else {
      text += more
      return
    }
    guard !entry.isPlain || Self.isPlain(more) else {
      entry.text = ""
      text += more
      return
    }
    // The text must have only one owner now.
    entry.text = ""
    let end = text.utf8.count
    text += more
    entry.text = text
    entry.grow(by: more, from: end)
    add(entry)
  }

  /// Returns the place of a text's entry among the large ones, or in the sets.
  private func known(_ text: String, _ context: FunctionContext) throws(Failure) -> Int {
    if let place = place(of: text) { return place }
    var entry = Entry()
    entry.text = text
    entry.isPlain = try Self.isPlain(text, context)
    if entry.isPlain { entry.count = text.utf8.count } else { try entry.walk(context) }
    return add(entry)
  }

  // MARK: The table

  /// Returns the first place of the set for an address.
  private static func firstPlace(_ address: UnsafeRawPointer?) -> Int {
    let bits = UInt64(UInt(bitPattern: address)) >> 4
    return Int((bits &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - setCountLog)) * setSize
  }

  private func place(of text: String) -> Int? {
    let (address, size) = (text.storage, text.utf8.count)
    if size > Self.mostBytes { return large.firstIndex { $0.address == address && $0.size == size } }
    guard !sets.isEmpty else { return nil }
    let first = Self.firstPlace(address)
    return (first..<first + Self.setSize).first { sets[$0].address == address && sets[$0].size == size }
  }

  private func remove(_ text: String) -> Entry? {
    guard let place = place(of: text) else { return nil }
    if text.utf8.count > Self.mostBytes { return large.remove(at: place) }
    let entry = sets[place]
    heldBytes -= entry.size
    sets[place] = Entry()
    return entry
  }

  @discardableResult
  private func add(_ entry: Entry) -> Int {
    guard entry.size <= Self.mostBytes else {
      if large.count < Self.mostLarge {
        large.append(entry)
        return large.count - 1
      }
      nextLarge = (nextLarge + 1) % Self.mostLarge
      large[nextLarge] = entry
      return nextLarge
    }
    if sets.isEmpty || heldBytes + entry.size > Self.mostHeldBytes {
      sets = Array(repeating: Entry(), count: Self.setSize << Self.setCountLog)
      heldBytes = 0
    }
    let first = Self.firstPlace(entry.address)
    let free = (first..<first + Self.setSize).first { sets[$0].size == 0 }
    next = (next + 1) % Self.setSize
    let place = free ?? first + next
    heldBytes += entry.size - sets[place].size
    sets[place] = entry
    return place
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
  /// Returns the position of a character, or the end.
  func place(of number: Int) -> String.Index {
    if isPlain { return text.utf8.index(text.startIndex, offsetBy: number) }
    if number == count { return text.endIndex }
    let whole = number + skippedCount
    let offset = Int(marks[whole / TextIndex.step]) - skippedBytes
    // The mark may lie before this piece.
    let mark = offset > 0 ? text.utf8.index(text.startIndex, offsetBy: offset) : text.startIndex
    let distance = offset > 0 ? whole % TextIndex.step : number
    return isSimple ? text.unicodeScalars.index(mark, offsetBy: distance) : text.index(mark, offsetBy: distance)
  }

  /// Returns the position of a character a few characters after a known position.
  func place(of number: Int, after start: String.Index, _ distance: Int) -> String.Index {
    isPlain ? place(of: number) : text.index(start, offsetBy: distance)
  }

  /// Returns a few characters, if each is one scalar.
  func shortPiece(_ range: Range<Int>) -> String? {
    guard isPlain || isSimple else { return nil }
    return text.utf8.withContiguousStorageIfAvailable { bytes in
      var start = range.lowerBound
      if !isPlain, start == count {
        start = bytes.count
      } else if !isPlain {
        let whole = start + skippedCount
        let mark = Int(marks[whole / TextIndex.step]) - skippedBytes
        // The mark may lie before this piece.
        start = Self.skip(mark > 0 ? whole % TextIndex.step : start, from: max(mark, 0), in: bytes)
      }
      let end = isPlain ? range.upperBound : Self.skip(range.count, from: start, in: bytes)
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
  }

  /// Returns the offset that is some scalars behind an offset.
  private static func skip(_ count: Int, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = start
    for _ in 0..<count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
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
      return
    }
    ownMarks()
    if isSimple, more.unicodeScalars.allSatisfy({ $0.formsOwnCharacter }) {
      for (offset, byte) in more.utf8.enumerated() where byte & 0xC0 != 0x80 {
        if (skippedCount + count) % TextIndex.step == 0 { marks.append(Int32(skippedBytes + end + offset)) }
        count += 1
      }
    } else {
      isSimple = false
      walkOn()
    }
  }

  /// Drops the marks behind this piece, and those before it if they are many.
  private mutating func ownMarks() {
    let needed = (skippedCount + count + TextIndex.step - 1) / TextIndex.step
    if marks.count > needed { marks.removeLast(marks.count - needed) }
    guard skippedBytes > 4 * text.utf8.count + (1 << 12) else { return }
    // The marks stay at the same characters, so some characters before the piece still count.
    let dropped = skippedCount / TextIndex.step
    marks.removeFirst(dropped)
    skippedCount -= dropped * TextIndex.step
    let bytes = skippedBytes
    let lead = bytes - Int(marks.first ?? Int32(bytes))
    marks = marks.map { $0 - Int32(bytes - lead) }
    skippedBytes = lead
  }

  /// Counts again from the last mark: the last characters may have merged with the appended ones, earlier ones
  /// cannot.
  private mutating func walkOn() {
    guard let last = marks.popLast() else { return }
    let offset = Int(last) - skippedBytes
    var at = text.utf8.index(text.startIndex, offsetBy: max(offset, 0))
    if offset < 0 {
      marks.append(last)
      count = 0
    } else {
      count = marks.count * TextIndex.step - skippedCount
    }
    while at < text.endIndex {
      if (skippedCount + count) % TextIndex.step == 0 { marks.append(Int32(skippedBytes + at.byteOffset(in: text))) }
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
