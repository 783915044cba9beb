/// Words that begin a statement of the language itself; no command or definition may take one.
public enum Keyword: String, CaseIterable, Sendable {
  case `let` = "let"
  case `if` = "if"
  case `else` = "else"
  case `repeat` = "repeat"
  case `while` = "while"
  case `for` = "for"
  case def
  case `return` = "return"
  case `break` = "break"
  case `continue` = "continue"
  case `try` = "try"
  case `catch` = "catch"
  case include
  case wait
  case expect
  case after
  case every
  case at
  case when
  case cancel
  case print

  /// The way it is written, for `help` and Grammar.md.
  public var usage: String {
    switch self {
    case .let: "let NAME = VALUE"
    case .if: "if CONDITION { … } else { … }"
    case .else: "if CONDITION { … } else { … }"
    case .repeat: "repeat COUNT { … }"
    case .while: "while CONDITION { … }"
    case .for: "for NAME in LIST { … }"
    case .def: "def NAME PARAMETER… { … }"
    case .return: "return [VALUE]"
    case .break: "break"
    case .continue: "continue"
    case .try: "try { … } catch [NAME] { … }"
    case .catch: "try { … } catch [NAME] { … }"
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

  /// Its effect, in one line.
  public var summary: String {
    switch self {
    case .let: "makes a variable; NAME = VALUE changes it, $NAME reads it"
    case .if, .else: "runs one of two blocks"
    case .repeat: "runs a block COUNT times"
    case .while: "runs a block as long as the condition holds"
    case .for: "runs a block for each item"
    case .def: "defines a command of your own"
    case .return: "ends a definition with a value"
    case .break: "leaves the innermost loop"
    case .continue: "goes on with the loop's next round"
    case .try, .catch: "runs the second block if the first one fails; NAME holds the error"
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

  /// Whether the word behind it is a name that it makes.
  var binds: Bool {
    switch self {
    case .let, .for, .catch, .def: true
    default: false
    }
  }

  static let byText: [String: Keyword] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
