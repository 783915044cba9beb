import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// The pictures of a post that the user has asked to see.
@Suite struct PostPictureDrawingTests {
  private static let block = "▀"

  private func makeRun(_ format: Output.Format = .text, hasColour: Bool = true, isTerminal: Bool = true) -> ScriptRun {
    let environment = ["CLICOLOR_FORCE": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"]
    let palette = hasColour ? Palette(environment: { environment[$0] }, isTerminal: isTerminal) : .plain
    return ScriptRun(
      Session(
        output: Output(format: format, to: .memory, palette: palette, width: 80, isTerminal: isTerminal),
        catalog: Catalog.standard))
  }

  private let posted = """
    login bob.test
    image Examples/Photos/2025-10-02/IMG_0001.jpg alt "two ducks"
    image Examples/Photos/2025-10-02/IMG_0002.jpg alt "a pond"
    post "ducks"
    wait 1s
    """

  private func rows(_ run: ScriptRun, _ script: String) -> (drawn: Int, lines: [String]) {
    let result = run(script)
    #expect(result.error == nil)
    return (result.lines.count { $0.contains(Self.block) }, result.lines)
  }

  @Test func picturesAppearBelowTheirTexts() throws {
    let run = makeRun()
    _ = rows(run, posted)
    let (drawn, lines) = rows(run, "show @1")
    let first = try #require(lines.firstIndex { $0.contains("two ducks") })
    let second = try #require(lines.firstIndex { $0.contains("a pond") })
    #expect(drawn > 8 && lines[first + 1].contains(Self.block) && lines[second + 1].contains(Self.block))
    #expect(second - first > 4 && lines.allSatisfy { !$0.contains(Self.block) || $0.count { $0 == "▀" } <= 48 })
  }

  @Test func listsAndValuesHaveTheWordsAlone() {
    let run = makeRun()
    _ = rows(run, posted)
    #expect(rows(run, "posts of bob.test").drawn == 0)
    #expect(rows(run, "let post = show @1\nprint $post.text").drawn == 0)
  }

  /// A pipe, a terminal without colours and a reader of JSON get no picture.
  @Test(arguments: [(Output.Format.text, true, false), (.text, false, true), (.json, true, true)])
  func otherCommandsDrawNoPictures(_ format: Output.Format, _ hasColour: Bool, _ isTerminal: Bool) {
    let run = makeRun(format, hasColour: hasColour, isTerminal: isTerminal)
    let (drawn, lines) = rows(run, posted + "\nshow @1")
    #expect(drawn == 0 && lines.contains { $0.contains("two ducks") })
  }

  /// A user who asks for a post that lists conceal sees all of it.
  @Test func hiddenPicturesAreShownOnRequest() {
    let run = makeRun()
    _ = rows(run, posted + "\nlogin ana.test\nmute bob.test")
    #expect(!rows(run, "posts of bob.test").lines.contains { $0.contains("ducks") })
    let (drawn, lines) = rows(run, "show @1")
    #expect(drawn > 8 && lines.contains { $0.contains("two ducks") })
  }

  @Test func offlinePostsShowWords() {
    let run = makeRun()
    _ = rows(run, posted + "\nshow @1")
    let (drawn, lines) = rows(run, "set network off\nshow @1")
    #expect(drawn == 0 && lines.contains { $0.contains("two ducks") })
  }

  /// Pictures of other users in practice are descriptions only, since no bytes exist.
  @Test func missingPicturesBecomeWords() {
    let run = makeRun()
    let (drawn, lines) = rows(run, "login bob.test\nlet post = media of ana.test 1 | first\nshow $post")
    #expect(drawn == 0 && lines.contains { $0.contains("picture") })
  }

  /// The undone picture left its bytes under the same instant.
  @Test func anotherPictureAtTheSameInstantIsAnother() {
    let first = "image Examples/Photos/2025-10-02/IMG_0001.jpg alt \"one\""
    let second = "image Examples/Photos/2025-10-02/IMG_0002.jpg alt \"one\""
    func shown(_ pictures: String) -> [String] {
      let run = makeRun()
      _ = rows(run, "login bob.test\n\(pictures)\npost \"p\"\nwait 1s")
      return rows(run, "show @1").lines.filter { $0.contains(Self.block) }
    }
    let (one, other) = (shown(first), shown(second))
    #expect(!one.isEmpty && one != other && shown("\(first)\nundo\n\(second)") == other)
  }

  /// A picture is not drawn if it would make the output longer than a page of the terminal.
  @Test func smallWindowsShowWords() {
    let run = makeRun()
    _ = rows(run, posted)
    run.session.output.pageRows = 9
    #expect(rows(run, "show @1").drawn == 0)
    run.session.output.pageRows = 14
    #expect((6...10).contains(rows(run, "show @1").drawn))
  }
}
