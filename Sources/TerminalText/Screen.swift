/// The user's whole screen, taken over from the lines until it is closed.
///
///     guard let screen = output.openScreen() else { return }
///     defer { screen.close() }
///     while screen.draw(picture(columns: screen.columns, rows: screen.rows)) {
///       if case .key(.escape) = screen.wait(atMost: nil) { break }
///     }
///
/// `FullScreen` is one in a terminal. There is one at a time, on the thread that waits for its keys.
public protocol Screen: AnyObject {
  var columns: Int { get }
  var rows: Int { get }
  /// How the screen shows pictures made of pixels; `nil` if it shows none, or this is not known yet.
  var graphics: Graphics? { get }
  /// Shows a picture.
  /// - Returns: `false` if the screen is gone.
  func draw(_ picture: [StyledText]) -> Bool
  /// Runs work that may take time while no keys are read: ^C requests an `Interruption`.
  func work(_ body: () -> Void)
  /// Returns the next key, or the first other event.
  /// - Parameter seconds: the maximum time; `nil` for no limit.
  func wait(atMost seconds: Double?) -> ScreenEvent
  /// Gives the screen back to the lines. Repeated calls are allowed.
  func close()
}

/// The reason why a wait for a screen's keys ended.
public enum ScreenEvent: Hashable, Sendable {
  case timeOver
  case key(ScreenKey)
  /// The screen was resized, or another program used it: it must be drawn again.
  case changed
  /// The screen is gone.
  case lost
}

/// What opens screens.
public protocol ScreenHost: AnyObject {
  /// `true` if there is a screen at present.
  var isPossible: Bool { get }
  /// Takes over the screen; `nil` if that is not possible.
  func open(_ palette: Palette) -> (any Screen)?
}
