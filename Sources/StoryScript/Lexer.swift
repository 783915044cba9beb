/// Splits a source into tokens, one at a time as the parser asks for them.
///
/// The rules follow how a line is read: words run to white space, so `~/Photos`, `#tag` and `don't` need no quotes;
/// quotes open only at a token's start; operators stand between white space. O(n) over the whole source.
struct Lexer {
  /// What encloses the present place; it decides whether a line's end and a comma mean anything.
  enum Enclosure { case paren, bracket, block, record }

  let source: Source
  private let limit: Int
  private(set) var offset: Int
  private(set) var comments: [Comment] = []
  private var enclosures: [Enclosure] = []
  private var atStatementStart = true
  /// The first thing that is wrong inside a token; the parser takes and clears it.
  var problem: (problem: Problem, range: SourceRange)?

  init(_ source: Source, from start: Int = 0, to end: Int? = nil, inExpression: Bool = false) {
    self.source = source
    offset = start
    limit = end ?? source.bytes.count
    if inExpression {
      enclosures = [.paren]
      atStatementStart = false
    }
  }

  /// Called when the parser has seen `{` where a record stands: commas, colons and line ends then separate fields.
  mutating func enterRecord() {
    if !enclosures.isEmpty { enclosures[enclosures.count - 1] = .record }
  }

  /// Forgets open brackets after an error, so that one missing `)` is reported once. Returns how many braces stay open.
  mutating func recover() {
    while let last = enclosures.last, last == .paren || last == .bracket { enclosures.removeLast() }
  }

  /// The first byte after spaces and the one after that, without reading on; 0 at the end.
  func peekBytes() -> (UInt8, UInt8) {
    var index = offset
    while index < limit, byte(index) == 0x20 || byte(index) == 0x09 { index += 1 }
    return (byte(index), byte(index + 1))
  }

  /// The byte right after the last token; 0 at the end.
  var nextByte: UInt8 { byte(offset) }

  mutating func next() -> Token {
    let spaceBefore = skipBlank()
    let start = offset
    let statementStart = atStatementStart
    atStatementStart = false
    guard start < limit else { return Token(kind: .end, range: SourceRange(limit, limit), spaceBefore: spaceBefore) }
    func token(_ kind: Token.Kind) -> Token {
      Token(kind: kind, range: SourceRange(start, offset), spaceBefore: spaceBefore || statementStart)
    }
    let first = byte(start)
    offset += 1
    switch first {
    case UInt8(ascii: "\n"):
      atStatementStart = true
      return token(.newline)
    case UInt8(ascii: ";"):
      atStatementStart = true
      return token(.semicolon)
    case UInt8(ascii: "("):
      enclosures.append(.paren)
      return token(.leftParen)
    case UInt8(ascii: "["):
      enclosures.append(.bracket)
      return token(.leftBracket)
    case UInt8(ascii: "{"):
      enclosures.append(.block)
      atStatementStart = true
      return token(.leftBrace)
    case UInt8(ascii: ")"):
      close(.paren)
      return token(.rightParen)
    case UInt8(ascii: "]"):
      close(.bracket)
      return token(.rightBracket)
    case UInt8(ascii: "}"):
      close(.block)
      return token(.rightBrace)
    case UInt8(ascii: "|"):
      return token(.pipe)
    case UInt8(ascii: ",") where separatesByComma:
      return token(.comma)
    case UInt8(ascii: ":") where enclosures.last == .record:
      return token(.colon)
    case UInt8(ascii: "\""):
      scanString(from: start)
      return token(.string)
    case UInt8(ascii: "'"):
      scanRawString(from: start)
      return token(.rawString)
    case UInt8(ascii: "$") where isNameByte(byte(offset)):
      while isNameByte(byte(offset)) { offset += 1 }
      return token(.variable)
    case UInt8(ascii: "-") where byte(offset) == UInt8(ascii: "$") || byte(offset) == UInt8(ascii: "("):
      return token(.word)  // a sign before a variable or a group
    default:
      scanWord()
      return token(.word)
    }
  }

  // MARK: Pieces

  private func byte(_ index: Int) -> UInt8 { index < limit ? source.bytes[index] : 0 }

  private var separatesByComma: Bool { enclosures.last == .bracket || enclosures.last == .record }

  private mutating func close(_ kind: Enclosure) {
    guard let last = enclosures.last else { return }
    let matches = kind == .block ? (last == .block || last == .record) : last == kind
    if matches { enclosures.removeLast() }
  }

  /// Skips white space, comments and, inside parentheses and brackets, line ends.
  private mutating func skipBlank() -> Bool {
    let start = offset
    while offset < limit {
      let here = byte(offset)
      if here == 0x20 || here == 0x09 || here == 0x0D {
        offset += 1
      } else if here == UInt8(ascii: "\n"), enclosures.last == .paren || enclosures.last == .bracket {
        offset += 1
      } else if here == UInt8(ascii: "#"), startsComment() {
        skipComment()
      } else if here == UInt8(ascii: "\\"), isLineEnd(offset + 1) {
        offset += byte(offset + 1) == 0x0D ? 3 : 2
      } else if here == 0xC2, byte(offset + 1) == 0xA0 {
        offset += 2  // a no-break space, as pasted text has it
      } else {
        break
      }
    }
    return offset > start
  }

  private func isLineEnd(_ index: Int) -> Bool {
    byte(index) == UInt8(ascii: "\n") || (byte(index) == 0x0D && byte(index + 1) == UInt8(ascii: "\n"))
  }

  private func startsComment() -> Bool {
    if atStatementStart { return true }
    if offset > 0, !isBlank(source.bytes[offset - 1]) { return false }
    let after = byte(offset + 1)
    return offset + 1 >= limit || isBlank(after)
  }

  private mutating func skipComment() {
    let start = offset
    while offset < limit, byte(offset) != UInt8(ascii: "\n") { offset += 1 }
    var end = offset
    while end > start, isBlank(byte(end - 1)) { end -= 1 }
    var before = start
    while before > 0, source.bytes[before - 1] == 0x20 || source.bytes[before - 1] == 0x09 { before -= 1 }
    let ownLine = before == 0 || source.bytes[before - 1] == UInt8(ascii: "\n")
    comments.append(Comment(range: SourceRange(start, end), isOwnLine: ownLine))
  }

  private mutating func scanWord() {
    while offset < limit {
      switch byte(offset) {
      case 0x20, 0x09, 0x0A, 0x0D: return
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"):
        return
      case UInt8(ascii: ",") where separatesByComma: return
      case UInt8(ascii: ":") where enclosures.last == .record: return
      case 0xC2 where byte(offset + 1) == 0xA0: return
      default: offset += 1
      }
    }
  }

  private mutating func scanRawString(from start: Int) {
    while offset < limit, byte(offset) != UInt8(ascii: "\n") {
      if byte(offset) == UInt8(ascii: "'") {
        offset += 1
        return
      }
      offset += 1
    }
    report(.unclosedString, from: start)
  }

  private mutating func scanString(from start: Int) {
    while offset < limit, byte(offset) != UInt8(ascii: "\n") {
      switch byte(offset) {
      case UInt8(ascii: "\""):
        offset += 1
        return
      case UInt8(ascii: "\\"):
        offset += offset + 1 < limit && byte(offset + 1) != UInt8(ascii: "\n") ? 2 : 1
      case UInt8(ascii: "{"):
        let brace = offset
        offset = Lexer.endOfInterpolation(in: source, from: offset + 1, limit: limit)
        if byte(offset) == UInt8(ascii: "}") {
          offset += 1
        } else {
          offset = lineEnd(from: brace)
          report(.unclosedInterpolation, from: brace)
          return
        }
      default: offset += 1
      }
    }
    report(.unclosedString, from: start)
  }

  private func lineEnd(from index: Int) -> Int {
    var index = index
    while index < limit, byte(index) != UInt8(ascii: "\n") { index += 1 }
    return index
  }

  private mutating func report(_ problem: Problem, from start: Int) {
    if self.problem == nil { self.problem = (problem, SourceRange(start, offset)) }
  }

  /// The offset of the `}` that ends an interpolation, or of the line's end where none does. Strings inside may hold
  /// braces and interpolations of their own; depth costs no stack.
  static func endOfInterpolation(in source: Source, from start: Int, limit: Int) -> Int {
    // false: inside braces, true: inside a string
    var stack: [Bool] = [false]
    var index = start
    while index < limit {
      let here = source.bytes[index]
      if here == UInt8(ascii: "\n") { return index }
      if stack.last == true {
        if here == UInt8(ascii: "\\") {
          index += 1
        } else if here == UInt8(ascii: "\"") {
          stack.removeLast()
        } else if here == UInt8(ascii: "{") {
          stack.append(false)
        }
      } else if here == UInt8(ascii: "\"") {
        stack.append(true)
      } else if here == UInt8(ascii: "{") {
        stack.append(false)
      } else if here == UInt8(ascii: "}") {
        stack.removeLast()
        if stack.isEmpty { return index }
      }
      index += 1
    }
    return limit
  }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

/// Letters, digits, `_` and everything beyond ASCII: what names of variables and definitions are made of.
func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
    return true
  default: return false
  }
}
