/// Something that takes the keys while a line waits and is shown below it, such as a walk through what was before.
public protocol LineWalk {
  /// The rows below the line, at most so many of so many cells.
  func rows(columns: Int, rows: Int) -> [StyledText]
  /// The text at the right edge of the prompt's row meanwhile.
  var status: StyledText? { get }
  mutating func take(_ key: ScreenKey) -> LineWalkStep
}
