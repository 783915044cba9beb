import CLibEdit

/// Changes that keys make to the line, and the state that they need: the undo stack, the position in the history, and
/// the text for ^Y. Each function returns libedit's next action.
struct LineEdits {
  private var undoStack = UndoStack()
  private var recall = HistoryRecall()
  private var pasted = ""
  /// The last inserted argument, to be replaced by an older one: the line since, the argument's start, and its
  /// entry's position.
  private var argument: (line: UndoStack.Snapshot, start: Int, position: Int)?
  /// The line before its last word was expanded; after an undo of the expansion, the word stays as typed.
  private var abbreviated: UndoStack.Snapshot?
  /// The text that ^Y inserts; it is kept across lines.
  private var killed: [Grapheme] = []
  /// The line after the last deletion for ^Y: while it stays so, further deletions join that text.
  private var afterKill: UndoStack.Snapshot?
  static let done = UInt8(CC_NORM)
  private static let redraw = UInt8(CC_REFRESH)

  /// Begins a line.
  mutating func begin() {
    undoStack = UndoStack()
    recall = HistoryRecall()
    argument = nil
    abbreviated = nil
  }

  /// Records the line before the next key.
  mutating func observe(_ line: UndoStack.Snapshot) { undoStack.observe(line) }
  /// Keeps a pasted text until its key's function requests it.
  mutating func keep(pasted text: String) { pasted = text }

  private func change(_ picture: LinePicture, _ body: (EditSession) -> Void) -> UInt8 {
    body(picture.session)
    return LineEdits.redraw
  }

  func insert(_ text: String, _ picture: LinePicture) -> UInt8 {
    change(picture) { $0.insert([Grapheme](text)) }
  }

  func replace(_ line: UndoStack.Snapshot, _ picture: LinePicture) -> UInt8 {
    change(picture) { $0.replace(with: line) }
  }

  /// Returns the line with the word before the cursor expanded; `nil` if the word has no expansion.
  mutating func writtenOut(
    _ line: UndoStack.Snapshot, _ expansion: (_ line: String, _ cursor: Int) -> (start: Int, text: String)?
  ) -> UndoStack.Snapshot? {
    let before = line.beforeCursor
    guard line != abbreviated, let (start, text) = expansion(String(line.text), before.utf8.count) else { return nil }
    abbreviated = line
    return UndoStack.Snapshot(String(decoding: before.utf8.prefix(start), as: UTF8.self) + text, line.behindCursor)
  }

  /// Inserts a sign that ends a word.
  mutating func endWord(
    with sign: Grapheme, _ picture: LinePicture, _ configuration: LineEditorConfiguration
  ) -> UInt8 {
    if let line = writtenOut(picture.session.line, configuration.expansion) { picture.session.replace(with: line) }
    return ["}", "]", ")"].contains(sign)
      ? close(sign, picture, configuration.indentation) : insert(String([sign]), picture)
  }

  /// Starts another line of the text, indented according to the brackets before it.
  func breakLine(_ picture: LinePicture, _ indentation: (String) -> Int) -> UInt8 {
    let line = picture.session.line
    let count = indentation(String(line.text[..<line.cursor]))
    return insert("\n" + String(repeating: " ", count: max(0, count)), picture)
  }

  /// Inserts a closing bracket; as the first character in its line, it is indented like the line that it closes.
  private func close(_ bracket: Grapheme, _ picture: LinePicture, _ indentation: (String) -> Int) -> UInt8 {
    var line = picture.session.line
    let start = line.text[..<line.cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    guard start > 0, line.text[start..<line.cursor].allSatisfy({ $0 == " " }) else {
      return insert(String([bracket]), picture)
    }
    let closed = String(line.text[..<line.cursor]) + String([bracket])
    let count = min(line.cursor - start, max(0, indentation(closed)))
    line.text.replaceSubrange(start..<line.cursor, with: Array(repeating: " ", count: count) + [bracket])
    line.cursor = start + count + 1
    return replace(line, picture)
  }

  /// Inserts the last word of the previous line; repeated, of the line before that.
  mutating func insertLastArgument(_ picture: LinePicture, _ history: History?) -> UInt8 {
    var line = picture.session.line
    let before = argument.flatMap { $0.line == line ? $0 : nil }
    let start = before?.start ?? line.cursor
    guard let history, let (position, entry) = history.previous(before: before?.position ?? history.end) else {
      picture.ring()
      return LineEdits.done
    }
    let word = [Grapheme](Words.last(of: entry))
    line.text.replaceSubrange(start..<line.cursor, with: word)
    line.cursor = start + word.count
    argument = (line, start, position)
    return replace(line, picture)
  }

  func paste(_ picture: LinePicture) -> UInt8 { insert(pasted, picture) }

  func deleteNext(_ picture: LinePicture) -> UInt8 {
    let line = picture.session.line
    if line.cursor == line.text.count { return LineEdits.done }
    return change(picture) {
      $0.moveCursor(by: 1)
      el_deletestr($0.handle, 1)
    }
  }

  // MARK: Kill and yank

  /// Deletes to the start of this line of the text; at that start, to the start of the whole text.
  mutating func killToStart(_ picture: LinePicture) -> UInt8 {
    kill(picture) { line in
      let start = line.text[..<line.cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      return (start == line.cursor ? 0 : start)..<line.cursor
    }
  }

  /// Deletes to the end of this line of the text; at that end, to the end of the whole text.
  mutating func killToEnd(_ picture: LinePicture) -> UInt8 {
    kill(picture) { line in
      let end = line.text[line.cursor...].firstIndex(of: "\n") ?? line.text.count
      return line.cursor..<(end == line.cursor ? line.text.count : end)
    }
  }

  /// Deletes without libedit's functions: libedit keeps every deleted text as the killed one, including Backspace's
  /// letters and the entries that Up skipped.
  private mutating func kill(_ picture: LinePicture, _ part: (UndoStack.Snapshot) -> Range<Int>) -> UInt8 {
    let line = picture.session.line
    let range = part(line)
    if range.isEmpty { return LineEdits.done }
    let part = Array(line.text[range])
    if afterKill != line { killed = [] }
    killed = range.upperBound <= line.cursor ? part + killed : killed + part
    let session = picture.session
    session.moveCursor(by: range.upperBound - line.cursor)
    el_deletestr(session.handle, Int32(range.count))
    afterKill = session.line
    return LineEdits.redraw
  }

  mutating func killWordRight(_ picture: LinePicture) -> UInt8 {
    kill(picture) { $0.cursor..<Words.end(in: $0.text, after: $0.cursor, with: Words.deletedToo) }
  }

  mutating func killWordLeft(_ picture: LinePicture) -> UInt8 {
    kill(picture) { Words.start(in: $0.text, before: $0.cursor, with: Words.deletedToo)..<$0.cursor }
  }

  func yank(_ picture: LinePicture) -> UInt8 { change(picture) { $0.insert(killed) } }

  // MARK: Motions and suggestions

  private func acceptSuggestion(_ picture: LinePicture, _ part: (String) -> String) -> UInt8? {
    let line = picture.session.line
    guard line.cursor == line.text.count, let hint = picture.suggestion(for: line) else { return nil }
    return insert(part(hint), picture)
  }

  func moveRight(_ picture: LinePicture) -> UInt8 {
    acceptSuggestion(picture) { $0 } ?? change(picture) { $0.moveCursor(by: 1) }
  }

  /// Moves to the end of this line of the text, then to the end of the whole text, then accepts the suggestion.
  func moveToEnd(_ picture: LinePicture) -> UInt8 {
    acceptSuggestion(picture) { $0 }
      ?? change(picture) {
        let line = $0.line
        let end = line.text[line.cursor...].firstIndex(of: "\n") ?? line.text.count
        $0.moveCursor(by: (end == line.cursor ? line.text.count : end) - line.cursor)
      }
  }

  func moveToStart(_ picture: LinePicture) -> UInt8 {
    change(picture) {
      let line = $0.line
      let start = line.text[..<line.cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      $0.moveCursor(by: (start == line.cursor ? 0 : start) - line.cursor)
    }
  }

  func moveWordRight(_ picture: LinePicture) -> UInt8 {
    acceptSuggestion(picture, Words.first)
      ?? change(picture) {
        let line = $0.line
        $0.moveCursor(by: Words.end(in: line.text, after: line.cursor) - line.cursor)
      }
  }

  func moveWordLeft(_ picture: LinePicture) -> UInt8 {
    change(picture) {
      let line = $0.line
      $0.moveCursor(by: Words.start(in: line.text, before: line.cursor) - line.cursor)
    }
  }

  // MARK: History and undo

  mutating func moveUp(_ picture: LinePicture, _ history: History?) -> UInt8 {
    let line = picture.session.line
    if !recall.isAsShown(line), let start = line.text[..<line.cursor].lastIndex(of: "\n") {
      let above = line.text[..<start].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      let column = line.cursor - start - 1
      return change(picture) { $0.moveCursor(by: min(above + column, start) - line.cursor) }
    }
    guard let history, let entry = recall.older(line, in: history) else { return LineEdits.done }
    picture.recalled = entry.text
    return replace(entry, picture)
  }

  mutating func moveDown(_ picture: LinePicture, _ history: History?) -> UInt8 {
    let line = picture.session.line
    if !recall.isAsShown(line), let end = line.text[line.cursor...].firstIndex(of: "\n") {
      let start = line.text[..<line.cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      let below = line.text[(end + 1)...].firstIndex(of: "\n") ?? line.text.count
      return change(picture) { $0.moveCursor(by: min(end + 1 + line.cursor - start, below) - line.cursor) }
    }
    guard let history, let entry = recall.newer(line, in: history) else { return LineEdits.done }
    // The text typed before returns exactly as it was.
    picture.recalled = recall.isUnchanged(entry) ? entry.text : nil
    return replace(entry, picture)
  }

  mutating func undo(_ picture: LinePicture) -> UInt8 {
    guard let snapshot = undoStack.undo() else { return LineEdits.done }
    return replace(snapshot, picture)
  }

  mutating func undoAll(_ picture: LinePicture) -> UInt8 {
    var first: UndoStack.Snapshot?
    while let snapshot = undoStack.undo() { first = snapshot }
    return first.map { replace($0, picture) } ?? LineEdits.done
  }

  mutating func redo(_ picture: LinePicture) -> UInt8 {
    guard let snapshot = undoStack.redo() else { return LineEdits.done }
    return replace(snapshot, picture)
  }
}
