/// A built-in function: `(upper "abc")`.
public struct Function: Sendable {
  public var name: String
  /// As in `split TEXT SEPARATOR`; `[X]` may be left out, `X…` repeats.
  public var parameters: String
  public var summary: String
  public var example: (call: String, result: String)
  /// Whether it draws from the session's chance, which a condition must not do.
  var draws: Bool
  var least: Int
  var most: Int
  var body: @Sendable (FunctionCall) throws(Failure) -> Value

  init(
    _ name: String, _ parameters: String, _ summary: String, _ example: (String, String),
    draws: Bool = false, _ body: @escaping @Sendable (FunctionCall) throws(Failure) -> Value
  ) {
    (self.name, self.parameters, self.summary) = (name, parameters, summary)
    (self.example, self.draws, self.body) = (example, draws, body)
    let words = parameters.split(separator: " ")
    least = words.filter { !$0.hasPrefix("[") }.count
    most = words.last?.hasSuffix("…") == true ? .max : words.count
  }
}
