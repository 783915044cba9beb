/// A search for a text in another one: by UTF-8, and by characters where one may be written in several ways, as `é` of
/// one scalar or two (Unicode Standard Annex 15), because `==` takes them for equal.
///
/// Texts can be long: it looks now and then whether it is still wanted. O(n × pattern) at worst.
struct TextSearch {
  private let text: String
  private let pattern: [UInt8]
  /// The pattern's characters, where the text may have them in another form.
  private let characters: [Character]?

  /// - Parameter pattern: what is looked for; not empty.
  init(_ text: String, _ pattern: String) {
    self.text = text
    self.pattern = Array(pattern.utf8)
    // ASCII is written in one way only, and so is everything where both texts are composed.
    let isPlain = !self.pattern.contains { $0 >= 0x80 } || (text.isSurelyComposed && pattern.isSurelyComposed)
    characters = isPlain ? nil : Array(pattern)
  }

  /// Whether the pattern is there.
  func isFound(_ context: FunctionContext) throws(Failure) -> Bool {
    var isFound = false
    try scan(context) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Its first place, as offsets in UTF-8; `nil` where it is not.
  func first(_ context: FunctionContext) throws(Failure) -> Range<Int>? {
    var first: Range<Int>?
    try scan(context) { place, size in
      first = place..<place + size
      return false
    }
    return first
  }

  /// How often it is there, none overlapping another, and how many bytes that are.
  func found(_ context: FunctionContext) throws(Failure) -> (count: Int, bytes: Int) {
    var (count, bytes) = (0, 0)
    try scan(context) { _, size in
      count += 1
      bytes += size
      return true
    }
    return (count, bytes)
  }

  /// The pieces between the places where it is.
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

  /// The same, for whoever waits in any case.
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

  /// The text with something else in all those places.
  /// - Parameter size: the bytes that it will have.
  func replaced(by new: String, size: Int, _ context: FunctionContext) throws(Failure) -> String {
    var result = ""
    result.reserveCapacity(size)
    var start = 0
    // Many pieces go into the result at once; each is a text by itself, so their bytes together are one.
    var gathered: [UInt8] = []
    var failure: Failure?
    func gather(to end: Int) {
      while start < end {
        let stop = boundary(min(end, start + FunctionContext.bytesPerLook))
        gathered += text.utf8[index(start)..<index(stop)]
        start = stop
        if gathered.count >= FunctionContext.bytesPerLook { pour() }
      }
    }
    func pour() {
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
    pour()
    if let failure { throw failure }
    return result
  }

  /// How many bytes of the text's beginning are the pattern, whichever way it is written; `nil` when it begins otherwise.
  static func start(_ text: Substring, _ pattern: String) -> Int? {
    text.utf8.starts(with: pattern.utf8) ? pattern.utf8.count : size(of: text, pattern)
  }

  /// The same for its end.
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

  /// The bytes of the characters that a text begins with.
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

  /// The beginning of the scalar that an offset lies in.
  private func boundary(_ offset: Int) -> Int {
    guard offset < text.utf8.count else { return offset }
    var offset = offset
    while text.utf8[index(offset)] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// Goes from place to place, as long as `found` says so, with the bytes that each takes.
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
      if index - looked >= FunctionContext.bytesPerLook {
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

  /// The same from character to character; where the bytes are the pattern's it counts inside of one, too.
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
  /// Whether no scalar in it can be one that another way of writing the same text has (Unicode Standard Annex 15: all
  /// below U+0300 are composed as they stand). O(n).
  fileprivate var isSurelyComposed: Bool {
    // No byte below this one begins a scalar from U+0300.
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
