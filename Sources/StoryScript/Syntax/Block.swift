/// Statements between braces, with a scope of their own.
public struct Block: Sendable {
  public var statements: [Statement]
  /// With its braces.
  public var range: SourceRange
}
