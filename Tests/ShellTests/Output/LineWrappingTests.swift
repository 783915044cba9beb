import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

@Suite struct LineWrappingTests {
  @Test(arguments: [
    (" 0:00.000  ✓ reading done", 80, " 0:00.000  ✓ reading done"),
    (" 0:00.000  ✓ reading done, 20 min early!", 30, " 0:00.000  ✓ reading done,\n       20 min early!"),
    ("0:00 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 12, "0:00\n   aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    ("0:00 📖📖📖📖 b", 12, "0:00\n   📖📖📖📖\n   b"),
    ("0:00 \u{1B}[2mone two\u{1B}[0m three", 12, "0:00 \u{1B}[2mone two\u{1B}[0m\n   three"),
    // A number stays with its unit.
    ("it takes 7 h", 10, "it takes\n  7 h"), ("it takes 17 min", 13, "it takes\n   17 min"),
    ("done 20 mice", 8, "done 20\n  mice"), ("17 hundred", 5, "17\n hundred"), ("70 min", 3, "70\nmin"),
    ("one two", 7, "one two"), ("one two three", 7, "one two\n three"), ("", 5, ""),
  ])
  func breaksAtSpaces(_ line: String, _ width: Int, _ expected: String) {
    let rows = LineWrapping.wrap(Array(line.utf8)[...], width: width, indent: 13)
    #expect(String(decoding: rows, as: UTF8.self) == expected)
  }

  /// The rows that a terminal of ten columns needs, and the end of those that fit into three.
  @Test(arguments: [
    ("", 0, 0), ("one\n", 1, 4), ("0123456789\n", 1, 11), ("0123456789a\n", 2, 12), ("\n\n\n\n", 4, 3),
    ("\u{1B}[2m0123456789\u{1B}[0m\n", 1, 19), ("日本語日本語\n", 2, 19), ("a日本語日本語\n", 2, 20),
    ("one\n0123456789a\ntwo\n", 4, 16), ("one\ntwo\n0123456789a\n", 4, 8),
  ])
  func rowsOfATerminal(_ text: String, _ rows: Int, _ end: Int) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      #expect(LineWrapping.rowCount(of: bytes, columns: 10, atMost: 9) == rows)
      #expect(LineWrapping.rowCount(of: bytes, columns: 10, atMost: 1) == min(1, rows))
      #expect(LineWrapping.end(of: bytes, columns: 10, rows: 3) == end)
    }
  }

  /// Text in styles, wherever the unit falls: at the edge, behind it, or before it.
  @Test func styledTextKeepsUnits() {
    for width in 6...14 {
      let lines = StyledText("a run of 7 h or 12 min 5 s").wrapped(to: width).map { $0.plain }
      #expect(lines.allSatisfy { $0.count <= width }, "\(width): \(lines)")
      #expect(!lines.contains { $0 == "h" || $0.hasPrefix("h ") || $0.hasPrefix("min") }, "\(width): \(lines)")
    }
  }

  /// Printed text wraps at words on a terminal and is unchanged in a file.
  @Test func printedTextBreaksAtWords() throws {
    func printed(isTerminal: Bool) throws -> [String] {
      let output = Output(to: .memory, width: 20, isTerminal: isTerminal)
      let session = Session(output: output, catalog: Catalog.standard)
      let text = "print \"one two three four five six\\n\\n  seven\""
      try session.runtime.run(try session.load(try Source(name: "test", text: text)))
      return output.drainLines()
    }
    #expect(try printed(isTerminal: true) == ["one two three four", "five six", "", "  seven"])
    #expect(try printed(isTerminal: false) == ["one two three four five six", "", "  seven"])
  }
}
