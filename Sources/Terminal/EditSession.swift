import CLibEdit
import System

/// libedit's handle with its text as Swift values. All code that uses libedit's settings is here.
///
/// libedit reads keys through its bindings and edits the text. It also draws, but into memory, where no one sees it. It
/// assumes a terminal of fixed size, and nothing depends on its knowledge of the real one.
final class EditSession {
  typealias Function = @convention(c) (OpaquePointer?, Int32) -> UInt8
  let handle: OpaquePointer
  let output: OutputBuffer
  /// `false` for a dumb terminal: nothing is painted, and no escape sequences are sent.
  var canPaint: Bool
  /// The text as libedit stores it, and as it was read from there last.
  private var known: (codes: [wchar_t], text: [Grapheme], joinedAt: Int?) = ([], [], 0)
  private var placeholders = GraphemePlaceholders()
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
    canPaint = Descriptor(descriptor).isTerminal && TerminalName.canPaint(Environment.value("TERM") ?? "")
    libedit_set_size(handle)
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
    guard isVi else { return }
    for (key, name) in KeyBindings.viInsertion {
      libedit_bind(handle, WideText.allocated(key), WideText.allocated(name))
    }
    for (key, name) in KeyBindings.viCommands {
      libedit_bind_alternative(handle, WideText.allocated(key), WideText.allocated(name))
    }
    let mode = KeyBindings.mode
    libedit_bind(handle, WideText.allocated(mode.key), WideText.allocated(mode.insertion))
    libedit_bind_alternative(handle, WideText.allocated(mode.key), WideText.allocated(mode.command))
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
    let codes = UnsafeBufferPointer(start: start, count: max(0, info.lastchar - start))
    if !codes.elementsEqual(known.codes) { known = (Array(codes), codes.map(placeholders.decoded), nil) }
    return UndoStack.Snapshot(text: known.text, cursor: min(max(0, info.cursor - start), codes.count))
  }

  /// Moves the cursor back into the text. In vi's command map some of libedit's motions leave it: `$` steps back from
  /// the end of an empty line, and `^` skips spaces that were deleted after the text.
  func confineCursor() {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return }
    if info.cursor < start {
      el_cursor(handle, Int32(start - info.cursor))
    } else if info.cursor > info.lastchar {
      el_cursor(handle, Int32(info.lastchar - info.cursor))
    }
  }

  /// Joins scalars that have become one character, such as an accent typed after its letter. The text before the cursor
  /// joins the text behind it only when the cursor has moved on: otherwise an emoji could not be typed before another.
  func joinCharacters() {
    let old = line
    if known.joinedAt == old.cursor { return }
    known.joinedAt = old.cursor
    guard old.text.contains(where: { $0.scalar.value >= 0x300 || !$0.joined.isEmpty }) else { return }
    let before = [Grapheme](old.beforeCursor)
    let new = UndoStack.Snapshot(text: before + [Grapheme](old.behindCursor), cursor: before.count)
    if new != old { replace(with: new) }
  }

  /// Replaces the text.
  func replace(with new: UndoStack.Snapshot) {
    let old = line
    el_cursor(handle, Int32(old.text.count - old.cursor))
    el_deletestr(handle, Int32(old.text.count))
    insert(new.text)
    el_cursor(handle, Int32(new.cursor - new.text.count))
  }

  /// Inserts at the cursor.
  func insert(_ text: [Grapheme]) {
    if text.isEmpty { return }
    el_winsertstr(handle, placeholders.encoded(text) + [0])
  }

  /// Moves the cursor by a number of graphemes.
  func moveCursor(by distance: Int) { el_cursor(handle, Int32(clamping: distance)) }

  /// Returns the text of a line that libedit has ended by itself.
  func text(_ wide: UnsafePointer<wchar_t>, _ count: Int) -> String {
    var text = (0..<count).map { placeholders.decoded(wide[$0]) }
    if text.last == "\n" { text.removeLast() }
    return String(text)
  }

  // MARK: The terminal

  /// The size of the window in cells.
  var size: (columns: Int, rows: Int) {
    guard let size = Descriptor(output.descriptor).windowSize else { return (80, 24) }
    return (max(2, size.columns), size.rows > 0 ? size.rows : 24)
  }

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
      _ = libedit_history_enter(handle, placeholders.encoded([Grapheme](entry)) + [0])
    }
    lastHistoryPosition = history.end
  }
}
