/// A built-in function: `(upper "abc")`. An object, so that a call holds it with one count and not with one for each word.
public final class Function: Sendable {
  public let name: String
  /// As in `split TEXT SEPARATOR`; `[X]` may be left out, `X…` repeats.
  public let parameters: String
  public let summary: String
  public let example: (call: String, result: String)
  /// The kinds of value that it may give.
  let gives: Kinds
  /// The kinds that it may take, by place; `VALUE…` stands for any number of them.
  var takes: [Kinds] {
    var kinds = parameters.split(separator: " ").map { Kinds(parameter: $0) }
    if let first { kinds[0] = first }
    return kinds
  }
  /// The kinds of its first value, where its usage does not tell them.
  private let first: Kinds?
  /// Whether its values stand in an order with each other.
  let compares: Bool
  /// Whether it draws from the session's chance, which a condition must not do.
  let draws: Bool
  let least: Int
  let most: Int
  let body: @Sendable (FunctionCall) throws(Failure) -> Value

  init(
    _ name: String, _ parameters: String, takes first: Kinds? = nil, gives: Kinds = .any, _ summary: String,
    _ example: (String, String), draws: Bool = false, compares: Bool = false,
    _ body: @escaping @Sendable (FunctionCall) throws(Failure) -> Value
  ) {
    (self.name, self.parameters, self.summary) = (name, parameters, summary)
    (self.example, self.gives, self.draws, self.body) = (example, gives, draws, body)
    (self.first, self.compares) = (first, compares)
    // By bytes: all of these are made whenever the program starts.
    var (least, most) = (0, 0)
    var isFirst = true
    for byte in parameters.utf8 {
      if isFirst {
        most += 1
        if byte != UInt8(ascii: "[") { least += 1 }
      }
      isFirst = byte == UInt8(ascii: " ")
    }
    self.least = least
    self.most = parameters.hasSuffix("…") ? .max : most
  }
}
