/// One kind of event: `story.started`, with the fields that handlers and JSON see.
public struct EventKind: Sendable {
  public struct Field: Sendable {
    public var name: String
    public var summary: String
  }

  public var name: String
  public var fields: [Field]
  public var summary: String

  public init(_ name: String, _ fields: KeyValuePairs<String, String> = [:], _ summary: String) {
    self.name = name
    self.fields = fields.map { Field(name: $0.key, summary: $0.value) }
    self.summary = summary
  }
}
