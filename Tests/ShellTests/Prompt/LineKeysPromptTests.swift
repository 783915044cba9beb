import Foundation
import StoryScript
import Testing

@testable import Shell
@testable import ShellCore

/// Keys whose effect goes beyond the line.
@Suite(.serialized) struct LineKeysPromptTests {
  @Test(arguments: [
    ("story play 4 for 15s", 20, ["story", "play"]), ("story play 4", 2, ["story", "play"]),
    ("tap left; hold", 14, ["hold"]),
    ("if true { tap right", 1, ["if"]), ("print (upper \"a\")", 10, ["upper"]),
    ("print story.number", 12, ["story.number"]),
    ("when story.started { ", 8, ["story.started"]), ("", 0, []), ("xyzzy", 3, []),
  ])
  func theSubjectOfHelp(_ line: String, _ cursor: Int, _ words: [String]) {
    let spans = SyntaxColouring.spans(in: line, vocabulary: Catalog.standard.schema.vocabulary)
    #expect(HelpSubject.words(in: line, spans, at: cursor) == words)
  }

  @Test(arguments: ["\u{1B}OP", "\u{1B}h"]) func helpComesBelowTheLine(_ key: String) throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.send("timer pause" + key)
    terminal.expect("explained") { $0.line(1).hasPrefix("› timer pause") && $0.line(2).contains("timer pause") }
    terminal.send("\u{1B}")
    terminal.expect("gone") { $0.lines.count == 2 }
    terminal.send(key + "d")
    terminal.expect("a key does its work as well") { $0.lines.count == 2 && $0.line(1).hasPrefix("› timer paused") }
  }

  @Test func anEditorChangesTheLine() throws {
    let home = try TemporaryHome()
    let editor = home.url.appending(path: "editor")
    // Run through a shell: a program that was just written may still be open in a process that another test starts.
    try "sed -i.old 's/one/two/; a }' \"$1\"\n".write(to: editor, atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal.prompt(
      home: home, environment: ["EDITOR": "sh \(editor.path)", "TMPDIR": home.url.path])
    terminal.send("repeat 1 { print \"one\"\u{1B}e")
    terminal.expect("changed") { $0.lines.suffix(2) == ["› repeat 1 { print \"two\"", "}"] }
    terminal.send("\r")
    terminal.expect("run") { $0.lines.suffix(2) == ["two", "›"] }
  }

  @Test func viKeysAreASetting() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("set keys vi")
    terminal.expect("set") { $0.lines.last == "›" && $0.lines.contains { $0.contains("keys is vi") } }
    terminal.send("print 12\u{1B}")
    usleep(200_000)
    terminal.send("x\r")
    terminal.expect("Esc and x delete") { $0.lines.suffix(2) == ["1", "›"] }
    terminal.enter("set keys usual")
    terminal.expect("set back") { $0.lines.last == "›" && $0.lines.contains { $0.contains("keys is usual") } }
    terminal.send("print 34\u{01}\u{04}\u{04}")
    terminal.expect("Emacs again") { $0.lines.last == "› int 34" }
  }

  @Test func aLineIsForgotten() throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal.prompt(home: home)
    terminal.enter("print 4711")
    terminal.enter("recall delete \"print 4711\"")
    terminal.expect("said") { $0.lines.contains { $0.contains("deleted from the history") } && $0.lines.last == "›" }
    terminal.send("\u{1B}[A")
    terminal.enter("recall delete \"print 4712\"")
    terminal.expect("refused") { $0.lines.contains { $0.contains("the history has no such line") } }
    let kept = try String(
      contentsOf: home.url.appending(path: ".local/state/storyline/history"), encoding: .utf8)
    #expect(!kept.contains("4711"))
  }
}
