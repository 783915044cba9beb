import CLibEdit

/// What the editor adds to libedit's picture, and how it leaves and comes back to it.
extension LineEditor {
  func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  func layout(_ session: EditSession) -> Layout {
    let line = session.line
    return Layout(
      prompt: Array(prompt.plain.unicodeScalars), text: line.text, cursor: line.cursor,
      columns: session.columns, width: EditSession.width)
  }

  /// libedit scrolls a text that is higher than the screen in its own way: then only it draws.
  func isTooHigh(_ layout: Layout, _ session: EditSession) -> Bool { layout.end.row >= session.rows }

  /// Colours, suggestion and status, where libedit's picture allows them.
  func paint() {
    settle()
    guard let session, session.canPaint else { return }
    let layout = layout(session)
    if !layout.isPaintable || isTooHigh(layout, session) { return }
    let line = session.line
    let hint = isSearching || line.cursor < line.text.count ? "" : suggestion(for: line) ?? ""
    var text = ""
    updateStatus()
    painter.paint(layout, styles: styles(line.text), ghost: hint, status: shownStatus, into: &text)
    session.output.write(text)
    painted = layout
  }

  /// Takes away what libedit does not know of.
  func unpaint() {
    guard let session, let layout = painted else { return }
    var text = ""
    painter.unpaint(layout, into: &text)
    session.output.write(text)
    painted = nil
  }

  /// Makes the screen ready for what libedit does with a key.
  ///
  /// When it changes a row that holds wide characters, libedit may take half of one for a common end, and from then on
  /// it writes beside where it means to. So with such a text nothing that it writes is sent: the cursor waits at the
  /// prompt, and `settle` has everything drawn anew.
  func handOver() {
    guard let session else { return }
    // Not painted when keys come faster than that; the screen is libedit's then, too.
    let layout = painted ?? layout(session)
    unpaint()
    if isHome || !layout.hasWide || !session.canPaint || !layout.isPaintable || isTooHigh(layout, session) { return }
    session.output.write(LineEditor.up(layout.cursor.row) + "\r")
    session.output.keep()
    isHome = true
  }

  /// Brings the screen to what libedit believes it is.
  func settle() {
    guard let session, isHome else { return }
    isHome = false
    session.output.discard()
    session.output.write(LineEditor.eraseBelow)
    session.refresh()
  }

  /// What could follow the line; nil when there is nothing, or nothing could be shown.
  func suggestion(for line: UndoStack.Snapshot) -> String? {
    guard painter.palette.hasColour, !line.text.isEmpty else { return nil }
    if hinted?.text != line.text { hinted = (line.text, configuration.hint(string(line.text)) ?? "") }
    return hinted.flatMap { $0.hint.isEmpty ? nil : $0.hint }
  }

  /// One style for each scalar of prompt and text.
  private func styles(_ text: [Unicode.Scalar]) -> [Style] {
    guard painter.palette.hasColour else { return [] }
    var styles: [Style] = []
    for run in prompt.runs {
      styles += repeatElement(run.style, count: run.text.unicodeScalars.count)
    }
    let promptCount = styles.count
    styles += repeatElement(.plain, count: text.count)
    if text.isEmpty { return styles }
    if highlighted?.text != text { highlighted = (text, configuration.highlight(string(text))) }
    var ranges = highlighted?.ranges ?? []
    if let searchMatch { ranges.append(StyledRange(searchMatch, .match)) }
    if ranges.isEmpty { return styles }

    // Where each scalar begins, in bytes.
    var starts: [Int] = []
    starts.reserveCapacity(text.count)
    var offset = 0
    for scalar in text {
      starts.append(offset)
      offset += UTF8.width(scalar)
    }
    for styled in ranges {
      var index = starts.partitioningIndex { $0 >= styled.range.lowerBound }
      while index < starts.count, starts[index] < styled.range.upperBound {
        styles[promptCount + index] = styled.style
        index += 1
      }
    }
    return styles
  }

  // MARK: Status

  static let statusInterval = 0.1

  /// Asks for the status, ten times a second at most. True when it has changed.
  @discardableResult
  func updateStatus(atOnce: Bool = false) -> Bool {
    let now = monotonicSeconds()
    if !atOnce, now - statusTime < LineEditor.statusInterval { return false }
    statusTime = now
    let status = configuration.status()
    defer { shownStatus = status }
    return status != shownStatus
  }

  func repaintStatus() {
    guard let session, let layout = painted else { return }
    var text = ""
    painter.repaintStatus(shownStatus, layout, into: &text)
    session.output.write(text)
  }

  // MARK: Leaving the picture

  /// Shows messages above the prompt and draws the line anew below them.
  func announce(_ messages: [String]) {
    guard let session, !messages.isEmpty else { return }
    settle()
    let layout = layout(session)
    if session.canPaint, isTooHigh(layout, session) {
      postponed += messages
      return
    }
    leavePicture(layout, session)
    for message in messages { session.output.write(LineEditor.terminalLines(message)) }
    session.refresh()
  }

  /// Draws another prompt and text in the place of the present ones.
  func redraw(prompt: StyledText, line: UndoStack.Snapshot) {
    guard let session else { return }
    settle()
    leavePicture(layout(session), session)
    setPrompt(prompt)
    session.replace(with: line)
    session.refresh()
  }

  /// ^L: an empty screen with the line at its top.
  func clearScreen() -> UInt8 {
    guard let session else { return UInt8(CC_NORM) }
    settle()
    painted = nil
    painter.forgetExtras()
    session.output.write(session.canPaint ? "\u{1B}[H\u{1B}[2J" : "\r\n")
    session.refresh()
    return UInt8(CC_NORM)
  }

  /// Erases prompt and text; the cursor goes where the prompt began.
  private func leavePicture(_ layout: Layout, _ session: EditSession) {
    painted = nil
    painter.forgetExtras()
    if !session.canPaint {
      session.output.write("\r\n")
    } else if isTooHigh(layout, session) {
      session.output.write("\u{1B}[H\u{1B}[J")
    } else {
      session.output.write(LineEditor.up(layout.cursor.row) + LineEditor.eraseBelow)
    }
  }

  /// The window has another size: the terminal has wrapped the rows anew, and libedit does not know.
  func resize() {
    guard let session else { return }
    settle()
    let old = layout(session)
    let hasStatus = painted != nil && painter.shownStatusWidth > 0
    let ghost = painted == nil ? 0 : painter.shownGhostWidth
    let wasTooHigh = isTooHigh(old, session)
    session.resize()
    painted = nil
    painter.forgetExtras()
    if !session.canPaint {
      session.output.write("\r\n")
    } else if wasTooHigh || isTooHigh(layout(session), session) {
      session.output.write("\u{1B}[H\u{1B}[2J")
    } else {
      let row = old.cursorRow(
        reflowedTo: session.columns, firstLine: hasStatus ? old.columns - 1 : 0, ghost: ghost)
      session.output.write(LineEditor.up(row) + LineEditor.eraseBelow)
    }
    session.refresh()
  }

  /// Ends the line on the screen: its colours stay, extras go, the cursor goes to the row below.
  ///
  /// - Parameter mark: written behind the text.
  func leaveLine(mark: String) {
    guard let session else { return }
    settle()
    unpaint()
    let layout = layout(session)
    var text = ""
    if !session.canPaint {
      text = mark + String(repeating: "\r\n", count: max(1, layout.end.row - layout.cursor.row + 1))
    } else if isTooHigh(layout, session) {
      // The text's last row is the screen's.
      text = "\u{1B}[999B" + mark + "\r\n"
    } else {
      if layout.isPaintable {
        painter.paint(layout, styles: styles(session.line.text), ghost: "", status: nil, into: &text)
        painter.forgetExtras()
      }
      var pen = Pen(at: layout.cursor)
      let isInside = layout.end.row == layout.lastGlyphRow
      let existing = min(layout.lastGlyphRow, layout.lastExistingRow)
      pen.move(to: Layout.Position(row: existing, column: 0), in: &text)
      text += String(repeating: "\n", count: layout.lastGlyphRow - existing)
      pen.position.row = layout.lastGlyphRow
      if isInside { pen.move(to: layout.end, in: &text) }
      if !mark.isEmpty { text += (isInside ? "" : "\r\n") + mark }
      text += "\r\n"
    }
    session.output.write(text)
    for message in postponed { session.output.write(LineEditor.terminalLines(message)) }
    postponed = []
  }

  /// Erases from this row's start to the screen's end; the cursor goes to the row's start. Not with one sequence: some
  /// terminals take an erased screen for a cleared one and keep a copy of it above.
  static let eraseBelow = "\r\u{1B}[K\u{1B}7\u{1B}[1B\u{1B}[J\u{1B}8"

  static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }

  /// A message as lines that begin in column 0.
  private static func terminalLines(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    return lines.reduce(into: "") { $0 += $1 + "\r\n" }
  }
}

extension Array where Element == Int {
  /// The first index whose element fulfils the condition, in an array where all that do come last.
  func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
