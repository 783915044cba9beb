/// The mode of vi's keys, as the line shows it.
enum LineMode {
  /// The cursor's shape (DECSCUSR).
  enum Shape {
    /// The shape that the user has chosen for the terminal.
    case usual
    case block, bar

    var sequence: String {
      switch self {
      case .usual: "\u{1B}[0 q"
      case .block: "\u{1B}[2 q"
      case .bar: "\u{1B}[6 q"
      }
    }
  }

  /// Returns a prompt whose last sign points the other way while keys are commands: `‹ ` for `› `. Other prompts get a
  /// colon in front.
  static func turned(_ prompt: StyledText) -> StyledText {
    let plain = prompt.plain
    guard let place = plain.lastIndex(where: { turns[$0] != nil }), let turned = turns[plain[place]] else {
      return StyledText(":") + prompt
    }
    var (result, isDone) = (StyledText(), false)
    for run in prompt.runs.reversed() {
      var text = run.text
      if !isDone, let last = text.lastIndex(where: { turns[$0] != nil }) {
        text.replaceSubrange(last...last, with: String(turned))
        isDone = true
      }
      result = StyledText(text, run.style) + result
    }
    return result
  }

  private static let turns: [Character: Character] = ["›": "‹", ">": "<", "❯": "❮", "»": "«", "→": "←"]
}
