import Foundation
import JSON
import StoryScript
import Testing
import Timeline

@testable import ScriptTools
@testable import ShellCore

/// Positions and changes of documents.
@Suite struct EditorTextTests {
  @Test(arguments: [
    (PositionEncoding.utf8, [0, 1, 3, 6, 10, 11]), (.utf16, [0, 1, 2, 4, 6, 7]), (.utf32, [0, 1, 2, 4, 5, 6]),
  ])
  func columnsCountUnitsOfTheEncoding(_ encoding: PositionEncoding, _ columns: [Int]) {
    // A letter, é, e with a combining accent, an emoji, a letter.
    let text = EditorText("x\naée\u{301}👋b\n")
    for (offset, column) in zip([2, 3, 5, 8, 12, 13], columns) {
      let position = text.position(of: offset, encoding)
      #expect(position == EditorPosition(line: 1, column: column))
      #expect(text.offset(of: position, encoding) == offset)
    }
  }

  @Test func positionsInsideCharactersAndOutsideTheTextAreMoved() {
    let text = EditorText("a👋b\r\nc")
    #expect(text.offset(of: EditorPosition(line: 0, column: 2), .utf16) == 1)
    #expect(text.offset(of: EditorPosition(line: 0, column: 3), .utf8) == 1)
    #expect(text.offset(of: EditorPosition(line: 0, column: 99), .utf16) == 6)
    #expect(text.offset(of: EditorPosition(line: 0, column: -1), .utf16) == 0)
    #expect(text.offset(of: EditorPosition(line: -3, column: 4), .utf16) == 0)
    #expect(text.offset(of: EditorPosition(line: .max, column: .max), .utf16) == 9)
    #expect(text.position(of: 99, .utf16) == EditorPosition(line: 1, column: 1))
    #expect(text.position(of: 7, .utf16) == EditorPosition(line: 0, column: 4))
  }

  @Test func linesEndInThreeWays() {
    let text = EditorText("a\rb\nc\r\nd\n\r")
    #expect(text.lineCount == 6)
    #expect((0..<6).map { text.line($0).lowerBound } == [0, 2, 4, 7, 9, 10])
    #expect((0..<6).map { text.line($0).upperBound } == [1, 3, 5, 8, 9, 10])
    #expect(EditorText("").lineCount == 1)
  }

  @Test func changesApplyInOrder() throws {
    let client = try EditorClient("let x = 1\nprint $x\n")
    func change(_ a: (Int64, Int64), _ b: (Int64, Int64), _ text: String) -> JSON {
      [
        "range": [
          "start": ["line": .integer(a.0), "character": .integer(a.1)],
          "end": ["line": .integer(b.0), "character": .integer(b.1)],
        ], "text": .string(text),
      ]
    }
    client.change([change((0, 8), (0, 9), "22"), change((0, 10), (1, 0), "\r\n# é\n")])
    #expect(client.text == "let x = 22\r\n# é\nprint $x\n")
    client.change([
      change((9, 9), (2, 0), "!"), ["text": "all"], change((0, 1), (0, 1), "b"), ["range": [:], "text": "no"], [:],
    ])
    #expect(client.text == "abll")
    client.change([["text": 5]])
    #expect(client.text == "abll")
  }

  /// The number of random changes with each encoding; STORYLINE_EDITS sets the total.
  private static let changes = (ProcessInfo.processInfo.environment["STORYLINE_EDITS"].flatMap(Int.init) ?? 4_500) / 3

  /// Incremental changes give the same text, lines, positions and diagnostics as a new document, whatever the changes.
  @Test func randomChangesEqualTheWholeText() throws {
    var random = SplitMix(seed: 51)
    let pieces = [
      "\n", "\r", "\r\n", "let x = 1", "print $x", "{", "}", "\"", "é", "👋", "e\u{301}", " ", "def f a { $a }\n",
      "(f 1)", "# c", "\u{FEFF}",
      "story play 4", "when story.started { print $story }\n", "$", "|", "\u{2028}", "[", "wait 5",
    ]
    for encoding in [PositionEncoding.utf8, .utf16, .utf32] {
      let client = try EditorClient(encoding: encoding.rawValue, "")
      var expected: [UInt8] = []
      for round in 0..<Self.changes {
        let text = EditorText(String(decoding: expected, as: UTF8.self))
        func place() -> Int {
          var place = Int(random.next() % UInt64(expected.count + 1))
          while place < expected.count, expected[place] & 0xC0 == 0x80 { place += 1 }
          // A position between CR and LF is the line's end.
          return text.offset(of: text.position(of: place, encoding), encoding)
        }
        var (start, end) = (place(), place())
        if start > end { swap(&start, &end) }
        if random.next() % 4 != 0, expected.count < 400 { end = min(end, start) }
        let new = pieces[Int(random.next() % UInt64(pieces.count))]
        client.change([
          [
            "range": [
              "start": text.position(of: start, encoding).json, "end": text.position(of: end, encoding).json,
            ], "text": .string(new),
          ]
        ])
        expected.replaceSubrange(start..<end, with: new.utf8)
        let document = try #require(client.server.documents[EditorClient.address])
        #expect(document.text.bytes == expected)
        let whole = EditorText(String(decoding: expected, as: UTF8.self))
        #expect(
          (0..<whole.lineCount).map { whole.line($0) } == (0..<document.text.lineCount).map { document.text.line($0) })
        guard round % 50 == 0 else { continue }
        let again = try EditorClient(encoding: encoding.rawValue, String(decoding: expected, as: UTF8.self))
        #expect(client.problems == again.problems)
        #expect(try client.ask("semanticTokens/full") == again.ask("semanticTokens/full"))
        #expect(try client.ask("foldingRange") == again.ask("foldingRange"))
      }
    }
  }
}

/// A small generator with a fixed sequence.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
