/// A search for one text in another. Both are sequences of characters, compared as `==` compares them: a match begins
/// and ends where a character does, CR LF is one character, and `é` in one scalar equals `é` in two (Unicode Standard
/// Annexes 15 and 29).
///
/// Nearly all texts have only one encoding. Their bytes are compared, and the characters are examined only at the edges
/// of a match. Characters are compared from the first scalar on that might be another encoding of the pattern's.
///
/// Texts can be long, so the search checks for cancellation. O(n × pattern) at worst.
struct TextSearch {
  private let text: String
  private let pattern: [UInt8]
  private let encoding: Encoding

  /// The ways in which a pattern can be encoded in a text.
  private enum Encoding {
    /// Only by the pattern's own bytes.
    case single
    /// By the pattern's bytes in a composed text, by others elsewhere.
    case composed
    case several
  }

  /// - Parameter pattern: the text to find; not empty.
  init(_ text: String, _ pattern: String) {
    self.text = text
    self.pattern = Array(pattern.utf8)
    encoding =
      if self.pattern.allSatisfy({ $0 < 0x80 && !Self.asciiWithTwin.contains($0) }) {
        .single
      } else {
        pattern.unicodeScalars.allSatisfy { $0.isSurelyComposed } ? .composed : .several
      }
  }

  /// The ASCII characters that have a second code elsewhere: `;` (U+037E), `K` (U+212A) and the grave accent (U+1FEF).
  private static let asciiWithTwin = [UInt8(ascii: ";"), UInt8(ascii: "K"), UInt8(ascii: "`")]

  /// Returns `true` if the text contains the pattern.
  func isFound(_ context: FunctionContext) throws(Failure) -> Bool {
    var isFound = false
    try scan(context) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Returns the first occurrence, as offsets in UTF-8; `nil` if there is none.
  func first(_ context: FunctionContext) throws(Failure) -> Range<Int>? {
    var first: Range<Int>?
    try scan(context) { place, size in
      first = place..<place + size
      return false
    }
    return first
  }

  /// Returns the number of occurrences that do not overlap, and their total bytes.
  func found(_ context: FunctionContext) throws(Failure) -> (count: Int, bytes: Int) {
    var (count, bytes) = (0, 0)
    try scan(context) { _, size in
      count += 1
      bytes += size
      return true
    }
    return (count, bytes)
  }

  /// Returns the pieces between the occurrences.
  func pieces(_ context: FunctionContext) throws(Failure) -> [Value] {
    var pieces: [Value] = []
    pieces.reserveCapacity(try found(context).count + 1)
    var start = 0
    try scan(context) { place, size in
      pieces.append(.text(piece(start..<place)))
      start = place + size
      return true
    }
    pieces.append(.text(piece(start..<text.utf8.count)))
    return pieces
  }

  /// Returns the pieces between the occurrences, without checks for cancellation.
  func pieces() -> [String] {
    var pieces: [String] = []
    var start = 0
    try? scan(nil) { place, size in
      pieces.append(piece(start..<place))
      start = place + size
      return true
    }
    return pieces + [piece(start..<text.utf8.count)]
  }

  /// Returns the text with each occurrence replaced.
  /// - Parameter size: the size of the result in bytes.
  func replaced(by new: String, size: Int, _ context: FunctionContext) throws(Failure) -> String {
    var result = ""
    result.reserveCapacity(size)
    var start = 0
    // Many pieces are appended together; each is valid text by itself, and so are their bytes together.
    var gathered: [UInt8] = []
    var failure: Failure?
    func gather(to end: Int) {
      while start < end {
        let stop = boundary(min(end, start + FunctionContext.bytesPerCheck))
        gathered += text.utf8[index(start)..<index(stop)]
        start = stop
        if gathered.count >= FunctionContext.bytesPerCheck { flushWords() }
      }
    }
    func flushWords() {
      result += String(decoding: gathered, as: UTF8.self)
      gathered.removeAll(keepingCapacity: true)
      do throws(Failure) { try context.look() } catch { failure = error }
    }
    try scan(context) { place, size in
      gather(to: place)
      gathered += new.utf8
      start = place + size
      return failure == nil
    }
    gather(to: text.utf8.count)
    flushWords()
    if let failure { throw failure }
    return result
  }

  /// Returns the number of bytes of the pattern at the text's beginning, in any encoding; `nil` if the text begins
  /// otherwise.
  static func start(_ text: Substring, _ pattern: String) -> Int? {
    if text.utf8.starts(with: pattern.utf8) {
      let size = pattern.utf8.count
      if isPlainEdge(text.utf8.index(text.startIndex, offsetBy: size), in: text) { return size }
    }
    guard let end = end(of: pattern, in: text, at: text.startIndex) else { return nil }
    return text.utf8.distance(from: text.startIndex, to: end)
  }

  /// Returns the number of bytes of the pattern at the text's end, in any encoding; `nil` if the text ends otherwise.
  static func end(_ text: Substring, _ pattern: String) -> Int? {
    if text.utf8.reversed().starts(with: pattern.utf8.reversed()) {
      let size = pattern.utf8.count
      if isPlainEdge(text.utf8.index(text.endIndex, offsetBy: -size), in: text) { return size }
    }
    var (place, rest) = (text.endIndex, pattern[...])
    while let wanted = rest.popLast() {
      guard place > text.startIndex else { return nil }
      place = text.index(before: place)
      guard text[place] == wanted else { return nil }
    }
    return text.utf8.distance(from: place, to: text.endIndex)
  }

  /// Returns `true` if a character certainly ends here: between two ASCII characters, and at the text's own ends.
  private static func isPlainEdge(_ place: String.Index, in text: Substring) -> Bool {
    guard place > text.startIndex, place < text.endIndex else { return true }
    return CharacterEdges.isPlain(text.utf8[text.utf8.index(before: place)], text.utf8[place])
  }

  /// Returns the end of these characters in a text; `nil` if others are at `place`, which must be a character's.
  private static func end(
    of characters: some Sequence<Character>, in text: some StringProtocol, at place: String.Index
  ) -> String.Index? {
    var place = place
    for wanted in characters {
      guard place < text.endIndex, text[place] == wanted else { return nil }
      place = text.index(after: place)
    }
    return place
  }

  private func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
  private func piece(_ range: Range<Int>) -> String { String(text[index(range.lowerBound)..<index(range.upperBound)]) }

  /// Returns the beginning of the scalar that contains an offset.
  private func boundary(_ offset: Int) -> Int {
    guard offset < text.utf8.count else { return offset }
    var offset = offset
    while text.utf8[index(offset)] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// Calls `found` with the offset and bytes of each occurrence, as long as it returns `true`.
  private func scan(_ context: FunctionContext?, _ found: (Int, Int) -> Bool) throws(Failure) {
    if encoding == .several { return try scan(from: text.startIndex, Array(characters), context, found) }
    var text = text
    let scanned = text.withUTF8 { bytes in
      Result { () throws(Failure) -> (start: Int, variant: Int)? in try scan(bytes, context, found) }
    }
    guard let rest = try scanned.get() else { return }
    // The variant may be the last character of a match.
    let characters = Array(characters)
    let before = self.text[index(rest.start)..<index(rest.variant)]
    var place = before.endIndex
    for _ in 0..<characters.count where place > before.startIndex { place = before.index(before: place) }
    try scan(from: place, characters, context, found)
  }

  private var characters: String { String(decoding: pattern, as: UTF8.self) }

  /// Scans by bytes, up to the first scalar that has several encodings.
  /// - Returns: that scalar, and the end of the last match before it; `nil` if nothing is left to scan.
  private func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ context: FunctionContext?, _ found: (Int, Int) -> Bool
  ) throws(Failure) -> (start: Int, variant: Int)? {
    let first = pattern[0]
    let last = bytes.count - pattern.count
    let end = encoding == .single ? last + 1 : bytes.count
    // The smallest byte with which a scalar of several encodings can begin (U+0300).
    let variant: UInt8 = encoding == .single ? 0xFF : 0xCC
    var edges = CharacterEdges(text)
    var (index, looked, start) = (0, 0, 0)
    while index < end {
      if index - looked >= FunctionContext.bytesPerCheck {
        looked = index
        try context?.look()
      }
      let byte = bytes[index]
      let match = index..<index + pattern.count
      if byte == first, index <= last, pattern.count == 1 || bytes[match].elementsEqual(pattern),
        edges.areEdges(match, bytes)
      {
        guard found(index, pattern.count) else { return nil }
        index = match.upperBound
        start = index
        continue
      }
      if byte >= variant, !text.unicodeScalars[self.index(index)].isSurelyComposed { return (start, index) }
      index += 1
    }
    return nil
  }

  /// Scans by characters.
  private func scan(
    from start: String.Index, _ characters: [Character], _ context: FunctionContext?, _ found: (Int, Int) -> Bool
  ) throws(Failure) {
    var (place, step) = (start, 0)
    while place < text.endIndex {
      step += 1
      try context?.look(at: step)
      guard let end = Self.end(of: characters, in: text, at: place) else {
        place = text.index(after: place)
        continue
      }
      let offset = text.utf8.distance(from: text.startIndex, to: place)
      guard found(offset, text.utf8.distance(from: place, to: end)) else { return }
      place = end
    }
  }
}

/// Decides whether a piece of a text consists of whole characters. Asked in ascending order, it takes linear time in
/// all, beside the lengths of the pieces.
private struct CharacterEdges {
  private let text: String
  /// The character that was examined last.
  private var (start, end): (String.Index, String.Index)

  init(_ text: String) {
    self.text = text
    (start, end) = (text.startIndex, text.startIndex)
  }

  /// Returns `true` if a piece begins and ends between two characters.
  /// - Parameters:
  ///   - piece: some scalars, which begin not before the piece asked for last.
  ///   - bytes: the text's.
  mutating func areEdges(_ piece: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isSimple(piece.lowerBound, bytes), isSimple(piece.upperBound, bytes) { return true }
    guard isEdge(piece.lowerBound, bytes) else { return false }
    // The next piece may begin before the end of a piece that is refused.
    var ahead = self
    guard ahead.isEdge(piece.upperBound, bytes) else { return false }
    self = ahead
    return true
  }

  private mutating func isEdge(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isSimple(offset, bytes) { return true }
    let place = text.utf8.index(text.startIndex, offsetBy: offset)
    if place > end {
      let known = text.utf8.distance(from: text.startIndex, to: end)
      var near = offset
      repeat { near -= 1 } while near > known && !isSimple(near, bytes)
      if near > known { end = text.utf8.index(text.startIndex, offsetBy: near) }
      while end < place { (start, end) = (end, text.index(after: end)) }
    }
    return place == end || place == start
  }

  /// Returns `true` if the neighbours of an offset are always characters of their own.
  private func isSimple(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard offset > 0, offset < bytes.count else { return true }
    let (before, after) = (bytes[offset - 1], bytes[offset])
    if before < 0x80, after < 0x80 { return Self.isPlain(before, after) }
    guard after & 0xC0 != 0x80 else { return false }
    let scalars = text.unicodeScalars
    let place = text.utf8.index(text.startIndex, offsetBy: offset)
    return scalars[place].formsOwnCharacter && scalars[scalars.index(before: place)].formsOwnCharacter
  }

  /// Returns `true` if two bytes are ASCII, and not one character: CR LF.
  static func isPlain(_ before: UInt8, _ after: UInt8) -> Bool {
    before < 0x80 && after < 0x80 && !(before == 0x0D && after == 0x0A)
  }
}

extension Unicode.Scalar {
  /// `true` if texts of such scalars have no other encoding: none of them joins the scalar before it, or stands for
  /// others (Unicode Standard Annex 15).
  fileprivate var isSurelyComposed: Bool {
    switch value {
    case 0..<0x300, 0x388..<0x483, 0x2010..<0x2028, 0x3041..<0x3097, 0x4E00..<0xA000, 0xAC00..<0xD7A4: return true
    // The letters of Hangul's syllables, and the vowels of Kirat Rai, which join one another.
    case 0x1100..<0x1200, 0x16D60..<0x16D70: return false
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: return !properties.isFullCompositionExclusion
    }
  }
}
