/// The position of Up and Down in the history: they visit entries that contain the text typed before the cursor.
struct HistoryRecall {
  private var part = ""
  private var typed = UndoStack.Snapshot(text: [], cursor: 0)
  private var shown: UndoStack.Snapshot?
  private var position = 0
  /// Returns `true` if the line is still what the last step showed.
  func isUnchanged(_ line: UndoStack.Snapshot) -> Bool { shown?.text == line.text }
  /// Returns `true` if in addition the cursor has not moved: then Up recalls, otherwise it moves within the text.
  func isAsShown(_ line: UndoStack.Snapshot) -> Bool { shown == line }

  /// Returns the next older entry; `nil` if there is none.
  mutating func older(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    if !isUnchanged(line) {
      part = String(line.text[..<line.cursor])
      typed = line
      position = history.end
      shown = nil
    }
    return find { history.previous(before: $0) }
  }

  /// Returns the next newer entry, or the typed text after the newest; `nil` if nothing was recalled.
  mutating func newer(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    guard isUnchanged(line) else { return nil }
    if let found = find({ history.next(after: $0) }) { return found }
    shown = nil
    return typed
  }

  /// Returns the next entry that contains the typed text, in the direction of `step`.
  private mutating func find(_ step: (Int) -> (position: Int, entry: String)?) -> UndoStack.Snapshot? {
    var candidate = position
    while let (found, entry) = step(candidate) {
      candidate = found
      let text = [Grapheme](entry)
      guard text != typed.text, entry.firstRange(ofBytes: part) != nil else { continue }
      position = found
      shown = UndoStack.Snapshot(text: text, cursor: text.count)
      return shown
    }
    return nil
  }
}
