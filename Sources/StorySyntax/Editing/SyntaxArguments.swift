/// A command's arguments so far.
struct SyntaxArguments {
  var command: Int
  /// One bit for each parameter that has its value.
  var filled: UInt64 = 0
  /// The parameter whose word was just read.
  var pending: Int?
  /// Whether the word that was just read may have others behind it that belong to the same value.
  var goesOn = false

  func has(_ index: Int) -> Bool { index < 64 && filled & (1 << UInt64(index)) != 0 }
  mutating func fill(_ index: Int) { if index < 64 { filled |= 1 << UInt64(index) } }

  /// The parameter that a value without a word before it goes to.
  func next(in parameters: [Parameter]) -> Int? {
    pending ?? parameters.indices.first { parameters[$0].preposition == nil && !has($0) }
  }

  /// Whether the parameter may still be given: no value yet, and none for another of its group.
  func isOpen(_ index: Int, in parameters: [Parameter]) -> Bool {
    if has(index) { return false }
    guard let group = parameters[index].group else { return true }
    return !parameters.indices.contains { parameters[$0].group == group && has($0) }
  }
}
