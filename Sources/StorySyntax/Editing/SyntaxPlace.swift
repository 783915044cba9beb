/// A place in a text, and the possible continuations there: all that completion needs.
public struct SyntaxPlace: Sendable {
  public enum Expectation: Sendable {
    /// A keyword, a command, a definition or a state path; directly inside a part of a lesson also a lesson word.
    case statement(LessonWord.Room? = nil)
    /// `else` or `catch`.
    case partner
    /// A command or an expression; also a function, if the value is in parentheses.
    case value(inParentheses: Bool)
    /// The next word of one of these commands, or the first argument of a complete one.
    case commandWord(commands: [Int], index: Int, complete: Int?)
    /// A value for `parameter`, or one of the words that introduce other parameters.
    case argument(command: Int, parameter: Int?, announced: [Int])
    /// The value after a parameter's preposition.
    case announcedArgument(command: Int, parameter: Int)
    case operand
    /// A word compared with this state path.
    case opposite(state: String)
    case event
    case stage
    /// A field of the value that this part of the text produces.
    case field(of: Range<Int>)
    /// A path, as after `include`.
    case path
    case nothing
  }

  public var expectation: Expectation
  /// The bytes that a completion replaces: the part of the word typed so far.
  public var range: Range<Int>
  /// The unclosed quote at the beginning of the word.
  public var quote: Character?
  /// The part of the text that produces the rows whose fields may also appear here.
  public var rows: Range<Int>?
  /// The words of the language that may come next in an expression: `not` before a value, `and` after one, and those
  /// of the statement, such as `until`.
  public var keywords: [String] = []

  /// Returns the place at a byte offset, whatever follows it. Linear in the offset.
  public static func at(
    _ cursor: Int, in text: String, vocabulary: Vocabulary, definitions: Set<String> = []
  ) -> SyntaxPlace {
    let nothing = SyntaxPlace(expectation: .nothing, range: cursor..<cursor)
    // The source lacks a byte order mark at the beginning of the text.
    guard let source = try? Source(name: "", text: text), cursor <= source.bytes.count else { return nothing }
    let names = definitions.union(Declarations(in: source).definitions)
    let walker = SyntaxWalker(source, vocabulary, definitions: names, end: cursor)
    return place(at: cursor, Lexer(source, to: cursor), walker) ?? nothing
  }

  private static func place(at cursor: Int, _ start: Lexer, _ walker: SyntaxWalker) -> SyntaxPlace? {
    var (lexer, walker) = (start, walker)
    // Stays one token behind, since the last token may be the one being typed.
    var last: Token?
    var problem: SourceRange?
    while true {
      // The lexer as it was after the last token: the walker may look ahead from there.
      var behind = lexer
      problem = lexer.problem?.range
      lexer.problem = nil
      let token = lexer.next()
      if token.kind == .end { break }
      if let last { _ = walker.consume(last, &behind) }
      last = token
      // The walker must see the opening of a record before the next token.
      if token.kind == .leftBrace {
        _ = walker.consume(token, &lexer)
        last = nil
      }
    }
    if let comment = lexer.comments.last, Int(comment.range.start) >= last?.end ?? 0 { return nil }
    guard let last else { return walker.place(cursor..<cursor, spaceBefore: true) }
    if last.end == cursor {
      switch last.kind {
      case .word, .variable:
        return walker.fieldPlace(last) ?? walker.place(last.start..<cursor, spaceBefore: last.spaceBefore)
      case .string, .rawString:
        // The closing quote is missing.
        guard let problem, Int(problem.end) == last.end || Int(problem.start) == last.start else { return nil }
        return inString(last, cursor, walker)
      default: break
      }
    }
    _ = walker.consume(last, &lexer)
    let spaceBefore = last.end < cursor || last.kind != .rightParen
    return walker.place(cursor..<cursor, spaceBefore: spaceBefore)
  }

  private static func inString(_ token: Token, _ cursor: Int, _ walker: SyntaxWalker) -> SyntaxPlace? {
    let source = walker.source
    var index = token.start + 1
    while token.kind == .string, index < cursor {
      if source.bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if source.bytes[index] == UInt8(ascii: "{") {
        let stop = Lexer.endOfInterpolation(in: source, from: index + 1, limit: cursor)
        if stop >= cursor {
          let inner = SyntaxWalker(
            source, walker.vocabulary, definitions: walker.definitions, end: cursor, inExpression: true)
          return place(at: cursor, Lexer(source, from: index + 1, to: cursor, inExpression: true), inner)
        }
        index = stop + 1
      } else {
        index += 1
      }
    }
    if LongText.starts(at: token.start, in: source.bytes) { return nil }
    let quote: Character = token.kind == .string ? "\"" : "'"
    return walker.place(token.start..<cursor, spaceBefore: token.spaceBefore, quote: quote)
  }
}

extension SyntaxWalker {
  fileprivate func place(_ range: Range<Int>, spaceBefore: Bool, quote: Character? = nil) -> SyntaxPlace {
    let names: Bool =
      switch frame.reading {
      case .expression: frame.expectsOperand
      case .name: true
      default: false
      }
    return SyntaxPlace(
      expectation: expectation(spaceBefore: spaceBefore), range: range, quote: quote, rows: names ? frame.rows : nil,
      keywords: quote == nil ? keywords.filter { spaceBefore || $0 == Self.negation } : [])
  }

  /// The operator before a value, which may follow a bracket without a space.
  private static let negation = "not"

  /// The words that a statement reserves before a value, and those after one.
  private static let (openingWords, closingWords) = (
    ["until", "idle", "error", "happened"], ["in", "as", "for", "else", "after", "desc"]
  )

  /// The operators that are words, and those of them that also end a call without parentheses.
  private static let (operators, looseOperators) = (
    BinaryOperator.allCases.filter { $0.rawValue.utf8.allSatisfy(isNameByte) }.map { $0.rawValue },
    BinaryOperator.allCases.filter {
      $0.rawValue.utf8.allSatisfy(isNameByte) && $0.precedence < BinaryOperator.plus.precedence
    }.map { $0.rawValue }
  )

  private var keywords: [String] {
    switch frame.reading {
    case .statement: return frame.followsBlock ? [Keyword.else.rawValue, Keyword.catch.rawValue] : []
    case .value: return [Self.negation]
    case .cases: return frame.expectsOperand ? [Keyword.else.rawValue] : []
    case .call: return frame.partners.filter(Self.closingWords.contains) + Self.looseOperators
    case .expression where frame.partners == [SyntaxWalker.path]: return []
    case .expression where frame.expectsOperand:
      return [Self.negation] + frame.partners.filter(Self.openingWords.contains)
    case .expression:
      return frame.partners.filter(Self.closingWords.contains) + (frame.takesOperators ? Self.operators : [])
    default: return []
    }
  }

  /// Returns the place at `.title` right after a term.
  fileprivate func fieldPlace(_ token: Token) -> SyntaxPlace? {
    guard !token.spaceBefore, source.bytes[token.start] == UInt8(ascii: "."), let start = frame.termStart,
      let dot = source.bytes[token.start..<token.end].lastIndex(of: UInt8(ascii: "."))
    else { return nil }
    return SyntaxPlace(expectation: .field(of: start..<dot), range: dot + 1..<token.end)
  }

  /// Returns the terms that may come next.
  func expectation(spaceBefore: Bool) -> SyntaxPlace.Expectation {
    switch frame.reading {
    case .statement: return .statement(frame.room)
    case .afterBlock: return .partner
    case .value: return .value(inParentheses: frame.closer == .rightParen)
    case .words(let count, let candidates, let complete):
      return .commandWord(commands: candidates, index: count, complete: complete)
    case .arguments(let arguments): return spaceBefore ? argument(arguments) : .nothing
    case .line(isStart: true):
      return frame.lines.map { .announcedArgument(command: $0.command, parameter: $0.parameter) } ?? .nothing
    case .call: return spaceBefore ? .operand : .nothing
    case .cases: return .operand
    case .expression:
      if frame.partners == [SyntaxWalker.path] { return .path }
      guard frame.expectsOperand else { return .nothing }
      return frame.state.map { .opposite(state: $0) } ?? .operand
    case .event: return .event
    case .stage: return .stage
    case .line, .equals, .name, .field, .block, .anything, .nothing: return .nothing
    }
  }

  private func argument(_ arguments: SyntaxArguments) -> SyntaxPlace.Expectation {
    if let pending = arguments.pending { return .announcedArgument(command: arguments.command, parameter: pending) }
    let parameters = vocabulary.commands.commands[arguments.command].parameters
    let announced = parameters.indices.filter {
      parameters[$0].preposition != nil && arguments.isOpen($0, in: parameters)
    }
    return .argument(command: arguments.command, parameter: arguments.next(in: parameters), announced: announced)
  }
}

extension SyntaxPlace.Expectation {
  /// Returns the expectation for the first argument of a complete command.
  public static func firstArgument(of command: Int, in vocabulary: Vocabulary) -> SyntaxPlace.Expectation {
    let parameters = vocabulary.commands.commands[command].parameters
    return .argument(
      command: command, parameter: SyntaxArguments(command: command).next(in: parameters),
      announced: parameters.indices.filter { parameters[$0].preposition != nil })
  }
}

/// The arguments of a command so far.
struct SyntaxArguments {
  var command: Int
  /// One bit for each parameter that has a value.
  var filled: UInt64 = 0
  /// The parameter whose preposition was just read.
  var pending: Int?
  /// `true` if more words may follow the last one in the same value.
  var continues = false

  func has(_ index: Int) -> Bool { index < 64 && filled & (1 << UInt64(index)) != 0 }
  mutating func fill(_ index: Int) { if index < 64 { filled |= 1 << UInt64(index) } }

  /// Returns the parameter for a value without a preposition.
  func next(in parameters: [Parameter]) -> Int? {
    pending ?? parameters.indices.first { parameters[$0].preposition == nil && !has($0) }
  }

  /// Returns `true` if the parameter may still be given: it has no value yet, and neither has another of its group.
  func isOpen(_ index: Int, in parameters: [Parameter]) -> Bool {
    if has(index) { return false }
    guard let group = parameters[index].group else { return true }
    return !parameters.indices.contains { parameters[$0].group == group && has($0) }
  }
}

/// The words of scripts, for finding words near a misspelt one.
extension Schema {
  /// All words of the language and of the host: keywords, steps, functions, commands, their parameters, state and
  /// events.
  public var words: Set<String> {
    var words = Set(Keyword.allCases.map { $0.rawValue }).union(StageWord.allCases.map { $0.rawValue }).union(
      vocabulary.functions.names)
    for command in vocabulary.commands.commands {
      words.formUnion(command.words)
      for parameter in command.parameters {
        words.insert(parameter.preposition ?? parameter.name)
        words.formUnion(parameter.type.choices)
      }
    }
    for state in states {
      words.formUnion([state.root, state.name])
      if case .choice(let cases) = state.kind { words.formUnion(cases) }
    }
    for event in events { words.formUnion(event.name.split(separator: ".").map(String.init)) }
    return words
  }
}

extension ParameterType {
  fileprivate var choices: [String] {
    switch self {
    case .choice(let words, _): words
    case .either(let types): types.flatMap { $0.choices }
    default: []
    }
  }
}
