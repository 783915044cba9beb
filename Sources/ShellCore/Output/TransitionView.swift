import StoryScript
import TerminalText

/// A transition table for people: as records, as an aligned table, and as a chart. Each cell describes its effect.
package struct TransitionView {
  /// One cell: its target, or the reason for the refusal.
  package struct Cell {
    package let words: String
    /// The states that an accepted input may lead to.
    package var targets: [String] = []

    package init(words: String, targets: [String] = []) {
      self.words = words
      self.targets = targets
    }
    var isAccepted: Bool { !targets.isEmpty }
  }

  let title: String
  package let states: [String]
  package let rows: [(input: String, cells: [Cell])]

  /// - Parameters:
  ///   - states: the states shown.
  ///   - name: the name of an input, as the user types it if they do; `nil` for a message that no one outside sends.
  package init<State: CaseIterable & RawRepresentable<String>, Input: CaseIterable>(
    _ title: String = "", of states: [State] = Array(State.allCases), name: (Input) -> String?,
    cell: (State, Input) -> Cell
  ) {
    self.title = title
    self.states = states.map { $0.rawValue }
    rows = Input.allCases.compactMap { input in name(input).map { ($0, states.map { cell($0, input) }) } }
  }

  package var records: [Value] {
    rows.map { row in
      var record: Record = ["input": .text(row.input)]
      for (state, cell) in zip(states, row.cells) { record[state] = .text(cell.words) }
      return .record(record)
    }
  }

  package func lines(width: Int, glyphs: GlyphSet) -> [StyledText] {
    let table = Table(
      columns: [.init("input")] + states.map { .init($0, overflow: .wrap) },
      rows: rows.map { row in
        [StyledText(row.input)] + row.cells.map { StyledText($0.words, $0.isAccepted ? .plain : .dim) }
      }, leading: 1)
    return [StyledText(" " + title, .dim)] + table.lines(width: width, glyphs: glyphs)
  }

  /// Returns the name of a reason in words: `no PIN asked` for `noPINAsked`.
  package static func spaced(_ name: String) -> String {
    var words: [Substring] = []
    var start = name.startIndex
    for (place, next) in zip(name.indices, name.indices.dropFirst()) where name[next].isUppercase {
      let after = name.index(after: next)
      // The last of several capitals begins the next word.
      guard name[place].isLowercase || after < name.endIndex && name[after].isLowercase else { continue }
      words.append(name[start..<next])
      start = next
    }
    return (words + [name[start...]]).map {
      $0.count > 1 && $0.allSatisfy { $0.isUppercase } ? String($0) : $0.lowercased()
    }
    .joined(separator: " ")
  }

  // MARK: Markdown

  /// The table in Markdown, one line for each row.
  package var markdownTable: [String] {
    Self.markdownTable(of: states, rows.map { (input: $0.input, cells: $0.cells.map { $0.words }) })
  }

  package static func markdownTable(of states: [String], _ rows: [(input: String, cells: [String])]) -> [String] {
    let lines = [["input"] + states, ["---"] + states.map { _ in "---" }]
    return (lines + rows.map { ["`\($0.input)`"] + $0.cells }).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  /// Title, table and chart in Markdown.
  package var markdown: String {
    let title = "\(title.prefix(1).uppercased())\(title.dropFirst()):"
    return ([title, ""] + markdownTable + ["", "```mermaid"] + chart + ["```"]).joined(separator: "\n")
  }

  /// Every state and the arrows between them; inputs that stay in a state are left out.
  private var chart: [String] {
    var edges = Edges()
    for row in rows {
      for (from, cell) in zip(states, row.cells) {
        for to in cell.targets { edges.add(from, to, row.input) }
      }
    }
    return ["stateDiagram-v2", "  [*] --> \(states[0])"] + edges.lines
  }
  /// The arrows of a chart, one for all inputs that lead from one state to another.
  package struct Edges {
    private var all: [(from: String, to: String, inputs: [String])] = []

    package init() {}

    package mutating func add(_ from: String, _ to: String, _ input: String) {
      if from == to { return }
      let place = all.firstIndex { $0.from == from && $0.to == to } ?? all.count
      if place == all.count { all.append((from, to, [])) }
      if !all[place].inputs.contains(input) { all[place].inputs.append(input) }
    }

    package var lines: [String] { all.map { "  \($0.from) --> \($0.to): \($0.inputs.joined(separator: ", "))" } }
  }
}
