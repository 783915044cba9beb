import Foundation
import TerminalTesting
import Testing
import Timeline

@testable import Shell

/// Random input to the real program, from a seed, while the window is resized and other lines are printed: afterwards
/// the prompt must work as before.
@Suite struct RandomPromptTests {
  /// The seeds: `RANDOM_PROMPTS=300` runs that many sessions, `RANDOM_PROMPTS=17-17` a single one. The order of keys,
  /// frames and printed lines depends on the machine, so a failure is not always reproducible.
  static let seeds: [UInt64] = {
    let numbers = (ProcessInfo.processInfo.environment["RANDOM_PROMPTS"] ?? "60").split(separator: "-")
      .compactMap { UInt64($0) }
    return numbers.count == 2 ? Array(numbers[0]...numbers[1]) : Array(0..<(numbers.first ?? 0))
  }()

  private static let sizes = [(columns: 80, rows: 24), (columns: 40, rows: 15), (columns: 2, rows: 3)]

  private static let typed = [
    "story play 4 for 2s", "tap ri", "hold", "timer start reading 20", "print \"日本 {1 + 1}\"", "stories | explore",
    "repeat 2 {", "}", "post \"#tag @bob", "explore [1, 2]", "help ke", "undo", "skip 5s", "view", "events", "watch",
    "set theme dark", "every 30ms { print \"tick\" }", "cancel all", "e\u{301}", "\u{1B}[200~a\nb {\u{1B}[201~",
    "wait 20ms", "abbreviate p3 \"print 3; print 4\"", "p3 ", "p3", "waiting", "cancel 1", "explain on",
  ]

  private static let keys = [
    "\r", "\r", "\t", "\t\t", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[1;3D", "\u{1B}[1;3D\u{1B}[1;3D",
    "\u{1B}[1;3C", "\u{1B}[1;5D", "\u{1B}", "\u{12}", "\u{7F}", "\u{17}", "\u{15}", "\u{19}", "\u{1F}", "\u{0C}",
    "\u{01}",
    "\u{05}", "\u{1B}\r", "\u{1B}.", "\u{1B}OP", "\u{03}", "q", "/", "s",
  ]

  /// Returns `true` if the prompt is empty, with at most a status beside it.
  private static func isReady(_ screen: ScreenModel) -> Bool {
    !screen.isOtherScreen && screen.lines.last?.hasPrefix("›") == true && screen.column == 2
  }

  private static func has(_ answer: Int, _ screen: ScreenModel) -> Bool {
    isReady(screen) && screen.lines.contains("\(answer)")
  }

  /// On a machine too busy to handle a ^C for a second, the next ^C ends the program, as intended: such a session is
  /// not counted, and is tried again. A program that never handles ^C fails each time.
  @Test(arguments: seeds) func thePromptSurvives(_ seed: UInt64) throws {
    for _ in 0..<3 where try isOver(seed) { return }
    Issue.record("seed \(seed): ^C is not heard")
  }

  /// Returns `true` if the session ran to its end, and `false` if a ^C ended the program.
  private func isOver(_ seed: UInt64) throws -> Bool {
    var chance = SeededGenerator(seed: seed)
    let size = Self.sizes[Int(seed % 3)]
    // Alt-E passes the terminal to an editor.
    let terminal = try PseudoTerminal.prompt(["--practice"], environment: ["EDITOR": "/bin/true"])
    terminal.enter("every 40ms { print \"tock\" }")
    terminal.resize(columns: size.columns, rows: size.rows)
    for _ in 0..<30 {
      switch Int.random(in: 0..<10, using: &chance) {
      case 0:
        let another = Self.sizes.randomElement(using: &chance) ?? size
        terminal.resize(columns: another.columns, rows: another.rows)
      case 1: terminal.pump(atMost: 10)
      case 2...5: terminal.send(Self.typed.randomElement(using: &chance) ?? "")
      default:
        let key = Self.keys.randomElement(using: &chance) ?? ""
        if key == "\u{03}" { terminal.pump(atMost: 0) }
        terminal.send(key)
      }
    }
    terminal.resize(columns: 80, rows: 24)
    // Leave any full-screen view or question, such as a search in a table inside another table. A visible prompt may
    // still have queued lines to run, and their output may take the keys again.
    var answer = 4711
    for attempt in 0..<10 {
      for round in 0..<60 where round < 2 || !Self.isReady(terminal.screen) {
        // The terminal discards unread input when it receives ^C: a real terminal reads all the time.
        for _ in 0..<4 { terminal.pump(atMost: 0) }
        terminal.send("\u{03}")
        for _ in 0..<4 where !Self.isReady(terminal.screen) { terminal.pump(atMost: 15) }
      }
      answer = 4711 + attempt
      terminal.send("cancel all\r\u{0C}print \(answer)\r")
      for _ in 0..<60 where !Self.has(answer, terminal.screen) { terminal.pump(atMost: 20) }
      if Self.has(answer, terminal.screen) { break }
      if terminal.hasEnded(by: SIGINT) { return false }
    }
    terminal.expect("seed \(seed): a line runs") { Self.has(answer, $0) }
    terminal.send("exit\r")
    #expect(terminal.waitForEnd() == 0, "seed \(seed)")
    #expect(terminal.screen.unknown.isEmpty, "seed \(seed): \(terminal.screen.unknown)")
    return true
  }
}
