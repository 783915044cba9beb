import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

@Suite struct DiagnosticRendererTests {
  private func render(
    _ text: String, name: String = "a.story", _ problem: Problem, _ range: Range<Int>? = nil, width: Int = 40,
    wraps: Bool = true
  ) throws -> [String] {
    let range = range ?? 0..<text.utf8.count
    let diagnostic = Diagnostic(
      problem, SourceRange(range.lowerBound, range.upperBound), in: try Source(name: name, text: text))
    let rendered = DiagnosticRenderer(Catalog.standard.schema.vocabulary, width: width, wraps: wraps).render(diagnostic)
    return rendered.split(separator: "\n").map(String.init)
  }

  private let problem = Problem.refused(
    "the two of them were not at all the same: nothing was changed", suggestion: "say once more what is meant by it")

  @Test func sentencesBreakAtSpaces() throws {
    #expect(
      try render("pin set", name: SourceFile.promptName, problem) == [
        "error: the two of them were not at all", "  the same: nothing was changed", "  pin set", "  ^^^^^^^",
        "  say once more what is meant by it",
      ])
    #expect(
      try render("pin set", problem) == [
        "error: the two of them were not at all", "  the same: nothing was changed", "  ┌─ a.story:1:1", "1 │ pin set",
        "  │ ^^^^^^^", "  │ say once more what is meant by it",
      ])
  }

  /// A reader of an output file searches for whole sentences.
  @Test func filesKeepThemWhole() throws {
    #expect(
      try render("pin set", problem, wraps: false) == [
        "error: the two of them were not at all the same: nothing was changed", "  ┌─ a.story:1:1", "1 │ pin set",
        "  │ ^^^^^^^ say once more what is meant by it",
      ])
  }

  @Test func markedTruncationIsShown() throws {
    let lines = try render("print " + String(repeating: "x", count: 60), problem, 6..<66)
    #expect(lines[3].hasSuffix("x…"))
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
  }
}
