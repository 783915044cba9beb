import CLibEdit
import System

/// Reads lines from a terminal with colours, suggestions, completion, history and messages from elsewhere, on top of
/// libedit.
///
/// libedit calls for each character, and at that moment the screen is exactly what it believes: the editor then paints
/// over it, waits, takes its additions away and hands on the key. See `Layout` and `Painter`.
///
/// One editor at a time; all calls on one thread, except those of its `Mailbox`. Nothing happens before the first
/// `readLine`. While commands run between lines the terminal stays prepared, so that keys typed ahead are not echoed;
/// a program that needs the terminal is run inside `withTerminalReleased`.
public final class LineEditor {
  public var configuration: LineEditorConfiguration

  var session: EditSession?
  var keys = KeyReader()
  var painter: Painter
  var undoStack = UndoStack()
  var recall = HistoryRecall()
  /// The prompt's last line as libedit gets it.
  var promptText: UnsafePointer<wchar_t>?
  var prompt = StyledText()
  var outcome: LineOutcome?
  /// The layout on the screen; nil while nothing of ours is there.
  var painted: Layout?
  /// While true the cursor is at the prompt's first cell, whatever libedit believes: see `handOver`.
  var isHome = false
  var pasted = ""
  /// What ^Y puts back; it outlives the line.
  var killed: [Unicode.Scalar] = []
  /// Messages that wait until there is room to show them.
  var postponed: [String] = []
  var highlighted: (text: [Unicode.Scalar], ranges: [StyledRange])?
  var hinted: (text: [Unicode.Scalar], hint: String)?
  /// The bytes that a search found, while one goes on.
  var searchMatch: Range<Int>?
  var isSearching = false
  var shownStatus: StyledText?
  var statusTime = -Double.infinity
  var listedFor: UndoStack.Snapshot?
  var isPasteMarked = false

  public init(configuration: LineEditorConfiguration) {
    self.configuration = configuration
    painter = Painter(palette: configuration.palette)
  }

  deinit { close() }

  /// Leaves a message that appears above the line being typed, now or when the next line is read. From other threads
  /// use the configuration's mailbox.
  public func post(_ message: String) { configuration.mailbox.post(message) }

  /// Reads one input, of several lines if the configuration's `isComplete` asks for more.
  ///
  /// Without a terminal it reads plain lines and shows nothing.
  ///
  /// - Parameter prompt: of any number of lines; only the last one is repeated when the line is drawn anew.
  public func readLine(prompt: StyledText = StyledText("› ")) -> LineOutcome {
    guard Descriptor(configuration.input).isTerminal else { return readPlainLine() }
    TerminalGuard.arm(input: configuration.input, output: configuration.output)
    guard let session = startedSession() else {
      TerminalGuard.disarm()
      return readPlainLine()
    }
    painter.palette = session.canPaint ? configuration.palette : .plain
    configuration.history?.refresh()
    if let history = configuration.history { session.feed(history) }
    beginLine(prompt)

    SignalInbox.open()
    defer { SignalInbox.close() }
    if session.canPaint, !isPasteMarked {
      session.output.write("\u{1B}[?2004h")
      isPasteMarked = true
    }
    var count: Int32 = 0
    let text = el_wgets(session.handle, &count)
    if outcome == nil, let text, count > 0 { outcome = takeLine(text, Int(count)) }
    if !session.output.flush() { outcome = .terminalLost }
    return outcome ?? .terminalLost
  }

  /// libedit ended the line by itself, through a key that the user has bound so.
  private func takeLine(_ wide: UnsafePointer<wchar_t>, _ count: Int) -> LineOutcome {
    if isHome { leaveLine(mark: "") }
    var scalars = (0..<count).map { Unicode.Scalar(UInt32(bitPattern: wide[$0])) ?? "\u{FFFD}" }
    if scalars.last == "\n" { scalars.removeLast() }
    return .line(string(scalars))
  }

  /// Gives the terminal back while something else uses it: a pager, an editor, a hidden question.
  public func withTerminalReleased<Result>(_ body: () throws -> Result) rethrows -> Result {
    release()
    defer { session?.prepareTerminal(true) }
    return try body()
  }

  /// Gives the terminal back and ends libedit. The editor can be used again.
  public func close() {
    if session == nil { return }
    release()
    session = nil
    TerminalGuard.disarm()
  }

  func release() {
    guard let session else { return }
    if isPasteMarked { session.output.write("\u{1B}[?2004l") }
    isPasteMarked = false
    _ = session.output.flush()
    session.prepareTerminal(false)
    TerminalGuard.restoreSettings()
  }

  private func beginLine(_ prompt: StyledText) {
    startRow()
    // Everything but the last line is simply printed.
    var last = StyledText()
    for run in prompt.runs {
      var rest = run.text[...]
      while let end = rest.firstIndex(of: "\n") {
        last.append(String(rest[..<end]), run.style)
        session?.output.write(last.rendered(painter.palette) + "\r\n")
        last = StyledText()
        rest = rest[rest.index(after: end)...]
      }
      last.append(String(rest), run.style)
    }
    setPrompt(last)
    outcome = nil
    painted = nil
    isHome = false
    painter.forgetExtras()
    undoStack = UndoStack()
    recall = HistoryRecall()
    // What was run since may have changed the answers.
    highlighted = nil
    hinted = nil
    searchMatch = nil
    isSearching = false
    listedFor = nil
    statusTime = -Double.infinity
  }

  /// libedit counts from column 0. Output that did not end its line is marked, and the prompt goes to the next row: as
  /// many cells as a row has are written, so that the cursor wraps only if it was not at a row's start.
  private func startRow() {
    guard let session, session.canPaint else { return }
    session.resize()
    let mark = painter.palette.paint(configuration.glyphs == .unicode ? "⏎" : "~", .dim)
    session.output.write(mark + String(repeating: " ", count: session.columns - 1) + LineEditor.eraseBelow)
  }

  func setPrompt(_ text: StyledText) {
    prompt = text
    promptText?.deallocate()
    promptText = WideText.permanent(text.plain)
  }

  // MARK: Starting

  private func startedSession() -> EditSession? {
    if let session { return session }
    let program = configuration.programName
    guard let session = EditSession(input: configuration.input, output: configuration.output, program: program)
    else { return nil }
    libedit_set_client(session.handle, Unmanaged.passUnretained(self).toOpaque())
    libedit_set_prompt(session.handle) { UnsafeMutablePointer(mutating: LineEditor.of($0).promptText) }
    libedit_set_getc(session.handle) { handle, character in
      LineEditor.of(handle).nextCharacter(character)
    }
    let settings = EditRC(LineEditor.userSettings())
    let isVi =
      switch configuration.mode {
      case .emacs: false
      case .vi: true
      case .automatic: settings.isVi(program: program) ?? false
      }
    session.bind(
      isVi: isVi, functions: LineEditor.functions, keys: LineEditor.keys, emacsKeys: LineEditor.emacsKeys)
    for line in settings.settings(program: program) { session.configure(line) }
    keys.reserved = settings.boundSequences()
    keys.takesMeta = !isVi
    self.session = session
    return session
  }

  static func of(_ handle: OpaquePointer?) -> LineEditor {
    Unmanaged<LineEditor>.fromOpaque(libedit_client(handle)!).takeUnretainedValue()
  }

  /// `$EDITRC`, else `~/.editrc`; empty when there is none.
  private static func userSettings() -> String {
    var path = Environment.value("EDITRC") ?? ""
    if path.isEmpty { path = FilePath.expanded("~/.editrc") }
    return String(decoding: (try? File.read(path, atMost: 1 << 16)) ?? [], as: UTF8.self)
  }

  /// One line byte by byte, so that nothing behind it is taken from whoever reads next.
  private func readPlainLine() -> LineOutcome {
    var (bytes, byte): ([UInt8], [UInt8]) = ([], [0])
    while (try? Descriptor(configuration.input).read(into: &byte)) == 1 {
      if byte == [0x0A] { return .line(String(decoding: bytes, as: UTF8.self)) }
      bytes += byte
    }
    return bytes.isEmpty ? .terminalLost : .line(String(decoding: bytes, as: UTF8.self))
  }
}
