import Testing

@testable import StoryScript

/// Sources, included scripts and what a prompt needs to know.
@Suite struct DiagnosticTests {
  private func parse(_ text: String) throws -> Script {
    try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
  }

  private func errors(_ text: String) -> [String] { DiagnosticCase(text).diagnose().lines }

  // MARK: Sources

  @Test func bytesThatAreNoText() {
    func problem(_ bytes: [UInt8]) -> (String, SourceRange)? {
      do throws(Diagnostic) {
        _ = try Source(name: "test", bytes: bytes)
        return nil
      } catch {
        return (error.problem.message, error.range)
      }
    }
    let beep = Array("beep\n".utf8)
    #expect(problem(beep + [0xFF])?.0 == "this is not UTF-8 text: byte 0xff cannot stand here")
    #expect(problem(beep + [0xFF])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0xC3])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0xC0, 0x80])?.0 == "this is not UTF-8 text: byte 0xc0 cannot stand here")
    #expect(problem(beep + [0xED, 0xA0, 0x80])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0xF4, 0x90, 0x80, 0x80])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0x00])?.0 == "a NUL character cannot stand in a script")
    #expect(problem(beep + Array("é日😀".utf8)) == nil)
  }

  @Test func marksAndLineEndsOfOtherSystems() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("print 1\r\nprint 2\n\r\nprint 3\r\nstroy\r\n".utf8)
    let source = try Source(name: "test", bytes: bytes)
    do throws(Diagnostics) {
      _ = try Parser.parse(source, TestHost.schema.vocabulary)
      Issue.record("the last line is wrong")
    } catch {
      #expect(error.all.map(DiagnosticCase.line) == ["5:1 «stroy» there is no command 'stroy'"])
    }
    #expect(source.text(source.lineRange(of: 1)) == "print 1")
    #expect(run("print 1\r\nif true {\r\n  print \"a\"\r\n}\n# end\r\nsay \\\r\n  x") == ["1", "a", "x"])
  }

  @Test func positionsCountLinesAndScalars() throws {
    let source = try Source(name: "test", text: "é\n日本 x\n\n")
    #expect(source.position(of: 0) == (1, 1))
    #expect(source.position(of: 2) == (1, 2))
    #expect(source.position(of: 3) == (2, 1))
    #expect(source.position(of: 10) == (2, 4))
    #expect(source.position(of: 12) == (3, 1))
    #expect(source.position(of: 13) == (4, 1))
    #expect(source.position(of: 99) == (4, 1))
    #expect(source.lineRange(of: 13) == SourceRange(13, 13))
    #expect(source.text(source.lineRange(of: 9)) == "日本 x")
  }

  // MARK: Several errors

  @Test func oneHundredErrorsAreEnough() {
    let lines = Array(repeating: "stroy", count: 500).joined(separator: "\n")
    #expect(errors(lines).count == 100)
  }

  @Test func errorsOfTheCompilerComeTogether() {
    let script = "print $a\nprint light.stat\nwhen beped { print $b }\ndef beep { }\nbreak"
    #expect(
      errors(script) == [
        "1:7 «$a» there is no variable '$a' here",
        "2:7 «light.stat» 'light' has no 'stat' | did you mean 'light.state'?",
        "3:6 «beped» there is no event 'beped' | did you mean 'beeped'?",
        "4:5 «beep» 'beep' cannot be a name: a command has it",
        "5:1 «break» 'break' only makes sense inside a loop",
      ])
  }

  // MARK: Included scripts

  private static let files: Compiler.Environment = Compiler.Environment(
    include: { path, _ in
      switch path {
      case "good.story": try Source(name: path, text: "let shared = 5\ndef twice n { return $n * 2 }")
      case "user.story": try Source(name: path, text: "include \"good.story\"\ntwice 1; def unknown_ { unknown }")
      case "wrong.story": try Source(name: path, text: "beep\nstroy\nprint $x")
      case "unknown.story": try Source(name: path, text: "print $x")
      case "self.story": try Source(name: path, text: "include \"self.story\"")
      case "binary.story": try Source(name: path, bytes: [0x41, 0xFE])
      default: throw Failure.refused("there is no such file")
      }
    })

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      include "none.story"
      -- 1:9 «"none.story"» cannot include this: there is no such file

      include "wrong.story"
      beep
      -- wrong.story:2:1 «stroy» there is no command 'stroy'

      include "unknown.story"
      -- unknown.story:1:7 «$x» there is no variable '$x' here

      include "self.story"
      -- self.story:1:9 «"self.story"» 'self.story' includes itself

      include "binary.story"
      -- binary.story:1:2 «�» this is not UTF-8 text: byte 0xfe cannot stand here

      if true { include "good.story" }
      -- 1:19 «"good.story"» an 'include' stands at the top of a script, not inside a block | move it out of the braces

      include "good.story"
      print (twice $shared 1)
      -- 2:8 «twice $shared 1» 'twice' takes n, but it got 2 values

      def twice n { }
      include "good.story"
      -- good.story:2:5 «twice» 'twice' is already defined on line 1 of test

      include "user.story"
      -- user.story:2:25 «unknown» there is no command 'unknown' | did you mean 'unknown_'?
      """#))
  func includes(_ test: DiagnosticCase) {
    #expect(test.diagnose(environment: Self.files).lines == test.expected, "\(test.program)")
  }

  @Test func includedDefinitionsAreKnownEverywhere() throws {
    let script =
      "print (twice $n)\nlet n = 2\ninclude 'good.story'\nprint (twice $shared)\ninclude \"good.story\"\ntwice 4"
    let fixed = script.replacing("print (twice $n)\nlet n = 2", with: "let n = 2\nprint (twice $n)")
    #expect(
      DiagnosticCase(script).diagnose(environment: Self.files).lines == ["1:14 «$n» there is no variable '$n' here"])
    #expect(DiagnosticCase(fixed).diagnose(environment: Self.files).lines == [])
  }

  // MARK: Prompts

  @Test func whatMoreTextCouldCompleteIsIncomplete() throws {
    func isIncomplete(_ text: String) -> Bool {
      do {
        _ = try parse(text)
        return false
      } catch {
        return (error as? Diagnostics)?.isIncomplete ?? false
      }
    }
    for text in [
      "if true {", "if true {\nbeep", "print (", "print (1 +", "print [1,", "let r = {", "let r = {a", "let r = {a:",
      "[1] |", "if true { print [", "def f a {\n# note",
    ] { #expect(isIncomplete(text), "\(text)") }
    for text in ["stroy", "print 1)", "print \"a", "print \"{1 +", "print", "let x =", "if true", "}", "print \"{(}\""]
    {
      #expect(!isIncomplete(text), "\(text)")
    }
  }
}
