/// Many lines, shown a page at a time, and the keys that move the page. It is independent of a terminal.
public struct PageView {
  private var lines: [StyledText]
  private let glyphs: GlyphSet
  /// The first displayed line.
  private var top = 0
  /// The lines that were displayed one after the other up to the present page.
  private var read = 0..<0
  /// The rows for lines in the last drawing.
  private var height = 1
  private var search = SearchField()
  private var isMissing = false

  public init(_ lines: [StyledText], glyphs: GlyphSet) { (self.lines, self.glyphs) = (lines, glyphs) }

  /// Replaces the lines with lines of another width, keeping the relative position of the page.
  public mutating func reflow(_ lines: [StyledText]) {
    func moved(_ line: Int) -> Int { self.lines.isEmpty ? 0 : line * lines.count / self.lines.count }
    top = moved(top)
    read = moved(read.lowerBound)..<moved(read.upperBound)
    self.lines = lines
    top = min(top, lastTop)
  }

  private var lastTop: Int { max(0, lines.count - height) }
  /// The range of displayed lines.
  public var shown: Range<Int> { top..<min(lines.count, top + height) }
  /// The range of lines that stay on the terminal afterwards: from where the user began to read to the present page.
  /// Lines that a jump has passed over are not among them.
  public var left: Range<Int> { min(read.lowerBound, shown.lowerBound)..<shown.upperBound }

  /// Returns the page and, below it, a status row with its position.
  public mutating func picture(columns: Int, rows: Int) -> [StyledText] {
    height = max(1, rows - 1)
    top = min(top, lastTop)
    let isNext = shown.lowerBound <= read.upperBound && read.lowerBound <= shown.upperBound
    read =
      isNext ? min(read.lowerBound, shown.lowerBound)..<max(read.upperBound, shown.upperBound) : shown
    return shown.map { isHit($0) ? marked(lines[$0]) : lines[$0] }
      + Array(repeating: StyledText(), count: height - shown.count)
      + [status(within: columns).clipped(to: columns, mark: glyphs.cut)]
  }

  /// Returns the status row, with as many of the keys as fit.
  private func status(within columns: Int) -> StyledText {
    if let typed = search.typed { return StyledText("/" + sanitized(typed, glyphs: glyphs)) }
    let dash = glyphs == .unicode ? "–" : "-"
    let part = "\(top + 1)\(dash)\(shown.upperBound) of \(lines.count)"
    let dot = glyphs.middleDot
    let missing =
      isMissing ? StyledText("not found: \(sanitized(search.query, glyphs: glyphs))\(dot)", .error) : StyledText()
    var keys = ["Space continues", "q leaves", "/ searches", "b goes back"]
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

  /// Handles a key.
  /// - Returns: `false` to leave.
  public mutating func handle(_ key: ScreenKey) -> Bool {
    if search.isOpen {
      if search.handle(key) { find(from: top, by: 1) }
      return true
    }
    isMissing = false
    switch key {
    case .character(" "), .character("f"), .pageDown:
      // A reader at the end wants to continue.
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

/// A pager: long output on the whole screen, a page at a time.
public enum Pager {
  /// Shows lines until the user leaves, and closes the screen.
  /// - Parameters:
  ///   - lines: returns the lines for a window of this many columns, with the escape sequences of this palette; called
  ///     again if the window gets another width.
  ///   - nextDeadline: returns the seconds until `onWake` should be called; `nil` for never.
  /// - Returns: the lines that were read, up to the last page shown.
  public static func show(
    _ lines: (Int) -> [String], on screen: any Screen, palette: Palette, glyphs: GlyphSet,
    nextDeadline: () -> Double? = { nil }, onWake: () -> Void = {}
  ) -> ArraySlice<String> {
    defer { screen.close() }
    var page = WrappedPage(lines(screen.columns), columns: screen.columns, palette)
    var view = PageView(page.rows, glyphs: glyphs)
    while screen.draw(view.picture(columns: screen.columns, rows: screen.rows)) {
      switch screen.wait(atMost: nextDeadline()) {
      case .key(let key): if !view.handle(key) { return page.lines(view.left) }
      case .timeOver: onWake()
      case .changed where screen.columns != page.columns:
        page = WrappedPage(lines(screen.columns), columns: screen.columns, palette)
        view.reflow(page.rows)
      case .changed: break
      case .lost: return page.lines(view.left)
      }
    }
    return page.lines(view.left)
  }
}

/// Lines in rows that fit a window, because a word such as a long address may be wider.
struct WrappedPage {
  let columns: Int
  private let lines: [String]
  private(set) var rows: [StyledText] = []
  /// The line of each row.
  private var places: [Int] = []

  init(_ lines: [String], columns: Int, _ palette: Palette) {
    (self.lines, self.columns) = (lines, columns)
    for (index, line) in lines.enumerated() {
      let rows = StyledText(rendered: line, palette).wrapped(to: columns)
      self.rows += rows
      places += repeatElement(index, count: rows.count)
    }
  }

  /// Returns the lines of a range of rows, whole.
  func lines(_ rows: Range<Int>) -> ArraySlice<String> {
    rows.isEmpty ? [] : lines[places[rows.lowerBound]...places[rows.upperBound - 1]]
  }
}
