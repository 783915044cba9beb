/// What a line has made that runs later, so that `undo` can take it back.
struct LaidLine {
  let text: String
  /// Its blocks and handlers, as the runtime counts them.
  let made: Range<Int>
  /// The number of the next input in the log when it had run.
  let input: Int
}
