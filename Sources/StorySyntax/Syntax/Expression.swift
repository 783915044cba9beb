import Timeline

/// The syntax tree: the parser's result. Every node knows its exact range.
public indirect enum Expression: Sendable {
  case literal(Constant, SourceRange)
  /// `2026-11-20`: becomes an instant in the session's zone.
  case civil(CivilTime, SourceRange)
  case interpolation([Piece], SourceRange)
  case variable(String, SourceRange)
  /// `story.number`: a state root and its first field.
  case state(root: String, field: String, SourceRange)
  /// A bare word: a state's value when compared with that state, or a field of `$it`.
  case word(String, SourceRange)
  case list([Expression], SourceRange)
  case record([RecordField], SourceRange)
  case field(Expression, String, SourceRange)
  case index(Expression, Expression, SourceRange)
  case unary(UnaryOperator, Expression, SourceRange)
  case binary(BinaryOperator, Expression, Expression, SourceRange)
  case call(Name, [Expression], SourceRange)
  case command(CommandCall)
  case pipeline(Expression, [Stage], SourceRange)
  /// An `if`, `match` or `try`, whose value is that of the block that runs.
  case choice(Statement)

  public enum Piece: Sendable {
    case text(String)
    case expression(Expression)
  }

  public struct RecordField: Sendable {
    public var name: Name
    public var value: Expression
  }

  public var range: SourceRange {
    switch self {
    case .literal(_, let range), .civil(_, let range), .interpolation(_, let range), .variable(_, let range),
      .state(_, _, let range), .word(_, let range), .list(_, let range), .record(_, let range),
      .field(_, _, let range), .index(_, _, let range), .unary(_, _, let range), .binary(_, _, _, let range),
      .call(_, _, let range), .pipeline(_, _, let range):
      return range
    case .command(let call): return call.range
    case .choice(let statement): return statement.range
    }
  }

  /// The expressions directly inside this one.
  package var parts: [Expression] {
    var parts: [Expression] = []
    forEachPart { parts.append($0) }
    return parts
  }

  /// Passes on each expression directly inside this one, except those in the blocks of steps.
  package func forEachPart(_ body: (Expression) -> Void) {
    switch self {
    case .literal, .civil, .variable, .state, .word, .choice: break
    case .interpolation(let pieces, _): for case .expression(let part) in pieces { body(part) }
    case .list(let items, _): for item in items { body(item) }
    case .record(let fields, _): for field in fields { body(field.value) }
    case .field(let base, _, _): body(base)
    case .index(let base, let index, _):
      body(base)
      body(index)
    case .unary(_, let operand, _): body(operand)
    case .binary(_, let left, let right, _):
      body(left)
      body(right)
    case .call(_, let arguments, _): for argument in arguments { body(argument) }
    case .command(let call): for case let argument? in call.arguments { body(argument) }
    case .pipeline(let input, let stages, _):
      body(input)
      for stage in stages { stage.forEachPart(body) }
    }
  }

  /// Returns `true` if a condition holds for an expression directly inside this one.
  package func hasPart(where holds: (Expression) -> Bool) -> Bool {
    var isFound = false
    forEachPart { if !isFound { isFound = holds($0) } }
    return isFound
  }
}

/// An operator between two values, by its spelling.
public enum BinaryOperator: String, Sendable, CaseIterable {
  case or, and
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case isIn = "in"
  case like
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case modulo = "mod"

  /// Higher binds tighter. All operators are left-associative; comparisons do not chain.
  public var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn, .like: 4
    case .plus, .minus: 5
    case .times, .divided, .modulo: 6
    }
  }
  /// The precedence of `not`, between `and` and the comparisons: `not a == b` is `not (a == b)`.
  static let notPrecedence = 3

  public var isComparison: Bool { precedence == 4 && self != .isIn && self != .like }
}

/// An operator before a value, by its spelling.
public enum UnaryOperator: String, Sendable {
  case minus = "-"
  case not
}

/// A name with its place.
public struct Name: Sendable {
  public var text: String
  public var range: SourceRange

  package init(text: String, range: SourceRange) { (self.text, self.range) = (text, range) }

  /// Returns `true` if `cancel` reads the word as a number listed by `waiting`, or as everything pending, unless a
  /// block has that name.
  package static func isPendingWord(_ word: String) -> Bool {
    word == "all" || !word.isEmpty && word.utf8.allSatisfy { NumberText.isDigit($0) }
  }
}
