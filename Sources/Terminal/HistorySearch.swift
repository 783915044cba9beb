/// ^R: the matching lines of the history, below the line, newest first. The prompt shows the query, and the line
/// shows the selected entry. The line's text is the initial query if any entry contains it.
struct HistorySearch {
  private let history: History
  /// The line before the search.
  private let typed: UndoStack.Snapshot
  private var query = ""
  private var found: [String]
  private var chosen: Int?
  /// The number of matches on the screen.
  private var pageSize = 1
  /// The maximum number of matches; a longer query finds others.
  private static let limit = 1000

  /// The result of a key.
  enum Step {
    case continues
    /// The search ends; a key that is not a search key then acts on the line.
    case ends(UndoStack.Snapshot, key: KeyReader.Key? = nil)
  }

  init(_ history: History, typed: UndoStack.Snapshot) {
    self.history = history
    self.typed = typed
    let text = String(typed.text)
    found = text.isEmpty ? [] : history.search(text, limit: Self.limit)
    if found.isEmpty {
      found = history.search("", limit: Self.limit)
    } else {
      (query, chosen) = (text, 0)
    }
  }

  mutating func handle(_ key: KeyReader.Key) -> Step {
    switch key {
    case .scalar("\u{12}"), .function(.down), .scalar("\t"):
      if !found.isEmpty { chosen = chosen.map { min($0 + 1, found.count - 1) } ?? 0 }
    case .function(.up), .function(.backTab), .scalar("\u{13}"): chosen = chosen.map { max($0 - 1, 0) }
    case .function(.pageDown) where !found.isEmpty: chosen = min((chosen ?? 0) + pageSize, found.count - 1)
    case .function(.pageUp): chosen = chosen.map { max($0 - pageSize, 0) }
    case .function(.home) where chosen != nil: chosen = 0
    case .function(.end) where chosen != nil: chosen = found.count - 1
    case .scalar("\u{07}"), .scalar("\u{1B}"): return .ends(typed)
    case .scalar("\u{7F}"), .scalar("\u{08}"):
      if !query.isEmpty { query.removeLast() }
      look()
    case .scalar("\u{15}") where !query.isEmpty:
      query = ""
      look()
    case .scalar(let scalar) where scalar.value >= 0x20:
      query.unicodeScalars.append(scalar)
      look()
    // A query without a match must not run something else.
    case .scalar("\r") where entry == nil, .scalar("\n") where entry == nil: return .ends(typed)
    default: return .ends(taken, key: key)
    }
    return .continues
  }

  private mutating func look() {
    found = history.search(query, limit: Self.limit)
    chosen = query.isEmpty || found.isEmpty ? nil : 0
  }

  /// The selected entry; `nil` before anything is typed.
  private var entry: String? { chosen.map { found[$0] } }

  private var taken: UndoStack.Snapshot {
    entry.map { UndoStack.Snapshot($0) } ?? typed
  }

  func prompt(glyphs: GlyphSet) -> StyledText {
    let sign = StyledText(glyphs == .unicode ? " › " : " > ", .dim)
    if found.isEmpty, query.isEmpty { return StyledText("the history is empty", .dim) + sign }
    let isMissing = found.isEmpty
    return StyledText(isMissing ? "not found: " : "search: ", isMissing ? .error : .dim)
      + StyledText(sanitized(query, glyphs: glyphs)) + sign
  }

  /// The position of the query in the line, in bytes.
  var match: Range<Int>? { entry.flatMap { Self.range(of: query, in: $0) } }

  private static func range(of query: String, in entry: String) -> Range<Int>? {
    entry.firstRange(ofBytes: query) ?? entry.lowercased().firstRange(ofBytes: query.lowercased())
  }

  /// The selected entry with the cursor at the match, or the typed line if nothing is selected.
  var line: UndoStack.Snapshot {
    guard let entry else { return typed }
    let start = match?.lowerBound ?? 0
    return UndoStack.Snapshot(
      String(decoding: entry.utf8.prefix(start), as: UTF8.self),
      String(decoding: entry.utf8.dropFirst(start), as: UTF8.self))
  }

  /// Returns at most `height` rows around the selected line, each line in one row. If there are more, the last row says
  /// which part of them is visible.
  mutating func lines(height: Int, glyphs: GlyphSet) -> [StyledText] {
    let shown = found.count <= height ? found.count : max(1, height - 1)
    pageSize = max(1, shown)
    let first = max(0, min((chosen ?? 0) - shown / 2, found.count - shown))
    var lines = rows(first..<first + shown, glyphs)
    if shown < found.count, height > 1 {
      let dash = glyphs == .unicode ? "–" : "-"
      let all = found.count < Self.limit ? "\(found.count)" : "the newest \(Self.limit)"
      lines.append(StyledText("  \(first + 1)\(dash)\(first + shown) of \(all)", .dim))
    }
    return lines
  }

  private func rows(_ shown: Range<Int>, _ glyphs: GlyphSet) -> [StyledText] {
    shown.map { index in
      let isChosen = index == chosen
      let text = sanitized(found[index], glyphs: glyphs)
      let hit = query.isEmpty ? nil : Self.range(of: query, in: text)
      let mark = glyphs == .unicode ? "› " : "> "
      let shown = StyledText(text, ranges: isChosen ? [] : hit.map { [StyledRange($0, .match)] } ?? [])
      return StyledText(isChosen ? mark : "  ") + (isChosen ? StyledText(text, .chosen) : shown)
    }
  }
}
