import StoryScript
import Testing

@testable import Shell
@testable import ShellCore

/// A prompt shows the beginning of a long list and says how to see the rest; scripts show the whole list.
@Suite struct LongListTests {
  func lines(_ script: String, isPrompt: Bool) throws -> [String] {
    var options = Session.Options()
    options.isPrompt = isPrompt
    options.speed = 1
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    for text in script.split(separator: ";") {
      try session.runtime.run(try session.load(try Source(name: "test", text: String(text))))
    }
    return session.output.drainLines()
  }

  @Test func aPromptStopsAfterTwentyItems() throws {
    let lines = try lines("(range 1 40) | each { {n: $it} }", isPrompt: true)
    #expect(lines.count == 22)
    #expect(lines.last == " … 20 more: $last | all")
  }

  @Test func aFewMoreAreShownAtOnce() throws {
    #expect(try lines("(range 1 25) | each { {n: $it} }", isPrompt: true).count == 26)
  }

  @Test func scriptsShowEverything() throws {
    #expect(try lines("(range 1 40) | each { {n: $it} }", isPrompt: false).count == 41)
  }

  /// The rows of a table are formatted a few at a time, whatever their number.
  @Test func aThousandRowsAreOneTable() throws {
    let lines = try lines("(range 1 1000) | each { {n: $it, name: \"x{$it}\", half: $it / 2} }", isPrompt: false)
    #expect(lines.count == 1_001)
    #expect(lines[0] == "    n  name    half")
    #expect(lines[1] == "    1  x1       0.5")
    #expect(lines[700] == "  700  x700     350")
    #expect(lines[1_000] == " 1000  x1000    500")
  }

  @Test func lastIsWhatTheLastStatementGave() throws {
    #expect(try lines("1 + 1;print $last;(range 1 40);$last | all | count", isPrompt: true).last == "40")
  }
}
