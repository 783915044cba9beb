import Testing

@testable import StoryScript

/// The arguments of scripts and of definitions.
@Suite struct ArgumentTests {
  @Test(arguments: [
    ("args FILE COUNT = 10\nprint [$FILE, $COUNT + 1]", ["a.csv"], ["[\"a.csv\", 11]"]),
    ("args FILE COUNT = 10\nprint [$FILE, $COUNT + 1]", ["a.csv", "5"], ["[\"a.csv\", 6]"]),
    (
      "args a = 5s b = none c = 2026-01-01 d = true\nprint [$a, $b, $c, $d]", ["1m", "x", "2026-02-03", "false"],
      ["[1m, \"x\", 2026-02-03, false]"]
    ),
    ("args a = word b = []\nprint [$a, $b]", [], ["[\"word\", []]"]),
    ("args FILE COUNT = 10\ndef f { $COUNT }\nprint (f)", ["x", "2"], ["2"]),
    ("args FILE COUNT = 10", [], ["error 1:1 this script expects FILE [COUNT], but got no arguments"]),
    ("args FILE", ["a", "b"], ["error 1:1 this script expects FILE, but got 2 arguments"]),
    ("args COUNT = 10", ["many"], ["error 1:1 'COUNT' expects a number, not \"many\""]),
    ("print $1", ["a"], ["a"]),
    (
      "print $2", ["a"],
      [
        "error 1:7 this script expects 2 arguments, but got 1 argument | name the arguments in the script's first line: args FILE COUNT = 10"
      ]
    ),
    (
      "if true { args a }", [],
      ["error 1:11 'args' belongs at the top level of a script, not inside a block | move it out of the braces"]
    ),
    ("args a = (1 + 1)", [], ["error 1:11 expected a plain value such as 10 or \"text\", found '1 + 1'"]),
    ("args a = 1 b", [], ["error 1:13 expected '=' after 'b', found the end of the script"]),
    (
      "def greet name = \"you\" sign = \"!\" { \"hi {$name}{$sign}\" }\nprint [(greet), (greet \"ana\"), (greet \"ana\" \"?\")]",
      [],
      ["[\"hi you!\", \"hi ana!\", \"hi ana?\"]"]
    ),
    ("def f a b = 2 { $a + $b }\nprint ([1, 5] | each { f $it })\nprint (5 | f)", [], ["[3, 7]", "7"]),
    ("def f a b = 2 { $a }\nprint (f)", [], ["error 2:8 'f' expects a [b], but got no value"]),
  ])
  func argumentsAreParsed(_ script: String, _ arguments: [String], _ expected: [String]) {
    #expect(run(script, arguments: arguments) == expected)
  }
}
