/// The lines in the braces of an argument, where other texts have quotes: `routine morning { dress for 5m; teeth for 3m }`.
struct BracedLines {
  /// The argument's value: the lines without comments, separated by `; `, with one space between words. It stays the
  /// same when the script is formatted.
  private(set) var text = ""
  /// The offsets in the source at which the lines begin.
  private(set) var starts: [Int32] = []
  /// The tokens: their places in the text and in the source.
  private var tokens: [(inText: Range<Int>, inSource: SourceRange)] = []

  /// Reads the lines in valid braces. O(length).
  /// - Returns: `nil` if the range does not begin with a brace.
  init?(_ range: SourceRange, in source: Source) {
    guard range.end - range.start > 1, source.bytes[Int(range.start)] == UInt8(ascii: "{") else { return nil }
    var lexer = Lexer(source, from: Int(range.start), to: Int(range.end) - 1)
    _ = lexer.next()
    var isStart = true
    while true {
      let token = lexer.next()
      switch token.kind {
      case .end: return
      case .newline, .semicolon: isStart = true
      default:
        add(token, isStart, source)
        isStart = false
      }
    }
  }

  private mutating func add(_ token: Token, _ isStart: Bool, _ source: Source) {
    if isStart {
      starts.append(token.range.start)
      if !text.isEmpty { text += "; " }
    } else if token.spaceBefore {
      text += " "
    }
    let start = text.utf8.count
    text += source.text(token.range)
    tokens.append((start..<text.utf8.count, token.range))
  }

  /// Returns the place in the source of some bytes of the text.
  func range(of part: Range<Int>) -> SourceRange? {
    guard let first = tokens.first(where: { $0.inText.upperBound > part.lowerBound }),
      let last = tokens.last(where: { $0.inText.lowerBound < part.upperBound })
    else { return nil }
    let start = Int(first.inSource.start) + max(0, part.lowerBound - first.inText.lowerBound)
    let end = Int(last.inSource.end) - max(0, last.inText.upperBound - part.upperBound)
    return start < end ? SourceRange(start, end) : nil
  }
}

extension Source {
  /// Returns the place of some bytes of a text whose literal is at `range`; `nil` if the literal has escapes or holes.
  package func range(of part: Range<Int>, in text: String, at range: SourceRange) -> SourceRange? {
    if let lines = BracedLines(range, in: self), lines.text == text { return lines.range(of: part) }
    let start = Int(range.start) + (bytes[Int(range.start)].isOne(of: "\"'") ? 1 : 0)
    let end = start + text.utf8.count
    guard part.upperBound <= text.utf8.count, end <= range.end, bytes[start..<end].elementsEqual(text.utf8) else {
      return nil
    }
    return SourceRange(start + part.lowerBound, start + part.upperBound)
  }
}

extension Lexer {
  /// `true` if a brace opens later in the statement on this line.
  var braceFollowsOnLine: Bool {
    var ahead = lookingAhead
    while true {
      switch ahead.next().kind {
      case .leftBrace: return true
      case .word, .string, .rawString, .variable: continue
      default: return false
      }
    }
  }
}

extension Parser {
  /// Returns the command that is meant if the words are those of a shorter one and lines follow: `routine morning { … }`
  /// is `routine add morning { … }`.
  mutating func commandWithLines(_ match: Int) throws(Failure) -> Int? {
    guard !blockFollows, let longer = vocabulary.commands.withLines(match) else { return nil }
    try checkBraceIsOnLine()
    switch token.kind {
    case .leftBrace, .string, .rawString, .variable, .leftParen: return longer
    case .word: return lexer.braceFollowsOnLine ? longer : nil
    default: return nil
    }
  }

  /// Refuses braces on the line after the name, as for the blocks of statements.
  private mutating func checkBraceIsOnLine() throws(Failure) {
    var ahead = lexer.lookingAhead
    var next = token
    while next.kind == .word || next.kind == .string || next.kind == .rawString || next.kind == .variable {
      next = ahead.next()
    }
    guard next.start > token.start, next.kind == .newline else { return }
    while next.kind == .newline { next = ahead.next() }
    guard next.kind == .leftBrace else { return }
    while token.kind != .leftBrace { advance() }
    throw failure(.blockOnNextLine(after: "the name"))
  }

  /// Parses the lines in braces that are a command's argument. Their value is the text between the braces.
  mutating func parseLines(of command: Command, _ parameter: Parameter) throws(Failure) -> Expression {
    let opener = token
    try bracketed(isBlock: true) { (parser) throws(Failure) in
      parser.advance()
      _ = parser.parseRows(until: .rightBrace) { (parser) throws(Failure) in
        try parser.parseLine(of: command, parameter)
      }
      try parser.close(.rightBrace, opener)
    }
    let range = SourceRange(opener.start, previousEnd)
    return .literal(.text(BracedLines(range, in: source)?.text ?? ""), range)
  }

  /// Parses a line of plain words and texts in quotes.
  private mutating func parseLine(of command: Command, _ parameter: Parameter) throws(Failure) {
    let what = parameter.name.lowercased()
    if token.kind == .word, beginsStatement {
      throw failure(
        .foreign(
          "these braces hold the \(what) of '\(command.name)', but \(found) begins a statement",
          instead: "move the statement behind the '}', or put the name in quotes: \"\(text(token))\""))
    }
    while !atStatementEnd {
      switch token.kind {
      case .word: break
      case .string, .rawString:
        let inside = source.bytes[token.start + 1..<max(token.start + 1, token.end - 1)]
        guard inside.contains(where: { $0.isOne(of: "{\\\n") }) else { break }
        fallthrough
      default:
        throw failure(
          .foreign(
            "the \(what) in these braces are plain text, so \(found) is not allowed here",
            instead: "with values, use a text in quotes, as in: \(command.sample)"))
      }
      advance()
    }
  }

  /// `true` if the current word begins a statement, or a command of several words.
  private var beginsStatement: Bool {
    if meaning.keyword != nil || startsAssignment { return true }
    guard meaning.beginsCommand else { return false }
    var ahead = lexer.lookingAhead
    let next = ahead.next()
    guard next.kind == .word else { return false }
    let words = [text(token), text(next)]
    return vocabulary.commands.starting(with: words[0]).contains {
      vocabulary.commands.commands[$0].words.starts(with: words)
    }
  }

  /// Refuses braces before which a value is missing.
  func checkValues(before brace: Int, of command: Command, _ arguments: [Expression?]) throws(Failure) {
    guard
      let missing = command.parameters[..<brace].indices.first(where: {
        command.parameters[$0].isRequired && arguments[$0] == nil
      })
    else { return }
    let name = command.parameters[missing].name
    throw failure(
      .foreign(
        "'\(command.name)' expects its \(name.lowercased()) before the '{'",
        instead: "try: \(command.name) \(name) { … }"))
  }

  /// Returns the failure at the braces after several words, of which only one can be the name.
  func nameInSeveralWords(_ command: Command, from start: Int32) -> Failure {
    let name = source.text(SourceRange(Int(start), previousEnd)).drop { $0.isWhitespace }
    return failure(
      .foreign(
        "a name of several words needs quotes", instead: "try: \(command.name) \"\(name)\" { … }"),
      SourceRange(previousEnd - name.utf8.count, previousEnd))
  }
}
