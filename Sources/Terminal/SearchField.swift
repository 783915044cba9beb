/// What somebody looks for on a screen, and what is typed for it behind `/`.
public struct SearchField: Sendable {
  /// What was looked for last; empty before.
  public private(set) var query = ""
  /// What is typed; `nil` while nothing is.
  public private(set) var typed: String?

  public init() {}

  public var isOpen: Bool { typed != nil }
  public mutating func open() { typed = "" }

  /// Takes a key while it is open.
  /// - Returns: whether it is closed by now and the query is to be found.
  public mutating func take(_ key: ScreenKey) -> Bool {
    switch key {
    case .character(let character): typed?.append(character)
    case .backspace:
      if typed?.isEmpty == true { typed = nil } else { typed?.removeLast() }
    case .enter:
      if let typed, !typed.isEmpty { query = typed }
      typed = nil
      return true
    case .escape, .interrupt: typed = nil
    default: break
    }
    return false
  }
}
