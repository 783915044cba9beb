/// A mode that receives the keys while a line waits and is shown below it, such as a walk through the past.
public protocol LinePanel: AnyObject {
  /// Returns the rows below the line, within this many rows and columns.
  func rows(columns: Int, rows: Int) -> [StyledText]
  /// The text at the right edge of the prompt's row during the walk.
  var status: StyledText? { get }
  func handle(_ key: ScreenKey) -> LinePanelStep
}

/// The result of a key in a `LinePanel`.
public enum LinePanelStep: Hashable, Sendable {
  case continues
  /// There is nothing further in that direction.
  case rings
  /// Returns to the line; a key that does not belong to the walk then acts on the line.
  case ends(keyIsOwn: Bool)
  /// Runs this line in place of the waiting one, which ^Y restores.
  case runs(String)
}
