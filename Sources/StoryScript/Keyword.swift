/// Words that begin a statement of the language itself; no command or definition may take one.
public enum Keyword: String, CaseIterable, Sendable {
  case let_ = "let"
  case if_ = "if"
  case else_ = "else"
  case repeat_ = "repeat"
  case while_ = "while"
  case for_ = "for"
  case def
  case return_ = "return"
  case break_ = "break"
  case continue_ = "continue"
  case try_ = "try"
  case catch_ = "catch"
  case include
  case wait
  case expect
  case after
  case every
  case at
  case when
  case cancel
  case print

  /// How it is written, for `help` and Grammar.md.
  public var usage: String {
    switch self {
    case .let_: "let NAME = VALUE"
    case .if_: "if CONDITION { … } else { … }"
    case .else_: "if CONDITION { … } else { … }"
    case .repeat_: "repeat COUNT { … }"
    case .while_: "while CONDITION { … }"
    case .for_: "for NAME in LIST { … }"
    case .def: "def NAME PARAMETER… { … }"
    case .return_: "return [VALUE]"
    case .break_: "break"
    case .continue_: "continue"
    case .try_: "try { … } catch [NAME] { … }"
    case .catch_: "try { … } catch [NAME] { … }"
    case .include: "include \"FILE\""
    case .wait: "wait DURATION | wait until CONDITION | wait until idle"
    case .expect: "expect CONDITION | expect error { … }"
    case .after: "after DURATION [as NAME] { … }"
    case .every: "every DURATION [as NAME] { … }"
    case .at: "at DURATION [as NAME] { … }"
    case .when: "when EVENT [as NAME] { … }"
    case .cancel: "cancel NAME"
    case .print: "print VALUE"
    }
  }

  /// What it does, in one line.
  public var summary: String {
    switch self {
    case .let_: "makes a variable; NAME = VALUE changes it, $NAME reads it"
    case .if_, .else_: "runs one of two blocks"
    case .repeat_: "runs a block COUNT times"
    case .while_: "runs a block as long as the condition holds"
    case .for_: "runs a block for each item"
    case .def: "defines a command of your own"
    case .return_: "ends a definition with a value"
    case .break_: "leaves the innermost loop"
    case .continue_: "goes on with the loop's next round"
    case .try_, .catch_: "runs the second block if the first one fails; NAME holds the error"
    case .include: "runs another script in this place"
    case .wait: "passes time on the session's clock"
    case .expect: "stops with exit code 1 unless the condition holds"
    case .after: "runs a block once, later"
    case .every: "runs a block again and again"
    case .at: "runs a block when the session is that old"
    case .when: "runs a block each time the event happens; its fields are variables"
    case .cancel: "takes back an 'after', 'every', 'at' or 'when' that was named with 'as'"
    case .print: "writes a value"
    }
  }

  static let byText: [String: Keyword] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
