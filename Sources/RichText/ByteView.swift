/// UTF-8 bytes as the detector reads them: a pointer, a length and the few queries that its rules need.
///
/// The bytes need not be valid UTF-8. A byte that does not start a scalar counts as a scalar of its own (U+FFFD), so
/// no query ever reads outside the view.
struct ByteView {
  let base: UnsafePointer<UInt8>
  let count: Int

  @inline(__always)
  subscript(_ index: Int) -> UInt8 { base[index] }

  /// Returns the bytes of `range` as text.
  func string(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// Returns the bytes of `range` as text with `prefix` before it, in one allocation.
  func string(_ range: Range<Int>, after prefix: StaticString) -> String {
    let length = prefix.utf8CodeUnitCount
    return String(unsafeUninitializedCapacity: length + range.count) { buffer in
      guard let target = buffer.baseAddress else { return 0 }
      target.initialize(from: prefix.utf8Start, count: length)
      (target + length).initialize(from: base + range.lowerBound, count: range.count)
      return length + range.count
    }
  }

  /// Returns the ASCII bytes of `range` as uppercase text.
  func upperCaseString(_ range: Range<Int>) -> String {
    String(unsafeUninitializedCapacity: range.count) { buffer in
      for (offset, index) in range.enumerated() {
        buffer[offset] = self[index] >= UInt8(ascii: "a") ? self[index] & 0xDF : self[index]
      }
      return range.count
    }
  }

  /// Returns whether `ascii`, which is in lowercase, is at `index` in any case.
  func hasPrefix(_ ascii: StaticString, at index: Int) -> Bool {
    let length = ascii.utf8CodeUnitCount
    guard index >= 0, index + length <= count else { return false }
    for offset in 0..<length {
      let byte = self[index + offset]
      let folded = ByteClass.letter.holds(byte) ? byte | 0x20 : byte
      if folded != ascii.utf8Start[offset] { return false }
    }
    return true
  }

  /// Returns the length of the white space scalar at `index`, or 0.
  ///
  /// White space is JavaScript's `\s`, because the reference client uses it: U+0009–000D, 0020, 00A0, 1680,
  /// 2000–200A, 2028, 2029, 202F, 205F, 3000, FEFF; not U+0085.
  @inline(__always)
  func spaceLength(at index: Int) -> Int {
    let kind = ByteClass(of: self[index])
    if kind.isDisjoint(with: [.space, .wideStop]) { return 0 }
    return kind.contains(.space) ? 1 : wideSpaceLength(at: index)
  }

  /// Returns the length of the scalar at `index` if it ends a tag, or 0: white space, or one of the invisible U+00AD,
  /// 200B–200D, 2060 and 20E2.
  @inline(__always)
  func tagStopLength(at index: Int) -> Int {
    let kind = ByteClass(of: self[index])
    if kind.isDisjoint(with: [.space, .wideStop]) { return 0 }
    if kind.contains(.space) { return 1 }
    let space = wideSpaceLength(at: index)
    return space > 0 ? space : invisibleLength(at: index)
  }

  private func wideSpaceLength(at index: Int) -> Int {
    if self[index] == 0xC2 { return index + 1 < count && self[index + 1] == 0xA0 ? 2 : 0 }
    return index + 2 < count && isWideSpace(self[index], self[index + 1], self[index + 2]) ? 3 : 0
  }

  private func isWideSpace(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
    switch (a, b) {
    case (0xE1, 0x9A): c == 0x80
    case (0xE2, 0x80): (0x80...0x8A).contains(c) || c == 0xA8 || c == 0xA9 || c == 0xAF
    case (0xE2, 0x81): c == 0x9F
    case (0xE3, 0x80): c == 0x80
    case (0xEF, 0xBB): c == 0xBF
    default: false
    }
  }

  private func invisibleLength(at index: Int) -> Int {
    if self[index] == 0xC2 { return index + 1 < count && self[index + 1] == 0xAD ? 2 : 0 }
    guard self[index] == 0xE2, index + 2 < count else { return 0 }
    switch (self[index + 1], self[index + 2]) {
    case (0x80, 0x8B...0x8D), (0x81, 0xA0), (0x83, 0xA2): return 3
    default: return 0
    }
  }

  /// Returns whether `index` is the start of the text or follows white space.
  @inline(__always)
  func followsSpace(_ index: Int) -> Bool {
    if index == 0 { return true }
    let last = self[index - 1]
    return last < 0x80 ? ByteClass.space.holds(last) : followsWideSpace(index)
  }

  private func followsWideSpace(_ index: Int) -> Bool {
    let last = self[index - 1]
    if index >= 2, self[index - 2] == 0xC2 { return last == 0xA0 }
    return index >= 3 && isWideSpace(self[index - 3], self[index - 2], last)
  }

  /// Returns the end of the word that continues at `index`: the next white space, or the end of the text. O(length of
  /// the word).
  func wordEnd(from index: Int) -> Int {
    var end = index
    while end < count, spaceLength(at: end) == 0 { end += 1 }
    return end
  }

  /// Returns the start of the word that reaches `index`. O(length of the word).
  func wordStart(from index: Int) -> Int {
    var start = index
    while !followsSpace(start) { start -= 1 }
    return start
  }

  /// Returns the scalar at `index` and its length in bytes.
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = self[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, index + length <= count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = self[index + offset]
      guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) } ?? ("\u{FFFD}", 1)
  }

  /// Returns the scalar that ends at `index` and its length in bytes; `index` is above zero.
  func scalar(before index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    var start = index - 1
    while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
    let found = scalar(at: start)
    return start + found.length == index ? found : ("\u{FFFD}", 1)
  }
}

extension Unicode.Scalar {
  /// `true` for Unicode's category P, which the reference client strips from the end of tags.
  var isPunctuation: Bool {
    if value < 0x80 { return ByteClass.punctuation.holds(UInt8(value)) }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }
}

extension UInt8 {
  /// Returns whether the byte is one of these ASCII characters. Inlined, it is a few comparisons with constants.
  @inline(__always)
  func isOne(of characters: StaticString) -> Bool {
    for index in 0..<characters.utf8CodeUnitCount where self == characters.utf8Start[index] { return true }
    return false
  }
}

/// The meanings of a byte of UTF-8 for the detector, as a set of bits.
///
/// One table lookup answers every question that the rules ask of a byte. The table is a string literal, so it lies in
/// the program's constant data and costs nothing at startup; the tests derive each of its 256 entries from words.
struct ByteClass: OptionSet {
  let rawValue: UInt8
  /// A byte that can begin a facet or mark a link: `# $ . : @` and the first byte of `＃`.
  static let trigger = ByteClass(rawValue: 1)
  /// ASCII white space: U+0009–000D and the space.
  static let space = ByteClass(rawValue: 2)
  static let letter = ByteClass(rawValue: 4)
  static let digit = ByteClass(rawValue: 8)
  /// `.` and `-`, which join letters and digits in a handle.
  static let joiner = ByteClass(rawValue: 16)
  /// ASCII punctuation of Unicode's category P; the symbols `$ + < = > ^ ` | ~` are not in it.
  static let punctuation = ByteClass(rawValue: 32)
  /// The first byte of a multi-byte scalar that may be white space or end a tag.
  static let wideStop = ByteClass(rawValue: 64)
  static let alphanumeric: ByteClass = [.letter, .digit]
  static let handle: ByteClass = [.letter, .digit, .joiner]

  @inline(__always)
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The class of `byte`.
  @inline(__always)
  init(of byte: UInt8) { rawValue = ByteClass.table[Int(byte)] }

  /// Returns whether `byte` is in any of these classes.
  @inline(__always)
  func holds(_ byte: UInt8) -> Bool { ByteClass.table[Int(byte)] & rawValue != 0 }

  /// 256 entries, sixteen to a row.
  @inline(__always)
  static var table: UnsafePointer<UInt8> {
    let rows: StaticString = """
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{2}\u{2}\u{2}\u{2}\u{2}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{2}\u{20}\u{20}\u{21}\u{1}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{0}\u{20}\u{30}\u{31}\u{20}\
      \u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{21}\u{20}\u{0}\u{0}\u{0}\u{20}\
      \u{21}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\
      \u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{20}\u{20}\u{20}\u{0}\u{20}\
      \u{0}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\
      \u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{20}\u{0}\u{20}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{40}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{40}\u{40}\u{40}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{41}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}
      """
    return rows.utf8Start
  }
}
