import CLibEdit
import System

/// libedit's handle with its text as Swift values. All code that uses libedit's settings is here.
final class EditSession {
  typealias Function = @convention(c) (OpaquePointer?, Int32) -> UInt8
  let handle: OpaquePointer
  let output: OutputBuffer
  /// `false` for a dumb terminal: nothing is painted, and no escape sequences are sent.
  let canPaint: Bool
  private(set) var isVi = false
  /// `true` if the terminal marks the beginning and end of pastes.
  private(set) var isMarkingPastes = false
  private let history: OpaquePointer?
  private var lastHistoryPosition = 0

  /// Starts libedit; `nil` if it cannot work on this terminal.
  init?(input: Int32, output descriptor: Int32, program: String) {
    EditSession.chooseLocale()
    guard !Descriptor(descriptor).claimsTooMuch, let output = OutputBuffer(descriptor: descriptor),
      let handle = libedit_start(program, output.file, input, descriptor)
    else { return nil }
    self.handle = handle
    self.output = output
    let term = Environment.value("TERM") ?? ""
    canPaint = Descriptor(descriptor).isTerminal && term != "dumb" && term != "" && libedit_has(handle, "up") != 0
    history = history_winit()
    libedit_set_signal(handle, 0)
    libedit_keep_quiet(handle)
    libedit_keep_returns(handle)
    if let history {
      _ = libedit_history_size(history, EditSession.historyLimit)
      _ = libedit_history_unique(history, 1)
      _ = libedit_set_history(handle, history)
    }
  }

  deinit {
    el_end(handle)
    if let history { history_wend(history) }
  }

  /// Chooses a UTF-8 locale: libedit drops characters that it cannot convert, so without one only ASCII could be
  /// typed.
  private static func chooseLocale() {
    setlocale(LC_CTYPE, "")
    for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where libedit_mb_cur_max() == 1 { setlocale(LC_CTYPE, name) }
  }

  // MARK: Bindings

  /// Chooses the editor and binds keys; the user's settings override these later.
  /// - Parameters:
  ///   - functions: names with their functions.
  ///   - keys: keys (raw, not in libedit's notation) with names, for the Emacs map and both vi maps.
  ///   - typingKeys: keys for the Emacs map and vi's insertion map.
  ///   - emacsKeys: keys for the Emacs map only.
  func bind(
    isVi: Bool, functions: [(name: String, run: Function)], keys: [(String, String)], typingKeys: [(String, String)],
    emacsKeys: [(String, String)]
  ) {
    self.isVi = isVi
    libedit_set_editor(handle, WideText.allocated(isVi ? "vi" : "emacs"))
    for (name, run) in functions {
      libedit_add_function(handle, WideText.allocated(name), WideText.allocated(""), run)
    }
    for (key, name) in typingKeys { libedit_bind(handle, WideText.allocated(key), WideText.allocated(name)) }
    for (key, name) in keys + (isVi ? [] : emacsKeys) {
      libedit_bind(handle, WideText.allocated(key), WideText.allocated(name))
      if isVi { libedit_bind_alternative(handle, WideText.allocated(key), WideText.allocated(name)) }
    }
  }

  /// Runs one line of an `.editrc`; lines that libedit does not understand are ignored.
  func configure(_ line: String) {
    guard let tokenizer = tok_init(nil) else { return }
    defer { tok_end(tokenizer) }
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    if tok_str(tokenizer, line, &count, &words) == 0, count > 0 { _ = el_parse(handle, count, words) }
  }

  // MARK: The text

  /// The text and the index of the cursor in it.
  var line: UndoStack.Snapshot {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else {
      return UndoStack.Snapshot(text: [], cursor: 0)
    }
    let count = info.lastchar - start
    let text = (0..<count).map { Unicode.Scalar(UInt32(bitPattern: start[$0])) ?? "\u{FFFD}" }
    return UndoStack.Snapshot(text: text, cursor: info.cursor - start)
  }

  /// Replaces the text, without drawing.
  func replace(with new: UndoStack.Snapshot) {
    let old = line
    el_cursor(handle, Int32(old.text.count - old.cursor))
    el_deletestr(handle, Int32(old.text.count))
    insert(new.text)
    el_cursor(handle, Int32(new.cursor - new.text.count))
  }

  /// Inserts at the cursor, without drawing.
  func insert(_ text: [Unicode.Scalar]) {
    if text.isEmpty { return }
    let wide = text.map { wchar_t(bitPattern: $0.value) } + [0]
    el_winsertstr(handle, wide)
  }

  /// Moves the cursor by a number of scalars, without drawing.
  func moveCursor(by distance: Int) { el_cursor(handle, Int32(clamping: distance)) }

  // MARK: The terminal

  var columns: Int { max(2, Int(libedit_number(handle, "co"))) }
  var rows: Int { max(1, Int(libedit_number(handle, "li"))) }
  func resize() { if !Descriptor(output.descriptor).claimsTooMuch { el_resize(handle) } }
  /// Draws prompt and text again. The cursor has to be in column 0 of the prompt's row.
  func refresh() { libedit_refresh(handle) }
  /// Sets the terminal for editing, or for the time between lines, without echo; `TerminalGuard` keeps the original
  /// settings.
  func prepareTerminal(_ isEditing: Bool) { libedit_prepare_terminal(handle, isEditing ? 1 : 0) }

  /// Enables marks around pastes, if the terminal supports them.
  func markPastes() {
    guard canPaint else { return }
    output.write("\u{1B}[?2004h")
    isMarkingPastes = true
  }

  /// Restores the original state of the terminal, until `prepareTerminal` is called.
  func release() {
    if isMarkingPastes { output.write("\u{1B}[?2004l") }
    isMarkingPastes = false
    _ = output.flush()
    prepareTerminal(false)
    TerminalGuard.restoreSettings()
  }

  // MARK: History

  private static let historyLimit: Int32 = 500

  /// Gives libedit's own functions the entries that they lack.
  func feed(_ history: History) {
    guard let handle = self.history, lastHistoryPosition != history.end else { return }
    var position = lastHistoryPosition
    // At first only the newest entries.
    if position == 0 {
      position = history.end
      for _ in 0..<Int(EditSession.historyLimit) {
        guard let earlier = history.previous(before: position) else { break }
        position = earlier.position
      }
    }
    position -= 1
    while let (next, entry) = history.next(after: position) {
      position = next
      _ = libedit_history_enter(handle, WideText.terminated(entry))
    }
    lastHistoryPosition = history.end
  }

  /// Returns the cells of a scalar as libedit counts them; negative for a scalar that it shows as a code.
  static func width(_ scalar: Unicode.Scalar) -> Int {
    if libedit_iswprint(scalar.value) == 0 { return -1 }
    return max(0, Int(libedit_wcwidth(scalar.value)))
  }
}
