/// The built-in functions as the parser knows them.
public struct FunctionTable: Sendable {
  public let names: Set<String>
  /// The signature of a function; `nil` for any other word.
  package let signature: @Sendable (_ name: String) -> FunctionSignature?

  package init(names: Set<String>, signature: @escaping @Sendable (_ name: String) -> FunctionSignature?) {
    (self.names, self.signature) = (names, signature)
  }
}

/// How a built-in function is called: the parser and the checker know this much of it.
public struct FunctionSignature: Sendable {
  public let name: String
  /// As in `split TEXT SEPARATOR`; `[X]` may be left out, `X…` repeats.
  public let parameters: String
  /// The kinds of value that it may give.
  package let gives: Kinds
  /// The kinds of its first value, where its usage does not tell them.
  private let first: Kinds?
  package let least: Int
  package let most: Int

  /// The kinds that it may take, by place; `VALUE…` stands for any number of them.
  package var takes: [Kinds] {
    var kinds = parameters.split(separator: " ").map { Kinds(parameter: $0) }
    if let first { kinds[0] = first }
    return kinds
  }

  package init(_ name: String, _ parameters: String, takes first: Kinds?, gives: Kinds) {
    (self.name, self.parameters, self.first, self.gives) = (name, parameters, first, gives)
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
