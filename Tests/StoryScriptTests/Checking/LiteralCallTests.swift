import Testing

@testable import StoryScript

/// Calls that fail in every run are reported with the function's own error, at the argument.
@Suite struct LiteralCallTests {
  private static func lines(_ text: String) throws -> [String] {
    let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
    return KindChecker.problems(in: script, schema: TestHost.schema).map(DiagnosticCase.line)
  }

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      print number "x"
      -- 1:14 «"x"» 'number' expects a number as text, not "x"

      print chance 50
      -- 1:14 «50» 'chance' expects a share from 0% to 100%, not 50

      print duration "soon"
      -- 1:16 «"soon"» 'duration' expects a duration as text, not "soon"

      print date "05.01.2026"
      -- 1:12 «"05.01.2026"» 'date' expects a valid date, not "05.01.2026"

      print date 2026 13 1
      -- 1:7 «date 2026 13 1» 'date' expects a valid date, not 2026 13 1

      print decimals 2.5 20
      -- 1:20 «20» 'decimals' expects a whole number from 0 to 15, not 20

      print pad "x" "y"
      -- 1:15 «"y"» 'pad' expects a number, not text

      print pad "x" 5 "--"
      -- 1:17 «"--"» 'pad' expects one character to fill with, not "--"

      print random 5 1
      -- 1:7 «random 5 1» 'random' expects FROM to be at most TO, not more

      print slice "abc" 1.5
      -- 1:19 «1.5» 'slice' expects a whole number, not 1.5

      print pick []
      -- 1:12 «[]» 'pick' expects a list with items, not an empty list
      """#))
  func saysWhatTheFunctionSays(_ example: DiagnosticCase) throws {
    let found = try Self.lines(example.program)
    #expect(found == example.expected)
    // A run says the same.
    let said = run(example.program).last ?? ""
    let message = found.first.flatMap { $0.split(separator: "» ").last } ?? ""
    #expect(said.contains(message.split(separator: " | ").first ?? "?"), "\(said)")
  }

  @Test(arguments: [
    "print number \"1.5\"", "print chance 50%", "print slice \"abc\" 2 1", "print random 1 5", "print shuffle [1, 2]",
    "print (repeated \"x\" 1_000_000 | length)", "print range 1 9_999_999 | count", "print date \"2026-02-01\"",
    "print date \"05.01.2026\" \"dd.MM.yyyy\"", "let x = \"x\"\nprint number $x",
    "try { print number \"x\" } catch { }",
    "def number_of x { number $x }\nprint number_of \"1\"", "print power 2 1000", "print text [1, {a: 2}]",
  ])
  func isSilentElsewhere(_ script: String) throws { #expect(try Self.lines(script) == []) }
}

/// Calls that run before the variables exist that they read.
@Suite struct EarlyReadTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      def f { $x }
      print f
      let x = 5
      -- 2:7 «f» 'f' reads '$x', which has no value yet | it gets its value on line 3: move the call below that line

      def g { f }
      def f { if $x > 1 { print 1 } }
      print "{1 + 1}"
      g
      let x = 5
      -- 4:1 «g» 'g' reads '$x', which has no value yet | it gets its value on line 5: move the call below that line

      let y = (f)
      f
      def f { return $x + $z }
      let z = 1
      let x = 5
      -- 1:10 «f» 'f' reads '$x', which has no value yet | it gets its value on line 5: move the call below that line
      -- 1:10 «f» 'f' reads '$z', which has no value yet | it gets its value on line 4: move the call below that line

      if f { }
      def f { $x > 1 }
      let x = 5
      -- 1:4 «f» 'f' reads '$x', which has no value yet | it gets its value on line 3: move the call below that line
      """#))
  func findsWhatIsSure(_ example: DiagnosticCase) {
    let found = example.diagnose()
    #expect(found.phase == .compiling)
    #expect(found.lines.sorted() == example.expected.sorted())
  }

  @Test(arguments: [
    "def f { $x }\nlet x = 5\nprint f", "def f { x = 1; $x }\nf\nlet x = 5\nprint $x",
    "def f { if light.count > 1 { print $x } }\nf\nlet x = 5", "def f x { $x }\nprint f 1\nlet x = 5\nprint $x",
    "def f { let x = 1; $x }\nprint f\nlet x = 5\nprint $x",
    "def init { x = 1 }\ndef f { $x }\ninit\nprint f\nlet x = 5",
    "when light.off { f }\ndef f { print $x }\nlet x = 5", "after 1s { f }\ndef f { print $x }\nlet x = 5",
    "if light.count > 1 { f }\ndef f { print $x }\nlet x = 5",
    "def f { [1] | each x { $x } }\nprint f\nlet x = 5\nprint $x",
    "def f { f; g }\ndef g { f }\nlet x = 5\nprint $x", "def f { light.count > 1 and $x }\nprint f\nlet x = true",
  ])
  func isSilentElsewhere(_ script: String) {
    let found = DiagnosticCase(script).diagnose()
    #expect(!found.lines.contains { $0.contains("no value yet") }, "\(found)")
  }

  @Test func manyDefinitionsAreNoTrouble() throws {
    let calls = (0..<3_000).map { "def f\($0) { f\($0 + 1); x\($0) = 1 }\nlet x\($0) = $x\($0)b\nlet x\($0)b = 1\n" }
    let script = try Parser.parse(
      try Source(name: "test", text: calls.joined() + "def f3000 { $last }\nlet last = 1\nf0"),
      TestHost.schema.vocabulary)
    #expect(EarlyReads.all(in: script, known: []).isEmpty)
  }
}

/// One slip is one error.
@Suite struct OneErrorTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      if 1 ==== 2 {
        print 1
      }
      else { print 2 }
      print $nope
      -- 1:6 «====» operators need spaces around them: '===='

      try { print = } 
      catch e { print $e }
      -- 1:13 «=» expected a value, found '='

      x += 1
      print $x
      x = 2
      -- 1:1 «x» there is no variable 'x' to change | create it first: let x = …

      def f { n += 1; print $n }
      print $n
      f
      -- 1:9 «n» there is no variable 'n' to change | create it first: let n = …
      """#))
  func isReportedOnce(_ example: DiagnosticCase) { #expect(example.diagnose().lines == example.expected) }

  @Test func assignmentToAFieldIsOneWarning() throws {
    let text = "let count = 1\nwhen light.off { count += $count }\nprint $count"
    let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
    var program = Program()
    _ = try Compiler.compile(script, into: &program, schema: TestHost.schema)
    let found = program.warnings + KindChecker.problems(in: script, schema: TestHost.schema)
    #expect(found.count == 1, "\(found.map(DiagnosticCase.line))")
  }
}
