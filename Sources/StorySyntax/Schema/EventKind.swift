/// One kind of event: `story.started`, with the fields that handlers and JSON see.
public struct EventKind: Sendable {
  public struct Field: Sendable {
    public var name: String
    public var summary: String

    public init(_ name: String, _ summary: String) { (self.name, self.summary) = (name, summary) }
  }

  public let name: String
  public let summary: String
  private let makeFields: @Sendable () -> [Field]

  /// - Parameter fields: made whenever somebody asks, since a program that starts asks for none.
  public init(_ name: String, _ summary: String, fields: @escaping @Sendable () -> [Field] = { [] }) {
    (self.name, self.summary, makeFields) = (name, summary, fields)
  }

  public var fields: [Field] { makeFields() }
}
