/// A search for a text in another one by exact UTF-8, so that the result does not depend on the system's tables.
///
/// Texts can be long: it looks now and then whether it is still wanted. O(n × pattern) at worst.
struct TextSearch {
  private let text: String
  private let pattern: [UInt8]

  /// - Parameter pattern: what is looked for; not empty.
  init(_ text: String, _ pattern: String) {
    self.text = text
    self.pattern = Array(pattern.utf8)
  }

  /// Whether the pattern is there.
  func isFound(_ context: FunctionContext) throws(Failure) -> Bool {
    var isFound = false
    try scan(context) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// The offset of its first place in UTF-8; `nil` where it is not.
  func first(_ context: FunctionContext) throws(Failure) -> Int? {
    var first: Int?
    try scan(context) { place in
      first = place
      return false
    }
    return first
  }

  /// How often it is there, none overlapping another.
  func count(_ context: FunctionContext) throws(Failure) -> Int {
    var count = 0
    try scan(context) { _ in
      count += 1
      return true
    }
    return count
  }

  /// The pieces between the places where it is.
  func pieces(_ context: FunctionContext) throws(Failure) -> [Value] {
    var pieces: [Value] = []
    pieces.reserveCapacity(try count(context) + 1)
    var start = 0
    try scan(context) { place in
      pieces.append(.text(piece(start..<place)))
      start = place + pattern.count
      return true
    }
    pieces.append(.text(piece(start..<text.utf8.count)))
    return pieces
  }

  /// The same, for whoever waits in any case.
  func pieces() -> [String] {
    var pieces: [String] = []
    var start = 0
    try? scan(nil) { place in
      pieces.append(piece(start..<place))
      start = place + pattern.count
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
    try scan(context) { place in
      gather(to: place)
      gathered += new.utf8
      start = place + pattern.count
      return failure == nil
    }
    gather(to: text.utf8.count)
    pour()
    if let failure { throw failure }
    return result
  }

  /// Whether a text has a piece of which it has the characters, but not as they are written: `é` may be one scalar or two.
  static func isFound(_ piece: String, inCharactersOf text: String, _ context: FunctionContext) throws(Failure) -> Bool
  {
    // ASCII is written in one way only.
    guard piece.utf8.contains(where: { $0 >= 0x80 }) else { return false }
    let wanted = Array(piece)
    var window = text.startIndex
    var step = 0
    while window < text.endIndex {
      step += 1
      try context.look(at: step)
      var (at, matched) = (window, 0)
      while matched < wanted.count, at < text.endIndex, text[at] == wanted[matched] {
        (at, matched) = (text.index(after: at), matched + 1)
      }
      if matched == wanted.count { return true }
      window = text.index(after: window)
    }
    return false
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

  /// Goes from place to place, as long as `found` says so.
  private func scan(_ context: FunctionContext?, _ found: (Int) -> Bool) throws(Failure) {
    var (text, failure) = (text, Failure?.none)
    text.withUTF8 { bytes in
      do throws(Failure) { try scan(bytes, context, found) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ context: FunctionContext?, _ found: (Int) -> Bool
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
        guard found(index) else { return }
        index += pattern.count
      } else {
        index += 1
      }
    }
  }
}
