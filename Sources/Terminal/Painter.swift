/// A painter over libedit's drawing: the same characters in the same cells, with colours, and with extras unknown to
/// libedit: a suggestion after the text and a status at the right edge. All moves are relative and none scrolls, so
/// that libedit's model of the screen stays valid; extras are erased before libedit draws again.
///
/// Rows of one line are written in one piece, so that the terminal itself wraps them: only then does it join them
/// when the window becomes wider, as `Layout.cursorRow(reflowedTo:firstLine:ghost:)` assumes.
struct Painter {
  var palette: Palette
  private var extras = Extras()
  /// The painted cells of the text; `nil` if unknown.
  private var cells: PaintedCells?

  /// The extras on the screen that must be erased before libedit draws.
  private struct Extras {
    /// The cells of the suggestion's first character.
    var ghost = 0
    var status = 0
    /// The column at which the first row's text and suggestion end.
    var firstRowEnd = 0
    /// The rows below the text.
    var panel = 0
  }

  init(palette: Palette) { self.palette = palette }
  /// The cells of the status at the right edge; 0 if there is none.
  var shownStatusWidth: Int { extras.status }
  /// The cells of the suggestion's first character, under the cursor; 0 if there is none.
  var shownGhostWidth: Int { extras.ghost }
  /// `true` if there is something after the cursor and all of it is extras.
  func hasExtrasBehindCursor(_ layout: Layout) -> Bool {
    layout.cursor == layout.end
      && (extras.ghost > 0 || extras.panel > 0 || (extras.status > 0 && layout.cursor.row == 0))
  }
  /// Notes that everything on the screen was erased or scrolled away by other means.
  mutating func forget() { (extras, cells) = (Extras(), nil) }

  /// Paints colours and extras; the cursor returns to its position.
  /// - Parameters:
  ///   - styles: one for each scalar of prompt + text.
  ///   - changes: libedit's output since the text was painted last; `nil` if unknown.
  ///   - ghost: shown only with the cursor at the text's end, clipped to its row.
  ///   - status: shown in the first row if two cells before it stay free, else left out.
  mutating func paint(
    _ layout: Layout, styles: [Style], after changes: [UInt8]? = nil, ghost: String, status: StyledText?,
    into out: inout String
  ) {
    var cursor = TerminalCursor(at: layout.cursor)
    if palette.hasColour { paint(layout, layout.glyphs.map { styles[$0.index] }, after: changes, &cursor, into: &out) }

    var firstRowEnd = layout.firstRowEnd
    extras.ghost = 0
    if !ghost.isEmpty, palette.hasColour, layout.cursor == layout.end {
      let shown = Painter.firstLine(ghost, width: layout.columns - 1 - layout.end.column)
      if !shown.isEmpty {
        cursor.move(to: layout.end, in: &out)
        out += palette.paint(shown, .ghost)
        let width = DisplayWidth.of(shown)
        cursor.position.column += width
        if layout.end.row == 0 { firstRowEnd += width }
        extras.ghost = shown.first.map { DisplayWidth.of($0) } ?? 0
      }
    }

    extras.status = 0
    extras.firstRowEnd = firstRowEnd
    paintStatus(status, from: &cursor, layout, into: &out)
    cursor.move(to: layout.cursor, in: &out)
  }

  /// Paints the text's colours: only the cells that have changed, if the others are known.
  private mutating func paint(
    _ layout: Layout, _ styles: [Style], after changes: [UInt8]?, _ cursor: inout TerminalCursor, into out: inout String
  ) {
    let shown = changes.flatMap { cells?.styles(after: $0, of: layout) }
    cells = PaintedCells(layout, styles)
    if let shown {
      guard let first = styles.indices.first(where: { styles[$0] != shown[$0] }) else { return }
      let last = styles.indices.last { styles[$0] != shown[$0] } ?? first
      let glyphs = layout.glyphs[first...last]
      // Rows of one line are written together, and a full row wraps.
      if glyphs[first].row == glyphs[last].row, glyphs[last].column + 1 < layout.columns {
        cursor.move(to: Layout.Position(row: glyphs[first].row, column: glyphs[first].column), in: &out)
        for (glyph, style) in zip(glyphs, styles[first...last]) {
          cursor.style(style, palette, in: &out)
          out.unicodeScalars.append(glyph.scalar)
          cursor.position.column += 1
        }
        cursor.style(.plain, palette, in: &out)
        return
      }
    }
    paintAll(layout, styles, &cursor, into: &out)
  }

  private func paintAll(_ layout: Layout, _ styles: [Style], _ cursor: inout TerminalCursor, into out: inout String) {
    var lineEnds = layout.lineStarts.dropFirst()
    let lastRow = layout.lastExistingRow
    for (index, glyph) in layout.glyphs.enumerated() where glyph.row <= lastRow {
      let position = Layout.Position(row: glyph.row, column: glyph.column)
      if lineEnds.first == index {
        while lineEnds.first == index {
          lineEnds.removeFirst()
          endLine(&cursor, layout, into: &out)
        }
      } else if index > 0, cursor.position.row < glyph.row {
        // The terminal itself wraps.
        cursor.position = position
      }
      cursor.move(to: position, in: &out)
      cursor.style(styles[index], palette, in: &out)
      out.unicodeScalars.append(glyph.scalar)
      cursor.position.column += glyph.width
    }
    // Rows below the cursor may not exist yet.
    while lineEnds.popFirst() != nil, cursor.position.row < layout.cursor.row { endLine(&cursor, layout, into: &out) }
    if cursor.position.row < layout.cursor.row { wrap(&cursor, layout, into: &out) }
    cursor.style(.plain, palette, in: &out)
  }

  /// Paints lines below the text; the cursor returns to its position. Missing rows at the screen's end are created:
  /// the text scrolls up with its cursor, which is harmless because all moves are relative.
  mutating func paint(_ panel: [StyledText], below layout: Layout, into out: inout String) {
    extras.panel = panel.count
    if panel.isEmpty { return }
    out += "\r" + String(repeating: "\n", count: layout.lastRow - layout.cursor.row)
    for line in panel { out += "\r\n\u{1B}[K" + line.rendered(palette) }
    var cursor = TerminalCursor(at: Layout.Position(row: layout.lastRow + panel.count, column: 0))
    out += "\r"
    cursor.move(to: layout.cursor, in: &out)
  }

  /// Ends a line, so that the terminal does not treat the next row as its continuation.
  private func endLine(_ cursor: inout TerminalCursor, _ layout: Layout, into out: inout String) {
    cursor.style(.plain, palette, in: &out)
    wrap(&cursor, layout, into: &out)
    out += "\u{1B}[K"
    cursor.move(to: Layout.Position(row: cursor.position.row + 1, column: 0), in: &out)
  }

  /// Continues a full row in the next one, as libedit does: a space makes the terminal wrap.
  private func wrap(_ cursor: inout TerminalCursor, _ layout: Layout, into out: inout String) {
    if cursor.position.column < layout.columns { return }
    cursor.style(.plain, palette, in: &out)
    out += " \r"
    cursor.position = Layout.Position(row: cursor.position.row + 1, column: 0)
  }

  /// Repaints only the status.
  mutating func repaintStatus(_ status: StyledText?, _ layout: Layout, into out: inout String) {
    var cursor = TerminalCursor(at: layout.cursor)
    paintStatus(status, from: &cursor, layout, into: &out)
    cursor.move(to: layout.cursor, in: &out)
  }

  /// Erases the extras; the cursor stays.
  mutating func unpaint(_ layout: Layout, into out: inout String) {
    if extras.ghost > 0 { out += "\u{1B}[K" }
    if extras.status > 0, !(extras.ghost > 0 && layout.cursor.row == 0) {
      var cursor = TerminalCursor(at: layout.cursor)
      cursor.move(to: Layout.Position(row: 0, column: layout.firstRowEnd), in: &out)
      out += "\u{1B}[K"
      cursor.move(to: layout.cursor, in: &out)
    }
    if extras.panel > 0 {
      var cursor = TerminalCursor(at: layout.cursor)
      cursor.move(to: Layout.Position(row: layout.lastRow + 1, column: 0), in: &out)
      out += "\u{1B}[J"
      cursor.move(to: layout.cursor, in: &out)
    }
    extras = Extras()
  }

  private mutating func paintStatus(
    _ status: StyledText?, from cursor: inout TerminalCursor, _ layout: Layout, into out: inout String
  ) {
    var status = status ?? StyledText()
    // The last column stays free: some terminals wrap when it is written.
    let edge = layout.columns - 1
    if edge - status.width < extras.firstRowEnd + 2 { status = StyledText() }
    let width = status.width
    if max(width, extras.status) == 0 { return }
    cursor.move(to: Layout.Position(row: 0, column: edge - max(width, extras.status)), in: &out)
    out += String(repeating: " ", count: max(0, extras.status - width)) + status.rendered(palette)
    cursor.position.column = edge
    extras.status = width
  }

  /// Returns as much of the first line as fits, with `…` if something is missing.
  private static func firstLine(_ text: String, width: Int) -> String {
    if width <= 0 { return "" }
    let line = text.prefix { !$0.isNewline }
    let shown = sanitized(String(line)) + (line.endIndex == text.endIndex ? "" : " …")
    return StyledText(shown).clipped(to: width).plain
  }
}
