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

  /// - Parameter key: a key; a paste gives `nil`, because a screen has no place for text.
  init?(_ key: KeyReader.Key) {
    switch key {
    case .paste: return nil
    case .function(.up): self = .up
    case .function(.down): self = .down
    case .function(.left): self = .left
    case .function(.right): self = .right
    case .function(.home): self = .home
    case .function(.end): self = .end
    case .function(.pageUp): self = .pageUp
    case .function(.pageDown): self = .pageDown
    case .function(.delete): self = .delete
    case .function(.earlier): self = .earlier
    case .function(.later): self = .later
    case .function(.newline), .scalar("\n"), .scalar("\r"): self = .enter
    case .function: self = .other
    case .scalar("\u{03}"): self = .interrupt
    case .scalar("\u{1A}"): self = .suspend
    case .scalar("\u{1B}"): self = .escape
    case .scalar("\t"): self = .tab
    case .scalar("\u{08}"), .scalar("\u{7F}"): self = .backspace
    case .scalar("\0"..<" "), .scalar("\u{80}"..<"\u{A0}"): self = .other
    case .scalar(let scalar): self = .character(Character(scalar))
    }
  }
}
