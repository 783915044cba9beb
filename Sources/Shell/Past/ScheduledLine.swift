/// A line that has scheduled something, so that `undo` can take it back.
struct ScheduledLine {
  let text: String
  /// The line's blocks and handlers, by the runtime's numbers.
  let made: Range<Int>
  /// The number of the next log entry at the end of the line.
  let input: Int
}
