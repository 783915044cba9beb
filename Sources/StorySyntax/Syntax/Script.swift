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
