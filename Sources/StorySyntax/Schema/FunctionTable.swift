/// The built-in functions as the parser knows them.
public struct FunctionTable: Sendable {
  public let names: Set<String>
  /// The signature of a function; `nil` for any other word.
  package let signature: @Sendable (_ name: String) -> FunctionSignature?

  package init(names: Set<String>, signature: @escaping @Sendable (_ name: String) -> FunctionSignature?) {
    (self.names, self.signature) = (names, signature)
  }
}
