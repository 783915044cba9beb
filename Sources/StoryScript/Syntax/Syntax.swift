import Timeline

/// The syntax tree: what the parser makes of a source. Every node knows its exact range.
public indirect enum Expression: Sendable {
  case literal(Value, SourceRange)
  /// `2026-11-20`: becomes an instant in the session's zone.
  case civil(CivilTime, SourceRange)
  case interpolation([Piece], SourceRange)
  case variable(String, SourceRange)
  /// `story.number`: a state root and its first field.
  case state(root: String, field: String, SourceRange)
  /// A bare word, which only means something opposite a state's enumeration or as a field of `$it`.
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

  public enum Piece: Sendable {
    case text(String)
    case expression(Expression)
  }

  public var range: SourceRange {
    switch self {
    case .literal(_, let range), .civil(_, let range), .interpolation(_, let range), .variable(_, let range),
      .state(_, _, let range), .word(_, let range), .list(_, let range), .record(_, let range),
      .field(_, _, let range), .index(_, _, let range), .unary(_, _, let range), .binary(_, _, _, let range),
      .call(_, _, let range), .pipeline(_, _, let range):
      return range
    case .command(let call): return call.range
    }
  }
}

public struct RecordField: Sendable {
  public var name: Name
  public var value: Expression
}

/// A name with its place.
public struct Name: Sendable {
  public var text: String
  public var range: SourceRange
}

public enum UnaryOperator: String, Sendable {
  case minus = "-"
  case not
}

public enum BinaryOperator: String, Sendable, CaseIterable {
  case or, and
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case isIn = "in"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case modulo = "mod"

  /// Higher binds tighter; all are left-associative, comparisons do not chain.
  public var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn: 4
    case .plus, .minus: 5
    case .times, .divided, .modulo: 6
    }
  }
  /// `not` stands between `and` and the comparisons: `not a == b` is `not (a == b)`.
  static let notPrecedence = 3

  public var isComparison: Bool { precedence == 4 && self != .isIn }
}

/// One step of a pipeline, after its `|`.
public struct Stage: Sendable {
  public enum Kind: Sendable {
    case whereTrue(Expression)
    case sort(by: Expression?, descending: Bool)
    case select([Name])
    case first(Expression?)
    case last(Expression?)
    case count
    case sum(Expression?)
    case group(by: Expression)
    case each(Block)
    /// A function or definition that takes the list as its first argument.
    case call(Name, [Expression])
    /// A command that takes what comes through the pipe as its first argument.
    case command(CommandCall)
  }

  public var kind: Kind
  public var range: SourceRange
}

/// A command with its arguments in the order of its parameters; `nil` where one was left out.
public struct CommandCall: Sendable {
  public var command: Int
  public var arguments: [Expression?]
  /// The parameter that what comes through the pipe fills; only inside a pipeline.
  public var input: Int?
  /// The command's words alone.
  public var words: SourceRange
  public var range: SourceRange
}

public struct Block: Sendable {
  public var statements: [Statement]
  /// With its braces.
  public var range: SourceRange
}

public struct Statement: Sendable {
  public indirect enum Kind: Sendable {
    case expression(Expression)
    case command(CommandCall)
    case `let`(Name, Expression)
    case assign(Name, Expression)
    case output(Expression)
    case `if`(Expression, Block, Else?)
    case `repeat`(Expression, Block)
    case `while`(Expression, Block)
    case `for`(Name, in: Expression, Block)
    case def(Name, [Name], Block)
    case `return`(Expression?)
    case `break`
    case `continue`
    case `try`(Block, Name?, Block)
    case include(Name)
    case wait(Expression)
    case waitUntil(Condition)
    case expect(Expression)
    case expectError(Block)
    case after(Expression, Block, Name?)
    case every(Expression, Block, Name?)
    case at(Expression, Block, Name?)
    case when(Name, Block, Name?)
    case cancel(Name)
  }

  public enum Else: Sendable {
    case block(Block)
    case chain(Statement)
  }

  public enum Condition: Sendable {
    /// `wait until idle`: nothing moves by itself any more.
    case idle(SourceRange)
    case expression(Expression)
  }

  public var kind: Kind
  public var range: SourceRange
}

/// A parsed source.
public struct Script: Sendable {
  public let source: Source
  public let statements: [Statement]
  public let comments: [Comment]
}
