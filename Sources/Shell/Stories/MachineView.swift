import Stories
import StoryScript
import Terminal

/// The player's transition table for people: as records, as an aligned table, and as a chart.
enum MachineView {
  typealias Situation = Player.Situation

  /// A cell in four letters at most.
  static func code(_ cell: Player.Cell, from situation: Situation) -> String {
    switch cell {
    case .refused: "✗"
    case .never: ""
    case .ignored: "·"
    case .accepted(.to(let next)): next == situation ? "=" : heading(next)
    case .accepted(.moving): "play"
    case .accepted(.story): "new"
    case .accepted(.beside): "user"
    case .accepted(.storyOrEnd): "next"
    case .accepted(.fault): "b/f"
    case .accepted(.letGo(let below)): heading(below ?? .playing)
    }
  }

  /// A cell in words, for scripts.
  static func words(_ cell: Player.Cell) -> String {
    switch cell {
    case .refused: "refused: nothing plays"
    case .never: "never"
    case .ignored(let reason): "ignored: \(reason.rawValue)"
    case .accepted(.to(let next)): "\(next)"
    case .accepted(.moving): "entering or playing"
    case .accepted(.story): "another story"
    case .accepted(.beside): "another user"
    case .accepted(.storyOrEnd): "another story, or the end"
    case .accepted(.fault): "buffering or failed"
    case .accepted(.letGo(let below)): below.map { "\($0)" } ?? "entering or playing"
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

  static let legend = [
    "new: another story starts; next: as well, or the deck ends; =: it stays;",
    "user: another user's story; ·: no effect, and `explain` says why;",
    "✗: refused, nothing plays; p+bf: paused while its picture is missing;",
    "h+…: held above it; b/f: waits for its picture or fails, as planned.",
    "The last five rows are what time itself brings.",
  ]

  static var records: [Value] {
    TransitionView { (situation: Situation, kind: Player.InputKind) in
      .init(words: words(Player.TransitionTable.cell(situation, kind)))
    }.records
  }

  /// Narrower than a general table would be, so that it fits into 80 columns; in a narrower window the states follow in
  /// several blocks.
  static func lines(glyphs: GlyphSet, width: Int = 80) -> [StyledText] {
    func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: width - text.count) }
    func line(_ first: String, _ cells: [(text: String, style: Style)]) -> StyledText {
      var line = StyledText(" " + padded(first, 11))
      var gap = " "
      for cell in cells {
        let text = glyphs == .unicode ? cell.text : ascii(cell.text)
        if !text.isEmpty { line.append(gap + text, cell.style) }
        gap = (text.isEmpty ? gap : "") + String(repeating: " ", count: 5 - text.count)
      }
      return line
    }
    let size = max(1, (width - 12) / 5)
    var lines: [StyledText] = []
    for start in stride(from: 0, to: Situation.allCases.count, by: size) {
      let block = Situation.allCases.dropFirst(start).prefix(size)
      lines.append(line("input", block.map { (heading($0), .dim) }))
      for kind in Player.InputKind.allCases {
        let cells = block.map { situation -> (text: String, style: Style) in
          let cell = Player.TransitionTable.cell(situation, kind)
          if case .accepted = cell { return (code(cell, from: situation), .plain) }
          return (code(cell, from: situation), .dim)
        }
        if cells.contains(where: { !$0.text.isEmpty }) { lines.append(line(kind.name, cells)) }
      }
    }
    for text in legend { lines += StyledText(" " + (glyphs == .unicode ? text : ascii(text)), .dim).wrapped(to: width) }
    return lines
  }

  private static func ascii(_ text: String) -> String {
    text.replacing("·", with: ".").replacing("✗", with: "x").replacing("…", with: "...")
  }

  // MARK: For the document

  /// The table and the chart in Markdown.
  static var markdown: String {
    let lines = TransitionView.markdownTable(
      of: Situation.allCases.map(heading),
      Player.InputKind.allCases.map { kind in
        (kind.name, Situation.allCases.map { code(Player.TransitionTable.cell($0, kind), from: $0) })
      })
    return (lines + [""] + legend + ["", "```mermaid"] + chart + ["```"]).joined(separator: "\n")
  }

  /// What a viewer sees, and what leads from one to the other. What is the same wherever a story can be seen and no
  /// finger rests on it is drawn once.
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
        for target in next.possible { edges.add(from, target.state.rawValue, kind.name) }
      }
    }
    for kind in [Player.InputKind.open, .stop] { edges.add("viewing", kind == .open ? "entering" : "idle", kind.name) }
    return lines + edges.lines
  }
}

extension Session {
  func showMachine() {
    for line in MachineView.lines(glyphs: output.line.glyphs, width: output.width) { speaker.writeLine(line) }
  }
}

enum StoryMachineCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "story machine", summary: "shows what each input does in each state of a story",
      details: "The very table that the player runs on; as a value a list of records.",
      examples: [
        .init(
          "let tap = (story machine | where input == \"tap\" | first)\nexpect $tap.heldPlaying == \"ignored: held\"",
          "one row of it")
      ],
      searchWords: ["states", "transitions", "table", "chart", "diagram"], in: .stories,
      shows: .drawn { session, _ in session.showMachine() }, role: .looks
    ) { (_, _) in .value(.list(MachineView.records)) }
  ]
}

/// The table that the feed's loader runs on, for people.
enum LoaderView {
  static let table = TransitionView { (state: FeedLoader.State, input: FeedLoader.InputKind) in
    switch FeedLoader.cell(state, input) {
    case .to(let next): .init(words: "\(next)", targets: ["\(next)"])
    case .ignored(let reason): .init(words: "ignored: \(reason.rawValue)")
    case .refused: .init(words: "refused")
    case .never: .init(words: "never")
    }
  }

  /// The table and the chart in Markdown.
  static var markdown: String {
    var lines = table.markdownTable + ["", "```mermaid", "stateDiagram-v2", "  [*] --> idle"]
    for (place, state) in table.states.enumerated() {
      for row in table.rows { lines += row.cells[place].targets.map { "  \(state) --> \($0): \(row.input)" } }
    }
    return (lines + ["```"]).joined(separator: "\n")
  }
}
