/// A search on a screen, typed after `/`.
public struct SearchField: Sendable {
  /// The last query; empty before the first search.
  public private(set) var query = ""
  /// The text being typed; `nil` while the field is closed.
  public private(set) var typed: String?

  public init() {}

  public var isOpen: Bool { typed != nil }
  public mutating func open() { typed = "" }

  /// Handles a key while the field is open.
  /// - Returns: `true` if the field is now closed and the query should be searched for.
  public mutating func handle(_ key: ScreenKey) -> Bool {
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
