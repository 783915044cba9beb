import Foundation
import Testing

@testable import Shell

/// Alt-Left and Alt-Right, in the real program.
@Suite(.serialized) struct PastViewTests {
  private static let (earlier, later) = ("\u{1B}[1;3D", "\u{1B}[1;3C")

  private func played(_ columns: Int = 80, _ rows: Int = 24) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: columns, rows: rows)
    terminal.enter("set paging off")
    terminal.enter(
      "speed instant; story play 4 for 15s; wait 3s; hold; wait 2s; release; wait 15s; timer start reading 20")
    terminal.expect("played") {
      $0.lines.last?.hasPrefix("›") == true && $0.lines.joined(separator: "\n").contains("reading starts")
    }
    terminal.send("\u{0C}")
    terminal.expect("cleared") { $0.lines.count == 1 }
    return terminal
  }

  @Test func thePastWorldIsShown() throws {
    let terminal = try played()
    terminal.send("tap ri" + Self.earlier)
    terminal.expect("the last place") {
      $0.line(0).hasPrefix("› tap ri") && $0.line(0).contains("● 20:00")
        && $0.line(2).contains("timer start reading 20")
    }
    terminal.send(Self.earlier + Self.earlier + Self.earlier)
    terminal.expect("held, as it was") {
      $0.line(0).contains("4 ‖") && $0.line(0).contains("3.0 s") && $0.line(2).contains("  hold")
        && $0.lines.joined(separator: "\n").contains("‖ held")
    }
    terminal.send(Self.later)
    terminal.expect("and let go") {
      $0.line(2).contains("  release") && $0.lines.joined(separator: "\n").contains("▶ playing")
    }
    terminal.send("\u{1B}")
    terminal.expect("the present, and the line") {
      $0.lines.count == 1 && $0.line(0).hasPrefix("› tap ri") && $0.line(0).contains("● 20:00")
    }
    terminal.send(Self.earlier + "g")
    terminal.expect("another key does its work") { $0.lines.count == 1 && $0.line(0).hasPrefix("› tap rig") }
  }

  @Test func enterForksThere() throws {
    let terminal = try played()
    terminal.send("keep me" + Self.earlier + Self.earlier + Self.earlier + Self.earlier + "\r")
    terminal.expect("forked") {
      $0.line(0) == "› fork at 7"
        && $0.lines.joined(separator: "\n").contains("fork, 17 s back: story 4 at 3.0 s; `fork drop`")
        && $0.lines.last?.hasPrefix("› keep me") == true && $0.lines.last?.contains("4 ‖") == true
    }
    terminal.send("\u{15}fork drop\r")
    terminal.expect("the present again") {
      $0.lines.joined(separator: "\n").contains("dropped: everything is as before the fork")
        && $0.lines.joined(separator: "\n").contains("● 20:00")
    }
  }

  @Test func emptyHistoriesAreReported() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.send("print 1" + Self.earlier + Self.later + "2\r")
    terminal.expect("a bell, and the line continues") { $0.lines.contains("12") }
  }

  @Test func aSmallWindowShowsWhatFits() throws {
    let terminal = try played(40, 6)
    terminal.send(Self.earlier + Self.earlier)
    terminal.expect("strip and words") {
      $0.lines.contains { $0.contains("◆") }
        && $0.lines.contains { $0.contains("story 5 by @ben") && $0.hasSuffix("6 of 7") }
    }
    terminal.resize(columns: 30, rows: 4)
    terminal.send(Self.earlier)
    terminal.expect("smaller still") { $0.lines.joined(separator: "\n").contains("◆") }
    terminal.send("\u{1B}")
    terminal.expect("gone") { !$0.lines.joined(separator: "\n").contains("◆") }
  }

  @Test func watchLooksBackAsWell() throws {
    let terminal = try played()
    terminal.enter("watch")
    terminal.expect("watching") { $0.lines.joined(separator: "\n").contains("q leave") }
    terminal.send(Self.earlier + Self.earlier + Self.earlier + Self.earlier)
    terminal.expect("held, as it was") {
      $0.lines.joined(separator: "\n").contains("◆") && $0.lines.joined(separator: "\n").contains("‖ held")
        && $0.lines.joined(separator: "\n").contains("3.0 s")
    }
    terminal.send("\r")
    terminal.expect("forked there") {
      !$0.lines.joined(separator: "\n").contains("◆") && $0.lines.joined(separator: "\n").contains("fork, ")
        && $0.lines.joined(separator: "\n").contains("‖ held")
    }
    terminal.send("q")
    terminal.expect("left") { $0.lines.last?.contains("4 ‖") == true }
  }
}
