/// A key as a full screen receives it.
public enum ScreenKey: Hashable, Sendable {
  /// A typed character; never a control character.
  case character(Character)
  case up, down, left, right, home, end, pageUp, pageDown, enter, tab, backspace, delete, escape
  /// Alt-Left and Alt-Right.
  case earlier, later
  /// ^C, or its signal.
  case interrupt
  /// ^Z.
  case suspend
  /// Any other control character or function key.
  case other
}
