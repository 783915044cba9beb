/// Remembers that ^C was pressed. The signal handler only sets a flag; whoever works looks at it, and has a second to do so:
/// pressed once more after that, ^C ends the program. Whoever presses it twice on a slow machine keeps the session.
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

  /// Runs in the signal handler: only what is safe there.
  private static func press() {
    let now = SystemClock.steady
    if flag.pointee != 0, now - pressed.pointee > grace {
      signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
    if flag.pointee == 0 { pressed.pointee = now }
    flag.pointee = 1
  }

  /// From now on ^C sets the flag instead of ending the program; sleeping and reading end, too.
  public static func install() {
    flag.pointee = 0
    _ = pressed
    var action = sigaction.calling { _ in Interruption.press() }
    // Whoever started the program may have blocked the signal; a child inherits that.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGINT)
    sigprocmask(SIG_UNBLOCK, &mask, nil)
    sigaction(SIGINT, &action, nil)
  }

  /// Runs something that ^C is to stop while somebody else handles the signal.
  public static func watch(_ body: () -> Void) {
    var previous = sigaction()
    sigaction(SIGINT, nil, &previous)
    install()
    body()
    sigaction(SIGINT, &previous, nil)
    clear()
  }

  /// Cheap enough to be asked between any two steps.
  @inlinable
  public static var isRequested: Bool { flag.pointee != 0 }
  public static func clear() { flag.pointee = 0 }
  /// As if ^C had been pressed.
  public static func request() { flag.pointee = 1 }
}

/// What happens when a signal comes, as the system registers it.
extension sigaction {
  /// Calls a handler, which may only do what signal handlers may. System calls that it interrupts are not made again.
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

  /// What happens in a program that says nothing about the signal.
  public static var standard: sigaction { sigaction() }

  /// Whether the signal does nothing.
  public var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
