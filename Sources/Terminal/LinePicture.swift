import System

/// The line on the screen: what it shows beside its text, and the ways to leave and restore it.
final class LinePicture {
  let session: EditSession
  private var configuration: LineEditorConfiguration
  private var painter: Painter
  private var dumb: DumbTerminalLine
  /// The text before the line, or the state of a search.
  private var prompt = StyledText()
  /// The text before the line, which returns after a search.
  private var ownPrompt = StyledText()
  /// `true` while the screen shows the present line.
  private var isPainted = false
  /// The window's size when the line was painted.
  private var size: (columns: Int, rows: Int)
  /// The time at which the line is shown in a window of another size, in seconds of the steady clock.
  private(set) var resizeDue: Double?
  /// The pause after the last resize. A window that is dragged changes many times; output drawn in between may arrive
  /// when the terminal has already wrapped its rows again.
  private let resizePause = TerminalName.resizePause { Environment.value($0) }
  /// The messages that have arrived during this pause.
  private var held: [Announcement] = []
  /// Asks the terminal for the row of its cursor; `nil` if it does not answer.
  var cursorRow: () -> Int? = { nil }
  /// The first row of the text that a window too small for the text shows.
  private var top = 0
  private var spelled: (text: [Grapheme], string: String) = ([], "")
  private var highlighted: (text: [Grapheme], ranges: [StyledRange])?
  private var hinted: (text: [Grapheme], hint: String)?
  /// A recalled entry of the history: the user chose it, so nothing is suggested until it changes.
  var recalled: [Grapheme]?
  /// The matching bytes of a search.
  private var match: Range<Int>?
  /// `true` while a search or a menu receives the keys: nothing is suggested then.
  private var isModal = false
  /// The lines below the text.
  private var panel: [StyledText] = []
  /// The line before a search, which ^C restores.
  private var searched: UndoStack.Snapshot?
  /// Returns these lines for the window's present size; `nil` if there are none.
  private var panelLines: (() -> [StyledText])?
  private var shownStatus: StyledText?
  /// The status without the user's text, shown where there is no room for both.
  private var shorterStatus: StyledText?
  /// `true` if the status changes by itself, so that it must be requested again and again.
  private var isStatusLive = false
  /// The user's own text at the right, and the time when it was requested.
  private var rightText: (text: StyledText?, at: Double) = (nil, -Double.infinity)
  /// `true` while vi's keys are commands.
  var takesCommands = false
  /// The walk that receives the keys, whose status is shown.
  private var walk: (any LinePanel)?
  private var statusTime = -Double.infinity
  private var openSeries: OpenSeries?
  /// The end of the previous line, until it is reported to the terminal.
  private var ended: Ending?
  /// `true` if the terminal knows the start of the typed text.
  private var isInputMarked = true
  private enum Ending { case line, nothing }
  /// The feedback for a text, and the time since when the present text is unchanged.
  private var reflected: (line: UndoStack.Snapshot, reflection: Reflection, at: Double)?
  private var shownLine: (line: UndoStack.Snapshot, since: Double)?

  init(_ session: EditSession, _ configuration: LineEditorConfiguration) {
    self.session = session
    self.configuration = configuration
    size = session.size
    painter = Painter(palette: configuration.palette)
    painter.rewrapping = TerminalName.rewrapping { Environment.value($0) }
    painter.canShift = TerminalName.canShift(Environment.value("TERM") ?? "")
    dumb = DumbTerminalLine()
  }

  var palette: Palette { painter.palette }

  /// Begins a line below the existing output.
  func begin(_ prompt: StyledText, _ configuration: LineEditorConfiguration) {
    self.configuration = configuration
    painter.palette = session.canPaint ? configuration.palette : .plain
    startRow()
    // All lines but the last are simply printed.
    var lines = prompt.lines
    ownPrompt = lines.removeLast()
    self.prompt = ownPrompt
    for line in lines { session.output.write(line.rendered(painter.palette) + "\r\n") }
    if let ended {
      markForTerminal(ended == .line ? "D;\(configuration.exitCode())" : "D")
      self.ended = nil
    }
    markForTerminal("A")
    isInputMarked = false
    forgetPaint()
    openSeries = nil
    top = 0
    // Commands run since may have changed the answers.
    highlighted = nil
    hinted = nil
    recalled = nil
    reflected = nil
    shownLine = nil
    statusTime = -Double.infinity
    takesCommands = false
    rightText = (configuration.rightText(), SystemClock.steadySeconds)
  }

  /// Begins output before the first line.
  func prepare() {
    session.prepareTerminal(false)
    startRow()
    _ = session.output.flush()
  }

  /// Moves to column 0. Output that did not end its line is marked, and the prompt goes to the next row: as many cells
  /// as a row has are written, so that the cursor wraps only if it was not at a row's start.
  private func startRow() {
    guard session.canPaint else { return }
    size = session.size
    let mark = painter.palette.paint(configuration.glyphs == .unicode ? "⏎" : "~", .dim)
    session.output.write(
      TerminalGuard.restoreSequence + mark + String(repeating: " ", count: size.columns - 1) + Painter.eraseBelow)
  }

  /// Tells the terminal that a prompt or output begins here.
  private func markForTerminal(_ what: String) {
    if configuration.marksPrompts, session.canPaint { session.output.write("\u{1B}]133;\(what)\u{07}") }
  }

  // MARK: Painting

  /// Notes that a key may change the line.
  func invalidate() { isPainted = false }

  /// Paints the line with its colours, suggestion and status, unless the screen shows them already.
  func paint() {
    if isPainted { return }
    isPainted = true
    let line = session.line
    guard session.canPaint else {
      var text = ""
      dumb.show(content(line), columns: session.size.columns, into: &text)
      return session.output.write(text)
    }
    if session.isVi { shapeCursor(takesCommands && !isModal ? .block : .bar) }
    if session.size != size, resizeDue == nil { resize() }
    if isResizing {
      isPainted = false
      return
    }
    finishResize()
    if shownLine?.line != line {
      // The feedback was for another text.
      if reflected?.reflection.outcome != nil { statusTime = -Double.infinity }
      reflected = nil
      shownLine = (line, SystemClock.steadySeconds)
    }
    // If nothing is typed, the cursor is where the input begins.
    if !isInputMarked, line.text.isEmpty {
      show(content(line))
      markForTerminal("B")
      isInputMarked = true
    }
    updateStatus()
    var content = content(line)
    content.ghost = isModal || line.cursor < line.text.count ? "" : suggestion(for: line) ?? ""
    content.panel = panel
    (content.status, content.shorterStatus) = (shownStatus, shorterStatus)
    // The feedback on a line that fills its first row appears beneath it.
    if panel.isEmpty, let reflection = reflected?.reflection, let outcome = reflection.outcome,
      reflection.isBeneath || !frame(content).hasStatus
    {
      content.panel = [outcome.clipped(to: size.columns - 1)]
      (content.status, content.shorterStatus) = (nil, nil)
    }
    show(content)
  }

  /// Returns the line without additions.
  private func content(_ line: UndoStack.Snapshot) -> LineContent {
    var content = LineContent()
    content.prompt = takesCommands && !isModal ? LineMode.turned(prompt) : prompt
    content.text = line.text
    content.styles = styles(line)
    content.cursor = line.cursor
    content.glyphs = configuration.glyphs
    return content
  }

  private func frame(_ content: LineContent) -> LineFrame {
    LineFrame(content, columns: size.columns, rows: size.rows, top: top)
  }

  private func show(_ content: LineContent) {
    let frame = frame(content)
    top = frame.top
    var text = ""
    // While a panel takes a part of the window, the rows above are missing only for a moment.
    if frame.top > 0, !painter.remains.isEmpty, content.panel.isEmpty, frame.rows.count >= size.rows {
      var bare = content
      (bare.ghost, bare.status, bare.shorterStatus) = ("", nil, nil)
      painter.fillGap(of: LineFrame(bare, columns: size.columns, rows: nil), above: frame, into: &text)
    }
    painter.show(frame, into: &text)
    session.output.write(text)
    TerminalGuard.setExtras(frame.hasExtrasBehindCursor)
  }

  private var shape = LineMode.Shape.usual

  /// Gives the cursor another shape, on terminals that have several.
  private func shapeCursor(_ new: LineMode.Shape) {
    guard configuration.shapesCursor, session.canPaint, new != shape else { return }
    shape = new
    session.output.write(new.sequence)
    TerminalGuard.setShaped(new != .usual)
  }

  /// Notes that the line is no longer on the screen.
  private func forgetPaint(keepsRemains: Bool = false) {
    isPainted = false
    painter.forget(keepsRemains: keepsRemains)
    dumb.forget()
    TerminalGuard.setExtras(false)
  }

  /// Erases the line; the cursor moves to its first cell.
  private func erase() {
    var text = ""
    if session.canPaint { painter.erase(into: &text) } else { dumb.erase(into: &text) }
    session.output.write(text)
    forgetPaint(keepsRemains: true)
  }

  /// Returns a continuation of the line; `nil` if there is none, or it could not be shown.
  func suggestion(for line: UndoStack.Snapshot) -> String? {
    guard painter.palette.hasColour, line.text != recalled else { return nil }
    if hinted?.text != line.text { hinted = (line.text, configuration.hint(spelling(of: line.text)) ?? "") }
    return hinted.flatMap { $0.hint.isEmpty ? nil : $0.hint }
  }

  /// Returns the line as a string, created once for each text because several callers need it at every key.
  private func spelling(of text: [Grapheme]) -> String {
    if spelled.text != text { spelled = (text, String(text)) }
    return spelled.string
  }

  /// Returns one style for each grapheme of the text; none without colours.
  private func styles(_ line: UndoStack.Snapshot) -> [Style] {
    let text = line.text
    if !painter.palette.hasColour || text.isEmpty { return [] }
    if highlighted?.text != text { highlighted = (text, configuration.highlight(spelling(of: text))) }
    var ranges = highlighted?.ranges ?? []
    if let match { ranges.append(StyledRange(match, .match)) }
    ranges += pair(line) + (reflected?.reflection.problems ?? []).map { StyledRange($0, .error) }
    if ranges.isEmpty { return [] }

    var styles = [Style](repeating: .plain, count: text.count)
    if spelling(of: text).utf8.count == text.count {
      for styled in ranges {
        for index in styled.range.clamped(to: text.indices) { styles[index] = styled.style }
      }
      return styles
    }
    // The start of each grapheme, in bytes.
    var starts: [Int] = []
    starts.reserveCapacity(text.count)
    var offset = 0
    for grapheme in text {
      starts.append(offset)
      offset += grapheme.utf8Count
    }
    for styled in ranges {
      var index = starts.partitioningIndex { $0 >= styled.range.lowerBound }
      while index < starts.count, starts[index] < styled.range.upperBound {
        styles[index] = styled.style
        index += 1
      }
    }
    return styles
  }

  /// Returns the bracket at the cursor, else before it, and its partner.
  private func pair(_ line: UndoStack.Snapshot) -> [StyledRange] {
    let (text, cursor) = (line.text, line.cursor)
    let brackets: Set<Grapheme> = ["(", ")", "[", "]", "{", "}"]
    guard let place = [cursor, cursor - 1].first(where: { text.indices.contains($0) && brackets.contains(text[$0]) })
    else { return [] }
    let offset = text[..<place].reduce(0) { $0 + $1.utf8Count }
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
    let own = walk.map(\.status) ?? reflected?.reflection.outcome
    var (status, shorter) = (own, StyledText?.none)
    if own == nil {
      status = configuration.status()
      isStatusLive = status != nil
      if isStatusLive, now - rightText.at >= 1 { requestRightText() }
      if let text = rightText.text, text.width > 0 {
        (status, shorter) = (status.map { text + StyledText("  ") + $0 } ?? text, status)
      }
    } else {
      isStatusLive = true
    }
    defer { (shownStatus, shorterStatus) = (status, shorter) }
    return status != shownStatus || shorter != shorterStatus
  }

  private func requestRightText() { rightText = (configuration.rightText(), SystemClock.steadySeconds) }

  /// `true` while a status may be on the screen.
  private var hasPaintedStatus: Bool { isPainted && session.canPaint }

  private func repaintStatus() {
    isPainted = false
    paint()
  }

  private static let thought = 0.08

  /// The time at which feedback on the line is due, in seconds of the steady clock.
  var reflectionDue: Double? {
    if !hasPaintedStatus || isModal { return nil }
    if let reflected { return reflected.reflection.lasts.map { reflected.at + $0 } }
    return shownLine.map { $0.since + Self.thought }
  }

  /// Requests feedback on a line that has not changed for a moment, and shows it.
  func reflect() {
    let line = session.line
    guard let due = reflectionDue, SystemClock.steadySeconds >= due, shownLine?.line == line else { return }
    let cursor = line.text[..<line.cursor].reduce(0) { $0 + $1.utf8Count }
    var reflection = line.text.isEmpty ? Reflection() : configuration.reflect(spelling(of: line.text), cursor)
    if reflection.givesWay, line.cursor == line.text.count, suggestion(for: line) != nil { reflection.outcome = nil }
    let said = reflected?.reflection ?? Reflection()
    reflected = (line, reflection, SystemClock.steadySeconds)
    guard reflection.problems != said.problems || reflection.outcome != said.outcome else { return }
    statusTime = -Double.infinity
    repaintStatus()
  }

  /// The time at which to request the status again, in seconds of the steady clock; `nil` while none is on the
  /// screen.
  ///
  /// On a terminal that cannot be painted on, there is no status to update: its due time would stay in the past, and
  /// waiting for it would use a whole processor.
  var statusDue: Double? {
    hasPaintedStatus && shownStatus != nil && isStatusLive ? statusTime + LinePicture.statusInterval : nil
  }

  /// Keeps a displayed status up to date.
  func repeatStatus() {
    if hasPaintedStatus, shownStatus != nil, isStatusLive, updateStatus() { repaintStatus() }
  }

  /// Updates the status after an event: it may have appeared, disappeared or changed.
  func showNewStatus() {
    if reflected?.reflection.outcome != nil { reflected = nil }
    requestRightText()
    if updateStatus(atOnce: true), hasPaintedStatus { repaintStatus() }
  }

  // MARK: Leaving the picture

  /// Shows messages above the prompt; the line appears again below them.
  func announce(_ announcement: Announcement) {
    if announcement.lines.isEmpty { return }
    if isResizing {
      held.append(announcement)
      return
    }
    finishResize()
    let rows = painter.shown?.rows.count ?? 1
    erase()
    var lines = announcement.lines
    var replaced = 0
    if let series = announcement.series, session.canPaint {
      if var open = openSeries, open.isContinued(by: series, above: rows, in: size) {
        session.output.write("\u{1B}[\(open.rows)A" + Painter.eraseBelow)
        open.count += 1
        replaced = open.rows
        lines = series.continued(open.count, open.since)
        open.rows = lines.count
        openSeries = open
      } else {
        openSeries = OpenSeries(name: series.name, since: series.since, rows: lines.count, columns: size.columns)
      }
    } else {
      openSeries = nil
    }
    let rowsOfLines = lines.flatMap(LinePicture.terminalLines)
    painter.note(messages: rowsOfLines, replacing: replaced)
    for line in rowsOfLines { session.output.write(line + "\r\n") }
  }

  /// Shows another prompt and text in place of the present ones.
  private func redraw(prompt: StyledText, line: UndoStack.Snapshot) {
    self.prompt = prompt
    session.replace(with: line)
    isPainted = false
  }

  /// Shows the state of a search: its own prompt, its match, and no suggestion.
  func show(_ search: inout HistorySearch) {
    isModal = true
    if searched == nil { searched = session.line }
    match = search.match
    redraw(prompt: search.prompt(glyphs: configuration.glyphs), line: search.line)
    layOut(&search)
    let shown = search
    setPanel { [unowned self] in
      var search = shown
      return lines(of: &search)
    }
  }

  /// Lays a search out in the window's present size, which decides how far its paging keys move.
  func layOut(_ search: inout HistorySearch) { _ = lines(of: &search) }

  private func lines(of search: inout HistorySearch) -> [StyledText] {
    let size = session.size
    return search.lines(height: max(3, size.rows / 3), glyphs: configuration.glyphs).map {
      $0.clipped(to: size.columns - 1)
    }
  }

  /// Sets the lines below the text, which are requested again when the window's size changes.
  private func setPanel(_ lines: @escaping () -> [StyledText]) {
    panelLines = lines
    panel = lines()
  }

  /// The number of rows that a panel may take: those that the text leaves free, and at least half of the window, in
  /// which the text then scrolls.
  private var roomForPanel: Int {
    let size = session.size
    var content = LineContent()
    content.prompt = prompt
    (content.text, content.cursor) = (session.line.text, session.line.cursor)
    return max(size.rows - LineFrame(content, columns: size.columns, rows: size.rows).textRows, size.rows / 2)
  }

  /// Shows a menu below the line with its selected candidate. If nothing can be painted, the candidates are listed
  /// above the line.
  /// - Returns: `true` if the menu is shown.
  func show(_ menu: inout CompletionMenu) -> Bool {
    let rows = session.size.rows
    guard session.canPaint, rows > 1 else {
      announce(Announcement(lines(of: &menu, max(4, rows / 2)).map { $0.rendered(palette) }))
      return false
    }
    isModal = true
    redraw(prompt: prompt, line: menu.line)
    layOut(&menu)
    let shown = menu
    setPanel { [unowned self] in
      var menu = shown
      return lines(of: &menu, heightOfMenu)
    }
    return true
  }

  /// Lays a menu out in the window's present size, which decides how far its keys move.
  func layOut(_ menu: inout CompletionMenu) { _ = lines(of: &menu, heightOfMenu) }

  private var heightOfMenu: Int { min(roomForPanel, max(4, session.size.rows / 2)) }

  /// Shows lines below the text.
  /// - Returns: `true` if there is room for any.
  func show(_ lines: [StyledText]) -> Bool {
    guard session.canPaint, session.size.rows > 1 else { return false }
    isModal = true
    isPainted = false
    setPanel { [unowned self] in lines.map { $0.clipped(to: session.size.columns - 1) } }
    return true
  }

  /// Shows the state of a walk.
  /// - Returns: `true` if there is room for it.
  func show(_ walk: any LinePanel) -> Bool {
    self.walk = walk
    statusTime = -Double.infinity
    guard session.canPaint, session.size.rows > 1 else { return false }
    isModal = true
    isPainted = false
    setPanel { [unowned self] in walk.rows(columns: session.size.columns - 1, rows: roomForPanel) }
    return true
  }

  private func lines(of menu: inout CompletionMenu, _ height: Int) -> [StyledText] {
    menu.lines(width: session.size.columns - 1, height: height, glyphs: configuration.glyphs)
  }

  /// Shows the line under its own prompt again, and nothing below it.
  func endPanel(line: UndoStack.Snapshot) {
    forgetPanel()
    redraw(prompt: ownPrompt, line: line)
  }

  /// Clears the search or menu after the line has ended during it.
  func forgetPanel() {
    match = nil
    searched = nil
    isModal = false
    (panel, panelLines) = ([], nil)
    if walk != nil { (walk, statusTime) = (nil, -Double.infinity) }
  }

  /// Rings the bell: there is nothing more.
  func ring() { session.output.ring() }

  /// Clears the screen and shows the line at its top (^L).
  func clearScreen() {
    openSeries = nil
    if session.canPaint {
      // Terminals that keep a copy of the screen keep one without the line.
      erase()
      session.output.write("\u{1B}[H\u{1B}[2J")
      forgetPaint()
    } else {
      session.output.write("\r\n")
      forgetPaint()
    }
  }

  /// Shows the line again from the cursor's row on, after another program had the terminal.
  func redrawBelow() {
    openSeries = nil
    if session.canPaint { session.output.write(Painter.eraseBelow) }
    session.markPastes()
    let before = size
    size = session.size
    resizeDue = nil
    forgetPaint()
    if size != before { fitWindow() }
  }

  /// Requests again what depends on the window's size.
  private func fitWindow() {
    if let new = configuration.prompt()?.lines.last {
      ownPrompt = new
      if searched == nil { prompt = new }
    }
    requestRightText()
    statusTime = -Double.infinity
    if let panelLines { panel = panelLines() }
  }

  /// Notes that the window was resized: the terminal may have rewrapped the rows.
  func resize() {
    guard session.canPaint else { return }
    resizeDue = SystemClock.steadySeconds + resizePause
    isPainted = false
  }

  /// `true` during the pause after a resize: the terminal may have another width than the system says, so nothing may
  /// be written.
  private var isResizing: Bool { resizeDue.map { SystemClock.steadySeconds < $0 } ?? false }

  /// Waits for the end of the pause after a resize.
  private func waitForResize() {
    while let due = resizeDue, case let rest = due - SystemClock.steadySeconds, rest > 0 {
      SystemClock.sleep(microseconds: Int64(rest * 1e6) + 1)
    }
  }

  /// Erases the line in the resized window.
  private func finishResize() {
    var new = session.size
    guard session.canPaint, resizeDue != nil || new != size else { return }
    resizeDue = nil
    var row = cursorRow()
    // The window may have changed again meanwhile.
    while session.size != new {
      new = session.size
      row = cursorRow()
    }
    size = new
    let (above, messages) = painter.resize(columns: new.columns, cursorRow: row)
    session.output.write((above > 0 ? "\u{1B}[\(above)A" : "") + Painter.eraseBelow)
    for message in messages { session.output.write(message + "\r\n") }
    forgetPaint(keepsRemains: true)
    fitWindow()
    let held = held
    self.held = []
    for announcement in held { announce(announcement) }
  }

  /// Ends the line on the screen: its colours stay, additions disappear, the cursor moves to the row below.
  /// - Parameter mark: written after the text.
  func leaveLine(mark: String) {
    // An abandoned search leaves the typed text.
    if !mark.isEmpty, let searched {
      forgetPanel()
      redraw(prompt: ownPrompt, line: searched)
    }
    takesCommands = false
    shapeCursor(.usual)
    var line = session.line
    var text = ""
    line.cursor = line.text.count
    if session.canPaint {
      waitForResize()
      finishResize()
      let frame = LineFrame(content(line), columns: size.columns, rows: nil)
      painter.finish(frame, mark: mark, into: &text)
    } else {
      dumb.finish(content(line), columns: session.size.columns, mark: mark, into: &text)
    }
    session.output.write(text)
    forgetPaint()
    // An abandoned line has no output.
    ended = mark.isEmpty ? .line : .nothing
    if mark.isEmpty { markForTerminal("C") }
  }

  /// Returns the lines of a message.
  private static func terminalLines(_ message: String) -> [String] {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    return lines.map(String.init)
  }
}
