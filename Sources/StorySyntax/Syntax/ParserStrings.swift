import System

extension Parser {
  /// Parses `"…"` with its escapes and `{…}`, or the lines between three quotes.
  mutating func parseString(advancing: Bool = true) throws(Failure) -> Expression {
    let whole = token
    // A typographic quote has three bytes.
    let quote = source.bytes[whole.start] == UInt8(ascii: "\"") ? 1 : 3
    if quote == 3 { warn(.typographicQuotes, whole.range) }
    // Between single quotes every character is literal.
    if quote == 3, source.bytes[whole.start + 2] == 0x98 {
      if advancing { advance() }
      return .literal(.text(source.text(SourceRange(whole.start + 3, whole.end - 3))), whole.range)
    }
    let closes = quote == 3 || source.bytes[whole.end - 1] == UInt8(ascii: "\"")
    let end = max(whole.start + quote, whole.end - (closes ? quote : 0))
    var pieces: [Expression.Piece] = []
    var buffer: [UInt8] = []
    func flush(_ buffer: inout [UInt8], _ pieces: inout [Expression.Piece]) {
      guard !buffer.isEmpty else { return }
      pieces.append(.text(String(decoding: buffer, as: UTF8.self)))
      buffer.removeAll(keepingCapacity: true)
    }
    let lines = try longText(whole)?.lines ?? [SourceRange(whole.start + quote, end)]
    for (number, line) in lines.enumerated() {
      var (index, end) = (Int(line.start), Int(line.end))
      let isContinued = continues(line)
      if isContinued { end -= 1 }
      while index < end {
        let here = source.bytes[index]
        if here == UInt8(ascii: "\\") {
          index = try appendEscape(at: index, end: end, to: &buffer)
        } else if here == UInt8(ascii: "{") {
          flush(&buffer, &pieces)
          let stop = Lexer.endOfInterpolation(in: source, from: index + 1, limit: end)
          pieces.append(.expression(try parseInterpolated(from: index + 1, to: stop)))
          index = stop + 1
        } else {
          buffer.append(here)
          index += 1
        }
      }
      if number < lines.count - 1, !isContinued { buffer.append(0x0A) }
    }
    flush(&buffer, &pieces)
    if advancing { advance() }
    switch pieces.count {
    case 0: return .literal(.text(""), whole.range)
    case 1:
      if case .text(let text) = pieces[0] { return .literal(.text(text), whole.range) }
      return .interpolation(pieces, whole.range)
    default: return .interpolation(pieces, whole.range)
    }
  }

  /// Returns the token as a text of several lines; `nil` for a text between single quotes.
  func longText(_ token: Token) throws(Failure) -> LongText? {
    let text = LongText(token, in: source)
    if let (fault, range) = text?.fault { throw failure(.longText(fault), range) }
    return text
  }

  /// Returns `true` if a line of a text of several lines ends with an unescaped `\`, which removes the line break.
  private func continues(_ line: SourceRange) -> Bool {
    let backslashes = source.bytes[Int(line.start)..<Int(line.end)].reversed().prefix { $0 == UInt8(ascii: "\\") }
    return !backslashes.count.isMultiple(of: 2)
  }

  private mutating func parseInterpolated(from start: Int, to end: Int) throws(Failure) -> Expression {
    guard !source.bytes[start..<end].allSatisfy(isBlank) else {
      throw failure(.emptyInterpolation, SourceRange(start - 1, end + 1))
    }
    if let places = decimalPlaces(from: start, to: end) {
      let value = try parseInterpolated(from: start, to: places.start - 1)
      let range = SourceRange(places.start, end)
      return .call(
        Name(text: "decimals", range: range), [value, .literal(.number(Double(places.count)), range)],
        SourceRange(start, end))
    }
    return try nested { (parser) throws(Failure) in
      // The same parser runs on a part of the text, so that ranges and limits stay those of the whole source.
      let (outerLexer, outerToken, outerEnd) = (parser.lexer, parser.token, parser.previousEnd)
      let (wasIncomplete, wasInString, outerValueEnd) = (parser.isIncomplete, parser.isInString, parser.valueEnd)
      let outerDepths = (parser.listDepth, parser.itemDepth)
      (parser.isInString, parser.valueEnd) = (true, ValueEnd())
      (parser.listDepth, parser.itemDepth) = (0, 0)
      defer {
        (parser.isInString, parser.valueEnd) = (wasInString, outerValueEnd)
        (parser.listDepth, parser.itemDepth) = outerDepths
        (parser.lexer, parser.token, parser.previousEnd) = (outerLexer, outerToken, outerEnd)
        // A string ends on its line, so following lines cannot complete it.
        parser.isIncomplete = wasIncomplete
      }
      parser.lexer = Lexer(parser.source, from: start, to: end, inExpression: true)
      parser.advance()
      let value = try parser.parseInterpolationBody()
      guard parser.token.kind == .end else {
        throw parser.failure(.expectedEndOfGroup(opener: "\"{", found: parser.found, openedLine: nil))
      }
      return value
    }
  }

  /// Returns the decimal places requested in braces: `{$price:2}`. The colon of a date with a time,
  /// `{2026-03-01T18:00}`, does not count.
  private func decimalPlaces(from start: Int, to end: Int) -> (start: Int, count: Int)? {
    guard let last = source.bytes[start..<end].lastIndex(where: { !isBlank($0) }),
      let colon = source.bytes[start..<last].lastIndex(of: UInt8(ascii: ":")), colon > start, last - colon <= 2,
      source.bytes[(colon + 1)...last].allSatisfy(NumberText.isDigit)
    else { return nil }
    let before = source.bytes[start...last].lastIndex { !isNameByte($0) && !":-".utf8.contains($0) }
    let word = before.map { $0 + 1 } ?? start
    if case .civil = Literal.read(source.bytes[word...last]) { return nil }
    return (colon + 1, Int(source.text(SourceRange(colon + 1, last + 1))) ?? 0)
  }

  /// Parses as in parentheses, but a function's name alone is a word: the item's field of that name.
  private mutating func parseInterpolationBody() throws(Failure) -> Expression {
    var ahead = lexer.lookingAhead
    if token.kind == .word, ahead.next().kind == .end { return try parseValue() }
    return try parseGroup()
  }

  /// Appends the character for an escape, and returns the offset after the escape.
  private func appendEscape(at start: Int, end: Int, to buffer: inout [UInt8]) throws(Failure) -> Int {
    guard start + 1 < end else { throw failure(.badEscape("\\"), SourceRange(start, start + 1)) }
    switch source.bytes[start + 1] {
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "e"): buffer.append(0x1B)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      buffer.append(source.bytes[start + 1])
    case UInt8(ascii: "u"):
      guard start + 2 < end, source.bytes[start + 2] == UInt8(ascii: "("),
        let close = source.bytes[start..<end].firstIndex(of: UInt8(ascii: ")")), close - start <= 9,
        let code = UInt32(String(decoding: source.bytes[(start + 3)..<close], as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(code), code != 0
      else { throw failure(.badEscape("\\u"), SourceRange(start, min(start + 2, end))) }
      buffer.append(contentsOf: Array(String(Character(scalar)).utf8))
      return close + 1
    case UInt8(ascii: "x"):
      let range = SourceRange(start, min(start + 4, end))
      guard start + 3 < end, let byte = UInt8(source.text(SourceRange(start + 2, start + 4)), radix: 16), byte != 0,
        let scalar = byte < 0x80 ? Unicode.Scalar(byte) : FileName.character(of: byte)
      else { throw failure(.badEscape(source.text(range)), range) }
      buffer.append(contentsOf: Array(String(Character(scalar)).utf8))
      return start + 4
    default:
      var stop = start + 2
      while stop < end, source.bytes[stop] & 0xC0 == 0x80 { stop += 1 }
      let range = SourceRange(start, stop)
      throw failure(.badEscape(source.text(range)), range)
    }
    return start + 2
  }
}

/// Texts of several lines that begin with only one quote: one error, not one per line.
extension Parser {
  /// Removes the errors found inside such texts, and adds a hint on how to write them.
  static func withoutLinesOfTexts(_ problems: [Diagnostic], in source: Source) -> [Diagnostic] {
    var kept: [Diagnostic] = []
    var end = 0
    for var diagnostic in problems.sorted(by: { $0.range.start < $1.range.start }) where diagnostic.range.start >= end {
      if case .unclosedString = diagnostic.problem, let close = endOfText(from: diagnostic.range, in: source) {
        let quote = source.text(SourceRange(Int(diagnostic.range.start), Int(diagnostic.range.start) + 1))
        let quotes = String(repeating: quote, count: 3)
        diagnostic.problem = .foreign(
          diagnostic.problem.message, instead: "put multi-line text between \(quotes) and \(quotes)")
        end = close
      }
      kept.append(diagnostic)
    }
    return kept
  }

  /// Returns the end of the line on which an unclosed text is closed: by the next quote of its kind, if only closing
  /// brackets and separators follow it; `nil` if there is no such quote.
  private static func endOfText(from start: SourceRange, in source: Source) -> Int? {
    let quote = source.bytes[Int(start.start)]
    guard let close = source.bytes[Int(start.end)...].firstIndex(of: quote) else { return nil }
    let end = source.bytes[close...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
    let rest = source.bytes[(close + 1)..<end]
    return rest.allSatisfy { $0.isOne(of: " \t\r)]};,") } ? end : nil
  }
}
