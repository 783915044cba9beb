import System

/// The terminal as it was found, given back whatever ends the process: exit, a crash, SIGTERM, SIGHUP.
///
/// One for the process. Everything a signal handler needs lies in memory that is set up before and never moves.
enum TerminalGuard {
  private struct State {
    var isArmed = false
    var isFullScreen = false
    /// Whether more stands behind the cursor than was typed.
    var hasExtras = false
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

  /// What was to happen on each signal before; indexed by signal number.
  private nonisolated(unsafe) static let previous = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
    actions.initialize(repeating: sigaction(), count: signalLimit)
    return actions
  }()

  /// Another screen without a cursor; and back, with the cursor where it was.
  static let enterFullScreen = "\u{1B}[?1049h\u{1B}[?25l"
  static let leaveFullScreen = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  private nonisolated(unsafe) static let backFromFullScreen = permanent(leaveFullScreen)
  /// Ends bracketed paste and any style.
  private nonisolated(unsafe) static let farewell = permanent("\u{1B}[?2004l\u{1B}[0m")

  /// Takes away what stands behind the cursor, and leaves its row.
  private nonisolated(unsafe) static let eraser = permanent("\u{1B}[J\r\n")

  private static func permanent(_ text: String) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return UnsafeRawBufferPointer(bytes)
  }

  private nonisolated(unsafe) static var isInstalled = false

  /// Notes the terminal's settings, the first time, and has them restored from now on.
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

  /// The settings found at first, until libedit makes its own again.
  static func restoreSettings() {
    guard state.pointee.isArmed else { return }
    TerminalMode.set(state.pointee.input, &state.pointee.original)
  }

  static var isArmed: Bool { state.pointee.isArmed }
  /// Whether the screen to go back to is another one than the one that is shown.
  static func setFullScreen(_ isFull: Bool) {
    state.pointee.isFullScreen = isFull
    isBackUnsure = !isFull
  }

  /// Whether nobody has pressed a key since the other screen was left: a ^C makes the system throw away what a terminal
  /// has not read yet, and with it the way back.
  private nonisolated(unsafe) static var isBackUnsure = false
  /// Goes back from the other screen where that was lost, and does nothing elsewhere; empty once it is sure.
  static var surelyBack: String { isBackUnsure ? "\u{1B}[?47l\u{1B}[?25h" : "" }
  /// Somebody has seen the screen and pressed a key.
  static func noteKey() { isBackUnsure = false }
  /// Whether a suggestion or a menu stands behind the cursor, which must not stay when the process ends.
  static func setExtras(_ areShown: Bool) { state.pointee.hasExtras = areShown }
  /// Nothing is left to restore.
  static func disarm() { state.pointee.isArmed = false }

  private static func install() {
    if isInstalled { return }
    isInstalled = true
    _ = (previous, farewell, backFromFullScreen, eraser)
    for signal in fatal {
      var action = sigaction.calling { TerminalGuard.die($0) }
      // Restoring from the background must not stop the process instead.
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
      _ = write(state.pointee.output, backFromFullScreen.baseAddress, backFromFullScreen.count)
    }
    if state.pointee.hasExtras { _ = write(state.pointee.output, eraser.baseAddress, eraser.count) }
    _ = write(state.pointee.output, farewell.baseAddress, farewell.count)
    _ = tcsetattr(state.pointee.input, TCSANOW, &state.pointee.original)
  }

  /// Restores, then lets the signal do what it would have done.
  private static func die(_ signal: Int32) {
    let error = errno
    restore()
    sigaction(signal, previous + Int(signal), nil)
    raise(signal)
    errno = error
  }
}
