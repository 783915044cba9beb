/// A statement, from its first word to the end of its last token.
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
