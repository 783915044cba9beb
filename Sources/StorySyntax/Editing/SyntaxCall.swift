/// The call of a function or a definition around a place in a text that may be unfinished.
public struct SyntaxCall: Equatable, Sendable {
  public var name: String
  /// The index of the argument at the place, from 0; the number of complete arguments if a new one begins there.
  public var argument: Int

  /// Returns the innermost call around a byte offset; `nil` if there is none. O(offset).
  /// - Parameter definitions: the names of definitions besides those in the text.
  public static func at(
    _ cursor: Int, in text: String, vocabulary: Vocabulary, definitions: Set<String> = []
  ) -> SyntaxCall? {
    guard let source = try? Source(name: "", text: text), cursor <= source.bytes.count else { return nil }
    let definitions = definitions.union(Declarations(in: source).definitions)
    var walk = Walk(source: source, functions: vocabulary.functions.names, definitions: definitions)
    var lexer = Lexer(source, to: cursor)
    while true {
      let token = lexer.next()
      if token.kind == .end { break }
      walk.consume(token)
    }
    if let comment = lexer.comments.last, Int(comment.range.end) >= cursor, Int(comment.range.start) >= walk.lastEnd {
      return nil
    }
    return walk.call(at: cursor)
  }

  /// The known facts inside one pair of brackets.
  private struct Frame {
    var closer: Token.Kind
    /// `true` if a call may begin here.
    var isStart: Bool
    var name: String?
    /// The arguments begun, including one from the pipe.
    var count = 0
    /// `true` if an operator joins the next term to the last one.
    var joins = false
    /// `true` if only a definition may be called without parentheses.
    var isStatement = false

    mutating func restart(piped: Bool = false) {
      (isStart, name, count, joins) = (true, nil, piped ? 1 : 0, false)
    }
  }

  private struct Walk {
    let source: Source
    let functions: Set<String>
    let definitions: Set<String>
    private var frames = [Frame(closer: .end, isStart: true, isStatement: true)]
    private(set) var lastEnd = 0

    init(source: Source, functions: Set<String>, definitions: Set<String>) {
      (self.source, self.functions, self.definitions) = (source, functions, definitions)
    }

    private var frame: Frame {
      get { frames[frames.count - 1] }
      set { frames[frames.count - 1] = newValue }
    }

    mutating func consume(_ token: Token) {
      lastEnd = token.end
      switch token.kind {
      case .end: break
      case .newline, .semicolon, .comma, .colon: frame.restart()
      case .pipe:
        frame.restart(piped: true)
        frame.isStatement = false
      case .leftParen: open(.rightParen, token, isStart: true)
      case .leftBracket: open(.rightBracket, token, isStart: false)
      case .leftBrace: open(.rightBrace, token, isStart: true)
      case .rightParen, .rightBracket, .rightBrace:
        if frames.count > 1 { frames.removeLast() }
        // A statement may follow a block.
        if token.kind == .rightBrace, frame.name == nil { frame.restart() }
      case .word: consume(word: source.text(token.range), token)
      case .string, .rawString, .variable: term(token)
      }
      if token.kind == .newline || token.kind == .semicolon { frame.isStatement = frame.closer != .rightParen }
    }

    private mutating func consume(word: String, _ token: Token) {
      if frame.isStart {
        let isCall = definitions.contains(word) || !frame.isStatement && functions.contains(word)
        frame.isStart = false
        frame.name = isCall ? word : nil
      } else if word == "=" || word == Keyword.return.rawValue {
        frame.restart()
      } else if BinaryOperator(rawValue: word) != nil {
        frame.joins = true
      } else {
        term(token)
      }
    }

    private mutating func term(_ token: Token) {
      frame.isStart = false
      if token.spaceBefore, !frame.joins { frame.count += 1 }
      frame.joins = false
    }

    private mutating func open(_ closer: Token.Kind, _ token: Token, isStart: Bool) {
      term(token)
      frames.append(Frame(closer: closer, isStart: isStart, isStatement: closer == .rightBrace))
    }

    func call(at cursor: Int) -> SyntaxCall? {
      for (depth, frame) in frames.enumerated().reversed() {
        // The block of a definition or a loop is not part of a call.
        if frame.closer == .rightBrace, frame.name == nil { return nil }
        guard let name = frame.name else { continue }
        let isTyping = depth < frames.count - 1 || lastEnd == cursor
        // The name itself is still being typed.
        if isTyping, frame.count == 0, depth == frames.count - 1 { return nil }
        return SyntaxCall(name: name, argument: isTyping ? max(0, frame.count - 1) : frame.count)
      }
      return nil
    }
  }
}
