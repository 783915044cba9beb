import ShellCore
import Stories
import StoryScript
import TerminalText

/// The player's transition table for people: as records, as an aligned table, and as a chart.
enum MachineView {
  typealias Situation = Player.Situation

  /// The inputs that are typed or caused by time. `story buffer` is one word for a picture that stops loading and for
  /// one that arrives.
  static let inputs = Player.InputKind.allCases.filter { $0 != .bufferEnd }

  /// Returns the effect of an input as it is typed: while a picture is awaited, `story buffer` makes it arrive.
  static func cell(_ situation: Situation, _ kind: Player.InputKind) -> Player.Cell {
    let cell = Player.TransitionTable.cell(situation, kind)
    guard kind == .bufferStart, cell == .ignored(.alreadyBuffering) else { return cell }
    return Player.TransitionTable.cell(situation, .bufferEnd)
  }

  /// Returns a cell in words, for scripts.
  /// - Parameter name: returns the name of a situation.
  static func words(_ cell: Player.Cell, _ name: (Situation) -> String) -> String {
    switch cell {
    case .refused: "refused: nothing is playing"
    case .never: "never"
    case .ignored(let reason): "ignored: \(TransitionView.spaced(reason.rawValue))"
    case .accepted(.to(let next)): name(next)
    case .accepted(.moving): "entering or playing"
    case .accepted(.story): "another story"
    case .accepted(.beside): "another user"
    case .accepted(.storyOrEnd): "another story, or the end"
    case .accepted(.fault): "buffering or failed"
    case .accepted(.letGo(let below)): below.map(name) ?? "entering or playing"
    }
  }

  static func heading(_ situation: Situation) -> String {
    switch situation {
    case .idle: "idle"
    case .dismissed: "gone"
    case .entering: "entr"
    case .playing: "play"
    case .paused: "paus"
    case .pausedBuffering: "p+bf"
    case .buffering: "buff"
    case .failed: "fail"
    case .heldPlaying: "hold"
    case .heldPaused: "h+pa"
    case .heldPausedBuffering: "h+pb"
    case .heldBuffering: "h+bf"
    case .heldFailed: "h+fa"
    }
  }

  /// Returns the name of an input as the user types it, or of an event of time.
  static func name(_ kind: Player.InputKind) -> String {
    switch kind {
    case .press: "hold 2s"
    case .fault: "fail at 5s"
    case .entered: "100 ms pass"
    case .ended: "story ends"
    case .pressOver: "2 s pass"
    case .bufferOver: "loading done"
    case .faultDue: "at 5s"
    default: StoryWords.name(kind)
    }
  }

  /// Returns the table, narrower than a general one so that it fits into 80 columns; in a narrower window the states
  /// follow in several blocks.
  /// - Parameters:
  ///   - current: the player's situation, whose column is highlighted.
  ///   - state: a viewer's name for that situation (default: the player's own word).
  static func lines(
    _ part: Part, at current: Situation, called state: String? = nil, glyphs: GlyphSet, width: Int = 80
  ) -> [StyledText] {
    var lines: [StyledText] = []
    var rest = part.situations[...]
    while !rest.isEmpty {
      var (block, room) = ([rest.removeFirst()], width - nameWidth)
      room -= part.width(of: block[0]) + 1
      while let next = rest.first, room > part.width(of: next) {
        room -= part.width(of: next) + 1
        block.append(rest.removeFirst())
      }
      lines.append(
        line("input", block.map { (part.heading($0), part.width(of: $0), $0 == current ? .heading : .dim) }, glyphs))
      for kind in part.inputs {
        let cells = block.map { situation -> Cell in
          (
            part.code(kind, in: situation), part.width(of: situation),
            part.isAccepted(kind, in: situation) ? .plain : .dim
          )
        }
        if cells.contains(where: { !$0.text.isEmpty }) { lines.append(line(name(kind), cells, glyphs)) }
      }
    }
    for text in part.legend + [now(state ?? current.state.rawValue)] {
      lines += StyledText(" " + (glyphs == .unicode ? text : ascii(text)), .dim).wrapped(to: width)
    }
    return lines
  }

  /// Returns the player's present state in words.
  static func now(_ state: String) -> String {
    "now: \(state)" + (state == Player.State.paused.rawValue ? " (see `story machine all`)" : "")
  }

  private static let nameWidth = 13

  private typealias Cell = (text: String, width: Int, style: Style)

  private static func line(_ first: String, _ cells: [Cell], _ glyphs: GlyphSet) -> StyledText {
    var line = StyledText(" " + first + String(repeating: " ", count: max(0, nameWidth - 1 - first.count)))
    var gap = " "
    for cell in cells {
      let text = glyphs == .unicode ? cell.text : ascii(cell.text)
      if !text.isEmpty { line.append(gap + text, cell.style) }
      gap = (text.isEmpty ? gap : "") + String(repeating: " ", count: max(0, cell.width + 1 - text.count))
    }
    return line
  }

  private static func ascii(_ text: String) -> String {
    text.replacing("·", with: ".").replacing("✗", with: "x").replacing("…", with: "...")
  }

  // MARK: Markdown

  /// The table and the chart in Markdown.
  static var markdown: String {
    let lines = TransitionView.markdownTable(
      of: Situation.allCases.map(heading),
      inputs.map { kind in
        (name(kind), Situation.allCases.map { Part.all.code(kind, in: $0) })
      })
    return (lines + [""] + Part.all.legend + ["", "```mermaid"] + chart + ["```"]).joined(separator: "\n")
  }

  /// The states that a viewer sees, and the arrows between them. Inputs with the same effect in all states in which a
  /// story is visible and no finger rests on it are drawn once.
  private static var chart: [String] {
    let free: [Situation] = [.entering, .playing, .paused, .buffering, .failed]
    let common = Player.InputKind.allCases.filter { kind in
      let cells = Set(free.map { Player.TransitionTable.cell($0, kind) })
      guard cells.count == 1, case .accepted(let next)? = cells.first else { return false }
      return next.possible.allSatisfy { !free.dropFirst().contains($0) }
    }
    var lines = ["stateDiagram-v2", "  [*] --> idle", "  state viewing {"]
    lines += free.map { "    \($0.state.rawValue)" } + ["  }"]
    var edges = TransitionView.Edges()
    for situation in Situation.allCases {
      for kind in Player.InputKind.allCases {
        guard case .accepted(let next) = Player.TransitionTable.cell(situation, kind) else { continue }
        if free.contains(situation), kind == .open || kind == .stop { continue }
        let from = free.contains(situation) && common.contains(kind) ? "viewing" : situation.state.rawValue
        for target in next.possible { edges.add(from, target.state.rawValue, name(kind)) }
      }
    }
    for kind in [Player.InputKind.open, .stop] { edges.add("viewing", kind == .open ? "entering" : "idle", name(kind)) }
    return lines + edges.lines
  }
}
