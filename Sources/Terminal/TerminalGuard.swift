import System

/// The terminal's original state, restored however the process ends: exit, a crash, SIGTERM, SIGHUP.
///
/// There is one guard per process. Everything a signal handler needs is in memory that is set up before and never
/// moves.
enum TerminalGuard {
  private struct State {
    var isArmed = false
    var isFullScreen = false
    /// `true` if the screen shows more after the cursor than the typed text.
    var hasExtras = false
    /// `true` if the cursor has the shape of a mode.
    var isShaped = false
    var input: Int32 = -1
    var output: Int32 = -1
    var original = termios()
  }

  private nonisolated(unsafe) static let state = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()

  private static let fatal: [Int32] = [
    SIGHUP, SIGTERM, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM,
    SIGVTALRM, SIGPROF, SIGXCPU, SIGIO,
  ]
  private static let signalLimit = 65

  /// The previous signal actions, indexed by signal number.
  private nonisolated(unsafe) static let previous = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
    actions.initialize(repeating: sigaction(), count: signalLimit)
    return actions
  }()

  /// The sequences that switch to an alternate screen without a cursor, and back, with the cursor where it was.
  static let enterFullScreen = "\u{1B}[?1049h\u{1B}[?25l"
  static let leaveFullScreen = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  private nonisolated(unsafe) static let leaveAlternateSequence = permanent(leaveFullScreen)
  /// The sequence that ends bracketed paste and any style.
  private nonisolated(unsafe) static let farewell = permanent("\u{1B}[?2004l\u{1B}[0m")

  /// The sequence that gives the cursor its usual shape.
  private nonisolated(unsafe) static let defaultCursor = permanent(LineMode.Shape.usual.sequence)

  /// The sequence that erases everything after the cursor, and leaves its row.
  private nonisolated(unsafe) static let eraser = permanent("\u{1B}[J\r\n")

  private static func permanent(_ text: String) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return UnsafeRawBufferPointer(bytes)
  }

  private nonisolated(unsafe) static var isInstalled = false

  /// Records the terminal's settings, the first time, and ensures from now on that they are restored.
  static func arm(input: Int32, output: Int32) {
    if state.pointee.isArmed { return }
    if state.pointee.input != input {
      guard tcgetattr(input, &state.pointee.original) == 0 else { return }
    }
    state.pointee.input = input
    state.pointee.output = output
    state.pointee.isArmed = true
    install()
  }

  /// Restores the original settings, until libedit sets its own again.
  static func restoreSettings() {
    guard state.pointee.isArmed else { return }
    TerminalMode.set(state.pointee.input, &state.pointee.original)
  }

  static var isArmed: Bool { state.pointee.isArmed }
  /// Sets whether the alternate screen is shown, so that the original one must be restored.
  static func setFullScreen(_ isFull: Bool) {
    state.pointee.isFullScreen = isFull
    mayStillBeAlternate = !isFull
  }

  /// `true` if no key was pressed since the alternate screen was left: a ^C makes the system discard output that a
  /// terminal has not read yet, including the sequence that switches back.
  private nonisolated(unsafe) static var mayStillBeAlternate = false
  /// The sequence that switches back from the alternate screen if the first attempt was lost, and otherwise has no
  /// effect; empty once the switch is certain.
  static var restoreSequence: String { mayStillBeAlternate ? "\u{1B}[?47l\u{1B}[?25h" : "" }
  /// Notes that the user has seen the screen and pressed a key.
  static func noteKey() { mayStillBeAlternate = false }
  /// Sets whether a suggestion or a menu is after the cursor, which must be erased when the process ends.
  static func setExtras(_ areShown: Bool) { state.pointee.hasExtras = areShown }
  /// Sets whether the cursor must get its usual shape again.
  static func setShaped(_ isShaped: Bool) { state.pointee.isShaped = isShaped }
  /// Notes that nothing is left to restore.
  static func disarm() { state.pointee.isArmed = false }

  private static func install() {
    if isInstalled { return }
    isInstalled = true
    _ = (previous, farewell, leaveAlternateSequence, defaultCursor, eraser)
    for signal in fatal {
      var action = sigaction.calling { TerminalGuard.die($0) }
      // Restoring from the background must not stop the process.
      sigaddset(&action.sa_mask, SIGTTOU)
      var before = sigaction()
      sigaction(signal, nil, &before)
      if before.isIgnored { continue }
      previous[Int(signal)] = before
      sigaction(signal, &action, nil)
    }
    atexit { TerminalGuard.restore() }
  }

  private static func restore() {
    guard state.pointee.isArmed else { return }
    state.pointee.isArmed = false
    if state.pointee.isFullScreen {
      _ = write(state.pointee.output, leaveAlternateSequence.baseAddress, leaveAlternateSequence.count)
    }
    if state.pointee.hasExtras { _ = write(state.pointee.output, eraser.baseAddress, eraser.count) }
    if state.pointee.isShaped { _ = write(state.pointee.output, defaultCursor.baseAddress, defaultCursor.count) }
    _ = write(state.pointee.output, farewell.baseAddress, farewell.count)
    _ = tcsetattr(state.pointee.input, TCSANOW, &state.pointee.original)
  }

  /// Restores the terminal, then lets the signal have its original effect.
  private static func die(_ signal: Int32) {
    let error = errno
    restore()
    sigaction(signal, previous + Int(signal), nil)
    raise(signal)
    errno = error
  }
}
