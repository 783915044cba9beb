import CLibEdit

/// The functions that keys run inside libedit.
extension LineEditor {
  /// Names by which `.editrc` can bind them too.
  static let functions: [(name: String, run: EditSession.Function)] = [
    ("line-enter", { el, _ in of(el).enter() }),
    ("line-newline", { el, _ in of(el).insert("\n") }),
    ("line-complete", { el, _ in of(el).completeAtCursor() }),
    ("line-paste", { el, _ in of(el).insert(of(el).pasted) }),
    ("line-right", { el, _ in of(el).moveRight() }),
    ("line-end", { el, _ in of(el).moveToEnd() }),
    ("line-home", { el, _ in of(el).moveToStart() }),
    ("line-word-right", { el, _ in of(el).moveWordRight() }),
    ("line-word-left", { el, _ in of(el).moveWordLeft() }),
    ("line-older", { el, _ in of(el).moveUp() }),
    ("line-newer", { el, _ in of(el).moveDown() }),
    ("line-search", { el, _ in of(el).search() }),
    ("line-undo", { el, _ in of(el).undo() }),
    ("line-redo", { el, _ in of(el).redo() }),
    ("line-kill", { el, _ in of(el).kill { 0..<$0.text.count } }),
    ("line-kill-end", { el, _ in of(el).kill { $0.cursor..<$0.text.count } }),
    ("line-kill-word-right", { el, _ in of(el).killWordRight() }),
    ("line-kill-word-left", { el, _ in of(el).killWordLeft() }),
    ("line-yank", { el, _ in of(el).yank() }),
    ("line-clear-screen", { el, _ in of(el).clearScreen() }),
    ("line-delete-or-end", { el, _ in of(el).deleteOrEnd() }),
  ]

  static let keys: [(String, String)] = [
    ("\r", "line-enter"), ("\n", "line-enter"), ("\t", "line-complete"), ("\u{04}", "line-delete-or-end"),
    ("\u{0C}", "line-clear-screen"), ("\u{12}", "line-search"), (key(.paste), "line-paste"),
    (key(.newline), "line-newline"),
    (key(.right), "line-right"), (key(.left), "ed-prev-char"), (key(.end), "line-end"), (key(.home), "line-home"),
    (key(.wordRight), "line-word-right"), (key(.wordLeft), "line-word-left"), (key(.up), "line-older"),
    (key(.down), "line-newer"), (key(.delete), "ed-delete-next-char"), (key(.redo), "line-redo"),
  ]

  static let emacsKeys: [(String, String)] = [
    ("\u{01}", "line-home"), ("\u{05}", "line-end"), ("\u{06}", "line-right"), ("\u{0E}", "line-newer"),
    ("\u{10}", "line-older"), ("\u{1F}", "line-undo"), ("\u{18}\u{15}", "line-undo"), ("\u{1B}f", "line-word-right"),
    ("\u{1B}b", "line-word-left"), ("\u{1B}\r", "line-newline"), ("\u{1B}\n", "line-newline"), ("\u{1B}/", "line-redo"),
    ("\u{0B}", "line-kill-end"), ("\u{15}", "line-kill"), ("\u{17}", "line-kill-word-left"), ("\u{19}", "line-yank"),
    ("\u{1B}\u{7F}", "line-kill-word-left"), ("\u{1B}\u{08}", "line-kill-word-left"),
    ("\u{1B}d", "line-kill-word-right"),
  ]

  /// libedit's notation takes `^` and `\` apart; none of our keys contains them.
  private static func key(_ function: KeyFunction) -> String { String(function.scalar) }

  private static let done = UInt8(CC_NORM)
  private static let redraw = UInt8(CC_REFRESH)

  private func change(_ body: (EditSession) -> Void) -> UInt8 {
    guard let session else { return LineEditor.done }
    body(session)
    return LineEditor.redraw
  }

  private func enter() -> UInt8 {
    guard let session else { return LineEditor.done }
    let text = string(session.line.text)
    if !text.allSatisfy(\.isWhitespace), !configuration.isComplete(text) { return insert("\n") }
    leaveLine(mark: "")
    outcome = .line(text)
    return UInt8(CC_NEWLINE)
  }

  private func insert(_ text: String) -> UInt8 {
    change { $0.insert(Array(text.unicodeScalars)) }
  }

  private func deleteOrEnd() -> UInt8 {
    guard let session else { return LineEditor.done }
    let line = session.line
    if line.text.isEmpty {
      leaveLine(mark: "")
      outcome = .endOfInput
      return UInt8(CC_EOF)
    }
    if line.cursor == line.text.count { return LineEditor.done }
    return change {
      $0.moveCursor(by: 1)
      el_deletestr($0.handle, 1)
    }
  }

  // MARK: Kill and yank

  /// Not with libedit's functions: it keeps every deleted text in the place of the killed one, Backspace's letters and
  /// the entries that Up passed over too.
  private func kill(_ part: (UndoStack.Snapshot) -> Range<Int>) -> UInt8 {
    guard let session else { return LineEditor.done }
    let line = session.line
    let range = part(line)
    if range.isEmpty { return LineEditor.done }
    killed = Array(line.text[range])
    return change {
      $0.moveCursor(by: range.upperBound - line.cursor)
      el_deletestr($0.handle, Int32(range.count))
    }
  }

  private func killWordRight() -> UInt8 {
    kill { $0.cursor..<Words.end(in: $0.text, after: $0.cursor, with: Words.deletedToo) }
  }

  private func killWordLeft() -> UInt8 {
    kill { Words.start(in: $0.text, before: $0.cursor, with: Words.deletedToo)..<$0.cursor }
  }

  private func yank() -> UInt8 { change { $0.insert(killed) } }

  // MARK: Motions and suggestions

  private func takeSuggestion(_ part: (String) -> String) -> UInt8? {
    guard let session else { return nil }
    let line = session.line
    guard line.cursor == line.text.count, let hint = suggestion(for: line) else { return nil }
    return insert(part(hint))
  }

  private func moveRight() -> UInt8 {
    takeSuggestion { $0 } ?? change { $0.moveCursor(by: 1) }
  }

  /// To the end of this line of the text, then to the end of all, then the suggestion.
  private func moveToEnd() -> UInt8 {
    takeSuggestion { $0 }
      ?? change {
        let line = $0.line
        let end = line.text[line.cursor...].firstIndex(of: "\n") ?? line.text.count
        $0.moveCursor(by: (end == line.cursor ? line.text.count : end) - line.cursor)
      }
  }

  private func moveToStart() -> UInt8 {
    change {
      let line = $0.line
      let start = line.text[..<line.cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      $0.moveCursor(by: (start == line.cursor ? 0 : start) - line.cursor)
    }
  }

  private func moveWordRight() -> UInt8 {
    takeSuggestion(Words.first)
      ?? change {
        let line = $0.line
        $0.moveCursor(by: Words.end(in: line.text, after: line.cursor) - line.cursor)
      }
  }

  private func moveWordLeft() -> UInt8 {
    change {
      let line = $0.line
      $0.moveCursor(by: Words.start(in: line.text, before: line.cursor) - line.cursor)
    }
  }

  // MARK: History and undo

  private func moveUp() -> UInt8 {
    guard let session else { return LineEditor.done }
    let line = session.line
    if !recall.isGoingOn(line), let start = line.text[..<line.cursor].lastIndex(of: "\n") {
      let above = line.text[..<start].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      let column = line.cursor - start - 1
      return change { $0.moveCursor(by: min(above + column, start) - line.cursor) }
    }
    guard let history = configuration.history, let entry = recall.older(line, in: history) else {
      return LineEditor.done
    }
    return change { $0.replace(with: entry) }
  }

  private func moveDown() -> UInt8 {
    guard let session else { return LineEditor.done }
    let line = session.line
    if !recall.isGoingOn(line), let end = line.text[line.cursor...].firstIndex(of: "\n") {
      let start = line.text[..<line.cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      let below = line.text[(end + 1)...].firstIndex(of: "\n") ?? line.text.count
      return change { $0.moveCursor(by: min(end + 1 + line.cursor - start, below) - line.cursor) }
    }
    guard let history = configuration.history, let entry = recall.newer(line, in: history) else {
      return LineEditor.done
    }
    return change { $0.replace(with: entry) }
  }

  private func undo() -> UInt8 {
    guard let snapshot = undoStack.undo() else { return LineEditor.done }
    return change { $0.replace(with: snapshot) }
  }

  private func redo() -> UInt8 {
    guard let snapshot = undoStack.redo() else { return LineEditor.done }
    return change { $0.replace(with: snapshot) }
  }

  // MARK: Completion

  private func completeAtCursor() -> UInt8 {
    guard let session else { return LineEditor.done }
    let line = session.line
    let text = string(line.text)
    let cursor = string(line.text[..<line.cursor]).utf8.count
    switch CompletionStep(configuration.complete(text, cursor), line: text, cursor: cursor) {
    case .nothing: return LineEditor.done
    case .replace(let new, let cursor):
      let scalars = Array(new.unicodeScalars)
      let before = String(decoding: new.utf8.prefix(cursor), as: UTF8.self).unicodeScalars.count
      return change { $0.replace(with: UndoStack.Snapshot(text: scalars, cursor: before)) }
    case .list(let completions):
      // The same list again would only scroll.
      if listedFor == line { return LineEditor.done }
      listedFor = line
      let lines = CompletionList.lines(
        completions, width: session.columns - 1, height: max(4, session.rows / 2), glyphs: configuration.glyphs)
      announce(lines.map { $0.rendered(painter.palette) })
      return LineEditor.done
    }
  }
}
