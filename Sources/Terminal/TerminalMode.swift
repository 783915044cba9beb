import System

/// A terminal's original settings, and temporary ones for a question or a whole screen.
struct TerminalMode {
  private let descriptor: Int32
  private let before: termios

  init?(_ descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  /// Switches off echo; every key is read at once, ^C and ^Z are signals.
  func beginQuestion() {
    begin {
      $0.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON)
      $0.c_lflag |= tcflag_t(ISIG)
    }
  }

  /// Passes every key and all output unchanged.
  func beginScreen() { begin(Self.screen) }

  /// Passes keys unchanged except ^C, which is a signal: for work during which no keys are read.
  func beginWork() {
    begin {
      Self.screen(&$0)
      $0.c_lflag |= tcflag_t(ISIG)
      withUnsafeMutableBytes(of: &$0.c_cc) { bytes in
        // All other keys stay keys.
        for key in [VQUIT, VSUSP] { bytes[Int(key)] = Self.disabled }
      }
    }
  }

  /// `_POSIX_VDISABLE`, which Swift does not import: disables a key.
  #if os(Linux)
    private static let disabled: cc_t = 0
  #else
    private static let disabled: cc_t = 0xFF
  #endif

  private static func screen(_ settings: inout termios) {
    settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    settings.c_oflag &= ~tcflag_t(OPOST)
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
  }

  private func begin(_ change: (inout termios) -> Void) {
    var settings = before
    change(&settings)
    withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
      bytes[Int(VMIN)] = 1
      bytes[Int(VTIME)] = 0
    }
    set(settings)
  }

  func restore() { set(before) }

  private func set(_ settings: termios) {
    var settings = settings
    Self.set(descriptor, &settings)
  }

  /// Applies settings without discarding typed-ahead keys. A signal may interrupt the wait for pending output before
  /// anything is set.
  static func set(_ descriptor: Int32, _ settings: inout termios) {
    while tcsetattr(descriptor, TCSADRAIN, &settings) != 0, errno == EINTR {}
  }
}
