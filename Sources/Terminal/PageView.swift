/// Many lines of which a screen shows a page, and the keys that move it. It knows no terminal.
public struct PageView {
  private var lines: [StyledText]
  private let glyphs: GlyphSet
  /// The first line that is shown.
  private var top = 0
  /// Rows for lines, as last drawn.
  private var height = 1
  private var search = SearchField()
  private var isMissing = false

  public init(_ lines: [StyledText], glyphs: GlyphSet) { (self.lines, self.glyphs) = (lines, glyphs) }

  /// The same in lines of another width: as much of all is above the page as before.
  public mutating func reflow(_ lines: [StyledText]) {
    top = self.lines.isEmpty ? 0 : top * lines.count / self.lines.count
    self.lines = lines
    top = min(top, lastTop)
  }

  private var lastTop: Int { max(0, lines.count - height) }
  /// The lines that are shown.
  public var shown: Range<Int> { top..<min(lines.count, top + height) }

  /// The page, and below it what part of all it is.
  public mutating func picture(columns: Int, rows: Int) -> [StyledText] {
    height = max(1, rows - 1)
    top = min(top, lastTop)
    return shown.map { isHit($0) ? marked(lines[$0]) : lines[$0] }
      + Array(repeating: StyledText(), count: height - shown.count)
      + [status(within: columns).clipped(to: columns, mark: glyphs.cut)]
  }

  /// Of the keys as many as there is room for.
  private func status(within columns: Int) -> StyledText {
    if let typed = search.typed { return StyledText("/" + sanitized(typed, glyphs: glyphs)) }
    let dash = glyphs == .unicode ? "–" : "-"
    let part = "\(top + 1)\(dash)\(shown.upperBound) of \(lines.count)"
    let dot = glyphs.middleDot
    let missing =
      isMissing ? StyledText("not found: \(sanitized(search.query, glyphs: glyphs))\(dot)", .error) : StyledText()
    var keys = ["Space goes on", "q leaves", "/ searches", "b goes back"]
    func text() -> StyledText { missing + StyledText(([part] + keys).joined(separator: dot), .dim) }
    while text().width > columns, keys.count > 1 { keys.removeLast() }
    return text()
  }

  private func isHit(_ index: Int) -> Bool {
    !search.query.isEmpty && lines[index].plain.lowercased().contains(search.query.lowercased())
  }

  private func marked(_ line: StyledText) -> StyledText {
    let plain = line.plain
    guard let hit = plain.lowercased().firstRange(ofBytes: search.query.lowercased()),
      plain.utf8.count >= hit.upperBound,
      plain.utf8.count == plain.lowercased().utf8.count
    else { return line }
    return StyledText(plain, ranges: line.styledRanges + [StyledRange(hit, .match)])
  }

  /// Takes a key in.
  /// - Returns: false when it leaves.
  public mutating func take(_ key: ScreenKey) -> Bool {
    if search.isOpen {
      if search.take(key) { find(from: top, by: 1) }
      return true
    }
    isMissing = false
    switch key {
    case .character(" "), .character("f"), .pageDown:
      // Whoever has read all wants to go on.
      if top >= lastTop, key == .character(" ") { return false }
      move(by: height)
    case .character("b"), .pageUp: move(by: -height)
    case .down, .enter, .character("j"): move(by: 1)
    case .up, .character("k"): move(by: -1)
    case .home, .character("g"): top = 0
    case .end, .character("G"): top = lastTop
    case .character("/"): search.open()
    case .character("n"): find(from: top + 1, by: 1)
    case .character("N"): find(from: top - 1, by: -1)
    case .character("q"), .escape, .interrupt: return false
    default: break
    }
    return true
  }

  private mutating func move(by count: Int) { top = min(max(0, top + count), lastTop) }

  private mutating func find(from start: Int, by step: Int) {
    let found = stride(from: start, to: step > 0 ? lines.count : -1, by: step).first(where: isHit)
    isMissing = found == nil
    if let found { top = min(found, lastTop) }
  }
}

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
