/// All problems of a script at once: at least one.
public struct Diagnostics: Error, Sendable {
  /// Sorted by place.
  public var all: [Diagnostic]
  /// `true` if more text could still make the script valid, such as an open brace at the end. A prompt then asks for
  /// another line.
  public var isIncomplete: Bool
  /// `true` if an error opens a block that is not closed. A prompt still asks for the rest of the block.
  public var leavesOpen: Bool
  /// The statements that could be parsed, for further checks; never for running.
  public var readable: Script?

  /// The number of errors after which reading stops.
  package static let limit = 100

  /// Sorts the problems by place, those of one place in the order in which they were found.
  public init(
    _ problems: [Diagnostic], isIncomplete: Bool = false, leavesOpen: Bool = false, readable: Script? = nil
  ) {
    let sorted = problems.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }
    (all, self.isIncomplete, self.readable) = (sorted.map { $0.element }, isIncomplete, readable)
    self.leavesOpen = leavesOpen
  }
}
