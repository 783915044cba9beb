import Timeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's clock, and the user's wish to stop.
public enum SystemClock {
  /// The present on the wall clock. Foundation is not needed for it, so starting stays fast.
  public static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  /// Sleeps, but not past an interruption.
  public static func sleep(_ length: Duration) {
    guard length > .zero else { return }
    var left = timespec(
      tv_sec: Int(length.microseconds / 1_000_000), tv_nsec: Int(length.microseconds % 1_000_000) * 1_000)
    _ = nanosleep(&left, nil)  // a signal ends it early; the caller looks again
  }
}

/// Remembers that ^C was pressed. The signal handler only sets a flag; whoever works looks at it.
public enum Interruption {
  nonisolated(unsafe) private static let flag: UnsafeMutablePointer<Int32> = {
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    flag.initialize(to: 0)
    return flag
  }()

  /// From now on ^C sets the flag instead of ending the program.
  public static func install() {
    flag.pointee = 0
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = { _ in Interruption.flag.pointee = 1 }
    #else
      action.__sigaction_u.__sa_handler = { _ in Interruption.flag.pointee = 1 }
    #endif
    // Whoever started the program may have blocked the signal; a child inherits that.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGINT)
    sigprocmask(SIG_UNBLOCK, &mask, nil)
    sigaction(SIGINT, &action, nil)  // without SA_RESTART, so that sleeping and reading end
  }

  /// Runs something that ^C is to stop while somebody else handles the signal.
  static func watch(_ body: () -> Void) {
    var previous = sigaction()
    sigaction(SIGINT, nil, &previous)
    install()
    body()
    sigaction(SIGINT, &previous, nil)
    clear()
  }

  public static var isRequested: Bool { flag.pointee != 0 }
  public static func clear() { flag.pointee = 0 }
  /// As if ^C had been pressed.
  public static func request() { flag.pointee = 1 }
}
