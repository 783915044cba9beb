/// The signs that begin a line of output; each sign has one meaning everywhere.
public enum Mark: Hashable, Sendable, CaseIterable {
  case plays, held, next, previous, liked, done, star, warning, failed, starts, halfway, note

  /// Returns the sign: one cell in both glyph sets.
  public func text(_ glyphs: GlyphSet) -> String {
    let (unicode, ascii) =
      switch self {
      case .plays: ("▶", ">")
      case .held: ("‖", "=")
      case .next: ("⏭", "}")
      case .previous: ("⏮", "{")
      case .liked: ("♥", "+")
      case .done: ("✓", "v")
      case .star: ("★", "*")
      case .warning: ("⚠", "!")
      case .failed: ("✗", "x")
      case .starts: ("●", "o")
      case .halfway: ("◐", "%")
      case .note: ("·", "-")
      }
    return glyphs == .unicode ? unicode : ascii
  }
}
