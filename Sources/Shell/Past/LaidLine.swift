/// What a line has made that runs later, so that `undo` can take it back.
struct LaidLine {
  let text: String
  /// Its blocks and handlers, as the runtime counts them.
  let made: Range<Int>
  /// The number of the next input in the log when it had run.
  let input: Int
}

extension Session {
  /// Takes back what the last line has made to run later, where nothing that was typed since can be undone first.
  /// - Returns: whether there was any.
  func undoLaid() -> Bool {
    guard let (line, waiting) = past.lastLaid(in: runtime.upcoming) else { return false }
    runtime.cancel(Set(waiting.map(\.serial)))
    emit(SessionEvents.undone, .init(command: line.text, standing: nil), at: clock.now)
    return true
  }
}
