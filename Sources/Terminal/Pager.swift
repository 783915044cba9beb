/// Long output on the whole screen, a page at a time.
public enum Pager {
  /// Shows lines until somebody leaves.
  /// - Parameters:
  ///   - lines: with the escape sequences of this palette.
  ///   - nextDeadline: seconds until `onWake` is to be called; nil for never.
  /// - Returns: the lines that were shown last; `nil` where there is no terminal.
  public static func show(
    _ lines: [String], palette: Palette, glyphs: GlyphSet, output: Int32 = 1, nextDeadline: () -> Double? = { nil },
    onWake: () -> Void = {}
  ) -> ArraySlice<String>? {
    guard let screen = FullScreen(output: output, palette: palette) else { return nil }
    defer { screen.close() }
    var view = PageView(lines.map { StyledText(rendered: $0, palette) }, glyphs: glyphs)
    while screen.draw(view.picture(columns: screen.columns, rows: screen.rows)) {
      switch screen.wait(atMost: nextDeadline()) {
      case .key(let key): if !view.take(key) { return lines[view.shown] }
      case .timeOver: onWake()
      case .changed: break
      case .lost: return lines[view.shown]
      }
    }
    return lines[view.shown]
  }
}
