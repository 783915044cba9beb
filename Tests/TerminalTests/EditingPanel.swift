import Terminal

/// A second, simplest implementation of what appears below the line: the menu of candidates, and the search in the
/// history.
enum EditingPanel {
  case menu(EditingMenu)
  case search(EditingSearch)

  typealias Cell = ScreenModel.Cell
  typealias Line = EditingModel.Line

  /// A key that a menu or a search may receive.
  enum Key: CaseIterable {
    case tab, backTab, down, up, right, left, pageDown, pageUp, home, end, enter, escape, backspace,
      space, w, one, a
    case search, searchBack, kill

    var bytes: String {
      switch self {
      case .tab: "\t"
      case .backTab: "\u{1B}[Z"
      case .down: "\u{1B}[B"
      case .up: "\u{1B}[A"
      case .right: "\u{1B}[C"
      case .left: "\u{1B}[D"
      case .pageDown: "\u{1B}[6~"
      case .pageUp: "\u{1B}[5~"
      case .home: "\u{1B}[H"
      case .end: "\u{1B}[F"
      case .enter: "\r"
      case .escape: "\u{1B}"
      case .backspace: "\u{7F}"
      case .space: " "
      case .w: "w"
      case .one: "1"
      case .a: "a"
      case .search: "\u{12}"
      case .searchBack: "\u{13}"
      case .kill: "\u{15}"
      }
    }

    /// The character that the key types; `nil` if it types none.
    var character: Character? {
      switch self {
      case .space, .w, .one, .a: bytes.first
      default: nil
      }
    }
  }

  /// The result of a key.
  enum Step {
    case stays
    /// The panel closes with a line, and the key may then act on it.
    case ends(Line, key: Key?)
  }

  /// Handles a key in a window of this size.
  mutating func press(_ key: Key, columns: Int, rows: Int) -> Step {
    switch self {
    case .menu(var menu):
      let step = menu.press(key, columns: columns, rows: rows)
      self = .menu(menu)
      return step
    case .search(var search):
      let step = search.press(key, rows: rows)
      self = .search(search)
      return step
    }
  }

  /// The line that is shown above the panel.
  var line: Line {
    switch self {
    case .menu(let menu): menu.line
    case .search(let search): search.line
    }
  }

  /// The prompt that is shown, as characters with their styles.
  var prompt: [(character: Character, style: String)] {
    switch self {
    case .menu: EditingPage.prompt
    case .search(let search): search.prompt
    }
  }

  /// The characters of the line that the search has found.
  var match: Range<Int>? {
    if case .search(let search) = self { search.match } else { nil }
  }

  /// The keys that stay in the panel, or close it and edit the line.
  var keys: [Key] {
    Key.allCases.filter { key in
      switch (self, key) {
      case (_, .escape), (.menu, .search), (.menu, .searchBack): false
      default: true
      }
    }
  }

  /// Returns the rows in every way in which the panel may be scrolled.
  func rows(columns: Int, rows: Int) -> [[[Cell]]] {
    switch self {
    case .menu(let menu): menu.rows(columns: columns, rows: rows)
    case .search(let search): [search.rows(columns: columns, rows: rows)]
    }
  }

  /// Returns texts with their styles as cells; a text that is too wide ends with `…`.
  static func cells(_ parts: [(text: String, style: String)], width: Int) -> [Cell] {
    var (cells, ends): ([Cell], [Int]) = ([], [])
    for part in parts {
      for character in part.text {
        cells.append(Cell(text: String(character), style: part.style))
        if DisplayWidth.of(character) == 2 { cells.append(Cell(text: "", style: part.style)) }
        ends.append(cells.count)
      }
    }
    if cells.count <= width { return cells }
    if width < 1 { return [] }
    let kept = ends.last { $0 <= width - 1 } ?? 0
    return cells[..<kept] + [Cell(text: "…", style: cells[kept].style)]
  }
}

/// The candidates below the line.
struct EditingMenu {
  typealias Cell = ScreenModel.Cell
  let typed: EditingModel.Line
  /// The first character of the word that a candidate replaces, up to the cursor.
  let start: Int
  let words: [Word]
  private(set) var chosen: Int?

  struct Word: Equatable {
    var text: String
    var description: String
  }

  /// All words of the toy language, and those that the probe adds.
  static let all =
    [
      ("hold", "presses until released"), ("history", "the timer's sessions"),
      ("help", "what there is"),
      ("story", "plays stories"), ("日本", "a wide one"),
    ].map { Word(text: $0, description: $1) }
    + (0..<60).map { Word(text: "w\($0 / 10)\($0 % 10)", description: "") }

  /// Returns the words that continue the one before the cursor.
  init(_ typed: EditingModel.Line) {
    self.typed = typed
    start = (typed.text[..<typed.cursor].lastIndex(of: " ") ?? -1) + 1
    let part = String(typed.text[start..<typed.cursor])
    words = Self.all.filter { $0.text.hasPrefix(part) }
  }

  /// Returns the line with a text in place of the word.
  func line(with text: String) -> EditingModel.Line {
    let before = Array(typed.text[..<start]) + Array(text)
    return EditingModel.Line(text: before + Array(typed.text[typed.cursor...]), cursor: before.count)
  }

  var line: EditingModel.Line { chosen.map { line(with: words[$0].text + " ") } ?? typed }

  /// Returns the line after the first Tab; `nil` if it lists the candidates, or if there are none.
  var completed: EditingModel.Line? {
    if words.count == 1 { return line(with: words[0].text + " ") }
    let texts = words.map { Array($0.text) }
    guard let first = texts.first else { return nil }
    let count = first.indices.prefix { index in
      texts.allSatisfy { index < $0.count && $0[index] == first[index] }
    }.count
    return count > typed.cursor - start ? line(with: String(first[..<count])) : nil
  }

  mutating func press(_ key: EditingPanel.Key, columns: Int, rows: Int) -> EditingPanel.Step {
    let (perRow, shown) = layout(columns: columns, rows: rows)
    let page = perRow * shown
    let last = words.count - 1
    switch (key, chosen) {
    case (.escape, _): return .ends(typed, key: nil)
    case (.tab, let index?): chosen = index == last ? 0 : index + 1
    case (.tab, nil), (.down, nil): chosen = 0
    case (.backTab, let index): chosen = index.map { $0 == 0 ? last : $0 - 1 } ?? last
    case (.down, let index?): chosen = min(index + perRow, last)
    case (.up, let index?): chosen = index < perRow ? nil : index - perRow
    case (.right, let index?): chosen = min(index + 1, last)
    case (.left, let index?): chosen = max(index - 1, 0)
    case (.pageDown, let index): chosen = min((index ?? 0) + page, last)
    case (.pageUp, let index): chosen = index.map { max($0 - page, 0) }
    case (.home, _?): chosen = 0
    case (.end, _?): chosen = last
    case (.enter, _?): return .ends(line, key: nil)
    case (.w, nil), (.one, nil), (.a, nil), (.backspace, nil): return narrowed(key)
    default: return .ends(line, key: key)
    }
    return .stays
  }

  private mutating func narrowed(_ key: EditingPanel.Key) -> EditingPanel.Step {
    var line = typed
    if let character = key.character {
      line.text.insert(character, at: line.cursor)
      line.cursor += 1
    } else if line.cursor > 0 {
      line.cursor -= 1
      line.text.remove(at: line.cursor)
    } else {
      return .ends(typed, key: nil)
    }
    let left = EditingMenu(line)
    if left.words.count < 2 { return .ends(line, key: nil) }
    self = left
    return .stays
  }

  // MARK: Rows

  private var nameWidth: Int {
    words.reduce(0) { max($0, $1.text.reduce(0) { $0 + DisplayWidth.of($1) }) }
  }
  private var isDescribed: Bool { words.contains { !$0.description.isEmpty } }

  private func height(columns: Int, rows: Int) -> Int {
    let used = EditingPage.line(line, columns: columns).rows.count
    return min(max(rows - min(used, rows), rows / 2), max(4, rows / 2))
  }

  /// Returns the number of candidates beside each other, and of rows of candidates that are shown.
  private func layout(columns: Int, rows: Int) -> (perRow: Int, shown: Int) {
    let (width, height) = (columns - 1, height(columns: columns, rows: rows))
    let name = min(nameWidth, max(8, width / 2))
    var perRow = max(1, (width - 2) / (name + 2))
    if isDescribed {
      let needed = (words.count + height - 1) / height
      perRow = max(1, min(needed, width / max(44, name + 8)))
    }
    let count = (words.count + perRow - 1) / perRow
    return (perRow, count <= height ? count : max(1, height - 1))
  }

  func rows(columns: Int, rows: Int) -> [[[Cell]]] {
    let (width, height) = (columns - 1, height(columns: columns, rows: rows))
    let (perRow, shown) = layout(columns: columns, rows: rows)
    let count = (words.count + perRow - 1) / perRow
    let chosenRow = (chosen ?? 0) / perRow
    return (0...count - shown).filter { ($0..<$0 + shown).contains(chosenRow) }.map { first in
      var lines = (first..<first + shown).map { row in
        let indices = row * perRow..<min(words.count, (row + 1) * perRow)
        return cells(indices, width: width, perRow: perRow)
      }
      if shown < count, height > 1 {
        let last = min((first + shown) * perRow, words.count)
        lines.append(
          EditingPanel.cells(
            [("  \(first * perRow + 1)–\(last) of \(words.count)", "2")], width: width))
      }
      return lines
    }
  }

  private func cells(_ indices: Range<Int>, width: Int, perRow: Int) -> [Cell] {
    let name = min(nameWidth, max(8, width / 2))
    let cell = perRow == 1 ? width : isDescribed ? width / perRow : name + 2
    var row: [Cell] = []
    for index in indices {
      row += Array(
        repeating: Cell(), count: max(0, (index - indices.lowerBound) * cell - row.count))
      var candidate = EditingPanel.cells([(index == chosen ? "› " : "  ", "")], width: width + 2)
      candidate += EditingPanel.cells(
        [(words[index].text, index == chosen ? "7" : "1")], width: name)
      if !words[index].description.isEmpty {
        candidate += Array(repeating: Cell(), count: max(0, name + 2 - candidate.count))
        candidate += EditingPanel.cells([(" — " + words[index].description, "2")], width: 1_000)
      }
      row += Self.clipped(candidate, to: perRow == 1 || !isDescribed ? cell : cell - 2)
    }
    return Self.clipped(row, to: width)
  }

  /// Returns cells cut to a width, with `…` if something is missing.
  private static func clipped(_ cells: [Cell], to width: Int) -> [Cell] {
    if cells.count <= width { return cells }
    if width < 1 { return [] }
    var kept = width - 1
    // The right half of a wide character is not kept alone.
    if kept < cells.count, cells[kept].text.isEmpty, kept > 0 { kept -= 1 }
    return cells[..<kept] + [Cell(text: "…", style: cells[kept].style)]
  }
}

/// ^R: the matching entries of the history, newest first.
struct EditingSearch {
  typealias Cell = ScreenModel.Cell
  let typed: EditingModel.Line
  /// All entries, newest first.
  private let entries: [String]
  private var query = ""
  private var found: [String]
  private var chosen: Int?

  init(_ typed: EditingModel.Line, history: [String]) {
    self.typed = typed
    entries = history.reversed()
    let text = String(typed.text)
    found = text.isEmpty ? [] : entries.filter { $0.utf8.contains(text) }
    if found.isEmpty {
      found = entries
    } else {
      (query, chosen) = (text, 0)
    }
  }

  private var entry: String? { chosen.map { found[$0] } }

  private mutating func look() {
    found = entries.filter { query.isEmpty || $0.utf8.contains(query) }
    chosen = query.isEmpty || found.isEmpty ? nil : 0
  }

  mutating func press(_ key: EditingPanel.Key, rows: Int) -> EditingPanel.Step {
    let page = max(1, shown(rows))
    switch key {
    case .escape: return .ends(typed, key: nil)
    case .search, .down, .tab:
      if !found.isEmpty { chosen = chosen.map { min($0 + 1, found.count - 1) } ?? 0 }
    case .searchBack, .up, .backTab: chosen = chosen.map { max($0 - 1, 0) }
    case .pageDown where !found.isEmpty: chosen = min((chosen ?? 0) + page, found.count - 1)
    case .pageUp: chosen = chosen.map { max($0 - page, 0) }
    case .home where chosen != nil: chosen = 0
    case .end where chosen != nil: chosen = found.count - 1
    case .backspace:
      _ = query.popLast()
      look()
    case .kill where !query.isEmpty:
      query = ""
      look()
    case .enter where entry == nil: return .ends(typed, key: nil)
    default:
      guard let character = key.character else {
        let taken = entry.map { EditingModel.Line(text: Array($0), cursor: $0.count) }
        return .ends(taken ?? typed, key: key)
      }
      query.append(character)
      look()
    }
    return .stays
  }

  // MARK: Rows

  var prompt: [(character: Character, style: String)] {
    let isEmpty = found.isEmpty && query.isEmpty
    let title =
      isEmpty ? ("the history is empty", "2") : found.isEmpty ? ("not found: ", "31") : ("search: ", "2")
    return [title, (shown(query), ""), (" › ", "2")].flatMap { text, style in
      text.map { ($0, style) }
    }
  }

  private func shown(_ text: String) -> String { text.replacing("\n", with: "␊") }

  var match: Range<Int>? {
    guard let entry, let bytes = entry.utf8.range(of: query) else { return nil }
    var (offset, first, count) = (0, 0, 0)
    for character in entry {
      if offset < bytes.lowerBound { first += 1 } else if offset < bytes.upperBound { count += 1 }
      offset += String(character).utf8.count
    }
    return first..<first + count
  }

  var line: EditingModel.Line {
    entry.map { EditingModel.Line(text: Array($0), cursor: match?.lowerBound ?? 0) } ?? typed
  }

  private func shown(_ rows: Int) -> Int {
    let height = max(3, rows / 3)
    return found.count <= height ? found.count : height - 1
  }

  func rows(columns: Int, rows: Int) -> [[Cell]] {
    let shown = shown(rows)
    let first = max(0, min((chosen ?? 0) - shown / 2, found.count - shown))
    var lines = (first..<first + shown).map { index -> [Cell] in
      let text = self.shown(found[index])
      if index == chosen {
        return EditingPanel.cells([("› ", ""), (text, "7")], width: columns - 1)
      }
      guard !query.isEmpty, let bytes = text.utf8.range(of: self.query) else {
        return EditingPanel.cells([("  ", ""), (text, "")], width: columns - 1)
      }
      let utf8 = Array(text.utf8)
      let parts = [utf8[..<bytes.lowerBound], utf8[bytes], utf8[bytes.upperBound...]]
      let texts = parts.map { String(decoding: $0, as: UTF8.self) }
      return EditingPanel.cells(
        [("  ", ""), (texts[0], ""), (texts[1], "1;4"), (texts[2], "")], width: columns - 1)
    }
    if shown < found.count {
      lines.append(
        EditingPanel.cells(
          [("  \(first + 1)–\(first + shown) of \(found.count)", "2")], width: columns - 1))
    }
    return lines
  }
}

extension String.UTF8View {
  /// Returns the first place of a text, in bytes.
  func range(of text: String) -> Range<Int>? {
    let (here, wanted) = (Array(self), Array(text.utf8))
    guard wanted.count <= here.count else { return nil }
    let start = (0...here.count - wanted.count).first {
      Array(here[$0..<$0 + wanted.count]) == wanted
    }
    return start.map { $0..<$0 + wanted.count }
  }

  func contains(_ text: String) -> Bool { range(of: text) != nil }
}
