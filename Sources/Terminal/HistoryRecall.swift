/// The place of Up and Down in the history: entries that begin with what was typed before the cursor.
struct HistoryRecall {
  private var prefix: [Unicode.Scalar] = []
  private var typed = UndoStack.Snapshot(text: [], cursor: 0)
  private var shown: UndoStack.Snapshot?
  private var position = 0
  /// Whether the line is still what the last step showed.
  func isGoingOn(_ line: UndoStack.Snapshot) -> Bool { shown?.text == line.text }

  /// The next older entry; nil when there is none.
  mutating func older(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    if !isGoingOn(line) {
      prefix = Array(line.text[..<line.cursor])
      typed = line
      position = history.end
      shown = nil
    }
    var candidate = position
    while let (found, entry) = history.previous(before: candidate) {
      candidate = found
      let scalars = Array(entry.unicodeScalars)
      if scalars.starts(with: prefix), scalars != typed.text { return show(scalars, at: found) }
    }
    return nil
  }

  /// The next newer entry, behind the newest what was typed; nil when nothing was recalled.
  mutating func newer(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    guard isGoingOn(line) else { return nil }
    var candidate = position
    while let (found, entry) = history.next(after: candidate) {
      candidate = found
      let scalars = Array(entry.unicodeScalars)
      if scalars.starts(with: prefix), scalars != typed.text { return show(scalars, at: found) }
    }
    shown = nil
    return typed
  }

  private mutating func show(_ text: [Unicode.Scalar], at found: Int) -> UndoStack.Snapshot {
    position = found
    let snapshot = UndoStack.Snapshot(text: text, cursor: text.count)
    shown = snapshot
    return snapshot
  }
}
