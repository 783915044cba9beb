import Foundation
import System
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// Actions by the keys of `watch` in a recording: they are recorded as the lines that do the same, at their instants.
@Suite(.serialized) struct WatchRecordingTests {
  private func has(_ terminal: PseudoTerminal, _ text: String) {
    terminal.expect("'\(text)'") { $0.lines.contains { $0.contains(text) } }
  }

  private func leave(_ terminal: PseudoTerminal) {
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.contains("›") == true }
  }

  /// The events of a replay equal those of the recording, to the microsecond.
  @Test func recordedKeysReplayIdentically() throws {
    let home = try TemporaryHome()
    let walk = home.url.appending(path: "walk.story").path
    let terminal = try PseudoTerminal.prompt(
      ["--practice", "--record", walk], home: home, columns: 120, rows: 70)
    terminal.enter("set paging off; when story.released { set tick off }; timer start custom 1")
    terminal.enter("story play 4 for 2s; watch; pause")
    has(terminal, "q leave")
    terminal.send(" ")
    has(terminal, "‖ held")
    terminal.send("l\u{1B}[C")
    has(terminal, "tap ignored")
    terminal.send(" ")
    has(terminal, "▶ playing")
    terminal.send("\u{1B}[C\u{1B}[C\u{1B}[D")
    // No key advances this story; only time does.
    has(terminal, "6 of 10")
    terminal.send("t7u")
    has(terminal, "undone: jump")
    leave(terminal)
    let question = "for e in (events) { print \"{$e.at} {$e.kind}: {$e.what}\" }; print story.position"
    terminal.send("\u{0C}")
    terminal.enter(question)
    terminal.expect("all of it") { $0.lines.dropLast().last?.hasSuffix("ms") == true }
    let seen = terminal.screen.lines.dropLast().filter { $0.contains(": ") && !$0.hasPrefix("›") }
    terminal.enter("exit")
    _ = terminal.waitForEnd()
    let recording = try Recording.read(walk)
    let typed = recording.items.compactMap { item in
      if case .line(let line) = item.content { line.text } else { nil }
    }
    #expect(typed.contains("watch") && typed.contains("pause") && typed.contains("hold"), "\(typed)")
    #expect(typed.contains("tap right") && typed.contains("jump 7") && typed.contains("undo"), "\(typed)")
    let last = try #require(
      Replay.moments(of: recording, Catalog.standard).last { moment in
        if case .line(let line) = moment.item.content { line.text == question } else { false }
      })
    let again = last.lines.map(\.plain).filter { $0.contains(": ") }
    #expect(again == seen && seen.count > 15)
  }

  /// A step that is solved with keys is proven by the learner's export, also if the program was killed meanwhile.
  @Test(arguments: [false, true]) func stepsSolvedByKeysAreGraded(isKilled: Bool) throws {
    let home = try TemporaryHome()
    let file = home.url.appending(path: "ada.story").path
    var terminal = try PseudoTerminal.prompt(home: home)
    terminal.enter("learn hold-to-pause")
    has(terminal, "step 1 of 10")
    terminal.enter("watch")
    has(terminal, "q leave")
    terminal.send("\u{1B}[C")
    has(terminal, "story 5 by @ben")
    terminal.send(" ")
    has(terminal, "step 1 of 10 done")
    terminal.send(" ")
    has(terminal, "▶ playing")
    if isKilled {
      terminal = try PseudoTerminal.prompt(home: home)
      terminal.enter("learn hold-to-pause")
      has(terminal, "You continue at step 2 of 10")
    } else {
      leave(terminal)
      has(terminal, "step 2 of 10")
    }
    terminal.enter("learn export to \"\(file)\" as \"Ada\"")
    has(terminal, "what you typed in this lesson")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\nhold\n") && text.contains("\n# watch is left\n# done: Hold it\n"), "\(text)")
    let result = try Program.run(["lesson", "grade", file])
    #expect(result.status == 0 && result.output.contains("1 of 10                 2-10"), "\(result)")
    terminal.enter("learn export to \"\(file)\" replace; learn status | where state == \"done\" | count")
    has(terminal, "1")
  }

  /// The result of a key's command becomes `$last`, as if the command had been typed.
  @Test func aKeysResultIsTheLastValue() throws {
    let home = try TemporaryHome()
    let walk = home.url.appending(path: "walk.story").path
    let terminal = try PseudoTerminal.prompt(["--practice", "--record", walk], home: home)
    terminal.enter(
      "set paging off; let f = \"Examples/Photos\"; let a = cluster $f fixed 3h; review 3; \"before\"; watch")
    has(terminal, "q leave")
    terminal.send("\u{1B}[C")
    has(terminal, "IMG_0015.jpg")
    leave(terminal)
    terminal.enter("print (length \"{$last}\") > 30")
    terminal.expect("an answer") { $0.lines.contains { ["true", "false"].contains($0) } }
    let seen = terminal.screen.lines.last { ["true", "false"].contains($0) }
    terminal.enter("exit")
    _ = terminal.waitForEnd()
    let lines = Replay.moments(of: try Recording.read(walk), Catalog.standard).flatMap { $0.lines.map(\.plain) }
    #expect(lines.last { ["true", "false"].contains($0) } == seen)
  }

  /// A `watch` gets one answer when the user leaves it, and its replay gets one as well.
  @Test func aWatchIsOneTry() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("learn hold-to-pause")
    has(terminal, "step 1 of 10")
    terminal.enter("watch")
    has(terminal, "q leave")
    terminal.send("\u{1B}[C")
    has(terminal, "@ben")
    terminal.send("\u{1B}[C")
    has(terminal, "@ana")
    leave(terminal)
    has(terminal, "Hint 1 of 2")
    #expect(!terminal.screen.lines.contains { $0.contains("Hint 2 of 2") })
    let items = [
      "learn hold-to-pause", "watch", "# \(Recording.keysBegin)", "tap right", "tap right", "# \(Recording.keysEnd)",
    ]
    var recording = Recording(head: .init())
    for item in items {
      recording.items.append(
        .init(
          wait: .seconds(1),
          content: item.hasPrefix("#") ? .note(String(item.dropFirst(2))) : .line(.init(text: item))))
    }
    let lines = Replay.moments(of: recording, Catalog.standard).flatMap { $0.lines.map(\.plain) }
    #expect(lines.count { $0.contains("Hint ") } == 1, "\(lines)")
  }

  /// A line that contains `watch` is one try, whatever comes before and after it in the line, also if the program was
  /// killed meanwhile.
  @Test(arguments: [false, true]) func aLineWithAWatchIsOneTry(isKilled: Bool) throws {
    let home = try TemporaryHome()
    let file = home.url.appending(path: "ada.story").path
    var terminal = try PseudoTerminal.prompt(home: home, rows: 50)
    terminal.enter("learn hold-to-pause")
    has(terminal, "step 1 of 10")
    terminal.enter("tap right; watch; tap right")
    has(terminal, "q leave")
    terminal.send("\u{1B}[C")
    has(terminal, "@ana")
    if isKilled {
      terminal = try PseudoTerminal.prompt(home: home, rows: 50)
      terminal.enter("learn hold-to-pause")
      has(terminal, "You continue at step 1 of 10")
    } else {
      leave(terminal)
    }
    has(terminal, "Hint 1 of 2")
    terminal.enter("tap right")
    has(terminal, "Hint 2 of 2")
    terminal.enter("learn export to \"\(file)\" as \"Ada\"")
    has(terminal, "what you typed in this lesson")
    let recording = try Recording.read(file)
    // The line that starts the lesson, the one with `watch`, and the last one.
    #expect(recording.typedCount == 3, "\(recording.text)")
    let lines = Replay.moments(of: recording, Catalog.standard).flatMap { $0.lines.map(\.plain) }
    let hints = lines.filter { $0.contains("Hint ") }.map { String($0.prefix(14)) }
    #expect(hints == ["   Hint 1 of 2", "   Hint 2 of 2"], "\(lines)")
    let result = try Program.run(["lesson", "grade", file])
    let row = result.lines.first { $0.contains("ada.story") }?.split(separator: " ").map(String.init) ?? []
    #expect(row.dropLast(2).suffix(5) == ["2", "2", "0", "0", "0"], "\(result.output)")
  }

  /// A `watch` in a block cannot be recorded: it is rejected during a recording, and no recording can start after it.
  @Test func watchInABlockIsRefused() throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal.prompt(["--practice"], home: home)
    terminal.enter("def look { watch }")
    terminal.enter("look")
    has(terminal, "q leave")
    leave(terminal)
    terminal.enter("record \"\(home.url.path)/walk.story\"")
    has(terminal, "pressed in a block's `watch`")
    terminal.enter("learn hold-to-pause")
    has(terminal, "step 1 of 10")
    terminal.enter("if true { watch }")
    has(terminal, "on its own line")
  }
}
