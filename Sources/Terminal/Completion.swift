/// One way to go on at the cursor.
public struct Completion: Hashable, Sendable {
  /// What takes the place of `replacing`, a closing space included if one belongs there.
  public var text: String
  /// One line; empty when there is nothing to say.
  public var description: String
  /// The bytes (UTF-8) of the line that the text replaces; its end is usually the cursor.
  public var replacing: Range<Int>

  public init(_ text: String, description: String = "", replacing: Range<Int>) {
    self.text = text
    self.description = description
    self.replacing = replacing
  }
}

/// The work of Tab on what a completer offers.
enum CompletionStep: Equatable {
  case nothing
  /// The line becomes this, the cursor (in bytes) goes there.
  case replace(line: String, cursor: Int)
  case list([Completion])

  /// One candidate is taken. Several go on as far as they agree; when that is no further than what is typed, they are
  /// listed. Candidates that do not replace the same bytes as the first are left out.
  init(_ offered: [Completion], line: String, cursor: Int) {
    let bytes = Array(line.utf8)
    guard let first = offered.first, first.replacing.lowerBound >= 0, first.replacing.upperBound <= bytes.count else {
      self = .nothing
      return
    }
    let range = first.replacing
    let completions = offered.filter { $0.replacing == range }

    func replaced(with text: String) -> CompletionStep {
      let before = bytes[..<range.lowerBound]
      let whole = before + Array(text.utf8) + bytes[range.upperBound...]
      return .replace(line: String(decoding: whole, as: UTF8.self), cursor: before.count + text.utf8.count)
    }

    let typed = String(decoding: bytes[range], as: UTF8.self)
    if completions.count == 1 {
      self = first.text == typed ? .nothing : replaced(with: first.text)
      return
    }
    let common = completions.dropFirst().reduce(first.text) { commonPrefix($0, $1.text) }
    if common.utf8.count > typed.utf8.count, common.hasPrefix(typed) {
      self = replaced(with: common)
    } else {
      self = .list(completions)
    }
  }
}

private func commonPrefix(_ a: String, _ b: String) -> String {
  String(zip(a, b).prefix { $0 == $1 }.map(\.0))
}

/// The aligned list of candidates: `name — description`, or columns of names where nothing is described.
enum CompletionList {
  /// At most `height` lines of at most `width` cells; the last one says how many are missing.
  static func lines(_ completions: [Completion], width: Int, height: Int, glyphs: GlyphSet = .unicode) -> [StyledText] {
    var all: [StyledText]
    let names = completions.map { sanitized($0.text, glyphs: glyphs).withoutTrailingSpaces }
    let widest = min(names.reduce(0) { max($0, DisplayWidth.of($1)) }, max(8, width / 2))
    let mark = glyphs.cut
    if completions.contains(where: { !$0.description.isEmpty }) {
      let dash = glyphs == .unicode ? " — " : " - "
      all = zip(names, completions).map { name, completion in
        var line: StyledText = "  "
        line += StyledText(name, .command).clipped(to: widest, mark: mark)
        if !completion.description.isEmpty {
          line = line.padded(to: widest + 2)
          line += StyledText(dash + sanitized(completion.description, glyphs: glyphs), .dim)
        }
        return line.clipped(to: width, mark: mark)
      }
    } else {
      all = columns(names, cell: widest + 2, width: width, mark: mark)
    }
    if all.count > height, height > 0 {
      // In columns a line holds several: count names, not lines.
      let perLine = (names.count + all.count - 1) / all.count
      all.removeSubrange((height - 1)...)
      let missing = names.count - all.count * perLine
      all.append(StyledText("  \(glyphs.ellipsis) and \(missing) more", .dim).clipped(to: width, mark: mark))
    }
    return all
  }

  /// Names in rows, as many to a row as fit.
  private static func columns(_ names: [String], cell: Int, width: Int, mark: String) -> [StyledText] {
    let perRow = max(1, (width - 2) / cell)
    return stride(from: 0, to: names.count, by: perRow).map { start in
      let row = names[start..<min(start + perRow, names.count)]
      var line: StyledText = ""
      for (index, name) in row.enumerated() {
        line = line.padded(to: index * cell) + StyledText("  ")
        line += StyledText(name, .command).clipped(to: cell - 2, mark: mark)
      }
      return line.clipped(to: width, mark: mark)
    }
  }
}
