/// A parsed source.
public struct Script: Sendable {
  public let source: Source
  public let statements: [Statement]
  public let comments: [Comment]
  /// Where a line's end stands for a comma in a list.
  let separators: [Int32]
  /// What is read all the same, and worth a word.
  package let warnings: [Diagnostic]
}

/// Statements between braces, with a scope of their own.
public struct Block: Sendable {
  public var statements: [Statement]
  /// With its braces.
  public var range: SourceRange
  /// Whether the braces are those of the record that is all its statement: `each { name: $it.n }`.
  public var isRecord = false

  package init(statements: [Statement], range: SourceRange, isRecord: Bool = false) {
    (self.statements, self.range, self.isRecord) = (statements, range, isRecord)
  }
}

/// A statement, from its first word to the end of its last token.
public struct Statement: Sendable {
  public indirect enum Kind: Sendable {
    case expression(Expression)
    case command(CommandCall)
    case `let`(Name, Expression)
    case assign(Name, Expression)
    /// `p.age = 10`, `grid[$y][$x] += 1`: a part of what a variable holds becomes another value, or is calculated with it.
    case change(Name, [Part], BinaryOperator?, Expression)
    case output(Expression)
    case `if`(Expression, Block, Else?)
    case match(Expression, Cases)
    case `repeat`(Expression, Block)
    case `while`(Expression, Block)
    case `for`(Name, in: Expression, Block)
    /// `args FILE COUNT = 10`: what the script wants from whoever starts it.
    case args([Argument])
    case def(Name, [Argument], Block)
    case `return`(Expression?)
    case `break`
    case `continue`
    case `try`(Block, Name?, Block)
    case include(Name)
    case wait(Expression)
    case waitUntil(Condition)
    case expect(Expression, why: Expression?)
    case expectError(Block)
    case after(Expression, Block, Name?)
    case every(Expression, Block, Name?)
    case at(Expression, Block, Name?)
    case when(Name, Block, Name?)
    case cancel(Name)
    case fail(Expression)
    /// What `learn` walks through; it runs nothing by itself.
    case lesson(Lesson)
  }

  public enum Else: Sendable {
    case block(Block)
    case chain(Statement)
  }

  /// What a definition or a script takes: a name, and the value that stands for it where none is given.
  public struct Argument: Sendable {
    public var name: Name
    public var fallback: Expression?
  }

  /// A step from a value to one of its parts: `.age`, `[$y]`.
  public struct Part: Sendable {
    /// The field's name as a text, or the index.
    public var key: Expression
    public var range: SourceRange
  }

  /// The values of a `match` and what runs for them.
  public struct Case: Sendable {
    public var values: [Expression]
    public var block: Block
    public var range: SourceRange
  }

  /// The braces of a `match` with all that is in them.
  public struct Cases: Sendable {
    public var cases: [Case] = []
    public var otherwise: Block?
    /// The offset of `else`, where there is one.
    public var elseStart: Int32 = 0
    public var range: SourceRange
  }

  public enum Condition: Sendable {
    /// `wait until idle`: nothing moves by itself any more.
    case idle(SourceRange)
    case expression(Expression)
  }

  public var kind: Kind
  public var range: SourceRange

  package init(kind: Kind, range: SourceRange) { (self.kind, self.range) = (kind, range) }
}

/// A command with its arguments in the order of its parameters; `nil` where one was left out.
public struct CommandCall: Sendable {
  /// Its number in the schema.
  public var command: Int
  public var arguments: [Expression?]
  /// The parameter that what comes through the pipe fills; only inside a pipeline.
  public var input: Int?
  /// The command's words alone.
  public var words: SourceRange
  public var range: SourceRange
}
