/// The place of Up and Down in the history: entries that have what was typed before the cursor, anywhere in them.
struct HistoryRecall {
  private var part = ""
  private var typed = UndoStack.Snapshot(text: [], cursor: 0)
  private var shown: UndoStack.Snapshot?
  private var position = 0
  /// Whether the line is still what the last step showed.
  func isGoingOn(_ line: UndoStack.Snapshot) -> Bool { shown?.text == line.text }

  /// The next older entry; nil when there is none.
  mutating func older(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    if !isGoingOn(line) {
      part = String(line.text[..<line.cursor])
      typed = line
      position = history.end
      shown = nil
    }
    return find { history.previous(before: $0) }
  }

  /// The next newer entry, behind the newest what was typed; nil when nothing was recalled.
  mutating func newer(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    guard isGoingOn(line) else { return nil }
    if let found = find({ history.next(after: $0) }) { return found }
    shown = nil
    return typed
  }

  /// Goes on to the next entry that has what was typed, in the direction in which `step` goes.
  private mutating func find(_ step: (Int) -> (position: Int, entry: String)?) -> UndoStack.Snapshot? {
    var candidate = position
    while let (found, entry) = step(candidate) {
      candidate = found
      let text = Array(entry.unicodeScalars)
      guard text != typed.text, entry.firstRange(ofBytes: part) != nil else { continue }
      position = found
      shown = UndoStack.Snapshot(text: text, cursor: text.count)
      return shown
    }
    return nil
  }
}
