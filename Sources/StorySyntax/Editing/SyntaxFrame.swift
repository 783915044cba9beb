/// The reading state inside one pair of brackets, or outside all of them.
struct SyntaxFrame {
  enum Reading {
    /// A statement may begin.
    case statement
    /// After a block: `else`, `catch` or a pipe may follow.
    case afterBlock
    /// Only a block may follow.
    case block
    /// The values of a case of `match`, or `else`.
    case cases
    /// A command or an expression.
    case value
    /// `=`, between a name and its value.
    case equals
    /// Some words of a command: the commands that may still follow, and the one that is already complete.
    case words(count: Int, candidates: [Int], complete: Int?)
    case arguments(SyntaxArguments)
    /// An item in the braces of an argument.
    case line(isStart: Bool)
    /// The arguments after the name of a definition or a function.
    case call
    case expression
    /// A name to bind, then `then`.
    case name(then: AfterName)
    case event
    case stage
    /// Words after something unknown.
    case anything
    /// The name of a record's field.
    case field
    case nothing
  }

  enum AfterName { case equals, expression, names, block }

  var reading: Reading
  /// The token that closes the frame; `.end` for the outermost.
  var closer = Token.Kind.end
  var isRecord = false
  /// `true` if everything in the frame is part of a secret argument.
  var isSecret = false
  /// `true` if `{` opens a block here after a complete expression.
  var takesBlock = false
  /// `true` if the block comes after the steps of a pipeline.
  var blockFollowsSteps = false
  /// `true` if the block holds the cases of `match`.
  var opensCases = false
  /// `true` if a step of the pipeline takes a block of its own first.
  var stepTakesBlock = false
  /// The command and the parameter whose text the braces hold, line by line.
  var lines: (command: Int, parameter: Int)?
  /// `true` if the frame holds the cases of `match`.
  let holdsCases: Bool
  /// The part of a lesson whose braces directly enclose this place.
  var room: LessonWord.Room?
  /// The part of a lesson that the next block holds.
  var opens: LessonWord.Room?
  /// Inside an expression: `true` if an operand must come next.
  var expectsOperand = true
  /// Words that the statement or the pipeline's step reserves at this place.
  var partners: [String] = []
  /// `false` after a name that is not a value, such as an event: no operator follows it.
  var takesOperators = true
  /// `true` where `else` or `catch` may continue the statement on the line before.
  var followsBlock = false
  /// The last state path, for the words that may be compared with it.
  var state: String?

  /// The start of the current value, and of the last term.
  var valueStart: Int?
  var termStart: Int?
  /// In a step of a pipeline that names fields: the text that produces the rows with these fields.
  var rows: Range<Int>?

  /// `true` if a step of a pipeline may begin.
  var isStep: Bool { if case .stage = reading { true } else { false } }

  init(_ reading: Reading, closer: Token.Kind = .end, isSecret: Bool = false) {
    (self.reading, self.closer, self.isSecret) = (reading, closer, isSecret)
    holdsCases = if case .cases = reading { true } else { false }
  }

  /// `true` after a block, also on the lines below it.
  var mayContinue: Bool {
    switch reading {
    case .afterBlock: true
    case .statement: followsBlock
    default: false
    }
  }

  /// Returns a frame for the same brackets, in which something else begins.
  func renewed(_ reading: Reading) -> SyntaxFrame {
    var next = SyntaxFrame(reading, closer: closer, isSecret: isSecret)
    (next.room, next.isRecord, next.lines) = (room, isRecord, lines)
    return next
  }
}
