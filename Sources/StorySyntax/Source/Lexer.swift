/// One token of a source. The meaning of a word (a number, an operator, a command) depends on its position, so the
/// lexer leaves it to the parser.
struct Token {
  enum Kind: Equatable {
    /// A run of characters up to white space or a delimiter: `story`, `15s`, `==`, `~/Photos`, `@bob`, `don't`.
    case word
    /// `"…"` with escapes and `{…}`; the range includes the quotes.
    case string
    /// `'…'`, without escapes.
    case rawString
    /// `$name`.
    case variable
    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, colon, pipe, semicolon, newline
    case end
  }

  var kind: Kind
  var range: SourceRange
  /// `true` if white space or the line's start comes before the token: `$x[0]` is one term, `$x [0]` are two.
  var spaceBefore: Bool

  var opens: Bool { kind == .leftParen || kind == .leftBracket || kind == .leftBrace }
  var start: Int { Int(range.start) }
  var end: Int { Int(range.end) }
}

/// Splits a source into tokens, one at a time as the parser requests them.
///
/// The rules follow the way a line is read: words run to white space, so `~/Photos`, `#tag` and `don't` need no
/// quotes; quotes open only at a token's start; operators are surrounded by white space. O(n) over the whole source.
struct Lexer {
  /// The kind of bracket around the current place. It decides whether line ends and commas have a meaning.
  enum Enclosure { case paren, bracket, block, record }

  let source: Source
  private let limit: Int
  private(set) var offset: Int
  private(set) var comments: [Comment] = []
  private var lexesComments = true
  private var enclosures: [Enclosure] = []
  private var atStatementStart = true
  /// `true` if the name of a record's field comes next. A colon is a token only there, so that a time of day or an
  /// address may be a value.
  private var atFieldName = false
  /// The depths at which commas separate although no list or record is open: `expect … , "why"`, `sort by city, age`.
  private var commaDepths: [(depth: Int, isSort: Bool)] = []
  private var followsPipe = false
  /// No ’ that closes a text occurs before this offset, so each line is searched only once.
  private var uncurledUntil = 0
  /// Up to this offset, white space, line ends and comments lead to a `|` that continues a pipeline.
  private var pipeStart = 0
  /// Line ends before this offset are known not to lead to a `|`.
  private var unpipedUntil = 0
  /// The closing brackets that the text lacks, the next one last.
  private var added: [AddedBracket] = []
  /// The first problem inside a token; the parser reads and clears it.
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

  /// A closing bracket that the text lacks. The token has no length.
  struct AddedBracket {
    let kind: Token.Kind
    /// The end of the token before it.
    let offset: Int
  }

  /// Reads the text again from the beginning of a statement outside all brackets.
  /// - Parameter added: the closing brackets that the text lacks, in the order of the text.
  mutating func restart(from start: Int, adding added: [AddedBracket]) {
    var comments = self.comments
    while let last = comments.last, Int(last.range.start) >= start { comments.removeLast() }
    let lexesComments = self.lexesComments
    self = Lexer(source, from: start, to: limit)
    (self.comments, self.lexesComments, self.added) = (comments, lexesComments, added.reversed())
  }

  /// Called when the parser has read `{` at the start of a record: from there commas, colons and line ends separate
  /// fields.
  mutating func enterRecord() {
    if !enclosures.isEmpty { enclosures[enclosures.count - 1] = .record }
    atFieldName = true
  }

  /// The number of open brackets and braces.
  var openCount: Int { enclosures.count }

  /// `true` if the innermost open bracket is a brace.
  var isBraceOpen: Bool { enclosures.last == .block || enclosures.last == .record }

  /// Forgets brackets that were opened after an error and are never closed.
  mutating func close(downTo count: Int) {
    enclosures.removeLast(max(0, enclosures.count - count))
    commaDepths = []
    atFieldName = false
  }

  /// Returns the first byte after white space and the byte after that, without consuming them; 0 at the end.
  func peekBytes() -> (UInt8, UInt8) {
    let index = peekIndex
    return (byte(index), isNoBreakSpace(index + 1) ? 0x20 : byte(index + 1))
  }

  /// `true` if `=`, or a sign such as `+=`, comes next and is followed by white space or a delimiter.
  var assignmentFollows: Bool {
    var index = peekIndex
    if byte(index).isOne(of: "+-*/") { index += 1 }
    return byte(index) == UInt8(ascii: "=") && (!Self.isWordByte(byte(index + 1)) || isNoBreakSpace(index + 1))
  }

  private var peekIndex: Int {
    var index = offset
    while index < limit {
      if byte(index) == 0x20 || byte(index) == 0x09 {
        index += 1
      } else if isNoBreakSpace(index) {
        index += 2
      } else if byte(index) == UInt8(ascii: "\\"), let next = nextLine(after: index + 1) {
        index = next
      } else {
        break
      }
    }
    return index
  }

  /// A copy for looking ahead. It collects no comments, so that looking ahead costs only the reading.
  var lookingAhead: Lexer {
    var copy = self
    copy.comments = []
    copy.lexesComments = false
    return copy
  }

  /// Returns the next token, while looking ahead at unparsed text: braces that begin like a record are treated as
  /// one.
  mutating func nextAhead() -> Token {
    let token = next()
    if token.kind == .leftBrace { enterLikelyRecord() }
    return token
  }

  /// Enters a record if the brace that was just read begins like one.
  mutating func enterLikelyRecord() { if beginsRecord(orEmpty: true) { enterRecord() } }

  /// `true` if the name of a record's field follows the brace that was just read; nothing else begins this way.
  var beginsField: Bool { beginsRecord(orEmpty: false) }

  /// `true` if the brace that was just read cannot begin a record: it holds a word without a colon after it.
  var beginsStatements: Bool {
    var copy = lookingAhead
    copy.enterRecord()
    var first = copy.next()
    while first.kind == .newline { first = copy.next() }
    guard first.kind == .word else { return false }
    return ![.colon, .comma, .rightBrace].contains(copy.next().kind)
  }

  private func beginsRecord(orEmpty: Bool) -> Bool {
    var copy = lookingAhead
    copy.enterRecord()
    var first = copy.next()
    while first.kind == .newline || first.kind == .comma { first = copy.next() }
    switch first.kind {
    case .word, .string, .rawString: return copy.next().kind == .colon
    case .rightBrace: return orEmpty
    default: return false
    }
  }

  /// The kind of the next token.
  var firstKind: Token.Kind {
    var copy = lookingAhead
    return copy.next().kind
  }

  /// The byte right after the last token; 0 at the end.
  var nextByte: UInt8 { byte(offset) }

  mutating func next() -> Token {
    if let bracket = added.last, bracket.offset == offset { return nextAdded(bracket) }
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
    case UInt8(ascii: "\n") where followsPipe: break
    case UInt8(ascii: "\n"), UInt8(ascii: ";"): while dividesByComma { commaDepths.removeLast() }
    case UInt8(ascii: "|") where dividesByComma && commaDepths.last?.isSort == true: commaDepths.removeLast()
    default: break
    }
    let wasPiped = followsPipe
    if first != UInt8(ascii: "\n") { followsPipe = false }
    switch first {
    case UInt8(ascii: "\n"):
      atStatementStart = true
      atFieldName = enclosures.last == .record && !followsPipe
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
      followsPipe = true
      return token(.pipe)
    case UInt8(ascii: ",") where separatesByComma:
      atFieldName = enclosures.last == .record
      return token(.comma)
    case UInt8(ascii: ":") where separatesByColon:
      atFieldName = false
      return token(.colon)
    case UInt8(ascii: "\"") where LongText.starts(at: start, in: source.bytes),
      UInt8(ascii: "'") where LongText.starts(at: start, in: source.bytes):
      scanLongText(from: start)
      return token(first == UInt8(ascii: "'") ? .rawString : .string)
    case UInt8(ascii: "\""):
      scanString(from: start)
      return token(.string)
    case _ where isCurlyQuote(start):
      offset = start + 3
      scanString(from: start, isCurly: true)
      return token(.string)
    case _ where consumeSingleCurly(from: start): return token(.string)
    case UInt8(ascii: "'"):
      scanRawString(from: start)
      return token(.rawString)
    case UInt8(ascii: "$") where isNameByte(byte(offset)) && !isNoBreakSpace(offset):
      while isNameByte(byte(offset)), !isNoBreakSpace(offset) { offset += 1 }
      return token(.variable)
    case UInt8(ascii: "-") where byte(offset) == UInt8(ascii: "$") || byte(offset) == UInt8(ascii: "("):
      return token(.word)  // a sign before a variable or a group
    // `f"…"` of other languages: the text is read as a text.
    case UInt8(ascii: "a")...UInt8(ascii: "z") where byte(offset) == UInt8(ascii: "\""): return token(.word)
    default:
      scanWord()
      if statementStart, isWord("expect", start) { commaDepths.append((enclosures.count, isSort: false)) }
      if wasPiped, isWord("sort", start) { commaDepths.append((enclosures.count, isSort: true)) }
      if offset == start + 1, first == UInt8(ascii: "#") || first == UInt8(ascii: "\\") {
        report(.loneCharacter(first == UInt8(ascii: "#") ? "#" : "\\"), from: start)
      }
      return token(.word)
    }
  }

  private mutating func nextAdded(_ bracket: AddedBracket) -> Token {
    added.removeLast()
    (followsPipe, atStatementStart) = (false, false)
    switch bracket.kind {
    case .rightParen: close(.paren)
    case .rightBracket: close(.bracket)
    default: close(.block)
    }
    return Token(kind: bracket.kind, range: SourceRange(offset, offset), spaceBefore: false)
  }

  // MARK: Pieces

  private func byte(_ index: Int) -> UInt8 { index < limit ? source.bytes[index] : 0 }
  private var separatesByComma: Bool {
    enclosures.last == .bracket || enclosures.last == .record || (dividesByComma && !isDecimalComma)
  }
  private var dividesByComma: Bool { commaDepths.last?.depth == enclosures.count }
  /// `expect $x == 1,5`: most likely a decimal comma.
  private var isDecimalComma: Bool {
    guard offset > 0, commaDepths.last?.isSort == false else { return false }
    func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    return isDigit(source.bytes[offset - 1]) && isDigit(byte(offset + 1))
  }

  /// The number of open brackets among which the partner of a closing bracket is looked for: twice the parser's maximum
  /// depth.
  private static let closingLimit = 400

  private func isWord(_ word: StaticString, _ start: Int) -> Bool {
    guard offset - start == word.utf8CodeUnitCount else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { source.bytes[start + $0] == word.utf8Start[$0] }
  }

  private var separatesByColon: Bool { atFieldName && enclosures.last == .record }
  private func isNoBreakSpace(_ index: Int) -> Bool { byte(index) == 0xC2 && byte(index + 1) == 0xA0 }

  /// Closes a group. Also closes unclosed brackets inside it, but only a brace closes other braces.
  private mutating func close(_ kind: Enclosure) {
    atFieldName = false  // what closes here is a part of a value
    // Deeper nesting is an error, in which each closing bracket would search all open ones.
    for index in enclosures.indices.suffix(Self.closingLimit).reversed() {
      let isBrace = enclosures[index] == .block || enclosures[index] == .record
      if kind == .block ? isBrace : enclosures[index] == kind {
        enclosures.removeLast(enclosures.count - index)
        while let last = commaDepths.last, last.depth > enclosures.count { commaDepths.removeLast() }
        return
      }
      if isBrace { return }
    }
  }

  /// Skips white space, comments and, inside parentheses and brackets, line ends.
  private mutating func skipBlank() -> Bool {
    let start = offset
    while offset < limit {
      let here = byte(offset)
      if here == 0x20 || here == 0x09 || here == 0x0D {
        offset += 1
      } else if here == UInt8(ascii: "\n"),
        offset < pipeStart || enclosures.last == .paren || enclosures.last == .bracket || leadsToPipe()
      {
        offset += 1
      } else if here == UInt8(ascii: "#"), startsComment() {
        skipComment()
      } else if here == UInt8(ascii: "\\"), let next = nextLine(after: offset + 1) {
        offset = next
      } else if isNoBreakSpace(offset) {
        offset += 2  // a no-break space, as pasted text has it
      } else {
        break
      }
    }
    return offset > start
  }

  /// Returns `true` if the next line with more than a comment on it begins with `|`, and so continues a pipeline.
  private mutating func leadsToPipe() -> Bool {
    guard offset >= unpipedUntil else { return false }
    var (index, isComment) = (offset, false)
    while index < limit {
      switch byte(index) {
      case UInt8(ascii: "\n"): isComment = false
      case UInt8(ascii: "#"): isComment = true
      case UInt8(ascii: "\\") where !isComment:
        guard let next = nextLine(after: index + 1) else {
          unpipedUntil = index
          return false
        }
        index = next - 1
      case let byte where !isComment && !isBlank(byte):
        guard !isNoBreakSpace(index) else {
          index += 1
          break
        }
        if byte == UInt8(ascii: "|") { pipeStart = index } else { unpipedUntil = index }
        return byte == UInt8(ascii: "|")
      default: break
      }
      index += 1
    }
    unpipedUntil = index
    return false
  }

  /// Returns the beginning of the next line; `nil` if anything but white space comes before it.
  private func nextLine(after start: Int) -> Int? {
    var index = start
    while index < limit, byte(index) != UInt8(ascii: "\n") {
      guard isBlank(byte(index)) || isNoBreakSpace(index) else { return nil }
      index += isNoBreakSpace(index) ? 2 : 1
    }
    return min(index + 1, limit)
  }

  private func startsComment() -> Bool {
    atStatementStart || offset < pipeStart || offset + 1 >= limit || isBlank(byte(offset + 1))
      || isNoBreakSpace(offset + 1)
  }

  private mutating func skipComment() {
    let start = offset
    while offset < limit, byte(offset) != UInt8(ascii: "\n") { offset += 1 }
    guard lexesComments else { return }
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
      case UInt8(ascii: ",") where separatesByComma: return
      case UInt8(ascii: ":") where separatesByColon: return
      case 0xC2 where isNoBreakSpace(offset): return
      case let byte where !Self.isWordByte(byte): return
      default: offset += 1
      }
    }
  }

  /// Returns `true` if a word continues with this byte, at any position; 0 is the end of the text.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte != 0 && !byte.isOne(of: " \t\n\r;()[]{}|")
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

  /// Scans a text of several lines, up to the next three quotes of the same kind.
  private mutating func scanLongText(from start: Int) {
    let isRaw = byte(start) == UInt8(ascii: "'")
    offset = start + 3
    while offset < limit {
      if byte(offset) == byte(start), LongText.starts(at: offset, in: source.bytes) {
        offset += 3
        return
      }
      if !isRaw, byte(offset) == UInt8(ascii: "{") {
        let brace = offset
        offset = Lexer.endOfInterpolation(in: source, from: offset + 1, limit: limit)
        if byte(offset) != UInt8(ascii: "}") { report(.unclosedInterpolation, SourceRange(brace, offset)) }
      } else {
        offset += !isRaw && byte(offset) == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    offset = limit
    let line = source.position(of: start).line
    report(.unclosed(isRaw ? "'''" : "\"\"\"", openedLine: line), SourceRange(start, start + 3))
  }

  /// Returns `true` at “, ” or „, which word processors make from straight quotes.
  private func isCurlyQuote(_ index: Int) -> Bool {
    byte(index) == 0xE2 && byte(index + 1) == 0x80 && (0x9C...0x9E).contains(byte(index + 2))
  }

  /// Returns `true` at ‘ or ’, selected by their last byte.
  private func isSingleCurlyQuote(_ index: Int, _ last: UInt8) -> Bool {
    byte(index) == 0xE2 && byte(index + 1) == 0x80 && byte(index + 2) == last
  }

  /// Scans a text from ‘ to the closing ’ on the same line; inside a word a ’ is an apostrophe.
  /// - Returns: `true` if there is a closing ’.
  private mutating func consumeSingleCurly(from start: Int) -> Bool {
    guard isSingleCurlyQuote(start, 0x98), start >= uncurledUntil else { return false }
    var index = start + 3
    while index < limit, byte(index) != UInt8(ascii: "\n") {
      if isSingleCurlyQuote(index, 0x99), index + 3 >= limit || !Self.isWordByte(byte(index + 3)) {
        offset = index + 3
        return true
      }
      index += 1
    }
    uncurledUntil = index
    return false
  }

  private mutating func scanString(from start: Int, isCurly: Bool = false) {
    while offset < limit, byte(offset) != UInt8(ascii: "\n") {
      switch byte(offset) {
      case _ where isCurly && isCurlyQuote(offset):
        offset += 3
        return
      case UInt8(ascii: "\"") where !isCurly:
        offset += 1
        return
      case UInt8(ascii: "\\"): offset += offset + 1 < limit && byte(offset + 1) != UInt8(ascii: "\n") ? 2 : 1
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

  private mutating func report(_ problem: Problem, from start: Int) { report(problem, SourceRange(start, offset)) }

  private mutating func report(_ problem: Problem, _ range: SourceRange) {
    if self.problem == nil { self.problem = (problem, range) }
  }

  /// Returns the offset of the `}` that ends an interpolation; without one, that of the line's end. Strings inside
  /// may hold braces and interpolations of their own; depth uses no stack.
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

/// Returns `true` for letters, digits, `_` and all bytes beyond ASCII: the bytes of variable and definition names.
public func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
    return true
  default: return false
  }
}

extension UInt8 {
  /// Returns `true` if the byte is one of these ASCII characters. Inlined to a few comparisons with constants.
  @inline(__always)
  package func isOne(of characters: StaticString) -> Bool {
    for index in 0..<characters.utf8CodeUnitCount where self == characters.utf8Start[index] { return true }
    return false
  }
}
