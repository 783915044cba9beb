/// A flag for ^C. The signal handler only sets the flag. Running code checks it, and has one second to do so: pressed
/// again after that, ^C ends the program. Pressing ^C twice in a row on a slow machine does not lose the session.
public enum Interruption {
  @usableFromInline nonisolated(unsafe) static let flag: UnsafeMutablePointer<Int32> = {
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    flag.initialize(to: 0)
    return flag
  }()

  private static let grace: Int64 = 1_000_000
  private nonisolated(unsafe) static let pressed: UnsafeMutablePointer<Int64> = {
    let pressed = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    pressed.initialize(to: 0)
    return pressed
  }()

  /// Handles the signal. It runs in the signal handler, so it only does what is safe there.
  private static func press() {
    let now = SystemClock.steady
    if flag.pointee != 0, now - pressed.pointee > grace {
      signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
    if flag.pointee == 0 { pressed.pointee = now }
    flag.pointee = 1
  }

  /// Makes ^C set the flag from now on instead of ending the program; it also interrupts sleeping and reading.
  public static func install() {
    flag.pointee = 0
    _ = pressed
    var action = sigaction.calling { _ in Interruption.press() }
    // The parent process may have blocked the signal; a child inherits that.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGINT)
    sigprocmask(SIG_UNBLOCK, &mask, nil)
    sigaction(SIGINT, &action, nil)
  }

  /// Runs code that ^C should stop while other code handles the signal.
  public static func watch(_ body: () -> Void) {
    var previous = sigaction()
    sigaction(SIGINT, nil, &previous)
    install()
    body()
    sigaction(SIGINT, &previous, nil)
    clear()
  }

  /// `true` if ^C was pressed. Cheap enough to be checked between any two steps.
  @inlinable
  public static var isRequested: Bool { flag.pointee != 0 }
  public static func clear() { flag.pointee = 0 }
  /// Sets the flag as ^C would.
  public static func request() { flag.pointee = 1 }
}

/// The action for a signal, as the system registers it.
extension sigaction {
  /// Returns an action that calls a handler, which may only do what signal handlers may. Interrupted system calls are
  /// not restarted.
  public static func calling(_ handler: @escaping @convention(c) (Int32) -> Void) -> sigaction {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigemptyset(&action.sa_mask)
    return action
  }

  /// The system's default action.
  public static var standard: sigaction { sigaction() }

  /// `true` if the signal is ignored.
  public var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
