/// A name with its place.
public struct Name: Sendable {
  public var text: String
  public var range: SourceRange
}
