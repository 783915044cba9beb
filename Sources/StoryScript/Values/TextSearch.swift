/// A search for one text in another. Both are sequences of characters, compared as `==` compares them: a match begins
/// and ends where a character does, CR LF is one character, and `é` in one scalar equals `é` in two (Unicode Standard
/// Annexes 15 and 29).
///
/// Nearly all patterns are ASCII, which has only one encoding: they are found by bytes, and of other characters only the
/// edges of a match are examined. Other patterns are found by characters.
///
/// Texts can be long, so the search checks for cancellation. O(n × pattern) at worst.
struct TextSearch {
  private let text: String
  private let pattern: String

  /// - Parameter pattern: the text to find; not empty.
  init(_ text: String, _ pattern: String) {
    (self.text, self.pattern) = (text, pattern)
  }

  /// `true` if the pattern can only be encoded by its own bytes in this text.
  private var hasOneEncoding: Bool {
    guard pattern.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    return !pattern.utf8.contains(where: Self.asciiWithTwin.contains) || text.utf8.allSatisfy { $0 < 0x80 }
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
    return isPlain(text.utf8[text.utf8.index(before: place)], text.utf8[place])
  }

  /// Returns `true` if two bytes are ASCII, and not one character: CR LF.
  private static func isPlain(_ before: UInt8, _ after: UInt8) -> Bool {
    before < 0x80 && after < 0x80 && !(before == 0x0D && after == 0x0A)
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
    guard hasOneEncoding else { return try scanCharacters(context, found) }
    var text = text
    let scanned = text.withUTF8 { bytes in Result { () throws(Failure) in try scan(bytes, context, found) } }
    try scanned.get()
  }

  private func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ context: FunctionContext?, _ found: (Int, Int) -> Bool
  ) throws(Failure) {
    let pattern = Array(pattern.utf8)
    let first = pattern[0]
    var (index, looked) = (0, 0)
    while index <= bytes.count - pattern.count {
      if index - looked >= FunctionContext.bytesPerCheck {
        looked = index
        try context?.look()
      }
      let match = index..<index + pattern.count
      if bytes[index] == first, pattern.count == 1 || bytes[match].elementsEqual(pattern),
        isEdge(match.lowerBound, bytes), isEdge(match.upperBound, bytes)
      {
        guard found(index, pattern.count) else { return }
        index = match.upperBound
      } else {
        index += 1
      }
    }
  }

  /// Returns `true` if a character ends at an offset.
  private func isEdge(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard offset > 0, offset < bytes.count else { return true }
    let (before, after) = (bytes[offset - 1], bytes[offset])
    if before < 0x80, after < 0x80 { return Self.isPlain(before, after) }
    return String.Index(index(offset), within: text) != nil
  }

  private func scanCharacters(_ context: FunctionContext?, _ found: (Int, Int) -> Bool) throws(Failure) {
    let characters = Array(pattern)
    var (place, offset, step) = (text.startIndex, 0, 0)
    while place < text.endIndex {
      step += 1
      try context?.look(at: step)
      let end = Self.end(of: characters, in: text, at: place)
      let next = end ?? text.index(after: place)
      let size = text.utf8.distance(from: place, to: next)
      if end != nil, !found(offset, size) { return }
      (place, offset) = (next, offset + size)
    }
  }
}
