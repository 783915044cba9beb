import Stories
import StoryScript

/// The table that the feed's loader runs on, for people: as records, as a table, and as a chart.
enum LoaderView {
  typealias State = FeedLoader.State

  /// A cell in words.
  static func words(_ cell: FeedLoader.Cell) -> String {
    switch cell {
    case .to(let state): "\(state)"
    case .ignored(let reason): "ignored: \(reason.rawValue)"
    case .refused: "refused"
    case .never: "never"
    }
  }

  static var records: [Value] {
    FeedLoader.InputKind.allCases.map { kind in
      var record: Record = ["input": .text("\(kind)")]
      for state in State.allCases { record["\(state)"] = .text(words(FeedLoader.cell(state, kind))) }
      return .record(record)
    }
  }

  /// The table and the chart in Markdown.
  static var markdown: String {
    let titles = ["input"] + State.allCases.map { "\($0)" }
    var lines = [titles, titles.map { _ in "---" }].map { "| " + $0.joined(separator: " | ") + " |" }
    for kind in FeedLoader.InputKind.allCases {
      let cells = State.allCases.map { words(FeedLoader.cell($0, kind)) }
      lines.append("| " + (["`\(kind)`"] + cells).joined(separator: " | ") + " |")
    }
    lines += ["", "```mermaid", "stateDiagram-v2", "  [*] --> idle"]
    for state in State.allCases {
      for kind in FeedLoader.InputKind.allCases {
        guard case .to(let next) = FeedLoader.cell(state, kind) else { continue }
        lines.append("  \(state) --> \(next): \(kind)")
      }
    }
    return (lines + ["```"]).joined(separator: "\n")
  }
}
