import CLibEdit
import System

/// The line on the screen: the editor's additions to libedit's drawing, and the ways to leave and restore the line.
///
/// Whenever libedit draws, the screen is exactly as it assumes: paint over it has been removed before.
final class LinePicture {
  let session: EditSession
  private var configuration: LineEditorConfiguration
  private var painter: Painter
  private(set) var prompt = StyledText()
  /// The prompt's last line in libedit's form.
  private(set) var promptText: UnsafePointer<wchar_t>?
  /// The layout on the screen; `nil` while nothing is painted.
  private var painted: Layout?
  /// `true` while the cursor is at the prompt's first cell, although libedit assumes otherwise: see `handOver`.
  private(set) var isHome = false
  /// Messages that wait until there is room to show them.
  private var postponed: [String] = []
  private var spelled: (text: [Unicode.Scalar], string: String) = ([], "")
  private var highlighted: (text: [Unicode.Scalar], ranges: [StyledRange])?
  private var hinted: (text: [Unicode.Scalar], hint: String)?
  /// A recalled entry of the history: the user chose it, so nothing is suggested until it changes.
  var recalled: [Unicode.Scalar]?
  /// The matching bytes of a search.
  private var match: Range<Int>?
  /// `true` while a search or a menu receives the keys: nothing is suggested then.
  private var isModal = false
  /// The lines below the text.
  private var panel: [StyledText] = []
  private var shownStatus: StyledText?
  /// The walk that receives the keys, whose status is shown.
  private var walk: (any LineWalk)?
  private var statusTime = -Double.infinity
  /// The end of the previous line, until it is reported to the terminal.
  private var ended: Ending?
  /// `true` if the terminal knows the start of the typed text.
  private var isInputMarked = true
  private enum Ending { case line, nothing }
  /// The feedback for a text, and the time since when the present text is unchanged.
  private var reflected: (line: UndoStack.Snapshot, reflection: Reflection, at: Double)?
  private var stands: (line: UndoStack.Snapshot, since: Double)?

  init(_ session: EditSession, _ configuration: LineEditorConfiguration) {
    self.session = session
    self.configuration = configuration
    painter = Painter(palette: configuration.palette)
  }

  deinit { promptText?.deallocate() }

  var palette: Palette { painter.palette }

  /// Begins a line below the existing output.
  func begin(_ prompt: StyledText, _ configuration: LineEditorConfiguration) {
    self.configuration = configuration
    painter.palette = session.canPaint ? configuration.palette : .plain
    startRow()
    // All lines but the last are simply printed.
    var lines = prompt.lines
    let last = lines.removeLast()
    for line in lines { session.output.write(line.rendered(painter.palette) + "\r\n") }
    setPrompt(last)
    if let ended {
      tellTerminal(ended == .line ? "D;\(configuration.exitCode())" : "D")
      self.ended = nil
    }
    tellTerminal("A")
    isInputMarked = false
    isHome = false
    forgetPaint()
    // Commands run since may have changed the answers.
    highlighted = nil
    hinted = nil
    recalled = nil
    reflected = nil
    stands = nil
    statusTime = -Double.infinity
  }

  /// Moves to column 0, from which libedit counts. Output that did not end its line is marked, and the prompt goes to
  /// the next row: as many cells as a row has are written, so that the cursor wraps only if it was not at a row's
  /// start.
  private func startRow() {
    guard session.canPaint else { return }
    session.resize()
    let mark = painter.palette.paint(configuration.glyphs == .unicode ? "⏎" : "~", .dim)
    session.output.write(
      TerminalGuard.surelyBack + mark + String(repeating: " ", count: session.columns - 1) + LinePicture.eraseBelow)
  }

  /// Tells the terminal that a prompt or output begins here.
  private func tellTerminal(_ what: String) {
    if configuration.marksPrompts, session.canPaint { session.output.write("\u{1B}]133;\(what)\u{07}") }
  }

  private func setPrompt(_ text: StyledText) {
    prompt = text
    promptText?.deallocate()
    promptText = WideText.allocated(text.plain)
  }

  private var current: Layout {
    let line = session.line
    return Layout(
      prompt: Array(prompt.plain.unicodeScalars), text: line.text, cursor: line.cursor,
      columns: session.columns, width: EditSession.width)
  }

  /// `true` if the text is higher than the screen: libedit then scrolls it in its own way, and nothing is painted.
  private func isTooHigh(_ layout: Layout) -> Bool { layout.end.row >= session.rows }

  /// Paints colours, suggestion and status, unless they are already there or libedit's drawing does not allow it.
  func paint() {
    if painted != nil { return }
    settle()
    guard session.canPaint else { return }
    let layout = current
    if !layout.isPaintable || isTooHigh(layout) { return }
    let line = session.line
    if stands?.line != line {
      // The feedback was for another text.
      if reflected?.reflection.outcome != nil { statusTime = -Double.infinity }
      reflected = nil
      stands = (line, SystemClock.steadySeconds)
    }
    // If nothing is typed, the cursor is where the input begins.
    if !isInputMarked, line.text.isEmpty {
      tellTerminal("B")
      isInputMarked = true
    }
    let hint = isModal || line.cursor < line.text.count ? "" : suggestion(for: line) ?? ""
    let changes = session.output.consumeForeign()
    var text = ""
    updateStatus()
    // The feedback on a line that fills its first row appears beneath it.
    let outcome = reflected?.reflection.outcome
    let beneath = outcome.flatMap { layout.columns - 1 - $0.width < layout.firstRowEnd + 2 ? [$0] : nil } ?? []
    painter.paint(
      layout, styles: styles(line.text), after: changes, ghost: hint, status: beneath.isEmpty ? shownStatus : nil,
      into: &text)
    // The window may be smaller than when the panel was made.
    let room = max(0, session.rows - 1 - layout.lastRow)
    painter.paint(
      (panel.isEmpty ? beneath : panel).prefix(room).map { $0.clipped(to: session.columns - 1) }, below: layout,
      into: &text)
    session.output.write(text)
    painted = layout
    TerminalGuard.setExtras(painter.hasExtrasBehindCursor(layout))
  }

  /// Notes that the paint is no longer on the screen.
  private func forgetPaint() {
    painted = nil
    painter.forget()
    TerminalGuard.setExtras(false)
  }

  /// Removes everything that libedit does not know of.
  private func unpaint() {
    guard let layout = painted else { return }
    var text = ""
    painter.unpaint(layout, into: &text)
    session.output.write(text)
    session.output.handOver()
    painted = nil
    TerminalGuard.setExtras(false)
  }

  /// Prepares the screen for libedit's reaction to a key.
  ///
  /// When libedit changes a row with wide characters, it may take half of one for a common end, and from then on it
  /// writes in the wrong cells. For such a text nothing that libedit writes is sent: the cursor waits at the prompt,
  /// and `settle` draws everything again.
  func handOver() {
    // Not painted when keys come faster than that; the screen then also is as libedit left it.
    let layout = painted ?? current
    unpaint()
    if isHome || !layout.hasWide || !session.canPaint || !layout.isPaintable || isTooHigh(layout) { return }
    session.output.write(LinePicture.up(layout.cursor.row) + "\r")
    session.output.keep()
    isHome = true
  }

  /// Brings the screen to the state that libedit assumes.
  private func settle() {
    guard isHome else { return }
    isHome = false
    session.output.discard()
    session.output.write(LinePicture.eraseBelow)
    session.refresh()
  }

  /// Returns a continuation of the line; `nil` if there is none, or it could not be shown.
  func suggestion(for line: UndoStack.Snapshot) -> String? {
    guard painter.palette.hasColour, line.text != recalled else { return nil }
    if hinted?.text != line.text { hinted = (line.text, configuration.hint(spelling(of: line.text)) ?? "") }
    return hinted.flatMap { $0.hint.isEmpty ? nil : $0.hint }
  }

  /// Returns the line as a string, created once for each text because several callers need it at every key.
  private func spelling(of text: [Unicode.Scalar]) -> String {
    if spelled.text != text { spelled = (text, String(text)) }
    return spelled.string
  }

  /// Returns one style for each scalar of prompt and text.
  private func styles(_ text: [Unicode.Scalar]) -> [Style] {
    guard painter.palette.hasColour else { return [] }
    var styles: [Style] = []
    for run in prompt.runs { styles += repeatElement(run.style, count: run.text.unicodeScalars.count) }
    let promptCount = styles.count
    styles += repeatElement(.plain, count: text.count)
    if text.isEmpty { return styles }
    if highlighted?.text != text { highlighted = (text, configuration.highlight(spelling(of: text))) }
    var ranges = highlighted?.ranges ?? []
    if let match { ranges.append(StyledRange(match, .match)) }
    ranges += pair(text) + (reflected?.reflection.problems ?? []).map { StyledRange($0, .error) }
    if ranges.isEmpty { return styles }

    // The start of each scalar, in bytes.
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

  /// Returns the bracket at the cursor, else before it, and its partner.
  private func pair(_ text: [Unicode.Scalar]) -> [StyledRange] {
    let cursor = session.line.cursor
    let brackets: Set<Unicode.Scalar> = ["(", ")", "[", "]", "{", "}"]
    guard let place = [cursor, cursor - 1].first(where: { text.indices.contains($0) && brackets.contains(text[$0]) })
    else { return [] }
    let offset = text[..<place].reduce(0) { $0 + UTF8.width($1) }
    guard let partner = configuration.partner(spelling(of: text), offset) else { return [] }
    return [offset, partner].map { StyledRange($0..<$0 + 1, .match) }
  }

  // MARK: Status

  private static let statusInterval = 0.1

  /// Requests the status, ten times a second at most. Returns `true` if it has changed.
  @discardableResult
  private func updateStatus(atOnce: Bool = false) -> Bool {
    let now = SystemClock.steadySeconds
    if !atOnce, now - statusTime < LinePicture.statusInterval { return false }
    statusTime = now
    let status = walk.map(\.status) ?? reflected?.reflection.outcome ?? configuration.status()
    defer { shownStatus = status }
    return status != shownStatus
  }

  private func repaintStatus() {
    guard let layout = painted else { return }
    var text = ""
    painter.repaintStatus(shownStatus, layout, into: &text)
    session.output.write(text)
  }

  private static let thought = 0.08

  /// The time at which feedback on the line is due, in seconds of the steady clock.
  var reflectionDue: Double? {
    if painted == nil || isModal { return nil }
    if let reflected { return reflected.reflection.lasts.map { reflected.at + $0 } }
    return stands.map { $0.since + Self.thought }
  }

  /// Requests feedback on a line that has not changed for a moment, and shows it.
  func reflect() {
    let line = session.line
    guard let due = reflectionDue, SystemClock.steadySeconds >= due, stands?.line == line else { return }
    let cursor = line.text[..<line.cursor].reduce(0) { $0 + UTF8.width($1) }
    var reflection = line.text.isEmpty ? Reflection() : configuration.reflect(String(line.text), cursor)
    if reflection.givesWay, line.cursor == line.text.count, suggestion(for: line) != nil { reflection.outcome = nil }
    let said = reflected?.reflection ?? Reflection()
    reflected = (line, reflection, SystemClock.steadySeconds)
    guard reflection.problems != said.problems || reflection.outcome != said.outcome else { return }
    unpaint()
    statusTime = -Double.infinity
    paint()
  }

  /// The time at which to request the status again, in seconds of the steady clock; `nil` while none is on the
  /// screen.
  ///
  /// On a terminal that cannot be painted on, and beside a text that only libedit draws, there is no status to
  /// update: its due time would stay in the past, and waiting for it would use a whole processor.
  var statusDue: Double? { painted == nil || shownStatus == nil ? nil : statusTime + LinePicture.statusInterval }

  /// Keeps a displayed status up to date.
  func repeatStatus() {
    if painted != nil, shownStatus != nil, updateStatus() { repaintStatus() }
  }

  /// Updates the status after an event: it may have appeared, disappeared or changed.
  func showNewStatus() {
    if reflected?.reflection.outcome != nil { reflected = nil }
    if updateStatus(atOnce: true), painted != nil { repaintStatus() }
  }

  // MARK: Leaving the picture

  /// Shows messages above the prompt and draws the line again below them.
  func announce(_ messages: [String]) {
    guard !messages.isEmpty else { return }
    settle()
    let layout = current
    if session.canPaint, isTooHigh(layout) {
      postponed += messages
      return
    }
    leave(layout)
    for message in messages { session.output.write(LinePicture.terminalLines(message)) }
    session.refresh()
  }

  /// Draws another prompt and text in place of the present ones.
  private func redraw(prompt: StyledText, line: UndoStack.Snapshot) {
    settle()
    leave(current)
    setPrompt(prompt)
    session.replace(with: line)
    session.refresh()
  }

  /// Shows the state of a search: its own prompt, its match, and no suggestion.
  func show(_ search: HistorySearch) {
    isModal = true
    match = search.match
    redraw(prompt: search.prompt(glyphs: configuration.glyphs), line: search.line)
    panel = search.lines(height: max(3, session.rows / 3), glyphs: configuration.glyphs)
  }

  /// Shows a menu below the line with its selected candidate. If nothing can be painted, the candidates are listed
  /// above the line.
  /// - Returns: `true` if the menu is shown.
  func show(_ menu: inout CompletionMenu) -> Bool {
    let layout = current
    let room = session.rows - 1 - layout.lastRow
    guard session.canPaint, layout.isPaintable, room > 0 else {
      announce(lines(of: &menu, max(4, session.rows / 2)).map { $0.rendered(palette) })
      return false
    }
    isModal = true
    redraw(prompt: prompt, line: menu.line)
    panel = lines(of: &menu, min(room, max(4, session.rows / 2)))
    return true
  }

  /// Shows lines below the text.
  /// - Returns: `true` if there is room for any.
  func show(_ lines: [StyledText]) -> Bool {
    let layout = current
    guard session.canPaint, layout.isPaintable, session.rows - 1 - layout.lastRow > 0 else { return false }
    isModal = true
    redraw(prompt: prompt, line: session.line)
    panel = lines
    return true
  }

  /// Shows the state of a walk.
  /// - Returns: `true` if there is room for it.
  func show(_ walk: any LineWalk) -> Bool {
    self.walk = walk
    statusTime = -Double.infinity
    let room = session.rows - 1 - current.lastRow
    return show(walk.rows(columns: session.columns - 1, rows: room))
  }

  private func lines(of menu: inout CompletionMenu, _ height: Int) -> [StyledText] {
    menu.lines(width: session.columns - 1, height: height, glyphs: configuration.glyphs)
  }

  /// Shows the line under its own prompt again, and nothing below it.
  func endPanel(prompt: StyledText, line: UndoStack.Snapshot) {
    forgetPanel()
    redraw(prompt: prompt, line: line)
  }

  /// Clears the search or menu after the line has ended during it.
  func forgetPanel() {
    match = nil
    isModal = false
    panel = []
    if walk != nil { (walk, statusTime) = (nil, -Double.infinity) }
  }

  /// Rings the bell: there is nothing more.
  func ring() { session.output.ring() }

  /// Clears the screen and shows the line at its top (^L).
  func clearScreen() {
    settle()
    forgetPaint()
    session.output.write(session.canPaint ? "\u{1B}[H\u{1B}[2J" : "\r\n")
    session.refresh()
  }

  /// Erases prompt and text; the cursor moves to the prompt's start.
  private func leave(_ layout: Layout) {
    forgetPaint()
    if !session.canPaint {
      session.output.write("\r\n")
    } else if isTooHigh(layout) {
      session.output.write("\u{1B}[H\u{1B}[J")
    } else {
      session.output.write(LinePicture.up(layout.cursor.row) + LinePicture.eraseBelow)
    }
  }

  /// Draws the line again from the cursor's row on, after another program had the terminal.
  func comeBack() {
    if session.canPaint { session.output.write(LinePicture.eraseBelow) }
    session.markPastes()
    forgetPaint()
    session.resize()
    session.refresh()
  }

  /// Draws the line again after a window resize: the terminal has rewrapped the rows, and libedit does not know.
  func resize() {
    settle()
    let old = current
    let hasStatus = painted != nil && painter.shownStatusWidth > 0
    let ghost = painted == nil ? 0 : painter.shownGhostWidth
    let wasTooHigh = isTooHigh(old)
    session.resize()
    forgetPaint()
    if !session.canPaint {
      session.output.write("\r\n")
    } else if wasTooHigh || isTooHigh(current) {
      session.output.write("\u{1B}[H\u{1B}[2J")
    } else {
      let row = old.cursorRow(
        reflowedTo: session.columns, firstLine: hasStatus ? old.columns - 1 : 0, ghost: ghost)
      session.output.write(LinePicture.up(row) + LinePicture.eraseBelow)
    }
    session.refresh()
  }

  /// Ends the line on the screen: its colours stay, extras disappear, the cursor moves to the row below.
  /// - Parameter mark: written after the text.
  func leaveLine(mark: String) {
    settle()
    unpaint()
    let layout = current
    var text = ""
    if !session.canPaint {
      text = mark + String(repeating: "\r\n", count: max(1, layout.end.row - layout.cursor.row + 1))
    } else if isTooHigh(layout) {
      // The text's last row is also the screen's.
      text = "\u{1B}[999B" + mark + "\r\n"
    } else {
      if layout.isPaintable {
        painter.paint(layout, styles: styles(session.line.text), ghost: "", status: nil, into: &text)
        painter.forget()
      }
      var cursor = TerminalCursor(at: layout.cursor)
      let isInside = layout.end.row == layout.lastGlyphRow
      let existing = min(layout.lastGlyphRow, layout.lastExistingRow)
      cursor.move(to: Layout.Position(row: existing, column: 0), in: &text)
      text += String(repeating: "\n", count: layout.lastGlyphRow - existing)
      cursor.position.row = layout.lastGlyphRow
      if isInside { cursor.move(to: layout.end, in: &text) }
      if !mark.isEmpty { text += (isInside ? "" : "\r\n") + mark }
      text += "\r\n"
    }
    session.output.write(text)
    for message in postponed { session.output.write(LinePicture.terminalLines(message)) }
    postponed = []
    // An abandoned line has no output.
    ended = mark.isEmpty ? .line : .nothing
    if mark.isEmpty { tellTerminal("C") }
  }

  /// The sequences that erase from this row's start to the screen's end, and move the cursor to the row's start. There
  /// are several because some terminals take an erased screen for a cleared one and keep a copy of it above.
  private static let eraseBelow = "\r\u{1B}[K\u{1B}7\u{1B}[1B\u{1B}[J\u{1B}8"

  private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }

  /// Returns a message as lines that begin in column 0.
  private static func terminalLines(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    return lines.reduce(into: "") { $0 += $1 + "\r\n" }
  }
}

extension String {
  init(_ scalars: some Collection<Unicode.Scalar>) {
    // Their bytes at once: the library's conversion from scalars makes four checks for each.
    let count = scalars.reduce(0) { $0 + UTF8.width($1) }
    self.init(unsafeUninitializedCapacity: count) { bytes in
      var end = 0
      for scalar in scalars {
        for byte in UTF8.encode(scalar)! {
          bytes[end] = byte
          end += 1
        }
      }
      return end
    }
  }
}
