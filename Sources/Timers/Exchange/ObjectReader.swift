/// Reads flat JSON objects out of a text, with the lines on which they begin: strings, numbers and `null` by the names of
/// `StintColumn`, nothing nested.
struct ObjectReader {
  /// Where something begins.
  struct Place {
    let offset: Int
    /// From 1.
    let line: Int
  }

  private let bytes: [UInt8]
  private var offset: Int
  private var line = 1
  /// Whether the object that was begun last was read to its closing brace.
  private(set) var isBetweenObjects = true

  init(_ text: String) {
    bytes = Array(text.utf8)
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Passes over white space, brackets and commas. The byte there, if any, should be an opening brace.
  mutating func nextObject() -> Place? {
    while let byte = next, Self.isSpace(byte) || byte == c("[") || byte == c("]") || byte == c(",") { step() }
    isBetweenObjects = false
    return next == nil ? nil : Place(offset: offset, line: line)
  }

  /// Goes to the next line after `place` that begins with a brace, white space aside.
  mutating func skip(after place: Place) {
    (offset, line) = (place.offset, place.line)
    while let byte = next {
      step()
      guard byte == 10 else { continue }
      while let byte = next, Self.isSpace(byte) { step() }
      if next == c("{") { return }
    }
  }

  /// The text from `place` to here, without the white space at its end.
  func text(from place: Place) -> String {
    var text = bytes[place.offset..<offset]
    while let last = text.last, Self.isSpace(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the object that begins here.
  mutating func object() throws(RowProblem) -> StintRow {
    var texts: [StintColumn: String] = [:]
    var problem: RowProblem?
    try take("{", or: "an object")
    if !skips("}") {
      repeat {
        skipSpace()
        let name = try string(or: "a name")
        skipSpace()
        try take(":", or: "a colon")
        skipSpace()
        let (text, isNumber) = try value()
        guard let column = StintColumn(rawValue: name) else {
          problem = problem ?? .unknownColumn(name)
          continue
        }
        if texts.updateValue(text ?? "", forKey: column) != nil { problem = problem ?? .doubledColumn(column) }
        let fits = text == nil ? column == .rating : isNumber == column.isNumber
        if !fits { problem = problem ?? .wrongType(column) }
      } while skips(",")
      skipSpace()
      try take("}", or: "a comma or the end of the object")
    }
    isBetweenObjects = true
    if let problem { throw problem }
    for column in StintColumn.allCases where texts[column] == nil { throw .missing(column) }
    return StintRow(texts)
  }

  /// A string, the text of a number, or `nil` for `null`.
  private mutating func value() throws(RowProblem) -> (text: String?, isNumber: Bool) {
    if next == c("\"") { return (try string(or: "a string"), false) }
    let start = offset
    while let byte = next, Self.isWordByte(byte) { step() }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    if word == "null" { return (nil, false) }
    guard let first = word.utf8.first, first == c("-") || (48...57).contains(first), Double(word) != nil else {
      throw .syntax(expected: "a string, a number or null")
    }
    return (word, true)
  }

  private mutating func string(or expected: String) throws(RowProblem) -> String {
    try take("\"", or: expected)
    var text: [UInt8] = []
    while let byte = next, byte != c("\"") {
      guard byte >= 0x20 else { throw .syntax(expected: "the end of a string") }
      step()
      if byte == c("\\") { try escape(into: &text) } else { text.append(byte) }
    }
    try take("\"", or: "the end of a string")
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape(into text: inout [UInt8]) throws(RowProblem) {
    let simple: [UInt8: UInt8] = [
      c("\""): c("\""), c("\\"): c("\\"), c("/"): c("/"), c("b"): 8, c("f"): 12, c("n"): 10, c("r"): 13, c("t"): 9,
    ]
    guard let kind = next else { throw .syntax(expected: "the end of a string") }
    step()
    if let character = simple[kind] {
      text.append(character)
      return
    }
    guard kind == c("u") else { throw .syntax(expected: "an escape that JSON knows") }
    var value = try unit()
    if (0xD800...0xDBFF).contains(value), next == c("\\") {
      step()
      try take("u", or: "the second half of a character")
      let second = try unit()
      guard (0xDC00...0xDFFF).contains(second) else { throw .syntax(expected: "the second half of a character") }
      value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw .syntax(expected: "a whole character") }
    text += String(Character(scalar)).utf8
  }

  private mutating func unit() throws(RowProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw .syntax(expected: "four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      step()
    }
    return value
  }

  private mutating func take(_ character: Unicode.Scalar, or expected: String) throws(RowProblem) {
    guard next == c(character) else { throw .syntax(expected: expected) }
    step()
  }

  private mutating func skips(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == c(character) else { return false }
    step()
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, Self.isSpace(byte) { step() }
  }

  private mutating func step() {
    if bytes[offset] == 10 { line += 1 }
    offset += 1
  }

  private func c(_ character: Unicode.Scalar) -> UInt8 { UInt8(ascii: character) }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...10).contains(byte) || byte == 13 }
  private static func isWordByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == 43 || byte == 45 || byte == 46
  }
}
