/// Words that begin a statement of the language itself; no command or definition may use them.
public enum Keyword: String, CaseIterable, Sendable {
  case `let`, `if`, `else`, match, `repeat`, `while`, `for`, def, `return`, `break`, `continue`, `try`, `catch`
  case fail, args, include, wait, expect, after, every, at, when, cancel, print, lesson

  /// `true` if no variable may have this name. The other keywords are common names, such as `at` and `when`, and an
  /// assignment such as `at = 5` is unambiguous.
  public var isReserved: Bool {
    switch self {
    case .let, .if, .else, .match, .repeat, .while, .for, .def, .return, .break, .continue, .try, .catch, .print: true
    case .fail, .args, .include, .wait, .expect, .after, .every, .at, .when, .cancel, .lesson: false
    }
  }

  /// The keyword's syntax, for `help` and Grammar.md.
  public var usage: String { words.usage }
  /// The keyword's effect, in one line.
  public var summary: String { words.summary }

  private var words: (usage: String, summary: String) {
    switch self {
    case .let: ("let NAME = VALUE", "creates a variable; NAME = VALUE and NAME += VALUE change it; $NAME reads it")
    case .if, .else: ("if CONDITION { … } else { … }", "runs one of two blocks and returns its last value")
    case .match:
      (
        "match VALUE { VALUE… { … } else { … } }",
        "runs the block after the first matching value and returns the block's last value"
      )
    case .repeat: ("repeat COUNT { … }", "runs a block COUNT times")
    case .while: ("while CONDITION { … }", "runs a block as long as the condition is true")
    case .for: ("for NAME in LIST { … }", "runs a block for each item")
    case .def: ("def NAME PARAMETER [= VALUE]… { … }", "defines your own command, which returns its last value")
    case .return: ("return [VALUE]", "leaves a definition and returns a value")
    case .break: ("break", "leaves the innermost loop")
    case .continue: ("continue", "skips to the next iteration of the innermost loop")
    case .try, .catch:
      ("try { … } catch [NAME] { … }", "runs the second block if the first block fails; NAME holds the error")
    case .fail: ("fail TEXT", "ends the script, or the block of a try, with your own error")
    case .args:
      ("args NAME [= VALUE]…", "assigns the script's arguments to variables, or reports a wrong number of arguments")
    case .include: ("include FILE", "runs another script at this point")
    case .wait: ("wait DURATION | wait until CONDITION | wait until idle", "lets time pass on the session's clock")
    case .expect:
      ("expect CONDITION[, WHY] | expect error { … }", "stops with exit code 1 unless the condition is true")
    case .after: ("after DURATION [as NAME] { … }", "runs a block once, after DURATION")
    case .every: ("every DURATION [as NAME] { … }", "runs a block repeatedly, each time DURATION has passed")
    case .at: ("at DATE|DURATION [as NAME] { … }", "runs a block at DATE, or when the session is DURATION old")
    case .when:
      (
        "when EVENT [as NAME] { … }",
        "runs a block each time the event happens; in the block, the event's fields are variables, which hide other variables of the same name"
      )
    case .cancel:
      (
        "cancel NAME|N|all",
        "cancels an `after`, `every`, `at` or `when` block by name or number, or all of them"
      )
    case .print:
      ("print VALUE", "prints a value on one line; a value on a line of its own, such as $table, is drawn as a table")
    case .lesson:
      (
        "lesson TITLE [for DURATION] { step TITLE [for DURATION] { … } … }",
        "defines a lesson for `learn` without running it"
      )
    }
  }

  /// A script that uses the keyword.
  public var example: Command.Example {
    switch self {
    case .let: .init("let n = 2\nn = $n + 1\nprint $n", "a counter")
    case .if, .else: .init("if story.state == idle { story play 4 } else { next }", "one of two commands")
    case .match:
      .init(
        "let n = match story.state { idle { 0 } playing paused { 1 } else { 2 } }\nexpect $n == 0",
        "one of several values"
      )
    case .repeat: .init("story play 4\nrepeat 3 { tap right }", "three taps")
    case .while: .init("let n = 1\nwhile $n < 100 { n = $n * 2 }\nprint $n", "doubles n up to 128")
    case .for: .init("for day in [1, 2, 3] { print \"day {$day}\" }", "each item of a list")
    case .def: .init("def twice what = \"hi\" { post \"{$what}, {$what}\" }\ntwice \"hi\"", "your own command")
    case .return: .init("def double n { return $n * 2 }\nprint (double 4)", "your own calculation")
    case .break: .init("for n in [1, 2, 3] { if $n == 2 { break }; print $n }", "stops at 2")
    case .continue: .init("for n in [1, 2, 3] { if $n == 2 { continue }; print $n }", "skips 2")
    case .try, .catch: .init("try { timer pause } catch e { print $e }", "continues after an error")
    case .fail: .init("try { fail \"no story\" } catch e { print $e.message }", "your own error")
    case .args: .init("args count = 3\nexpect $count == 3", "without an argument, 3")
    case .include: .init("include \"Examples/stories-hold.story\"", "runs another script at this point")
    case .wait: .init("story play 4\nwait 2s\nwait until story.number == 5", "for a duration, then for a condition")
    case .expect: .init("story play 4\nexpect story.number == 4\nexpect error { jump 99 }", "a test")
    case .after: .init("story play 4\nafter 2s { tap right }\nwait 3s", "two seconds from now, once")
    case .every: .init("every 10s as ticks { print clock.elapsed }\nwait 30s\ncancel ticks", "every ten seconds")
    case .at: .init("at 5s { story play 4 }\nwait 6s", "when the session is five seconds old")
    case .when: .init("when story.started { print $author }\nstory play 4\nwait 20s", "each time a story starts")
    case .cancel: .init("every 1s as ticks { print 1 }\ncancel ticks", "cancels a block by its name")
    case .print: .init("print \"{story.state} at {clock.elapsed}\"", "text with values in it")
    case .lesson:
      .init(
        """
        lesson "Hold to pause" for 6m {
          step "Hold it" for 6m {
            story play 4 for 15s
            say "Hold the story with `hold`."
            goal story.state == pausedByHold else "It is still playing."
            hint "`hold` alone keeps the finger down."
            hint "Type it at the prompt, then press Enter."
            solution { hold }
            note "Ask before they press: where will it resume?"
          }
        }
        """, "a lesson of one step")
    }
  }

  /// The keyword's names in other languages, for a search.
  public var searchWords: [String] {
    switch self {
    case .let: ["set", "assign", "variable"]
    case .if: ["then", "else", "condition", "branch", "elif", "elsif", "unless"]
    case .match: ["case", "switch", "select", "choose", "when"]
    case .fail: ["error", "raise", "throw", "abort", "die", "panic"]
    case .repeat, .while, .for: ["loop", "times", "again", "foreach", "until"]
    case .def: ["function", "procedure", "macro", "command"]
    case .return, .break, .continue: ["leave", "skip", "loop"]
    case .try: ["catch", "error", "exception"]
    case .args: ["arguments", "parameters", "usage", "argv", "param"]
    case .include: ["import", "source", "run", "library", "file"]
    case .wait: ["sleep", "pause", "delay", "until", "time"]
    case .expect: ["assert", "test", "check"]
    case .after, .every, .at: ["later", "schedule", "cron", "timeout", "interval", "alarm", "time"]
    case .when: ["on", "event", "handler", "listen", "trigger"]
    case .cancel: ["stop", "remove", "off"]
    case .print: ["echo", "write", "say", "output", "show"]
    case .lesson: ["teach", "workshop", "course", "class", "tutorial", "step", "goal", "hint", "solution", "note"]
    case .else, .catch: []
    }
  }

  /// `true` if the word after the keyword is a name that it defines.
  var binds: Bool {
    switch self {
    case .let, .for, .catch, .def: true
    default: false
    }
  }

  package static let byText: [String: Keyword] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
