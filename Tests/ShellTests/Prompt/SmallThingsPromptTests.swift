import Foundation
import Testing

/// Tables on a narrow terminal, positions, and settings that outlast the prompt.
@Suite(.serialized) struct SmallThingsPromptTests {
  @Test func aNarrowTerminalShowsTheNumberOfPhotos() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 40)
    terminal.enter("cluster \"\(Package.root.path)/Examples/Photos\"")
    terminal.expect("photos of each moment") { screen in
      screen.lines.contains { $0.hasPrefix(" #  when") && $0.contains("photos") }
        && screen.lines.contains { $0.hasPrefix(" 7  Sun 5, morning         4  near") }
    }
  }

  /// Two pasted lines, a login and its password, as terminals send them: only the screen, where they were pasted, has
  /// the password.
  @Test(arguments: ["Horse9Battery", "correct horse battery 9staple"])
  func aPastedPasswordIsNotKept(_ password: String) throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal.prompt(["--practice", "--record", home.url.path + "/walk.story"], home: home)
    terminal.enter("print 11 * 11")
    terminal.expect("a result") { $0.lines.contains("121") }
    terminal.send("\u{1B}[200~login bob.test\n\(password)\u{1B}[201~")
    terminal.send("\r")
    terminal.enter("print 12 * 12")
    terminal.expect("the next result") { $0.lines.contains("144") }
    let shown = terminal.screen.lines.joined(separator: "\n").components(separatedBy: password).count - 1
    #expect(shown <= 1, "\(terminal.screen.lines)")
    terminal.enter("exit")
    #expect(terminal.waitForEnd() == 0)
    for file in ["/.local/state/storyline/history", "/walk.story"] {
      let text = try String(contentsOfFile: home.url.path + file, encoding: .utf8)
      #expect(text.contains("12 * 12") && !text.contains(password.suffix(7)), "\(text)")
    }
  }

  @Test func aRecordIsATableAndAnActionShowsNoList() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("let r = [{name: \"Mia\", age: 7}]; $r[0]")
    terminal.expect("a table") { $0.lines.contains(" name  Mia") && $0.lines.contains(" age   7") }
    terminal.enter("$r | each { print \"it is {$it.name}\" }; print \"end\"")
    terminal.expect("what was printed") { screen in
      guard let place = screen.lines.firstIndex(of: "it is Mia") else { return false }
      return screen.lines.dropFirst(place + 1).first == "end"
    }
  }

  @Test func waitingLinesAreListedAndCancelled() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "instant"])
    terminal.enter("after 5m { print \"late\" }; every 1h { print \"tock\" }")
    terminal.enter("waiting")
    terminal.expect("both, by time") { screen in
      let lines = screen.lines.filter { $0.contains("after 5m") || $0.contains("every 1h") }
      return lines.count >= 3 && screen.lines.last == "›"
    }
    terminal.enter("cancel 1")
    terminal.enter("skip 6m; print \"no\" + \"thing\"")
    terminal.expect("it came not") { screen in
      screen.lines.last == "›" && screen.lines.contains("nothing") && !screen.lines.contains("late")
    }
    terminal.enter("cancel all; waiting")
    terminal.expect("an empty board") { $0.lines.last == "›" && $0.lines.contains(" nothing is scheduled") }
  }

  /// Without this rule, `undo` after `cancel` would undo something unexpected.
  @Test func undoBehindCancelTakesNothingElseBack() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "instant"])
    terminal.enter("story play 4; after 1m { print 1 }")
    terminal.enter("cancel 1")
    terminal.enter("undo")
    terminal.expect("refused") { $0.lines.contains { $0.contains("`undo` cannot restore a cancelled block") } }
    terminal.enter("undo")
    terminal.expect("what was before") { $0.lines.contains { $0.contains("undone: story play 4") } }
  }

  /// A story of the outer session continues during practice, and its output is marked.
  @Test func eventsOfOuterSessionsAreMarked() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("story play 4 for 1s")
    terminal.enter("practice")
    terminal.expect("marked") { screen in
      guard let mark = screen.lines.firstIndex(of: " in your own session:") else { return false }
      return screen.lines.dropFirst(mark + 1).first?.contains("story 5 by @ben") == true
    }
  }

  @Test func reasonsAreShownImmediately() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "instant"], columns: 100)
    terminal.enter("explain on")
    terminal.enter("story play 4; tap right")
    terminal.expect("a reason beneath") { screen in
      guard let tap = screen.lines.firstIndex(where: { $0.contains("story 5 by @ben") }) else { return false }
      return screen.lines.dropFirst(tap + 1).first?.hasPrefix("   ") == true
        && screen.lines.last?.hasPrefix("›") == true
    }
  }

  /// Curly quotes, as copied from a slide.
  @Test func curlyQuotesAreQuotes() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "instant"])
    terminal.enter("print “hi there”")
    terminal.expect("read") { $0.lines.contains("hi there") && $0.lines.last == "›" }
  }

  /// If a block fails while a line waits, a note says that the line has ended.
  @Test func aBlockThatFailsEndsTheLineThatWaits() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "instant"])
    terminal.enter("after 1s { tap right }")
    terminal.enter("skip 5s")
    terminal.expect("said") { $0.lines.contains("note: `skip 5s` was stopped by this error") }
    terminal.enter("tap right")
    terminal.expect("a line of its own needs no such word") { screen in
      screen.lines.count { $0.contains("was stopped by this error") } == 1 && screen.lines.last == "›"
    }
  }

  /// A long post fills the first row, so the remaining length appears below the post.
  @Test(arguments: [80, 40])
  func theRoomThatAPostHasIsSeenWhileItIsTyped(columns: Int) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: columns)
    terminal.send("post \"" + String(repeating: "many words ", count: 23))
    terminal.expect("what is left") { $0.lines.last == "48 left" }
    terminal.send(String(repeating: "more ", count: 12))
    terminal.expect("too many") { $0.lines.last == "12 too many: split?" }
    terminal.send("\u{15}")
    terminal.expect("nothing of it") { !$0.lines.contains { $0.contains("too many") } }
  }

  /// The line above and the right edge show the same position.
  @Test func thePositionIsTheSameEverywhere() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("story play 4 for 15s; hold")
    terminal.expect("held at one position") { screen in
      guard let line = screen.lines.first(where: { $0.contains("‖ held at ") }), let edge = screen.lines.last else {
        return false
      }
      let position = line.suffix(while: { $0 != "t" }).drop { $0 == " " }
      return edge.hasSuffix("▱ \(position)")
    }
  }

  @Test func settingsOutliveThePrompt() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home)
    let other = try PseudoTerminal.prompt(home: home)
    first.enter("set sound off; set end dismiss; set feed-delay 1s")
    first.expect("set") { $0.lines.contains { $0.hasSuffix("feed-delay is 1s, for this session") } }
    other.enter("(settings | where name == \"sound\" | first).value")
    other.expect("the other prompt knows") { $0.lines.contains("off") }
    first.enter("undo 2")
    first.expect("undone") { $0.lines.contains { $0.contains("undone: set end dismiss") } }
    first.enter("exit")
    #expect(first.waitForEnd() == 0)
    let second = try PseudoTerminal.prompt(home: home)
    second.enter("settings | where name in [\"sound\", \"end\", \"feed-delay\"] | each { $it.value }")
    second.expect("as it was left") { $0.lines.contains("[\"loop\", 500ms, \"off\"]") }
  }
}

extension String {
  fileprivate func suffix(while belongs: (Character) -> Bool) -> Substring {
    self[(lastIndex { !belongs($0) }.map { index(after: $0) } ?? startIndex)...]
  }
}
