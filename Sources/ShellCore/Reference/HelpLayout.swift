import StoryScript
import TerminalText

/// The lines of `help` in a window: wrapped at words, with aligned summaries.
enum HelpLayout {
  /// The maximum width of the first column; a longer entry gets its own line.
  private static let widest = 34
  /// The maximum width: wider text is hard to read.
  private static let comfortable = 96

  static func rows(_ lines: [HelpLine], width: Int) -> [StyledText] {
    let width = min(width, comfortable)
    var rows: [StyledText] = []
    var place = 0
    while place < lines.count {
      // Consecutive rows share their columns.
      let table = lines[place...].prefix { if case .row = $0 { true } else { false } }
      if table.isEmpty {
        rows += row(lines[place], width)
        place += 1
      } else {
        rows += columns(table, width)
        place += table.count
      }
    }
    return rows
  }

  private static func row(_ line: HelpLine, _ width: Int) -> [StyledText] {
    switch line {
    case .heading(let text): StyledText(text, .heading).wrapped(to: width)
    case .text(let text): StyledText(text).wrapped(to: width - 2).map { StyledText("  ") + $0 }
    case .code(let text): code(text, width)
    case .codes(let texts): codes(texts, width)
    case .row, .blank: [StyledText("")]
    }
  }

  /// Returns an example, or a remark about it, as the user types it; continuation rows are indented.
  private static func code(_ text: String, _ width: Int) -> [StyledText] {
    let (style, indent): (Style, Int) = text.hasPrefix("#") ? (.dim, 2) : (.plain, 4)
    let typed = text.prefix { $0 == " " }
    return StyledText(String(text.dropFirst(typed.count)), style).wrapped(to: width - indent - 2 - typed.count)
      .enumerated().map { number, row in
        StyledText(String(repeating: " ", count: (number == 0 ? 2 : 2 + indent) + typed.count)) + row
      }
  }

  /// Returns rows with as many examples as fit.
  private static func codes(_ texts: [String], _ width: Int) -> [StyledText] {
    var rows: [String] = []
    for text in texts {
      if let last = rows.last, DisplayWidth.of(last) + 4 + DisplayWidth.of(text) <= width - 2 {
        rows[rows.count - 1] += "    " + text
      } else {
        rows.append(text)
      }
    }
    return rows.map { StyledText("  " + $0) }
  }

  private static func columns(_ table: ArraySlice<HelpLine>, _ width: Int) -> [StyledText] {
    let cells = table.map { $0.cells }
    let first = min(cells.map { DisplayWidth.of($0.0) }.max() ?? 0, min(widest, width / 2 - 4))
    return cells.flatMap { left, right -> [StyledText] in
      let summary = StyledText(right).wrapped(to: width - first - 4)
      guard DisplayWidth.of(left) <= first else {
        let usage = StyledText(left, .command).wrapped(to: width - 2).map { StyledText("  ") + $0 }
        return usage + summary.map { StyledText(String(repeating: " ", count: first + 4)) + $0 }
      }
      return summary.enumerated().map { number, text in
        StyledText("  ") + StyledText(number == 0 ? left : "", .command).padded(to: first + 2) + text
      }
    }
  }
}

extension HelpLine {
  fileprivate var cells: (String, String) {
    if case .row(let left, let right) = self { (left, right) } else { ("", "") }
  }

  /// The line's text, for a search.
  package var plain: String {
    switch self {
    case .heading(let text), .text(let text), .code(let text): text
    case .codes(let texts): texts.joined(separator: " ")
    case .row(let left, let right): "\(left) \(right)"
    case .blank: ""
    }
  }
}
