/// A command with its arguments in the order of its parameters; `nil` where one was left out.
public struct CommandCall: Sendable {
  /// Its number in the schema.
  public var command: Int
  public var arguments: [Expression?]
  /// The parameter that what comes through the pipe fills; only inside a pipeline.
  public var input: Int?
  /// The command's words alone.
  public var words: SourceRange
  public var range: SourceRange
}
