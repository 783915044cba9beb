extension [String] {
  /// Returns the texts as they stand in a sentence: `a`, `a and b`, `a, b and c`.
  /// - Parameter conjunction: the word before the last one: "and", "or".
  package func listed(_ conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
