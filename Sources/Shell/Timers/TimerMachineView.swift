import StoryScript
import Terminal
import Timers

/// The transition tables of the timer and of the questions after it, for people: as records, as aligned tables, and as
/// charts. Both have few states, so the cells say in words what they do.
struct TimerMachineView {
  /// One cell: where it leads, or why not.
  struct Cell {
    let words: String
    /// The states an accepted input may lead to.
    let targets: [String]
    var isAccepted: Bool { !targets.isEmpty }
  }

  let title: String
  let states: [String]
  let rows: [(input: String, cells: [Cell])]

  static let timer = TimerMachineView(
    title: "the timer", states: Countdown.State.allCases.map(\.rawValue),
    rows: Countdown.InputKind.allCases.map { input in
      ("\(input)", Countdown.State.allCases.map { cell(Countdown.TransitionTable.cell($0, input)) })
    })

  static let completion = TimerMachineView(
    title: "what follows a finished timer", states: CompletionFlow.State.allCases.map(\.rawValue),
    rows: CompletionFlow.InputKind.allCases.map { input in
      ("\(input)", CompletionFlow.State.allCases.map { cell(CompletionFlow.TransitionTable.cell($0, input)) })
    })

  private static func cell(_ cell: Countdown.Cell) -> Cell {
    switch cell {
    case .accepted(let state): Cell(words: state.rawValue, targets: [state.rawValue])
    case .ignored(let reason): Cell(words: "ignored: \(reason.rawValue)", targets: [])
    case .refused(let reason): Cell(words: "refused: \(reason.rawValue)", targets: [])
    case .never: Cell(words: "never", targets: [])
    }
  }

  private static func cell(_ cell: CompletionFlow.Cell) -> Cell {
    switch cell {
    case .accepted(let next):
      let targets = next.possible.map(\.rawValue)
      return Cell(words: targets.joined(separator: " or "), targets: targets)
    case .ignored(let reason): return Cell(words: "ignored: \(reason.rawValue)", targets: [])
    case .refused(let reason): return Cell(words: "refused: \(reason.rawValue)", targets: [])
    }
  }

  var records: [Value] {
    rows.map { row in
      var record: Record = ["input": .text(row.input)]
      for (state, cell) in zip(states, row.cells) { record[state] = .text(cell.words) }
      return .record(record)
    }
  }

  func lines(width: Int, glyphs: GlyphSet) -> [StyledText] {
    let table = Table(
      columns: [.init("input")] + states.map { .init($0, overflow: .wrap) },
      rows: rows.map { row in
        [StyledText(row.input)] + row.cells.map { StyledText($0.words, $0.isAccepted ? .plain : .dim) }
      })
    return [StyledText(" " + title, .dim)] + table.lines(width: width, glyphs: glyphs)
  }

  // MARK: For the document

  /// Both tables and charts in Markdown.
  static var markdown: String { [timer, completion].map(\.markdown).joined(separator: "\n\n") }

  private var markdown: String {
    let titles = ["input"] + states
    var lines = ["\(title.prefix(1).uppercased())\(title.dropFirst()):", ""]
    lines += [titles, titles.map { _ in "---" }].map { "| " + $0.joined(separator: " | ") + " |" }
    lines += rows.map { row in "| " + (["`\(row.input)`"] + row.cells.map(\.words)).joined(separator: " | ") + " |" }
    return (lines + ["", "```mermaid"] + chart + ["```"]).joined(separator: "\n")
  }

  /// Every state and what leads from one to another; what stays where it is is left out.
  private var chart: [String] {
    var edges: [(from: String, to: String, inputs: [String])] = []
    for row in rows {
      for (from, cell) in zip(states, row.cells) {
        for to in cell.targets where to != from {
          if let place = edges.firstIndex(where: { $0.from == from && $0.to == to }) {
            edges[place].inputs.append(row.input)
          } else {
            edges.append((from, to, [row.input]))
          }
        }
      }
    }
    return ["stateDiagram-v2", "  [*] --> \(states[0])"]
      + edges.map { "  \($0.from) --> \($0.to): \($0.inputs.joined(separator: ", "))" }
  }
}

extension Session {
  func showTimerMachine() {
    for view in [TimerMachineView.timer, .completion] {
      for line in view.lines(width: output.width, glyphs: output.line.glyphs) { speaker.writeLine(line) }
    }
  }
}
