import System

/// A terminal's settings while a question is open: no echo, every key at once, ^C and ^Z as signals.
struct TerminalMode {
  private let descriptor: Int32
  private let before: termios

  init?(_ descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  func begin() {
    var settings = before
    settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON)
    settings.c_lflag |= tcflag_t(ISIG)
    withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
      bytes[Int(VMIN)] = 1
      bytes[Int(VTIME)] = 0
    }
    // Without throwing away what was typed ahead.
    _ = tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  func restore() {
    var settings = before
    _ = tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
