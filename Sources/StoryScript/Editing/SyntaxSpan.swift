/// A piece of a text and what it is; bytes of UTF-8, never empty.
public struct SyntaxSpan: Hashable, Sendable {
  public var range: Range<Int>
  public var kind: SyntaxKind

  public init(_ range: Range<Int>, _ kind: SyntaxKind) {
    self.range = range
    self.kind = kind
  }
}
