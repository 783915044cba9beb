/// Words that begin a statement of the language itself; no command or definition may take one.
public enum Keyword: String, CaseIterable, Sendable {
  case `let`, `if`, `else`, `repeat`, `while`, `for`, def, `return`, `break`, `continue`, `try`, `catch`
  case include, wait, expect, after, every, at, when, cancel, print

  /// The way it is written, for `help` and Grammar.md.
  public var usage: String { words.usage }
  /// Its effect, in one line.
  public var summary: String { words.summary }

  private var words: (usage: String, summary: String) {
    switch self {
    case .let: ("let NAME = VALUE", "makes a variable; NAME = VALUE changes it, $NAME reads it")
    case .if, .else: ("if CONDITION { … } else { … }", "runs one of two blocks")
    case .repeat: ("repeat COUNT { … }", "runs a block COUNT times")
    case .while: ("while CONDITION { … }", "runs a block as long as the condition holds")
    case .for: ("for NAME in LIST { … }", "runs a block for each item")
    case .def: ("def NAME PARAMETER… { … }", "defines a command of your own")
    case .return: ("return [VALUE]", "ends a definition with a value")
    case .break: ("break", "leaves the innermost loop")
    case .continue: ("continue", "goes on with the loop's next round")
    case .try, .catch:
      ("try { … } catch [NAME] { … }", "runs the second block if the first one fails; NAME holds the error")
    case .include: ("include \"FILE\"", "runs another script in this place")
    case .wait: ("wait DURATION | wait until CONDITION | wait until idle", "passes time on the session's clock")
    case .expect: ("expect CONDITION | expect error { … }", "stops with exit code 1 unless the condition holds")
    case .after: ("after DURATION [as NAME] { … }", "runs a block once, later")
    case .every: ("every DURATION [as NAME] { … }", "runs a block again and again")
    case .at: ("at DURATION [as NAME] { … }", "runs a block when the session is that old")
    case .when: ("when EVENT [as NAME] { … }", "runs a block each time the event happens; its fields are variables")
    case .cancel: ("cancel NAME", "takes back an 'after', 'every', 'at' or 'when' that was named with 'as'")
    case .print: ("print VALUE", "writes a value")
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
