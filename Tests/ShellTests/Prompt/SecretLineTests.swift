import StoryScript
import Testing

@testable import Shell

@Suite struct SecretLineTests {
  static let vocabulary = Vocabulary(
    commands: CommandTable([
      Command(
        "login", [Parameter("NAME", .text, "who"), Parameter("PASSWORD", .text, secret: true, "")], summary: "",
        examples: []),
      Command("print out", summary: "", examples: []),
    ]), roots: [])

  @Test(arguments: [
    ("login bob hunter2", true), ("login bob", true), ("if true { login bob x }", true), ("logni bob hunter2", true),
    ("let x = login bob y", true), ("print out", false), ("print \"login\"", false), ("xyzzy", false),
    ("pinset 7391", true), ("\"7391\"", true), ("7391 7391", true), ("'7391', '2580'", true), ("1 2", false),
    ("2026-01-05", false), ("print 7391 + 1", false),
    ("2580", true), (" 2580 ", true), ("25801", false), ("print 2580", false),
  ])
  func isKept(_ line: String, _ isSecret: Bool) {
    #expect(SecretLine.isSecret(line, Self.vocabulary) == isSecret)
  }
}
