import Testing

@testable import StoryScript

/// Programs with several errors, and included scripts.
@Suite struct CompilerTests {
  private func errors(_ text: String) -> [String] { DiagnosticCase(text).diagnose().lines }

  @Test func errorsOfTheCompilerComeTogether() {
    let script = "print $a\nprint light.stat\nwhen beped { print $b }\ndef beep { }\nbreak"
    #expect(
      errors(script) == [
        "1:7 «$a» there is no variable '$a' here",
        "2:7 «light.stat» 'light' has no field 'stat' | did you mean 'light.state'?",
        "3:6 «beped» there is no event 'beped' | did you mean 'beeped'?",
        "4:5 «beep» 'beep' cannot be a name: it is a command | use another name, such as my_beep",
        "5:1 «break» 'break' is allowed only inside a loop",
      ])
  }

  // MARK: Included scripts

  private static let files: Compiler.Environment = Compiler.Environment(
    include: { path, _ throws(Diagnostic) in
      switch path {
      case "good.story": try Source(name: path, text: "let shared = 5\ndef twice n { return $n * 2 }")
      case "user.story": try Source(name: path, text: "include \"good.story\"\ntwice 1; def unknown_ { unknown }")
      case "wrong.story": try Source(name: path, text: "beep\nstroy\nprint $x")
      case "unknown.story": try Source(name: path, text: "print $x")
      case "self.story": try Source(name: path, text: "include \"self.story\"")
      case "binary.story": try Source(name: path, bytes: [0x41, 0xFE])
      default: throw Diagnostic(.refused("there is no such file", suggestion: nil), SourceRange(0, 0), in: nil)
      }
    })

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      include "none.story"
      -- 1:9 «"none.story"» cannot include this: there is no such file

      include "none.story"
      print (norm [1])
      norm [2]
      -- 1:9 «"none.story"» cannot include this: there is no such file

      include "wrong.story"
      beep
      -- wrong.story:2:1 «stroy» there is no command 'stroy'

      include "unknown.story"
      -- unknown.story:1:7 «$x» there is no variable '$x' here

      include "self.story"
      -- self.story:1:9 «"self.story"» 'self.story' includes itself

      include "binary.story"
      -- binary.story:1:2 «�» this is not valid UTF-8: unexpected byte 0xfe

      if true { include "good.story" }
      -- 1:19 «"good.story"» an 'include' belongs at the top level of a script, not inside a block | move it out of the braces

      include "good.story"
      print (twice $shared 1)
      -- 2:8 «twice $shared 1» 'twice' expects n, but got 2 values

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
}
