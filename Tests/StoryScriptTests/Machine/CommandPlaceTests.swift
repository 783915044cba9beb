import Testing

@testable import StoryScript

/// The places where a command needs no parentheses, and the names that can be called like a command.
@Suite struct CommandPlaceTests {
  @Test(arguments: [
    ("for x in count to 3 { print $x }", ["1", "2", "3"]),
    ("for x in count to 3 | where $it > 1 { print $x }", ["2", "3"]),
    ("match count to 1 | count { 1 { print \"one\" } else { print \"more\" } }", ["one"]),
    ("for x in if 1 == 2 { [1] } else { [2, 3] } { print $x }", ["2", "3"]),
    ("for x in [{days: 2}, {days: 1}] | sort by days { print $x.days }", ["1", "2"]),
    ("for x in [{min: 1}, {min: 2}] | sort by min desc { print $x.min }", ["2", "1"]),
    ("for x in [{max: 2}] | group by max { print $x.key }", ["2"]),
    ("print count to 3 | sum", ["6"]), ("print count to 2", ["[1, 2]"]),
    ("def three { return 3 }\nprint three", ["3"]),
    ("print tour short { }", ["[\"short\", \"\"]"]),
    (
      "let n = \"a b\"\nprint tour $n {\n  sea   for 5m # why\n\n  \"big  lake\" \\\n 3m; x 1, y 2 }",
      [#"["a b", "sea for 5m; \"big  lake\" 3m; x 1, y 2"]"#]
    ),
    ("for x in (tour short { sea }) { print $x }", ["short", "sea"]),
    ("def three { return 3 }\nprint three | text", ["3"]),
  ])
  func valuesOfCommands(_ script: String, _ output: [String]) {
    #expect(run(script) == output)
  }

  /// Beside an operator, a call is accepted where the line has no other valid reading.
  @Test(
    arguments: [
      ("1 + length \"ab\"", "3"), ("length \"ab\" + 1", "3"), ("length \"ab\" - 1 + length [1]", "2"),
      ("2 * length \"ab\" + 1", "5"), ("floor (7 / 2) + 1", "4"), ("2 * floor (7 / 2)", "6"), ("1 + floor 7.5", "8"),
      ("10 - floor (2.5) - 1", "7"), ("\"x\" + upper \"a\"", "xA"), ("slice \"abc\" 0 1 + slice \"abc\" 2", "ac"),
      ("upper (slice \"abc\" 0 1) + slice \"abc\" 1", "Abc"), ("join [\"a\"] + \"b\"", "ab"),
      ("(length \"ab\" - 1)", "1"), ("- length \"ab\"", "-2"), ("1 + twice (2) * 2", "9"),
      ("[1 + length \"ab\"]", "[3]"),
      ("length \"ab\" + 1 == 3 and not length \"ab\" * 2 == 5", "true"), ("\"{length \"ab\" + 1}\"", "3"),
      ("days 2026-01-01 1 + 5h", "2026-01-02T05:00:00"), ("duration \"5s\" / 5", nil), ("max 1 2 + 1", nil),
      ("twice 2 + 1", nil), ("number \"5\" + 1", nil), ("upper \"a\" + \"b\"", nil),
    ] as [(String, String?)])
  func callsBesideWhatCalculates(_ value: String, _ result: String?) {
    let output = run("def twice n { 2 * $n }\nprint \(value)")
    if let result {
      #expect(output == [result], "\(value)")
    } else {
      #expect(output.first?.contains("expects single values") == true, "\(value)")
    }
  }

  /// Words that begin statements are also valid names, because people choose them.
  @Test(arguments: ["at", "after", "every", "when", "wait", "cancel", "fail", "args", "include", "expect", "lesson"])
  func wordsOfStatementsNameVariables(_ word: String) {
    let script = """
      let \(word) = [{n: 1}]
      \(word)[0].n += 1
      \(word) += [{n: 5}]
      for \(word) in $\(word) { print $\(word).n }
      \(word) = 3
      print $\(word)
      """
    #expect(run(script) == ["2", "5", "3"])
  }

  @Test func theStatementsStayWhatTheyAre() {
    #expect(
      run("let at = 5s\nafter $at { print \"after\" }\nat 2s { print \"at\" }\nwait 6s\nexpect $at == 5s")
        == ["at", "after"])
  }

  @Test(arguments: [
    ("def sum list { return 99 }\nprint sum [1]", "1:5 after '|', 'sum' means the step, not this definition"),
    ("let x = 1\nprint upper x", "2:13 this is the text 'x', not the variable"),
    ("let x = 1\nprint \"a $x {$x}\"", "2:7 '$x' is not replaced in this text"),
    ("def f x { print \"$x\" }\nf 1", "1:17 '$x' is not replaced in this text"),
  ])
  func likelyTyposAreWarnings(_ script: String, _ warning: String) throws {
    #expect(try warnings(of: script) == [warning])
  }

  @Test(arguments: [
    "let x = 1\nprint '$x {$x}'", "print \"costs $5\"", "print \"$x\"\nlet x = 1",
    "let n = 1\nprint ([{n: 2}] | where (length \"a\") == n)",
    "print upper x",
  ])
  func intendedStatementsAreNoWarnings(_ script: String) throws {
    #expect(try warnings(of: script) == [])
  }
}

extension CommandPlaceTests {
  private func warnings(of text: String) throws -> [String] {
    var program = Program()
    _ = try Compiler.compile(
      try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary), into: &program,
      schema: TestHost.schema)
    return program.warnings.compactMap { warning in
      warning.source.map { source in
        let position = source.position(of: Int(warning.range.start))
        return "\(position.line):\(position.column) \(warning.problem.message)"
      }
    }
  }
}
