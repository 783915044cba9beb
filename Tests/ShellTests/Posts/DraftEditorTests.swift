import Foundation
import Testing

@testable import Shell

/// A draft in the user's editor: text typed there is never thrown away.
@Suite(.serialized) struct DraftEditorTests {
  /// Returns the path of an editor that writes a text into its file and then exits with or without an error.
  private func editor(_ home: TemporaryHome, _ script: String) throws -> String {
    let path = home.url.appending(path: "editor").path
    try Executable.install(script, at: path)
    return path
  }

  private func prompt(_ script: String) throws -> (terminal: PseudoTerminal, home: TemporaryHome) {
    let home = try TemporaryHome()
    let editor = try editor(home, script)
    let terminal = try PseudoTerminal.prompt(
      ["--practice"], home: home, columns: 200, environment: ["EDITOR": editor, "VISUAL": "", "TMPDIR": home.url.path])
    terminal.enter("draft \"hello\"")
    terminal.expect("begun") { $0.lines.contains { $0.contains("draft 1 written") } }
    terminal.enter("draft edit 1")
    return (terminal, home)
  }

  /// Returns the texts of the files that editors left behind.
  private func left(_ home: TemporaryHome) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.url.path).filter { $0.hasSuffix(".txt") }.map {
      try String(contentsOfFile: home.url.appending(path: $0).path, encoding: .utf8)
    }
  }

  @Test func anEditorGivesADraftItsText() throws {
    let (terminal, home) = try prompt("echo 'hello all' > \"$1\"")
    terminal.expect("edited") {
      $0.lines.contains { $0.contains("draft 1 changed") }
    }
    terminal.enter("print (drafts | first).text")
    terminal.expect("it is there") { $0.lines.contains("hello all") }
    #expect(try left(home) == [])
  }

  @Test func textOfAFailedEditorIsKept() throws {
    let (terminal, home) = try prompt("echo 'half a thought' > \"$1\"; exit 1")
    terminal.expect("said") { $0.lines.contains { $0.contains("the editor failed; draft 1 is unchanged") } }
    #expect(try left(home) == ["half a thought\n"])
    terminal.enter("print (drafts | first).text")
    terminal.expect("as it was") { $0.lines.contains("hello") }
  }

  @Test func tooLongDraftsAreKept() throws {
    let (terminal, home) = try prompt("head -c 100001 /dev/zero | tr '\\0' x > \"$1\"")
    terminal.expect("said") {
      $0.lines.contains { $0.contains("this draft is too long: 100,001 bytes (limit 100,000)") }
    }
    #expect(try left(home).map(\.utf8.count) == [100_001])
  }

  /// Leaving the text unchanged or empty cancels the draft.
  @Test(arguments: ["exit 1", ": > \"$1\""]) func nothingIsLeftWhereNothingWasTyped(script: String) throws {
    let (terminal, home) = try prompt(script)
    terminal.expect("said") {
      $0.lines.contains { $0.contains("the editor failed or was cancelled") || $0.contains("a draft needs some text") }
    }
    #expect(try left(home) == [])
  }
}
