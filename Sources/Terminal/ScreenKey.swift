/// A key as a full screen gets it.
public enum ScreenKey: Hashable, Sendable {
  /// What was typed; never a control character.
  case character(Character)
  case up, down, left, right, home, end, enter, tab, backspace, delete, escape
  /// ^C, or the signal of the same meaning.
  case interrupt
  /// ^Z.
  case suspend
  /// Any other control character or function key.
  case other

  /// - Parameter key: a paste is nobody's key: a screen has no place for a text.
  init?(_ key: KeyReader.Key) {
    switch key {
    case .paste: return nil
    case .function(let function): self.init(function)
    case .scalar(let scalar): self.init(scalar)
    }
  }

  private init(_ function: KeyFunction) {
    switch function {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .home
    case .end: self = .end
    case .delete: self = .delete
    case .newline: self = .enter
    case .paste, .wordRight, .wordLeft, .redo: self = .other
    }
  }

  private init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x03: self = .interrupt
    case 0x1A: self = .suspend
    case 0x1B: self = .escape
    case 0x0A, 0x0D: self = .enter
    case 0x09: self = .tab
    case 0x08, 0x7F: self = .backspace
    case 0..<0x20, 0x80..<0xA0: self = .other
    default: self = .character(Character(scalar))
    }
  }
}
