/// A parsed source.
public struct Script: Sendable {
  public let source: Source
  public let statements: [Statement]
  public let comments: [Comment]
}
