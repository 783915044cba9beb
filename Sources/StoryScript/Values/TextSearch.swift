/// A search for one text in another: by UTF-8 bytes, or by characters if the same text may be encoded in several
/// ways, such as `é` in one scalar or two (Unicode Standard Annex 15), because `==` treats these as equal.
///
/// Texts can be long, so the search checks for cancellation. O(n × pattern) at worst.
struct TextSearch {
  private let text: String
  private let pattern: [UInt8]
  /// The pattern's characters, if the text may contain them in another form.
  private let characters: [Character]?

  /// - Parameter pattern: the text to find; not empty.
  init(_ text: String, _ pattern: String) {
    self.text = text
    self.pattern = Array(pattern.utf8)
    // ASCII has only one encoding, and so does every text if both are composed.
    let isPlain = !self.pattern.contains { $0 >= 0x80 } || (text.isSurelyComposed && pattern.isSurelyComposed)
    characters = isPlain ? nil : Array(pattern)
  }

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
    text.utf8.starts(with: pattern.utf8) ? pattern.utf8.count : size(of: text, pattern)
  }

  /// Returns the number of bytes of the pattern at the text's end, in any encoding; `nil` if the text ends otherwise.
  static func end(_ text: Substring, _ pattern: String) -> Int? {
    if text.utf8.reversed().starts(with: pattern.utf8.reversed()) { return pattern.utf8.count }
    var (place, rest) = (text.endIndex, pattern[...])
    while let wanted = rest.popLast() {
      guard place > text.startIndex else { return nil }
      place = text.index(before: place)
      guard text[place] == wanted else { return nil }
    }
    return text.utf8.distance(from: place, to: text.endIndex)
  }

  /// Returns the number of bytes of these characters at the text's beginning; `nil` if it begins otherwise.
  private static func size(of text: Substring, _ characters: some Sequence<Character>) -> Int? {
    var place = text.startIndex
    for wanted in characters {
      guard place < text.endIndex, text[place] == wanted else { return nil }
      place = text.index(after: place)
    }
    return text.utf8.distance(from: text.startIndex, to: place)
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
    if let characters { return try scan(characters, context, found) }
    var (text, failure) = (text, Failure?.none)
    text.withUTF8 { bytes in
      do throws(Failure) { try scan(bytes, context, found) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ context: FunctionContext?, _ found: (Int, Int) -> Bool
  ) throws(Failure) {
    let first = pattern[0]
    var index = 0
    var looked = 0
    while index + pattern.count <= bytes.count {
      if index - looked >= FunctionContext.bytesPerCheck {
        looked = index
        try context?.look()
      }
      if bytes[index] == first, pattern.count == 1 || bytes[index..<(index + pattern.count)].elementsEqual(pattern) {
        guard found(index, pattern.count) else { return }
        index += pattern.count
      } else {
        index += 1
      }
    }
  }

  /// Scans by characters; also counts an occurrence inside a character if the bytes are the pattern's.
  private func scan(
    _ characters: [Character], _ context: FunctionContext?, _ found: (Int, Int) -> Bool
  ) throws(Failure) {
    var (rest, offset, step) = (text[...], 0, 0)
    while !rest.isEmpty {
      step += 1
      try context?.look(at: step)
      var next: (skipped: Int, size: Int)?
      if let size = Self.size(of: rest, characters) {
        next = (0, size)
      } else {
        var bytes = rest.utf8
        for skipped in 0..<rest[rest.startIndex].utf8.count where next == nil {
          if bytes.first == pattern[0], bytes.starts(with: pattern) { next = (skipped, pattern.count) }
          bytes = bytes.dropFirst()
        }
      }
      guard let next else {
        offset += rest.removeFirst().utf8.count
        continue
      }
      guard found(offset + next.skipped, next.size) else { return }
      offset += next.skipped + next.size
      rest = Substring(rest.utf8.dropFirst(next.skipped + next.size))
    }
  }
}

extension String {
  /// `true` if the text is certainly composed: none of its scalars can occur in a different encoding of the same text
  /// (Unicode Standard Annex 15: all scalars below U+0300 are composed). O(n).
  fileprivate var isSurelyComposed: Bool {
    // All scalars from U+0300 begin with a byte not below this one.
    guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
    return unicodeScalars.allSatisfy { scalar in
      if scalar.value < 0x300 { return true }
      if (0x1100...0x11FF).contains(scalar.value) { return false }  // the letters of Hangul's syllables
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: return false
      default: return !scalar.properties.isFullCompositionExclusion
      }
    }
  }
}
