import Foundation
import Testing

@testable import Shell

/// Tables with short rows or stray quotes, and JSON values in a row.
@Suite struct RoughDataTests {
  private static func run(_ script: String, _ input: String) throws -> Program.Result {
    try Program.run(["-c", script], input: input)
  }

  @Test(arguments: [
    ("read csv filled", "a,b,c\n1\n2,3,4\n", "[{a: 1, b: none, c: none}, {a: 2, b: 3, c: 4}]", ""),
    ("read csv by \";\" filled", "a;b\n1,5\n", "[{a: 1.5, b: none}]", ""),
    ("\"a,b\\n1\" | from csv filled", "", "[{a: 1, b: none}]", ""),
    // A longer row is still not guessed at.
    ("read csv anyway filled", "a,b\n1\n1,2,3\n", "[{a: 1, b: none}]", "line 3: this row has 3 cells"),
    (
      "read csv anyway", "a,b\n\"x\" y,1\nz,2\n", "[{a: \"\\\"x\\\" y\", b: 1}, {a: \"z\", b: 2}]",
      "line 2: text follows the closing quote of a cell, so its quotes are kept as text"
    ),
    (
      "read csv anyway", "a,b\n\"x,1\nz,2\n", "[{a: \"\\\"x\", b: 1}, {a: \"z\", b: 2}]",
      "line 2: the closing quote of a cell is missing, so its quotes are kept as text"
    ),
    ("read csv anyway", "a,a\n1,2\n", "[{a: 2}]", ""),
    ("read json", "{\"a\": 1}{\"a\": 2}\n{\"a\": 3}\n", "[{a: 1}, {a: 2}, {a: 3}]", "has 3 JSON values in a row"),
    ("read json", "1 2\n", "[1, 2]", "has 2 JSON values in a row"),
    ("read json", "[1]\n", "[1]", ""),
    (
      "read jsonl anyway", "{\"a\": 1}\n{\"a\": 2\n\n{\"a\": 3}\n", "[{a: 1}, {a: 3}]",
      "left out: '<standard input>', line 2, column 8: this is not JSON"
    ),
    (
      "read jsonl anyway", "x\n1\ny\nz\n", "[1]",
      "line 1, column 1: this is not JSON: expected a value, and 2 more lines like it"
    ),
  ])
  func whatCanBeReadIsRead(_ script: String, _ input: String, _ value: String, _ note: String) throws {
    let result = try Self.run("print (\(script))", input)
    #expect(result.status == 0 && result.lines.last == value, "\(result)")
    #expect(note.isEmpty || (result.output + result.errors).contains(note), "\(result)")
  }

  @Test(arguments: [
    ("read csv", "a,b\n1\n", "line 2: this row has 1 cell, but the first row has 2", "add `filled` to fill its end"),
    ("read csv filled", "a\n1,2\n", "line 2: this row has 2 cells", "add `anyway` to read the other rows"),
    ("read csv", "a,b\n\"x\" y,1\n", "text follows the closing quote of a cell", "add `anyway` to keep its quotes"),
    ("read csv", "a,a\n1,2\n", "two columns are called 'a'", "or add `anyway` to keep the last one"),
    // A file that is cut off, or that has anything between its values, is not read in part.
    ("read json", "{\"a\": 1}{\"a\": 2", "this is not JSON", ""),
    ("read json", "[1], [2]", "this is not JSON", ""),
    ("read jsonl", "1\n{\"a\"\n", "line 2, column 5: this is not JSON", "add `anyway` to read the other lines"),
    ("read json", "[1, 2", "this is not JSON", ""),
  ])
  func whatIsDoubtfulIsRefused(_ script: String, _ input: String, _ problem: String, _ advice: String) throws {
    let result = try Self.run("print (\(script))", input)
    #expect(result.status == 1 && result.errors.contains(problem), "\(result)")
    #expect(advice.isEmpty || result.errors.contains(advice), "\(result)")
  }
}
