import Terminal

extension GlyphSet {
  var ellipsis: String { self == .unicode ? "…" : "..." }
  /// Between two facts of a line.
  var middleDot: String { self == .unicode ? " · " : " - " }
}
