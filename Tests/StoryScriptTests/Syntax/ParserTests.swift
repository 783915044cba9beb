import Testing

@testable import StoryScript
@testable import StorySyntax

/// The number of errors that the parser reports, and the information that a prompt needs about them.
@Suite struct ParserTests {
  private func errors(_ text: String) -> [String] { DiagnosticCase(text).diagnose().lines }

  @Test func oneHundredErrorsAreEnough() {
    let lines = Array(repeating: "stroy", count: 500).joined(separator: "\n")
    #expect(errors(lines).count == 100)
  }

  @Test func completableTextIsIncomplete() throws {
    func isIncomplete(_ text: String) -> Bool {
      do {
        _ = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
        return false
      } catch {
        return (error as? Diagnostics)?.isIncomplete ?? false
      }
    }
    for text in [
      "if true {", "if true {\nbeep", "print (", "print (1 +", "print [1,", "let r = {", "let r = {a", "let r = {a:",
      "tour a {", "tour a {\nsea 5m", "tour \"a b\" {\n# note", "[1] |", "[1]\n|", "[1]\n| sort |", "if true { print [",
      "def f a {\n# note",
    ] { #expect(isIncomplete(text), "\(text)") }
    for text in [
      "[1]", "[1]\n| count", "if true { [1]\n| count }", "print [[1]\n| count]", "stroy", "print 1)", "print \"a",
      "print \"{1 +", "print", "tour a { sea }", "tour a { print 1 }", "let x =", "if true", "}", "print \"{(}\"",
    ] {
      #expect(!isIncomplete(text), "\(text)")
    }
  }

  /// The lines after a wrong first line belong to its block and are not reported as errors of their own.
  @Test func aWrongStatementMayLeaveItsBlockOpen() throws {
    func leavesOpen(_ text: String) throws -> Bool {
      do {
        _ = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
        return false
      } catch {
        return try #require(error as? Diagnostics).leavesOpen
      }
    }
    for text in ["evry 1s {", "evry 1s {\nbeep", "every 1 seconds {", "if x = 5 {\nif true {\nbeep\n}"] {
      #expect(try leavesOpen(text), "\(text)")
    }
    for text in ["evry 1s {\nbeep\n}", "evry 1s", "stroy (", "}", "evry {\n}\nbeep", "print \"{\""] {
      #expect(try !leavesOpen(text), "\(text)")
    }
  }
}
