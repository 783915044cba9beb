/// A search for a text in another one by exact UTF-8, so that the result does not depend on the system's tables.
///
/// Texts can be long: it looks now and then whether it is still wanted. O(n × pattern) at worst.
struct TextSearch {
  private let text: [UInt8]
  private let pattern: [UInt8]

  /// - Parameter pattern: what is looked for; not empty.
  init(_ text: String, _ pattern: String) {
    self.text = Array(text.utf8)
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
    pieces.append(.text(piece(start..<text.count)))
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
    return pieces + [piece(start..<text.count)]
  }

  /// The text with something else in all those places.
  /// - Parameter size: the bytes that it will have.
  func replaced(by new: String, size: Int, _ context: FunctionContext) throws(Failure) -> String {
    let new = Array(new.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(size)
    var start = 0
    try scan(context) { place in
      result += text[start..<place]
      result += new
      start = place + pattern.count
      return true
    }
    result += text[start...]
    return String(decoding: result, as: UTF8.self)
  }

  private func piece(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// Goes from place to place, as long as `found` says so.
  private func scan(_ context: FunctionContext?, _ found: (Int) -> Bool) throws(Failure) {
    let first = pattern[0]
    var index = 0
    var looked = 0
    while index + pattern.count <= text.count {
      if index - looked >= FunctionContext.bytesPerLook {
        looked = index
        try context?.look()
      }
      if text[index] == first, pattern.count == 1 || text[index..<(index + pattern.count)].elementsEqual(pattern) {
        guard found(index) else { return }
        index += pattern.count
      } else {
        index += 1
      }
    }
  }
}
