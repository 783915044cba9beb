extension Completion {
  /// Returns the line with the text inserted and the cursor after it.
  func applied(to line: UndoStack.Snapshot) -> UndoStack.Snapshot {
    let bytes = Array(String(line.text).utf8)
    let before = String(decoding: bytes[..<replacing.lowerBound], as: UTF8.self)
    return UndoStack.Snapshot(before + text, String(decoding: bytes[replacing.upperBound...], as: UTF8.self))
  }
}

/// The effect of Tab, given the completions.
enum CompletionStep: Equatable {
  case nothing
  case replace(UndoStack.Snapshot)
  case list([Completion])

  /// Returns the completions that replace the same bytes as the first one, if the line has these bytes.
  static func usable(_ offered: [Completion], line: UndoStack.Snapshot) -> [Completion] {
    guard let range = offered.first?.replacing, range.lowerBound >= 0, range.upperBound <= String(line.text).utf8.count
    else { return [] }
    return offered.allSatisfy { $0.replacing == range } ? offered : offered.filter { $0.replacing == range }
  }

  /// Accepts a single candidate. Several candidates are completed up to their common prefix; if that adds nothing to
  /// the typed text, they are listed.
  init(_ offered: [Completion], line: UndoStack.Snapshot) {
    let completions = Self.usable(offered, line: line)
    guard let first = completions.first else {
      self = .nothing
      return
    }
    let bytes = Array(String(line.text).utf8)
    let typed = String(decoding: bytes[first.replacing], as: UTF8.self)
    if completions.count == 1 {
      self = first.text == typed ? .nothing : .replace(first.applied(to: line))
      return
    }
    var common = first.text
    // Once the common prefix is no longer than the typed text, the candidates are listed, and the remaining thousands
    // need not be compared.
    for other in completions.dropFirst() where common.utf8.count > typed.utf8.count && !other.text.hasPrefix(common) {
      common = commonPrefix(common, other.text)
    }
    if common.utf8.count > typed.utf8.count, common.hasPrefix(typed) {
      self = .replace(Completion(common, replacing: first.replacing).applied(to: line))
    } else {
      self = .list(completions)
    }
  }
}

private func commonPrefix(_ a: String, _ b: String) -> String {
  String(zip(a, b).prefix { $0 == $1 }.map(\.0))
}

/// The candidates below the line, with the selected one: Tab, the arrows and the paging keys move the selection,
/// letters narrow the list.
///
/// Creating a menu is linear in the number of candidates, showing it in the number of rows.
struct CompletionMenu {
  /// The line before a candidate was selected.
  private let typed: UndoStack.Snapshot
  private let completions: [Completion]
  private let widest: Int
  /// The description that all candidates share, shown once; empty if they differ.
  private let caption: String
  private let isDescribed: Bool
  private var chosen: Int?
  /// The number of candidates per row.
  private var perRow = 1
  /// The first displayed row.
  private var firstRow = 0
  /// The number of candidates on the screen.
  private var pageSize = 1
  /// The minimum width of a candidate with a description, unless there is only one column.
  private static let columnWidth = 44

  /// The result of a key.
  enum Step {
    case continues
    /// The typed text narrows the list.
    case narrows(UndoStack.Snapshot)
    /// The menu closes; a key that is not a menu key then acts on the line.
    case ends(UndoStack.Snapshot, key: KeyReader.Key? = nil)
  }

  /// - Parameter completions: candidates that all replace the same bytes.
  init(_ completions: [Completion], typed: UndoStack.Snapshot) {
    self.typed = typed
    self.completions = completions
    // Without the space after a whole word.
    widest = completions.reduce(0) { max($0, DisplayWidth.of($1.text) - ($1.text.utf8.last == 0x20 ? 1 : 0)) }
    let first = completions.first?.description ?? ""
    // Short ones are values, which belong beside their names.
    let isShared =
      completions.count > 1 && first.utf8.count > 20 && completions.allSatisfy { $0.description == first }
    caption = isShared ? first : ""
    isDescribed = !isShared && completions.contains { !$0.description.isEmpty }
  }

  mutating func handle(_ key: KeyReader.Key) -> Step {
    switch key {
    case .scalar("\t"): choose(chosen.map { ($0 + 1) % completions.count } ?? 0)
    case .function(.backTab): choose(((chosen ?? 0) + completions.count - 1) % completions.count)
    case .scalar("\u{1B}"), .scalar("\u{07}"): return .ends(typed)
    case .function(.down): choose(chosen.map { min($0 + perRow, completions.count - 1) } ?? 0)
    case .function(.up) where chosen != nil:
      // Above the first row nothing is selected.
      choose(chosen.flatMap { $0 < perRow ? nil : $0 - perRow })
    case .function(.right) where chosen != nil: choose(chosen.map { min($0 + 1, completions.count - 1) })
    case .function(.left) where chosen != nil: choose(chosen.map { max($0 - 1, 0) })
    case .function(.pageDown): choose(min((chosen ?? 0) + pageSize, completions.count - 1))
    case .function(.pageUp): choose(chosen.map { max($0 - pageSize, 0) })
    case .function(.home) where chosen != nil: choose(0)
    case .function(.end) where chosen != nil: choose(completions.count - 1)
    case .scalar("\r") where chosen != nil, .scalar("\n") where chosen != nil: return .ends(line)
    case .scalar(let scalar) where chosen == nil && scalar.value > 0x20: return edited(scalar)
    default: return .ends(line, key: key)
    }
    return .continues
  }

  private mutating func choose(_ index: Int?) { chosen = index }

  private func edited(_ scalar: Unicode.Scalar) -> Step {
    var line = typed
    if scalar == "\u{7F}" {
      guard line.cursor > 0 else { return .ends(typed) }
      line.cursor -= 1
      line.text.remove(at: line.cursor)
    } else {
      line = UndoStack.Snapshot(line.beforeCursor + String(scalar), line.behindCursor)
    }
    return .narrows(line)
  }

  /// The line with the selected candidate.
  var line: UndoStack.Snapshot { chosen.map { completions[$0].applied(to: typed) } ?? typed }

  /// Returns at most `height` rows of at most `width` cells that include the selected candidate. The last row says
  /// which part of the list is visible; a description that all candidates share precedes them.
  mutating func lines(width: Int, height: Int, glyphs: GlyphSet = .unicode) -> [StyledText] {
    guard !caption.isEmpty, height > 2 else { return rows(width: width, height: height, glyphs: glyphs) }
    // A long sentence may take a third of the rows.
    let all = StyledText(sanitized(caption, glyphs: glyphs), .dim).wrapped(to: max(1, width - 2))
    var above = all.prefix(max(1, height / 3)).map { "  " + $0 }
    if above.count < all.count {
      above[above.count - 1] = (above[above.count - 1] + " " + all[above.count]).clipped(to: width, mark: glyphs.cut)
    }
    return above + rows(width: width, height: height - above.count, glyphs: glyphs)
  }

  private mutating func rows(width: Int, height: Int, glyphs: GlyphSet) -> [StyledText] {
    let name = min(widest, max(8, width / 2))
    perRow = columns(width, height, name)
    let cell = perRow == 1 ? width : isDescribed ? width / perRow : name + 2
    let rows = (completions.count + perRow - 1) / perRow
    let shown = rows <= height ? rows : max(1, height - 1)
    pageSize = shown * perRow
    let row = (chosen ?? 0) / perRow
    firstRow = min(max(firstRow, row - shown + 1), row, rows - shown)
    var lines = (firstRow..<firstRow + shown).map { row in
      (row * perRow..<min((row + 1) * perRow, completions.count)).reduce(into: StyledText()) { line, index in
        line = line.padded(to: (index - row * perRow) * cell) + text(index, cell, name, glyphs)
      }.clipped(to: width, mark: glyphs.cut)
    }
    if shown < rows, height > 1 {
      let last = min((firstRow + shown) * perRow, completions.count)
      let dash = glyphs == .unicode ? "–" : "-"
      let part = "  \(firstRow * perRow + 1)\(dash)\(last) of \(completions.count)"
      lines.append(StyledText(part, .dim).clipped(to: width, mark: glyphs.cut))
    }
    return lines
  }

  /// Returns the number of columns: as many as fit, but one for candidates with descriptions while there are enough
  /// rows.
  private func columns(_ width: Int, _ height: Int, _ name: Int) -> Int {
    guard isDescribed else { return max(1, (width - 2) / (name + 2)) }
    let needed = (completions.count + max(1, height) - 1) / max(1, height)
    return max(1, min(needed, width / max(Self.columnWidth, name + 8)))
  }

  private func text(_ index: Int, _ cell: Int, _ name: Int, _ glyphs: GlyphSet) -> StyledText {
    let completion = completions[index]
    let (mark, dash) = glyphs == .unicode ? ("› ", " — ") : ("> ", " - ")
    let isChosen = index == chosen
    let shown = sanitized(completion.text, glyphs: glyphs).withoutTrailingSpaces
    var text = StyledText(isChosen ? mark : "  ")
    text += StyledText(shown, isChosen ? .chosen : .command).clipped(to: name, mark: glyphs.cut)
    if isDescribed, !completion.description.isEmpty {
      text = text.padded(to: name + 2)
      text += StyledText(dash + sanitized(completion.description, glyphs: glyphs), .dim)
    }
    return text.clipped(to: perRow == 1 ? cell : cell - (isDescribed ? 2 : 0), mark: glyphs.cut)
  }
}
