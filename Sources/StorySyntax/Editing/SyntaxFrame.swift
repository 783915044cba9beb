/// The state of reading inside one pair of brackets, or outside all.
struct SyntaxFrame {
  enum Reading {
    /// A statement may begin.
    case statement
    /// Behind a block: `else`, `catch` or a pipe may follow.
    case afterBlock
    /// Only a block may follow.
    case block
    /// The values of a case of `match`, or `else`.
    case cases
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
    /// Words behind something unknown.
    case anything
    /// The name of a record's field.
    case field
    case nothing
  }

  enum AfterName { case equals, expression, names, block }

  var reading: Reading
  /// The token that ends it; `.end` for the outermost.
  var closer = Token.Kind.end
  var isRecord = false
  /// Whether all in it belongs to a secret argument.
  var isSecret = false
  /// Whether `{` opens a block here once the expression before it is whole.
  var takesBlock = false
  /// Whether that block stays ahead behind the steps of a pipeline.
  var blockFollowsSteps = false
  /// Whether that block holds the cases of `match`.
  var opensCases = false
  /// Whether a step of the pipeline takes a block of its own first.
  var stepTakesBlock = false
  /// Whether it holds the cases of `match`.
  let holdsCases: Bool
  /// The part of a lesson directly inside which it stands.
  var room: LessonWord.Room?
  /// The part of a lesson that the next block holds.
  var opens: LessonWord.Room?
  /// Inside an expression: whether an operand has to come next.
  var wantsOperand = true
  /// Words that the statement or the pipeline's step reserves at this place.
  var partners: [String] = []
  /// The state path last read, for the words that may stand opposite it.
  var state: String?

  /// Where the value begins that is being read, and the term that was read last.
  var valueStart: Int?
  var termStart: Int?
  /// In a step of a pipeline that names fields: the text whose rows have them.
  var rows: Range<Int>?

  /// Whether a step of a pipeline may begin.
  var isStep: Bool { if case .stage = reading { true } else { false } }

  init(_ reading: Reading, closer: Token.Kind = .end, isSecret: Bool = false) {
    (self.reading, self.closer, self.isSecret) = (reading, closer, isSecret)
    holdsCases = if case .cases = reading { true } else { false }
  }

  /// The same brackets, in which something else begins.
  func renewed(_ reading: Reading) -> SyntaxFrame {
    var next = SyntaxFrame(reading, closer: closer, isSecret: isSecret)
    (next.room, next.isRecord) = (room, isRecord)
    return next
  }
}
