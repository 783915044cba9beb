import StoryScript
import Testing

@testable import PostsWing
@testable import Shell
@testable import ShellCore

/// The number of characters left in the line that is being typed.
@Suite struct PostCountdownTests {
  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: [
    ("post \"\(x(249))", nil), ("post \"\(x(250))", "50 left"), ("post \"\(x(250))\"", "50 left"),
    ("reply @1 \"\(x(290))", "10 left"), ("quote @1 “\(x(290))", "10 left"),
    ("post \"\(x(301))\"", "1 too many: split?"),
    ("post \"\(x(301))\" split", nil), ("post \"\(x(301))\" numbered", nil), ("draft \"\(x(301))", nil),
    ("  post \"\(x(260))\" lang de", "40 left"), ("posts \"\(x(300))", nil), ("print \"\(x(300))", nil),
    // Escapes and a link's short form count as they are published. A value that is not known yet does not count.
    ("post \"\\n\(x(250))\\\\", "48 left"), ("post \"\(x(259))\\", "41 left"), ("post \"\(x(260)){feed.count}", nil),
    ("post \"\(x(230)) https://example.com/\(x(80))", "42 left"), ("post '\(x(260))", nil),
    ("post \"\(x(100))\"; post \"\(x(300))", nil),
  ])
  func countdownsCountPublishedText(line: String, words: String?) {
    #expect(PostCountdown.text(of: line, Catalog.standard.schema)?.plain == words, "\(line.prefix(20))")
  }
}
