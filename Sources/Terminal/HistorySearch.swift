/// ^R: a search of the history while the query is typed. The prompt shows the query, the line what was found.
struct HistorySearch {
  private let history: History
  /// The line before the search.
  private let typed: UndoStack.Snapshot
  private var query = ""
  private var position: Int
  private var entry: String?
  private var hasFailed = false

  /// What follows a key.
  enum Step {
    case goesOn
    /// The search is over; a key that is not its own does its work on the line.
    case ends(UndoStack.Snapshot, key: KeyReader.Key? = nil)
  }

  init(_ history: History, typed: UndoStack.Snapshot) {
    self.history = history
    self.typed = typed
    position = history.end
  }

  mutating func take(_ key: KeyReader.Key) -> Step {
    switch key {
    case .scalar("\u{12}"): find(before: position)
    case .scalar("\u{07}"): return .ends(typed)
    case .scalar("\u{1B}"): return .ends(found ?? typed)
    case .scalar("\u{7F}"), .scalar("\u{08}"):
      if !query.isEmpty { query.removeLast() }
      find(before: history.end)
    case .scalar(let scalar) where scalar.value >= 0x20:
      query.unicodeScalars.append(scalar)
      // What was found may still match.
      find(before: entry == nil ? history.end : position + 1)
    default: return .ends(found ?? typed, key: key)
    }
    return .goesOn
  }

  /// Looks for the next older match before a position.
  private mutating func find(before start: Int) {
    if query.isEmpty {
      entry = nil
      hasFailed = false
    } else if let found = history.search(query, before: start) {
      (position, entry) = (found.position, found.entry)
      hasFailed = false
    } else {
      hasFailed = true
    }
  }

  private var found: UndoStack.Snapshot? {
    entry.map { entry in
      let text = Array(entry.unicodeScalars)
      return UndoStack.Snapshot(text: text, cursor: text.count)
    }
  }

  func prompt(glyphs: GlyphSet) -> StyledText {
    StyledText(hasFailed ? "not found: " : "search: ", hasFailed ? .error : .dim)
      + StyledText(sanitized(query, glyphs: glyphs)) + StyledText(" › ", .dim)
  }

  /// Where the query stands in the line, in bytes.
  var match: Range<Int>? {
    entry.flatMap { $0.firstRange(ofBytes: query) ?? $0.lowercased().firstRange(ofBytes: query.lowercased()) }
  }

  /// What was found, the cursor at the match; what was typed while nothing is.
  var line: UndoStack.Snapshot {
    guard let entry else { return typed }
    let start = String(decoding: entry.utf8.prefix(match?.lowerBound ?? 0), as: UTF8.self)
    return UndoStack.Snapshot(text: Array(entry.unicodeScalars), cursor: start.unicodeScalars.count)
  }
}
