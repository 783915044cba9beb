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
