import Stories
import StoryScript

/// The table that the feed's loader runs on, for people.
enum LoaderView {
  static let table = TransitionView(name: name) { (state: FeedLoader.State, input: FeedLoader.InputKind) in
    switch FeedLoader.cell(state, input) {
    case .to(let next): .init(words: "\(next)", targets: ["\(next)"])
    case .ignored(let reason): .init(words: "ignored: \(TransitionView.spaced(reason.rawValue))")
    case .refused: .init(words: "refused")
    case .never: .init(words: "never")
    }
  }

  private static func name(_ input: FeedLoader.InputKind) -> String {
    switch input {
    case .load: "stories"
    case .retry: "feed retry"
    case .arrived: "a list comes"
    case .lost: "a list fails"
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
