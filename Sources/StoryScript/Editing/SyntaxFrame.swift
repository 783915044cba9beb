/// How the text inside one pair of brackets (or outside all) is being read at a place.
struct SyntaxFrame {
  enum Reading {
    /// A statement may begin.
    case statement
    /// Behind a block: `else`, `catch` or a pipe may follow.
    case afterBlock
    /// Only a block may follow.
    case block
    /// A command or an expression.
    case value
    /// `=` between a name and its value.
    case equals
    /// Some words of a command: the commands that may still be meant, and the one that is complete.
    case words(count: Int, candidates: [Int], complete: Int?)
    case arguments(SyntaxArguments)
    /// The terms after the name of a definition or a function.
    case call
    case expression
    /// A name to bind, then this.
    case name(then: AfterName)
    case event
    case stage
    /// What follows something unknown.
    case anything
    /// The name of a record's field.
    case field
    case nothing
  }

  enum AfterName { case equals, expression, names, block }

  var reading: Reading
  /// What ends it; `.end` for the outermost.
  var closer = Token.Kind.end
  var isRecord = false
  /// Whether all in it belongs to a secret argument.
  var isSecret = false
  /// Whether `{` opens a block here once the expression before it is whole.
  var takesBlock = false
  /// Inside an expression: whether an operand has to come next.
  var wantsOperand = true
  /// Words that the statement or the pipeline's step reserves at this place.
  var partners: [String] = []
  /// The state path last read, for the words that may stand opposite it.
  var state: String?

  init(_ reading: Reading, closer: Token.Kind = .end, isSecret: Bool = false) {
    self.reading = reading
    self.closer = closer
    self.isSecret = isSecret
  }
}

/// A command's arguments so far.
struct SyntaxArguments {
  var command: Int
  /// One bit for each parameter that has its value.
  var filled: UInt64 = 0
  /// The parameter whose word was just read.
  var pending: Int?

  init(command: Int) { self.command = command }

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
