/// A piece of a text and its kind; never empty.
public struct SyntaxSpan: Hashable, Sendable {
  /// Bytes of UTF-8.
  public var range: Range<Int>
  public var kind: SyntaxKind
}
