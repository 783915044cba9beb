/// Long output on the whole screen, a page at a time.
public enum Pager {
  /// Shows lines until somebody leaves.
  /// - Parameters:
  ///   - page: the lines for a window of so many columns, with the escape sequences of this palette; asked again when the
  ///     window gets another width.
  ///   - nextDeadline: seconds until `onWake` is to be called; nil for never.
  /// - Returns: the lines that were shown last; `nil` where there is no terminal.
  public static func show(
    _ page: (Int) -> [String], palette: Palette, glyphs: GlyphSet, output: Int32 = 1,
    nextDeadline: () -> Double? = { nil }, onWake: () -> Void = {}
  ) -> ArraySlice<String>? {
    guard let screen = FullScreen(output: output, palette: palette) else { return nil }
    defer { screen.close() }
    var (lines, columns) = (page(screen.columns), screen.columns)
    func styled() -> [StyledText] { lines.map { StyledText(rendered: $0, palette) } }
    var view = PageView(styled(), glyphs: glyphs)
    while screen.draw(view.picture(columns: screen.columns, rows: screen.rows)) {
      switch screen.wait(atMost: nextDeadline()) {
      case .key(let key): if !view.take(key) { return lines[view.shown] }
      case .timeOver: onWake()
      case .changed where screen.columns != columns:
        (lines, columns) = (page(screen.columns), screen.columns)
        view.reflow(styled())
      case .changed: break
      case .lost: return lines[view.shown]
      }
    }
    return lines[view.shown]
  }
}
