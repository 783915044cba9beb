// Embedded Swift has no names of types and cases at run time: "\(value)" of a value that does not describe itself would
// print a sentence about that instead. Found here by the compiler, which `.ci/embedded` tells to refuse it.

extension DefaultStringInterpolation {
  @available(*, deprecated, message: "the value has no description of its own: write the text that is meant")
  public mutating func appendInterpolation<Value>(_ value: Value) {}
}
