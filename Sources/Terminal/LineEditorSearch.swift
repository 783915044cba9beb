import CLibEdit

/// ^R: searching the history while the query is typed. The prompt shows the query, the line what was found.
extension LineEditor {
  /// Where a search stands.
  private struct Search {
    var query = ""
    var position: Int
    var entry: String?
    var hasFailed = false

    /// Looks for the next older match before a position.
    mutating func find(in history: History, before start: Int) {
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
  }

  func search() -> UInt8 {
    guard let session, let history = configuration.history else { return UInt8(CC_NORM) }
    let (typed, normalPrompt) = (session.line, prompt)
    var search = Search(position: history.end)
    isSearching = true
    defer { isSearching = false }

    func end(with line: UndoStack.Snapshot) -> UInt8 {
      searchMatch = nil
      redraw(prompt: normalPrompt, line: line)
      return UInt8(CC_NORM)
    }

    while true {
      show(search, typed)
      guard let key = waitForKey() else { return UInt8(CC_EOF) }
      let found = search.entry.map { entry -> UndoStack.Snapshot in
        let text = Array(entry.unicodeScalars)
        return UndoStack.Snapshot(text: text, cursor: text.count)
      }
      switch key {
      case .scalar("\u{12}"): search.find(in: history, before: search.position)
      case .scalar("\u{07}"): return end(with: typed)
      case .scalar("\u{1B}"): return end(with: found ?? typed)
      case .scalar("\u{7F}"), .scalar("\u{08}"):
        if !search.query.isEmpty { search.query.removeLast() }
        search.find(in: history, before: history.end)
      case .scalar(let scalar) where scalar.value >= 0x20:
        search.query.unicodeScalars.append(scalar)
        // What was found may still match.
        search.find(in: history, before: search.entry == nil ? history.end : search.position + 1)
      default:
        // Any other key takes what was found and does its own work on it.
        keys.pushBack(key)
        return end(with: found ?? typed)
      }
    }
  }

  private func show(_ search: Search, _ typed: UndoStack.Snapshot) {
    let entry = search.entry
    let text = entry.map { Array($0.unicodeScalars) } ?? typed.text
    searchMatch = entry.flatMap { entry in
      entry.firstRange(ofBytes: search.query) ?? entry.lowercased().firstRange(ofBytes: search.query.lowercased())
    }
    var prompt = StyledText(search.hasFailed ? "not found: " : "search: ", search.hasFailed ? .error : .dim)
    prompt += StyledText(sanitized(search.query, glyphs: configuration.glyphs)) + StyledText(" › ", .dim)
    let start = String(decoding: (entry ?? "").utf8.prefix(searchMatch?.lowerBound ?? 0), as: UTF8.self)
    let cursor = entry == nil ? typed.cursor : start.unicodeScalars.count
    redraw(prompt: prompt, line: UndoStack.Snapshot(text: text, cursor: cursor))
  }
}
