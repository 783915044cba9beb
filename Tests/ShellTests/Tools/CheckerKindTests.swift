import Foundation
import StoryScript
import Testing

@testable import Shell

/// `check` knows the kinds of values in the session's state, and reports nothing for scripts that run.
@Suite struct CheckerKindTests {
  private static func lines(_ script: String) throws -> [String] {
    Checker(Catalog.standard).errors(in: try Source(name: "test", text: script)).map { diagnostic in
      diagnostic.problem.message + (diagnostic.problem.suggestion.map { " | \($0)" } ?? "")
    }
  }

  @Test(arguments: [
    ("wait until story.progress > 50", "'story.progress' ranges from 0 to 1, so it is never 50 | as a percentage: 50%"),
    ("print story.position > 5", "a duration and a number can never be compared | did you mean '5s'?"),
    ("print story.state == \"plying\"", "there is no state 'plying' | did you mean 'playing'?"),
    (
      "print story.author + 5",
      "'+' expects compatible values, not text and a number | put values into text with braces: \"{$name}: {$count}\""
    ),
    (
      "timer start reading\nif timer.remaining < 60 { print 1 }",
      "a duration and a number can never be compared | did you mean '60s'?"
    ),
    (
      "let name = \"ana\"\nprint \"hi $name {$name}\"",
      "'$name' is not replaced in this text | for the variable, write {$name}"
    ),
    ("print (story state).numbr", "there is no field 'numbr' | did you mean 'number'?"),
    ("let s = story state\nprint $s.numbr", "there is no field 'numbr' | did you mean 'number'?"),
    ("print (stats).totl", "there is no field 'totl' | did you mean 'total'?"),
    ("print (timer status)[\"remainin\"]", "there is no field 'remainin' | did you mean 'remaining'?"),
    (
      "let s = story.progress\nexpect $s > 50",
      "'story.progress' ranges from 0 to 1, so it is never 50 | as a percentage: 50%"
    ),
    ("match story.state { \"plying\" { } }", "there is no state 'plying' | did you mean 'playing'?"),
    ("wait 5", "'wait' expects a duration such as 5s, not a number | did you mean '5s'?"),
  ])
  func says(_ script: String, _ expected: String) throws { #expect(try Self.lines(script) == [expected]) }

  /// All kinds of mistakes are reported together, so fixing one kind does not reveal another.
  @Test func allKindsOfErrorsAreReportedTogether() throws {
    #expect(
      try Self.lines("wait 5\nprint $nope\nrate amazzing\ntimr\nlet r = {a: 1}\nprint $r.b").map { $0.prefix(20) } == [
        "'wait' expects a dur", "there is no variable", "'rate' expects 'amaz", "there is no command ",
        "there is no field 'b",
      ])
    // A line that cannot be read may have given the variable another kind.
    #expect(try Self.lines("let n = 1\nn = frobb x\nprint ($n + \"a\")").count == 1)
    #expect(try Self.lines("let n = 1\nprint $nope\nprint ($n + \"a\")").count == 2)
  }

  /// The fields that commands declare are the fields that they return.
  @Test func recordsHaveTheReportedFields() throws {
    let commands = Catalog.standard.schema.vocabulary.commands.commands.filter { !$0.fields.isEmpty }
    #expect(commands.count >= 6)
    for command in commands {
      let fields = command.fields.map { "\"\($0)\"" }.joined(separator: ", ")
      ScriptRun.passes("expect (keys (\(command.name))) == [\(fields)]")
    }
  }

  @Test func examplesCauseNoWarnings() throws {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    let files = try FileManager.default.contentsOfDirectory(atPath: "Examples").filter { $0.hasSuffix(".story") }
    #expect(!files.isEmpty)
    for file in files { #expect(Checker(Catalog.standard).errors(in: "Examples/\(file)").isEmpty, "\(file)") }
    for command in Catalog.standard.schema.vocabulary.commands.commands {
      for example in command.examples {
        let errors = Checker(Catalog.standard).errors(in: try Source(name: "example", text: example.script))
        let wrong = errors.filter { !$0.problem.isWarning }.map(\.problem.message)
        #expect(wrong.isEmpty, "\(command.name): \(wrong)")
      }
    }
  }
}
