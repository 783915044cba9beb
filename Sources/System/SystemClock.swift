import CSystem

/// The machine's clocks, in microseconds. They do not need Foundation, so startup stays fast.
public enum SystemClock {
  /// The time since 1970 on the wall clock, which users and time servers set.
  public static var wall: Int64 { read(CLOCK_REALTIME) }

  /// The time since some moment before startup, on a clock that is never set and continues while the machine sleeps.
  public static var steady: Int64 {
    #if canImport(Darwin)
      read(CLOCK_MONOTONIC)
    #else
      read(CLOCK_BOOTTIME)
    #endif
  }

  /// The clocks when this program first used them.
  private static let first = (wall: wall, steady: steady)

  /// The time since 1970 by the wall clock when this program began, continued by the steady clock: the current time
  /// for waiting code, whatever users and time servers do to the wall clock meanwhile.
  public static var present: Int64 { first.wall + steady - first.steady }

  /// Returns the value of `steady` at an instant of `present`.
  public static func steady(at present: Int64) -> Int64 { first.steady + present - first.wall }

  /// An identifier of the machine's current boot, to which `steady` refers; `nil` if the system has none.
  public static let boot: String? = {
    #if canImport(Darwin)
      var bytes = [CChar](repeating: 0, count: 64)
      var count = bytes.count - 1
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else { return nil }
      let name = bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    #else
      let bytes = (try? File.read("/proc/sys/kernel/random/boot_id", atMost: 64)) ?? []
      let name = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    #endif
    return name.isEmpty ? nil : name
  }()

  /// The change of the wall clock since this program began: above 0 if set forward, below 0 if set back.
  public static var shift: Int64 { wall - present }

  /// `true` if the system says that a time server keeps the wall clock right; `false` if it does not, or on systems
  /// that do not say.
  public static var isSynchronised: Bool { csystem_clock_is_synchronised() == 1 }

  /// The processor time used by this thread.
  public static var worked: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// `steady` in seconds.
  public static var steadySeconds: Double { Double(steady) / 1e6 }

  /// Returns the timeout of poll(2) until a moment of `steadySeconds`, in milliseconds; -1, which never ends, for
  /// `nil`.
  public static func milliseconds(until moment: Double?) -> Int32 {
    guard let moment else { return -1 }
    // Rounded up, because waking early would only mean waiting again.
    return Int32(min(max(0, ((moment - steadySeconds) * 1000).rounded(.up)), 3_600_000))
  }

  /// Sleeps until the time is over or a signal arrives: the caller checks again. Time in which the machine sleeps
  /// counts.
  public static func sleep(microseconds: Int64) {
    guard microseconds > 0 else { return }
    #if canImport(Darwin)
      var left = timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
      _ = nanosleep(&left, nil)
    #else
      let end = steady + microseconds
      var moment = timespec(tv_sec: time_t(end / 1_000_000), tv_nsec: Int(end % 1_000_000) * 1_000)
      _ = clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &moment, nil)
    #endif
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
