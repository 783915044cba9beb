import CLibEdit
import System

/// A line editor with colours, suggestions, completion, history and messages from other threads, on top of libedit.
///
///     var configuration = LineEditorConfiguration(programName: "example")
///     configuration.hint = { "hello".hasPrefix($0) ? "hello" : nil }
///     let editor = LineEditor(configuration: configuration)
///     defer { editor.close() }
///     while case .line(let text) = editor.readLine() { print(text) }
///
/// libedit requests each character: the editor paints the line as it is then, waits, and passes the key on. libedit
/// finds the function of the key and edits the text; only the editor writes to the terminal. See `LineFrame` and
/// `Painter`.
///
/// One editor at a time; all calls on one thread, except those of its `Mailbox`. Nothing happens before the first
/// `readLine`. While commands run between lines the terminal stays prepared, so that keys typed ahead are not echoed.
public final class LineEditor {
  public var configuration: LineEditorConfiguration
  /// Set once libedit has started.
  private var picture: LinePicture?
  private var keys = KeyReader()
  private var edits = LineEdits()
  /// The end of the current line; `nil` while it has not ended.
  private var outcome: LineOutcome?
  /// `true` if the last key may have led into another of vi's modes.
  private var isModeUnsure = false
  /// `true` if the terminal did not answer a query.
  private var isMute = false
  public init(configuration: LineEditorConfiguration) { self.configuration = configuration }

  deinit { close() }

  /// Posts a message that appears above the line being typed, now or when the next line is read. From other threads,
  /// use the configuration's mailbox.
  public func post(_ message: String) { configuration.mailbox.post(message) }

  /// Inserts a text into the next line, as if it were pasted there.
  public func type(_ text: String) { keys.pushBack(.paste(text)) }

  /// Takes the terminal before the first line is read: keys are no longer echoed, and output begins in column 0 of a
  /// row, below the text typed before.
  public func prepare() {
    guard Descriptor(configuration.input).isTerminal else { return }
    TerminalGuard.arm(input: configuration.input, output: configuration.output)
    startedPicture()?.prepare()
  }

  /// Reads one input, with several lines if the configuration's `isComplete` requires more.
  ///
  /// Without a terminal it reads plain lines and shows nothing.
  /// - Parameter prompt: any number of lines; only the last one is repeated when the line is drawn again.
  public func readLine(prompt: StyledText = StyledText("› ")) -> LineOutcome {
    guard Descriptor(configuration.input).isTerminal else { return readPlainLine() }
    TerminalGuard.arm(input: configuration.input, output: configuration.output)
    guard let picture = startedPicture() else {
      TerminalGuard.disarm()
      return readPlainLine()
    }
    let session = picture.session
    configuration.history?.refresh()
    if let history = configuration.history { session.feed(history) }
    picture.begin(prompt, configuration)
    edits.begin()
    outcome = nil
    isModeUnsure = false

    SignalInbox.open()
    defer { SignalInbox.close() }
    if !session.isMarkingPastes { session.markPastes() }
    var count: Int32 = 0
    let text = el_wgets(session.handle, &count)
    if outcome == nil, let text, count > 0 { outcome = handleLine(text, Int(count), picture) }
    if !session.output.flush() { outcome = .terminalLost }
    return outcome ?? .terminalLost
  }

  /// Handles a line that libedit ended by itself, through a key that the user has bound.
  private func handleLine(_ wide: UnsafePointer<wchar_t>, _ count: Int, _ picture: LinePicture) -> LineOutcome {
    let text = picture.session.text(wide, count)
    picture.session.replace(with: UndoStack.Snapshot(text))
    picture.leaveLine(mark: "")
    return .line(text)
  }

  /// Reads one line byte by byte, so that the input after it is left for the next reader.
  private func readPlainLine() -> LineOutcome {
    var (bytes, byte): ([UInt8], [UInt8]) = ([], [0])
    while (try? Descriptor(configuration.input).read(into: &byte)) == 1 {
      if byte == [0x0A] { return .line(String(decoding: bytes, as: UTF8.self)) }
      bytes += byte
    }
    return bytes.isEmpty ? .terminalLost : .line(String(decoding: bytes, as: UTF8.self))
  }

  /// Asks for one answer between two lines: a secret, or a word.
  ///
  /// A hidden answer is never echoed, neither by the editor nor by the terminal: keys typed ahead while a command ran
  /// are taken as part of the answer, and the terminal stays without echo from the previous line to the next. The
  /// terminal is restored however the process ends. The answer is not added to history, undo or the text that ^Y
  /// restores. Backspace and ^U correct it; ^C and ^D leave; ^Z stops the process, which asks again when it
  /// continues.
  /// - Returns: `.none` without a terminal.
  public func ask(_ question: StyledText, hidden: Bool) -> Answer {
    guard Descriptor(configuration.input).isTerminal else { return .none }
    TerminalGuard.arm(input: configuration.input, output: configuration.output)
    let palette = picture?.palette ?? configuration.palette
    var asking = Question(
      question, isHidden: hidden, palette: palette, input: configuration.input, output: configuration.output)
    return asking?.ask(&keys) { picture?.session.release() } ?? .none
  }

  /// Returns the protocol with which the terminal shows pixels among the lines. A terminal that does not answer at
  /// once is not asked again. Keys that arrive meanwhile are for the next line.
  /// - Returns: `nil` if the terminal shows no pictures, and without a terminal.
  public func graphics() -> Graphics? {
    let (input, output) = (configuration.input, Descriptor(configuration.output))
    guard Descriptor(input).isTerminal, output.isTerminal, var inquiry = GraphicsInquiry(Environment.value) else {
      return nil
    }
    let isAnswered = inquire(inquiry.question) { reply in
      inquiry.receive(reply)
      return inquiry.isAnswered
    }
    return isAnswered ? inquiry.graphics(cell: output.cellSize) : nil
  }

  /// Returns whether the terminal's background is light, from the terminal's reply or from `COLORFGBG`. A reply that
  /// comes too late is dropped.
  /// - Returns: `nil` if neither says so.
  public func hasLightBackground() -> Bool? {
    var brightness: Double?
    if Descriptor(configuration.input).isTerminal, Descriptor(configuration.output).isTerminal,
      TerminalName.supportsMessages(Environment.value("TERM") ?? "")
    {
      _ = inquire(TerminalReply.backgroundQuestion) { reply in
        if case .background(let found) = reply { brightness = found }
        if case .attributes = reply { return true }
        return false
      }
    }
    if let brightness { return brightness > 0.5 }
    return Environment.value("COLORFGBG").flatMap(TerminalName.hasLightBackground)
  }

  /// Asks the terminal about itself. Keys that arrive meanwhile are for the next line.
  /// - Parameter receive: receives each reply, and returns `true` for the last one.
  /// - Returns: `true` if the last reply has arrived in time.
  private func inquire(_ question: String, _ receive: (TerminalReply) -> Bool) -> Bool {
    let input = configuration.input
    guard !isMute, let mode = TerminalMode(input) else { return false }
    TerminalGuard.arm(input: input, output: configuration.output)
    mode.beginQuestion()
    defer { mode.restore() }
    let end = SystemClock.steadySeconds + GraphicsInquiry.timeout
    try? Descriptor(configuration.output).writeAll(question)
    var typed: [KeyReader.Key] = []
    defer { for key in typed.reversed() { keys.pushBack(key) } }
    while true {
      while case .key(let key) = keys.next() { typed.append(key) }
      var isAnswered = false
      for reply in keys.drainReplies() { isAnswered = receive(reply) || isAnswered }
      if isAnswered { return true }
      guard case .bytes = keys.wait(for: input, until: end) else {
        isMute = true
        return false
      }
    }
  }

  /// Asks the terminal for the row of its cursor, from 0, while a line is edited. Keys and signals that arrive meanwhile
  /// are handled afterwards.
  /// - Returns: `nil` if the terminal does not answer in time; it is not asked again.
  private func cursorRow() -> Int? {
    guard !isMute, let output = picture?.session.output else { return nil }
    output.write(TerminalReply.positionQuestion)
    guard output.flush() else { return nil }
    let row = keys.cursorRow(from: configuration.input)
    if row == nil { isMute = true }
    return row
  }

  /// Releases the terminal and ends libedit. The editor can be used again.
  public func close() {
    guard let picture else { return }
    picture.session.release()
    self.picture = nil
    TerminalGuard.disarm()
  }

  // MARK: Starting

  private func startedPicture() -> LinePicture? {
    if let picture { return picture }
    let program = configuration.programName
    guard let session = EditSession(input: configuration.input, output: configuration.output, program: program)
    else { return nil }
    libedit_set_client(session.handle, Unmanaged.passUnretained(self).toOpaque())
    libedit_set_prompt(session.handle) { _ in UnsafeMutablePointer(mutating: LineEditor.noPrompt) }
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
      isVi: isVi, functions: LineEditor.functions, keys: KeyBindings.all, typingKeys: KeyBindings.typing,
      emacsKeys: KeyBindings.emacs)
    for line in settings.settings(program: program) { session.configure(line) }
    keys.reserved = settings.boundSequences()
    keys.takesMeta = !isVi
    keys.takesEscape = isVi
    let picture = LinePicture(session, configuration)
    picture.cursorRow = { [unowned self] in cursorRow() }
    self.picture = picture
    return picture
  }

  private nonisolated(unsafe) static let noPrompt = WideText.allocated("")

  private static func of(_ handle: OpaquePointer?) -> LineEditor {
    Unmanaged<LineEditor>.fromOpaque(libedit_client(handle)!).takeUnretainedValue()
  }

  /// Returns `true` if the user's `.editrc` chooses vi's keys for this program.
  public static func hasViSettings(program: String) -> Bool {
    EditRC(userSettings()).isVi(program: program) ?? false
  }

  /// Returns the path `$EDITRC`, else `~/.editrc`; empty if there is none.
  private static func userSettings() -> String {
    var path = Environment.value("EDITRC") ?? ""
    if path.isEmpty { path = FilePath.expanded("~/.editrc") }
    return String(decoding: (try? File.read(path, atMost: 1 << 16)) ?? [], as: UTF8.self)
  }

  // MARK: Functions of keys

  /// The names with which `.editrc` can also bind these functions.
  private static let functions: [(name: String, run: EditSession.Function)] = [
    ("line-enter", { el, _ in of(el).enter() }),
    ("line-newline", { el, _ in of(el).edit { $0.breakLine($1, of(el).configuration.indentation) } }),
    (
      "line-end-word",
      { el, key in
        let sign = Grapheme(Unicode.Scalar(UInt8(truncatingIfNeeded: key)))
        return of(el).edit { $0.endWord(with: sign, $1, of(el).configuration) }
      }
    ),
    ("line-help", { el, _ in of(el).help() }),
    ("line-earlier", { el, _ in of(el).walk(.earlier) }),
    ("line-later", { el, _ in of(el).walk(.later) }),
    ("line-edit", { el, _ in of(el).editElsewhere() }),
    ("line-argument", { el, _ in of(el).edit { $0.insertLastArgument($1, of(el).configuration.history) } }),
    ("line-complete", { el, _ in of(el).complete() }),
    ("line-paste", { el, _ in of(el).edit { $0.paste($1) } }),
    ("line-right", { el, _ in of(el).edit { $0.moveRight($1) } }),
    ("line-end", { el, _ in of(el).edit { $0.moveToEnd($1) } }),
    ("line-home", { el, _ in of(el).edit { $0.moveToStart($1) } }),
    ("line-word-right", { el, _ in of(el).edit { $0.moveWordRight($1) } }),
    ("line-word-left", { el, _ in of(el).edit { $0.moveWordLeft($1) } }),
    ("line-older", { el, _ in of(el).edit { $0.moveUp($1, of(el).configuration.history) } }),
    ("line-newer", { el, _ in of(el).edit { $0.moveDown($1, of(el).configuration.history) } }),
    ("line-search", { el, _ in of(el).search() }),
    ("line-nothing", { _, _ in LineEdits.done }),
    ("line-undo", { el, _ in of(el).edit { $0.undo($1) } }),
    ("line-undo-all", { el, _ in of(el).edit { $0.undoAll($1) } }),
    ("line-redo", { el, _ in of(el).edit { $0.redo($1) } }),
    ("line-kill", { el, _ in of(el).edit { $0.killToStart($1) } }),
    ("line-kill-end", { el, _ in of(el).edit { $0.killToEnd($1) } }),
    ("line-kill-word-right", { el, _ in of(el).edit { $0.killWordRight($1) } }),
    ("line-kill-word-left", { el, _ in of(el).edit { $0.killWordLeft($1) } }),
    ("line-yank", { el, _ in of(el).edit { $0.yank($1) } }),
    ("line-clear-screen", { el, _ in of(el).clearScreen() }),
    ("line-delete-or-end", { el, _ in of(el).deleteOrEnd() }),
    (KeyBindings.mode.insertion, { el, _ in of(el).noteMode(takesCommands: false) }),
    (KeyBindings.mode.command, { el, _ in of(el).noteMode(takesCommands: true) }),
  ]

  /// Notes the answer of one of vi's maps. The keys before and after it belong together, as in `3` `w`.
  private func noteMode(takesCommands: Bool) -> UInt8 {
    picture?.takesCommands = takesCommands
    return UInt8(CC_ARGHACK)
  }

  private func edit(_ body: (inout LineEdits, LinePicture) -> UInt8) -> UInt8 {
    guard let picture else { return LineEdits.done }
    return body(&edits, picture)
  }

  private func enter() -> UInt8 {
    guard let picture else { return LineEdits.done }
    if let line = edits.writtenOut(picture.session.line, configuration.expansion) {
      picture.endPanel(line: line)
    }
    let text = String(picture.session.line.text)
    if !text.allSatisfy(\.isWhitespace), !configuration.isComplete(text) {
      return edits.breakLine(picture, configuration.indentation)
    }
    return end(picture, .line(text), CC_NEWLINE)
  }

  private func deleteOrEnd() -> UInt8 {
    guard let picture else { return LineEdits.done }
    if picture.session.line.text.isEmpty { return end(picture, .endOfInput, CC_EOF) }
    return edits.deleteNext(picture)
  }

  private func end(_ picture: LinePicture, _ outcome: LineOutcome, _ reply: Int32) -> UInt8 {
    picture.leaveLine(mark: "")
    self.outcome = outcome
    return UInt8(reply)
  }

  private func clearScreen() -> UInt8 {
    picture?.clearScreen()
    return LineEdits.done
  }

  private func search() -> UInt8 {
    guard let picture, let history = configuration.history else { return LineEdits.done }
    let typed = picture.session.line
    var search = HistorySearch(history, typed: typed)
    while true {
      picture.show(&search)
      guard let key = waitForModalKey() else {
        picture.forgetPanel()
        return UInt8(CC_EOF)
      }
      picture.layOut(&search)
      guard case .ends(let line, let key) = search.handle(key) else { continue }
      if let key { keys.pushBack(key) }
      if line.text != typed.text { picture.recalled = line.text }
      picture.endPanel(line: line)
      return LineEdits.done
    }
  }

  private func offered(for line: UndoStack.Snapshot) -> [Completion] {
    configuration.complete(String(line.text), String(line.text[..<line.cursor]).utf8.count)
  }

  private func complete() -> UInt8 {
    guard let picture else { return LineEdits.done }
    let line = picture.session.line
    switch CompletionStep(offered(for: line), line: line) {
    case .nothing: picture.ring()
    case .replace(let new): return edits.replace(new, picture)
    case .list(let completions): return walk(CompletionMenu(completions, typed: line), picture)
    }
    return LineEdits.done
  }

  /// Passes keys to a menu until a key closes it.
  private func walk(_ menu: CompletionMenu, _ picture: LinePicture) -> UInt8 {
    var menu = menu
    while picture.show(&menu) {
      guard let key = waitForModalKey() else {
        picture.forgetPanel()
        return UInt8(CC_EOF)
      }
      picture.layOut(&menu)
      switch menu.handle(key) {
      case .continues: break
      case .narrows(let line):
        let left = CompletionStep.usable(offered(for: line), line: line)
        // Tab accepts the only remaining candidate.
        guard left.count > 1 else { return leaveMenu(line, picture) }
        menu = CompletionMenu(left, typed: line)
      case .ends(let line, let key):
        if let key { keys.pushBack(key) }
        return leaveMenu(line, picture)
      }
    }
    // There is no longer room for the menu.
    picture.forgetPanel()
    return LineEdits.done
  }

  /// Shows the help for the word at the cursor until the next key.
  private func help() -> UInt8 {
    guard let picture else { return LineEdits.done }
    let line = picture.session.line
    let lines = configuration.help(String(line.text), String(line.text[..<line.cursor]).utf8.count)
    guard !lines.isEmpty, picture.show(lines) else {
      picture.ring()
      return LineEdits.done
    }
    guard let key = waitForModalKey() else {
      picture.forgetPanel()
      return UInt8(CC_EOF)
    }
    if key != .scalar("\u{1B}") { keys.pushBack(key) }
    return leaveMenu(line, picture)
  }

  /// Shows the past below the line while the keys move through it.
  private func walk(_ first: ScreenKey) -> UInt8 {
    guard let picture else { return LineEdits.done }
    guard let walk = configuration.walk() else {
      picture.ring()
      return LineEdits.done
    }
    let line = picture.session.line
    var (key, origin) = (first, KeyReader.Key?.none)
    while true {
      switch walk.handle(key) {
      case .continues: break
      case .rings: picture.ring()
      case .ends(let keyIsOwn):
        if !keyIsOwn, let origin { keys.pushBack(origin) }
        return leaveMenu(line, picture)
      case .runs(let text):
        // The unfinished text continues in the next line.
        if !line.text.isEmpty { type(String(line.text)) }
        picture.endPanel(line: UndoStack.Snapshot(text))
        return end(picture, .line(text), CC_NEWLINE)
      }
      guard picture.show(walk) else {
        picture.ring()
        return leaveMenu(line, picture)
      }
      guard let typed = waitForModalKey() else {
        picture.forgetPanel()
        return UInt8(CC_EOF)
      }
      // A paste is for the line.
      guard let next = ScreenKey(typed) else {
        keys.pushBack(typed)
        return leaveMenu(line, picture)
      }
      (key, origin) = (next, typed)
    }
  }

  /// Lends the terminal to an external editor and adopts the edited text.
  private func editElsewhere() -> UInt8 {
    guard let picture else { return LineEdits.done }
    let text = String(picture.session.line.text)
    picture.leaveLine(mark: "")
    picture.session.release()
    let edited = configuration.edit(text)
    resume(picture)
    guard let edited else { return LineEdits.done }
    return edits.replace(UndoStack.Snapshot(edited.replacing("\0", with: "")), picture)
  }

  private func leaveMenu(_ line: UndoStack.Snapshot, _ picture: LinePicture) -> UInt8 {
    picture.endPanel(line: line)
    return LineEdits.done
  }

  // MARK: Waiting for the next key, and for everything else that may happen meanwhile

  /// Provides the character that libedit requests: returns 1 with a character, 0 at the end, -1 if the line is
  /// abandoned.
  private func nextCharacter(_ character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    if let picture {
      picture.session.confineCursor()
      picture.session.joinCharacters()
      edits.observe(picture.session.line)
      if isModeUnsure {
        isModeUnsure = false
        character?.pointee = wchar_t(bitPattern: KeyFunction.mode.scalar.value)
        return 1
      }
    }
    guard let key = waitForKey() else { return outcome == .terminalLost ? 0 : -1 }
    if let picture, picture.session.isVi {
      isModeUnsure = KeyBindings.endsItself(key, takesCommands: picture.takesCommands)
    }
    switch key {
    case .scalar(let scalar): character?.pointee = wchar_t(bitPattern: scalar.value)
    case .function(let function): character?.pointee = wchar_t(bitPattern: function.scalar.value)
    case .paste(let text):
      edits.keep(pasted: text)
      character?.pointee = wchar_t(bitPattern: KeyFunction.paste.scalar.value)
    }
    return 1
  }

  /// Returns the next key for a search or a menu; the Esc key closes it in any editing mode.
  private func waitForModalKey() -> KeyReader.Key? {
    let taken = keys.takesEscape
    keys.takesEscape = true
    defer { keys.takesEscape = taken }
    return waitForKey()
  }

  /// Returns the next key; `nil` if the line has ended without one.
  private func waitForKey() -> KeyReader.Key? {
    var hasWaited = false
    while outcome == nil {
      if case .key(let key) = keys.next(isComplete: hasWaited) {
        picture?.invalidate()
        return key
      }
      let isPartial = !keys.isEmpty
      hasWaited = !wait(atMost: isPartial && !keys.isPasting ? KeyReader.escapeTime : nil) && isPartial
    }
    return nil
  }

  /// Waits until keys arrive (`true`) or the time is over (`false`), and handles what is due meanwhile.
  private func wait(atMost limit: Double?) -> Bool {
    guard let picture else { return false }
    let end = limit.map { SystemClock.steadySeconds + $0 }
    var isFirst = true
    while outcome == nil {
      var inputs = [configuration.input, SignalInbox.descriptor, configuration.mailbox.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // Keys already typed are handled before painting.
      var ready: Int32 = 0
      if isFirst { ready = poll(&inputs, nfds_t(inputs.count), 0) }
      isFirst = false
      let due = configuration.nextDeadline().map { SystemClock.steadySeconds + max(0.001, $0) }
      if ready == 0 {
        let wasEmpty = keys.isEmpty
        picture.paint()
        if !picture.session.output.flush() {
          outcome = .terminalLost
          return false
        }
        // Painting may ask the terminal something, and read keys before the answer.
        if keys.hasPushedBack || wasEmpty && !keys.isEmpty { return true }
        let times = [end, due, picture.statusDue, picture.reflectionDue, picture.resizeDue]
        ready = poll(&inputs, nfds_t(inputs.count), SystemClock.milliseconds(until: times.compactMap { $0 }.min()))
      }
      if ready > 0 {
        // Always checked: a signal that came together with keys is caught only after `poll` has returned, and a key
        // would be drawn for a window that no longer exists.
        SignalInbox.drain().forEach(handle)
        if outcome == nil, inputs[0].revents != 0 { return readInput() }
        if inputs[2].revents != 0 { receive() }
      }
      let now = SystemClock.steadySeconds
      if let due, now >= due { wake() }
      picture.repeatStatus()
      picture.reflect()
      if let end, now >= end { return false }
    }
    return false
  }

  /// Returns `true` with new bytes; `false`, with the outcome set, if the terminal is gone.
  private func readInput() -> Bool {
    let hasKeys = keys.read(from: Descriptor(configuration.input))
    if hasKeys == nil { outcome = .terminalLost } else { TerminalGuard.noteKey() }
    return hasKeys ?? false
  }

  private func receive() {
    let (messages, woken) = configuration.mailbox.drain()
    picture?.announce(Announcement(messages))
    if woken, messages.isEmpty { wake() } else { picture?.showNewStatus() }
  }

  private func wake() {
    picture?.announce(configuration.onWake())
    picture?.showNewStatus()
  }

  private func handle(_ signal: Int32) {
    guard let picture, outcome == nil else { return }
    switch signal {
    case SIGINT:
      keys.clear()
      picture.leaveLine(mark: "^C")
      outcome = .interrupted
    case SIGWINCH: picture.resize()
    case SIGTSTP:
      picture.leaveLine(mark: "")
      picture.session.release()
      SignalInbox.stopProcess()
      resume(picture)
    case SIGCONT:
      // The process was stopped from outside: another program may have left the terminal in any state.
      picture.session.prepareTerminal(false)
      resume(picture)
    default: break
    }
  }

  private func resume(_ picture: LinePicture) {
    // The end of the stop is reported as a signal too. Others may have arrived with it.
    let signals = SignalInbox.drain().filter { $0 != SIGCONT }
    picture.session.prepareTerminal(true)
    picture.redrawBelow()
    signals.forEach(handle)
  }
}
