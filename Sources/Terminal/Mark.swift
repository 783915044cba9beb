/// The signs that begin a line of output: one sign means one thing everywhere.
public enum Mark: String, Hashable, Sendable, CaseIterable {
  case plays = "▶"
  case held = "‖"
  case next = "⏭"
  case previous = "⏮"
  case liked = "♥"
  case done = "✓"
  case star = "★"
  case warning = "⚠"
  case failed = "✗"
  case starts = "●"
  case halfway = "◐"
  case note = "·"

  /// One cell in both sets.
  public func text(_ glyphs: GlyphSet) -> String {
    if glyphs == .unicode { return rawValue }
    switch self {
    case .plays: return ">"
    case .held: return "="
    case .next: return "}"
    case .previous: return "{"
    case .liked: return "+"
    case .done: return "v"
    case .star: return "*"
    case .warning: return "!"
    case .failed: return "x"
    case .starts: return "o"
    case .halfway: return "%"
    case .note: return "-"
    }
  }
}
