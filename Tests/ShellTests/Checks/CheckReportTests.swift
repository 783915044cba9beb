import Foundation
import JSON
import Testing

@testable import Shell

/// `check` for other programs: standard input, JSON and SARIF.
@Suite struct CheckReportTests {
  private static func lines(_ result: Program.Result) throws -> [JSON] {
    try result.lines.map { try JSON(parsing: $0) }
  }

  @Test func standardInputIsChecked() throws {
    let wrong = try Program.run(["check", "-"], input: "stroy play 4\n")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("<stdin>:1:1"))
    let right = try Program.run(["check", "-"], input: "story play 4\n")
    #expect(right.status == 0)
    #expect(right.output == "1 script is fine\n")
    #expect(try Program.run(["check", "--fix", "-"], input: "print 1\n").status == 2)
    #expect(try Program.run(["check"]).errors.contains("'check' expects a file, a folder or -"))
  }

  @Test func jsonHasOneObjectPerProblem() throws {
    let result = try Program.run(["check", "--json", "-"], input: "let é = \"👋\"; stroy play 4\nprint $é\n")
    #expect(result.status == 2)
    #expect(result.errors.isEmpty)
    let found = try Self.lines(result)
    #expect(found.count == 1)
    #expect(
      found[0] == [
        "file": "<stdin>", "line": 1, "column": 14, "endLine": 1, "endColumn": 19, "severity": "error",
        "code": "unknown-command", "message": "there is no command 'stroy'", "hint": "did you mean 'story'?",
        "replacement": "story",
      ])
    let warning = try Program.run(["check", "--json", "-"], input: "let n = 1\nprint 1\n")
    #expect(warning.status == 0)
    let unread = try Self.lines(warning)
    #expect(unread.count == 1)
    #expect(unread[0]["severity"] == "warning")
    #expect(unread[0]["replacement"] == .null)
    let fine = try Program.run(["check", "--json", "-"], input: "print 1\n")
    #expect((fine.status, fine.output) == (0, ""))
    let missing = try Program.run(["check", "--json", "nothing.story"])
    #expect(missing.status == 2)
  }

  @Test func secretsAreMaskedInReports() throws {
    for flag in ["--json", "--sarif"] {
      let result = try Program.run(["check", flag, "-"], input: "login bob.bsky.social abcd-efgh-ijkl-mnop nonsense\n")
      #expect(result.status == 2)
      #expect(!result.output.contains("abcd-efgh"))
    }
  }

  @Test func sarifNamesRulesPlacesAndFixes() throws {
    let result = try Program.run(["check", "--sarif", "-"], input: "print 1\nstroy play 4\n")
    #expect(result.status == 2)
    let log = try JSON(parsing: result.output)
    #expect(log["version"] == "2.1.0")
    let run = try #require(log["runs"]?.arrayValue?.first)
    #expect(run["tool"]?["driver"]?["rules"] == [["id": "unknown-command"]])
    #expect(run["columnKind"] == "unicodeCodePoints")
    let problem = try #require(run["results"]?.arrayValue?.first)
    let region: JSON = ["startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 6]
    #expect(problem["level"] == "error")
    #expect(problem["locations"]?.arrayValue?.first?["physicalLocation"]?["region"] == region)
    let change = problem["fixes"]?.arrayValue?.first?["artifactChanges"]?.arrayValue?.first
    let replacement = change?["replacements"]?.arrayValue?.first
    #expect(replacement == ["deletedRegion": region, "insertedContent": ["text": "story"]])
    let fine = try Program.run(["check", "--sarif", "-"], input: "print 1\n")
    #expect(fine.status == 0)
    #expect(try JSON(parsing: fine.output)["runs"]?.arrayValue?.first?["results"] == [])
  }

  @Test func optionsThatContradictEachOtherAreRefused() throws {
    #expect(try Program.run(["check", "--json", "--sarif", "-"], input: "").status == 2)
    #expect(
      try Program.run(["check", "--json", "--fix", "-"], input: "").errors.contains(
        "--fix cannot be combined with --json"))
  }
}
