/// A parsed source.
public struct Script: Sendable {
  public let source: Source
  public let statements: [Statement]
  public let comments: [Comment]
  /// The places where a line break replaces a comma in a list.
  let separators: [Int32]
  /// Problems that do not prevent running.
  package let warnings: [Diagnostic]
  /// The statements that need no check, by their index; empty if all are checked. Such a script is only checked.
  package private(set) var known: [Known?] = []

  init(
    source: Source, statements: [Statement], comments: [Comment], separators: [Int32], warnings: [Diagnostic]
  ) {
    (self.source, self.statements, self.comments) = (source, statements, comments)
    (self.separators, self.warnings) = (separators, warnings)
  }

  /// Creates a script of statements that were parsed one by one, to check it.
  package init(source: Source, statements: [Statement], warnings: [Diagnostic], known: [Known?]) {
    self.init(source: source, statements: statements, comments: [], separators: [], warnings: warnings)
    self.known = known
  }

  /// A statement known to be without a mistake, from an earlier text in which it was at another place.
  package struct Known: Sendable {
    /// The number of bytes by which the statement has moved: all its ranges are those of the earlier text.
    package var shift: Int32
    /// The names of the blocks in it that `cancel` can cancel.
    package var blockNames: [String]

    package init(shift: Int32, blockNames: [String]) { (self.shift, self.blockNames) = (shift, blockNames) }
  }
}

extension SourceRange {
  /// Returns the range in a text in which this part has moved.
  package func moved(by shift: Int32) -> SourceRange { SourceRange(Int(start + shift), Int(end + shift)) }
}

/// Statements between braces, with a scope of their own.
public struct Block: Sendable {
  public var statements: [Statement]
  /// Includes the braces.
  public var range: SourceRange
  /// `true` if the braces are those of the record that is the block's only statement: `each { name: $it.n }`.
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
    /// `p.age = 10`, `grid[$y][$x] += 1`: part of a variable's value is replaced, or updated with an operator.
    case change(Name, [Part], BinaryOperator?, Expression)
    /// `delete $p.age`, `delete $list[2]`: a part of a variable's value is removed.
    case delete(Name, [Part])
    case output(Expression)
    case `if`(Expression, Block, Else?)
    case match(Expression, Cases)
    case `repeat`(Expression, Block)
    case `while`(Expression, Block)
    case `for`(Name, in: Expression, Block)
    /// `args FILE COUNT = 10`: the arguments with which the script is started.
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
    /// The steps that `learn` walks through; the statement itself runs nothing.
    case lesson(Lesson)
  }

  public enum Else: Sendable {
    case block(Block)
    case chain(Statement)
  }

  /// An argument of a definition or a script: a name, and an optional default value.
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

  /// The values of a `match` and the block that runs for them.
  public struct Case: Sendable {
    public var values: [Expression]
    public var block: Block
    public var range: SourceRange
  }

  /// The braces of a `match` and everything in them.
  public struct Cases: Sendable {
    public var cases: [Case] = []
    public var otherwise: Block?
    /// The offset of `else`; 0 if there is none.
    public var elseStart: Int32 = 0
    public var range: SourceRange
  }

  public enum Condition: Sendable {
    /// `wait until idle`: nothing changes by itself any longer.
    case idle(SourceRange)
    case expression(Expression)
  }

  public var kind: Kind
  public var range: SourceRange

  package init(kind: Kind, range: SourceRange) { (self.kind, self.range) = (kind, range) }
}

/// A command with its arguments in the order of its parameters; an omitted argument is `nil`.
public struct CommandCall: Sendable {
  /// The command's index in the schema.
  public var command: Int
  public var arguments: [Expression?]
  /// The parameter filled with the value from the pipe; only inside a pipeline.
  public var input: Int?
  /// The range of the command's own words.
  public var words: SourceRange
  public var range: SourceRange
}
