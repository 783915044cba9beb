import System

/// One question on the terminal, between two lines, and the answer being typed.
///
/// It is painted like a line, so that an answer of several rows can be corrected, and fits a window that changes its
/// size. A dumb terminal gets the characters as they come.
struct Question {
  private let question: StyledText
  /// The line with the answer, if the lines before it were printed once and for all.
  private var lastLine: StyledText?
  private let isHidden: Bool
  private let input: Int32
  private let output: Int32
  private let mode: TerminalMode
  private let canPaint: Bool
  private var painter: Painter
  /// The window's height when the question was painted.
  private var rows = 0
  /// `true` if the terminal does not tell where its cursor is.
  private var isMute = false
  /// The first row that a window too small for the answer shows.
  private var top = 0
  private var answer: [Unicode.Scalar] = []
  /// The maximum number of characters in an answer; further ones are ignored.
  private static let answerLimit = 256

  /// - Returns: `nil` without a terminal.
  init?(_ text: StyledText, isHidden: Bool, palette: Palette, input: Int32, output: Int32) {
    guard let mode = TerminalMode(input) else { return nil }
    self.mode = mode
    question = text
    self.isHidden = isHidden
    self.input = input
    self.output = output
    let name = Environment.value("TERM") ?? ""
    canPaint = TerminalName.canPaint(name)
    painter = Painter(palette: canPaint ? palette : .plain)
    painter.rewrapping = TerminalName.rewrapping { Environment.value($0) }
    painter.canShift = TerminalName.canShift(name)
  }

  /// Asks, and waits for the answer.
  /// - Parameters:
  ///   - keys: keys typed ahead, and keys typed after the answer.
  ///   - release: releases the terminal before the process is stopped.
  mutating func ask(_ keys: inout KeyReader, release: () -> Void) -> Answer {
    SignalInbox.open()
    defer {
      SignalInbox.close()
      mode.restore()
    }
    mode.beginQuestion()
    begin()
    var hasWaited = false
    while true {
      switch keys.next(isComplete: hasWaited) {
      case .key(let key):
        hasWaited = false
        guard let end = handle(key) else { continue }
        finish(&keys)
        return end
      case .incomplete: break
      }
      show()
      let end = keys.isEmpty ? nil : SystemClock.steadySeconds + KeyReader.escapeTime
      switch keys.wait(for: input, until: end) {
      case .bytes: hasWaited = false
      case .time: hasWaited = true
      case .gone:
        isMute = true
        finish(&keys)
        return .none
      case .signals(let signals) where signals.last == SIGINT:
        keys.clear()
        finish(&keys, mark: "^C")
        return .none
      case .signals(let signals):
        if signals.contains(SIGWINCH) { fitWindow(&keys) }
        guard let signal = signals.last(where: { $0 == SIGTSTP || $0 == SIGCONT }) else { continue }
        if signal == SIGTSTP {
          finish(&keys)
          mode.restore()
          release()
          SignalInbox.stopProcess()
          // The end of the stop is reported as a signal too.
          _ = SignalInbox.drain()
        }
        mode.beginQuestion()
        if isHidden { answer = [] }
        if canPaint {
          write(Painter.eraseBelow)
          painter.forget()
        }
        begin()
      }
    }
  }

  /// Handles one key; returns an answer if it was the last.
  private mutating func handle(_ key: KeyReader.Key) -> Answer? {
    switch key {
    case .function: return nil
    case .paste(let text):
      for scalar in text.unicodeScalars { add(scalar) }
    case .scalar(let scalar):
      switch scalar.value {
      case 0x0A, 0x0D: return .text(String(answer))
      case 0x03, 0x04: return Answer.none
      case 0x08, 0x7F: erase(1)
      case 0x15: erase(answer.count)
      default: add(scalar)
      }
    }
    return nil
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    guard answer.count < Self.answerLimit, scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) else { return }
    answer.append(scalar)
    if !isHidden, !canPaint { write(String(scalar)) }
  }

  private mutating func erase(_ count: Int) {
    let text = String(answer)
    // One visible character, including an accent on its letter.
    let left = isHidden ? String(answer.dropLast(count)) : String(text.dropLast(count))
    answer = Array(left.unicodeScalars)
    guard !isHidden, !canPaint else { return }
    // Drawn again, as cells may hold letters, halves of letters, or nothing.
    let cells = DisplayWidth.of(text) - DisplayWidth.of(left)
    write(String(repeating: "\u{08} \u{08}", count: max(0, cells)))
  }

  // MARK: Showing

  private var size: (columns: Int, rows: Int) {
    Descriptor(output).windowSize.flatMap { $0.rows > 0 ? $0 : nil } ?? (columns: 80, rows: 24)
  }

  /// Returns the lines of the question, broken at spaces, with room for an answer behind the last one.
  private func lines(columns: Int) -> [StyledText] {
    var lines = question.lines.flatMap { $0.wrapped(to: columns < 32 ? columns * 3 / 4 : columns - 8) }
    let last = lines.count - 1
    // A space at the end of a full row is lost.
    if question.plain.hasSuffix(" "), !lines[last].plain.hasSuffix(" ") { lines[last].append(" ") }
    return lines
  }

  private func content(columns: Int) -> LineContent {
    var content = LineContent()
    let lines = lastLine.map { [$0] } ?? lines(columns: columns)
    content.prompt = lines.dropFirst().reduce(lines[0]) { $0 + "\n" + $1 }
    content.text = isHidden ? [] : [Grapheme](String(answer))
    content.cursor = content.text.count
    return content
  }

  /// Writes the question below the existing output.
  private mutating func begin() {
    let (size, lines) = (size, lines(columns: size.columns))
    // A question that fills the window is read above it.
    if !canPaint || lines.count >= size.rows, let last = lines.last {
      for line in lines.dropLast() { write(line.rendered(painter.palette) + "\r\n") }
      lastLine = last
    }
    if !canPaint { return write((lines.last?.plain ?? "") + (isHidden ? "" : String(answer))) }
    top = 0
    show()
  }

  /// `true` if the question was painted in a window of another size.
  private var isOutdated: Bool {
    let size = size
    return painter.shown.map { $0.columns != max(2, size.columns) || rows != size.rows } ?? false
  }

  private mutating func show() {
    guard canPaint else { return }
    let size = size
    // The news of another size is still to come; the rows must be measured before anything is written.
    if isOutdated { return }
    rows = size.rows
    let frame = LineFrame(content(columns: size.columns), columns: size.columns, rows: size.rows, top: top)
    top = frame.top
    var text = ""
    painter.show(frame, into: &text)
    write(text)
  }

  /// Erases the question in the resized window, once the window has its size.
  private mutating func fitWindow(_ keys: inout KeyReader) {
    guard canPaint else { return }
    let pause = TerminalName.resizePause { Environment.value($0) }
    SystemClock.sleep(microseconds: Int64(pause * 1e6))
    var (columns, row) = (size.columns, cursorRow(&keys))
    // The window may have changed again meanwhile.
    while size.columns != columns { (columns, row) = (size.columns, cursorRow(&keys)) }
    let (above, _) = painter.resize(columns: max(2, columns), cursorRow: row)
    write((above > 0 ? "\u{1B}[\(above)A" : "") + Painter.eraseBelow)
    painter.forget(keepsRemains: true)
  }

  private mutating func cursorRow(_ keys: inout KeyReader) -> Int? {
    if isMute { return nil }
    write(TerminalReply.positionQuestion)
    let row = keys.cursorRow(from: input)
    isMute = row == nil
    return row
  }

  /// Leaves the question and the answer on the screen, and moves to the row below.
  private mutating func finish(_ keys: inout KeyReader, mark: String = "") {
    guard canPaint else { return write(mark + "\r\n") }
    if isOutdated { fitWindow(&keys) }
    var text = ""
    let columns = size.columns
    painter.finish(LineFrame(content(columns: columns), columns: columns, rows: nil), mark: mark, into: &text)
    write(text)
  }

  private func write(_ text: String) { try? Descriptor(output).writeAll(text) }
}
