/// A built-in function: `(upper "abc")`. An object, so that a call holds it with one count and not with one for each word.
public final class Function: Sendable {
  let signature: FunctionSignature
  public let summary: String
  public let example: (call: String, result: String)
  /// Whether its values stand in an order with each other.
  let compares: Bool
  /// Whether it draws from the session's chance, which a condition must not do.
  let draws: Bool
  let least: Int
  let most: Int
  let body: @Sendable (FunctionCall) throws(Failure) -> Value

  public var name: String { signature.name }
  /// As in `split TEXT SEPARATOR`; `[X]` may be left out, `X…` repeats.
  public var parameters: String { signature.parameters }

  init(
    _ name: String, _ parameters: String, takes first: Kinds? = nil, gives: Kinds = .any, _ summary: String,
    _ example: (String, String), draws: Bool = false, compares: Bool = false,
    _ body: @escaping @Sendable (FunctionCall) throws(Failure) -> Value
  ) {
    signature = FunctionSignature(name, parameters, takes: first, gives: gives)
    (least, most) = (signature.least, signature.most)
    (self.summary, self.example, self.draws, self.body) = (summary, example, draws, body)
    self.compares = compares
  }
}
