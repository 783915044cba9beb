/// All problems of a script at once: at least one.
public struct Diagnostics: Error, Sendable {
  /// In the order of their places.
  public var all: [Diagnostic]
  /// Whether more text could still make it right: an open brace at the end. A prompt then asks for another line.
  public var isIncomplete: Bool
  /// Whether what is wrong opens a block that is not closed: a prompt asks for the rest of it all the same.
  public var leavesOpen: Bool
  /// The statements that could be read all the same, for looking further; never for running.
  public var readable: Script?

  /// The number of errors after which reading stops.
  package static let limit = 100

  /// Puts them in the order of their places, those of one place in the order in which they were found.
  public init(
    _ problems: [Diagnostic], isIncomplete: Bool = false, leavesOpen: Bool = false, readable: Script? = nil
  ) {
    let sorted = problems.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }
    (all, self.isIncomplete, self.readable) = (sorted.map(\.element), isIncomplete, readable)
    self.leavesOpen = leavesOpen
  }
}
