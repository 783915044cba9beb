import Foundation
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

@Suite struct HighlighterTests {
  func styles(_ line: String) -> [String: Style] {
    let bytes = Array(line.utf8)
    return Dictionary(
      Highlighter(schema: Catalog.standard.schema).ranges(in: line).map {
        (String(decoding: bytes[$0.range], as: UTF8.self), $0.style)
      },
      uniquingKeysWith: { $1 })
  }

  @Test(arguments: [
    ("story play 4 for 15s", "play", Style.command), ("story play 4 for 15s", "15s", .duration),
    ("stroy play 4", "stroy", .error), ("let x = (upper \"a\")", "let", .keyword),
    ("let x = (upper \"a\")", "upper", .command), ("print story.number", "story.number", .variable),
    ("post \"see @bob\"", "@bob", .partialMention), ("post \"see @bob.example.org\"", "@bob.example.org", .mention),
    ("post #tag", "#tag", .tag),
    ("post \"at example.org\"", "example.org", .link), ("print $x # why", "# why", .comment),
    ("story stop now", "now", .error), ("rate good work", "work", .error),
    ("cluster /usr", "/usr", .path), ("cluster \"/usr\"", "\"/usr\"", .path),
  ])
  func oneSpanOfALine(_ line: String, _ piece: String, _ style: Style) { #expect(styles(line)[piece] == style) }

  @Test(arguments: ["story machine tap bar", "story machine all heldPlaying", "rate needs work", "rate Needs Work"])
  func valuesOfSeveralWordsAreValid(_ line: String) {
    #expect(!styles(line).values.contains(.error), "\(styles(line))")
  }

  @Test func similarTextsAreNotLinks() {
    #expect(styles("post \"clock.now\"")["clock.now"] == nil, "a path into the state")
    #expect(styles("cluster /no/such/folder")["/no/such/folder"] == nil)
  }

  /// Highlighting a long line must not slow down typing; the limit is generous for unoptimised builds.
  @Test func aLongLineIsFast() {
    let line = String(repeating: "story play 4 for 15s; post \"hi #tag @bob {story.number}\"; ", count: 6)
    let highlighter = Highlighter(schema: Catalog.standard.schema)
    let time = ContinuousClock().measure { for _ in 0..<20 { _ = highlighter.ranges(in: line) } } / 20
    #expect(time < .milliseconds(20))
  }
}
