/// A run of text that shares one style. The range counts UTF-8 bytes from the text's start.
public struct StyledRange: Hashable, Sendable {
  public var range: Range<Int>
  public var style: Style

  public init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}
