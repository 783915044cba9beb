/// A comment, kept aside so that the formatter can put it back.
public struct Comment: Sendable {
  /// From `#` to the line's end.
  public let range: SourceRange
  /// Whether only white space stands before it on its line.
  public let isOwnLine: Bool
}
