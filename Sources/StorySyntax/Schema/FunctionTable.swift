/// The built-in functions as the parser knows them.
public struct FunctionTable: Sendable {
  public let names: Set<String>
  /// The signature of a function; `nil` for any other word.
  package let signature: @Sendable (_ name: String) -> FunctionSignature?

  package init(names: Set<String>, signature: @escaping @Sendable (_ name: String) -> FunctionSignature?) {
    (self.names, self.signature) = (names, signature)
  }
}

/// The signature of a built-in function, for the parser and the checker.
public struct FunctionSignature: Sendable {
  public let name: String
  /// The parameters, as in `split TEXT SEPARATOR`; `[X]` is optional, `X…` repeats.
  public let parameters: String
  /// The kinds of value that the function may return.
  package let gives: Kinds
  /// The kinds of the first argument, if they differ from those of its parameter's name.
  private let first: Kinds?
  package let minimum: Int
  package let maximum: Int

  /// The kinds that the function accepts, by position; `VALUE…` represents any number of arguments.
  package var takes: [Kinds] {
    var kinds = parameters.split(separator: " ").map { Kinds(parameter: $0) }
    if let first { kinds[0] = first }
    return kinds
  }

  package init(_ name: String, _ parameters: String, takes first: Kinds?, gives: Kinds) {
    (self.name, self.parameters, self.first, self.gives) = (name, parameters, first, gives)
    // Counts by bytes, since all signatures are made at startup.
    var (minimum, maximum) = (0, 0)
    var isFirst = true
    for byte in parameters.utf8 {
      if isFirst {
        maximum += 1
        if byte != UInt8(ascii: "[") { minimum += 1 }
      }
      isFirst = byte == UInt8(ascii: " ")
    }
    self.minimum = minimum
    self.maximum = parameters.hasSuffix("…") ? .max : maximum
  }
}
