/// The paint over what libedit has drawn: the same characters in the same cells, with colours, and with the extras libedit
/// knows nothing of, a suggestion behind the text and a status at the right edge. All moves are relative and none scrolls,
/// so that libedit's picture of the screen stays true; extras are erased before it draws again.
///
/// Rows that belong to one line are written in one go, so that the terminal wraps and knows it: only then does it join
/// them when the window becomes wider, as `Layout.cursorRow(reflowedTo:firstLine:ghost:)` takes for granted.
struct Painter {
  var palette: Palette
  private var extras = Extras()
  /// What is there of the text; nil where that is not known.
  private var cells: PaintedCells?

  /// What is on the screen and must go before libedit draws.
  private struct Extras {
    /// Cells of the suggestion's first character.
    var ghost = 0
    var status = 0
    /// Where the first row's text and suggestion end.
    var firstRowEnd = 0
    /// Rows below the text.
    var panel = 0
  }

  init(palette: Palette) { self.palette = palette }
  /// Cells of the status now at the right edge; 0 when there is none.
  var shownStatusWidth: Int { extras.status }
  /// Cells of the suggestion's first character, which the cursor is on; 0 when there is none.
  var shownGhostWidth: Int { extras.ghost }
  /// Whether all that stands behind the cursor, of which there is something, are extras.
  func hasExtrasBehindCursor(_ layout: Layout) -> Bool {
    layout.cursor == layout.end
      && (extras.ghost > 0 || extras.panel > 0 || (extras.status > 0 && layout.cursor.row == 0))
  }
  /// Everything on the screen was erased or scrolled away by other means.
  mutating func forget() { (extras, cells) = (Extras(), nil) }

  /// From the cursor back to the cursor: colours and extras.
  /// - Parameters:
  ///   - styles: one for each scalar of prompt + text.
  ///   - changes: what libedit has written since the text was painted last; nil where that is not known.
  ///   - ghost: shown only with the cursor at the text's end, clipped to its row.
  ///   - status: shown in the first row if two cells stay free before it, else left out.
  mutating func paint(
    _ layout: Layout, styles: [Style], after changes: [UInt8]? = nil, ghost: String, status: StyledText?,
    into out: inout String
  ) {
    var pen = Pen(at: layout.cursor)
    if palette.hasColour { paint(layout, layout.glyphs.map { styles[$0.index] }, after: changes, &pen, into: &out) }

    var firstRowEnd = layout.firstRowEnd
    extras.ghost = 0
    if !ghost.isEmpty, palette.hasColour, layout.cursor == layout.end {
      let shown = Painter.firstLine(ghost, width: layout.columns - 1 - layout.end.column)
      if !shown.isEmpty {
        pen.move(to: layout.end, in: &out)
        out += palette.paint(shown, .ghost)
        let width = DisplayWidth.of(shown)
        pen.position.column += width
        if layout.end.row == 0 { firstRowEnd += width }
        extras.ghost = shown.first.map { DisplayWidth.of($0) } ?? 0
      }
    }

    extras.status = 0
    extras.firstRowEnd = firstRowEnd
    paintStatus(status, from: &pen, layout, into: &out)
    pen.move(to: layout.cursor, in: &out)
  }

  /// The text's colours: those cells alone that have others, where the others are known.
  private mutating func paint(
    _ layout: Layout, _ styles: [Style], after changes: [UInt8]?, _ pen: inout Pen, into out: inout String
  ) {
    let shown = changes.flatMap { cells?.styles(after: $0, of: layout) }
    cells = PaintedCells(layout, styles)
    if let shown {
      guard let first = styles.indices.first(where: { styles[$0] != shown[$0] }) else { return }
      let last = styles.indices.last { styles[$0] != shown[$0] } ?? first
      let glyphs = layout.glyphs[first...last]
      // Rows that belong together are written together, and a row that is filled wraps.
      if glyphs[first].row == glyphs[last].row, glyphs[last].column + 1 < layout.columns {
        pen.move(to: Layout.Position(row: glyphs[first].row, column: glyphs[first].column), in: &out)
        for (glyph, style) in zip(glyphs, styles[first...last]) {
          pen.style(style, palette, in: &out)
          out.unicodeScalars.append(glyph.scalar)
          pen.position.column += 1
        }
        pen.style(.plain, palette, in: &out)
        return
      }
    }
    paintAll(layout, styles, &pen, into: &out)
  }

  private func paintAll(_ layout: Layout, _ styles: [Style], _ pen: inout Pen, into out: inout String) {
    var lineEnds = layout.lineStarts.dropFirst()
    let lastRow = layout.lastExistingRow
    for (index, glyph) in layout.glyphs.enumerated() where glyph.row <= lastRow {
      let position = Layout.Position(row: glyph.row, column: glyph.column)
      if lineEnds.first == index {
        while lineEnds.first == index {
          lineEnds.removeFirst()
          endLine(&pen, layout, into: &out)
        }
      } else if index > 0, pen.position.row < glyph.row {
        // The terminal itself wraps.
        pen.position = position
      }
      pen.move(to: position, in: &out)
      pen.style(styles[index], palette, in: &out)
      out.unicodeScalars.append(glyph.scalar)
      pen.position.column += glyph.width
    }
    // Rows below the cursor may not exist yet.
    while lineEnds.popFirst() != nil, pen.position.row < layout.cursor.row { endLine(&pen, layout, into: &out) }
    if pen.position.row < layout.cursor.row { wrap(&pen, layout, into: &out) }
    pen.style(.plain, palette, in: &out)
  }

  /// Lines below the text, from the cursor back to the cursor. Rows that are missing at the screen's end are made: the
  /// text goes up with its cursor, and as all moves are relative nobody notices.
  mutating func paint(_ panel: [StyledText], below layout: Layout, into out: inout String) {
    extras.panel = panel.count
    if panel.isEmpty { return }
    out += "\r" + String(repeating: "\n", count: layout.lastRow - layout.cursor.row)
    for line in panel { out += "\r\n\u{1B}[K" + line.rendered(palette) }
    var pen = Pen(at: Layout.Position(row: layout.lastRow + panel.count, column: 0))
    out += "\r"
    pen.move(to: layout.cursor, in: &out)
  }

  /// At a line's end the terminal must not take the next row for more of this one.
  private func endLine(_ pen: inout Pen, _ layout: Layout, into out: inout String) {
    pen.style(.plain, palette, in: &out)
    wrap(&pen, layout, into: &out)
    out += "\u{1B}[K"
    pen.move(to: Layout.Position(row: pen.position.row + 1, column: 0), in: &out)
  }

  /// A full row goes on in the next one, as libedit has it: a blank makes the terminal wrap.
  private func wrap(_ pen: inout Pen, _ layout: Layout, into out: inout String) {
    if pen.position.column < layout.columns { return }
    pen.style(.plain, palette, in: &out)
    out += " \r"
    pen.position = Layout.Position(row: pen.position.row + 1, column: 0)
  }

  /// Changes nothing but the status.
  mutating func repaintStatus(_ status: StyledText?, _ layout: Layout, into out: inout String) {
    var pen = Pen(at: layout.cursor)
    paintStatus(status, from: &pen, layout, into: &out)
    pen.move(to: layout.cursor, in: &out)
  }

  /// Erases the extras; the cursor stays where it is.
  mutating func unpaint(_ layout: Layout, into out: inout String) {
    if extras.ghost > 0 { out += "\u{1B}[K" }
    if extras.status > 0, !(extras.ghost > 0 && layout.cursor.row == 0) {
      var pen = Pen(at: layout.cursor)
      pen.move(to: Layout.Position(row: 0, column: layout.firstRowEnd), in: &out)
      out += "\u{1B}[K"
      pen.move(to: layout.cursor, in: &out)
    }
    if extras.panel > 0 {
      var pen = Pen(at: layout.cursor)
      pen.move(to: Layout.Position(row: layout.lastRow + 1, column: 0), in: &out)
      out += "\u{1B}[J"
      pen.move(to: layout.cursor, in: &out)
    }
    extras = Extras()
  }

  private mutating func paintStatus(
    _ status: StyledText?, from pen: inout Pen, _ layout: Layout, into out: inout String
  ) {
    var status = status ?? StyledText()
    // The last column stays free: some terminals wrap when it is written.
    let edge = layout.columns - 1
    if edge - status.width < extras.firstRowEnd + 2 { status = StyledText() }
    let width = status.width
    if max(width, extras.status) == 0 { return }
    pen.move(to: Layout.Position(row: 0, column: edge - max(width, extras.status)), in: &out)
    out += String(repeating: " ", count: max(0, extras.status - width)) + status.rendered(palette)
    pen.position.column = edge
    extras.status = width
  }

  /// As much of the first line as fits, `…` where something is missing.
  private static func firstLine(_ text: String, width: Int) -> String {
    if width <= 0 { return "" }
    let line = text.prefix { !$0.isNewline }
    let shown = sanitized(String(line)) + (line.endIndex == text.endIndex ? "" : " …")
    return StyledText(shown).clipped(to: width).plain
  }
}
