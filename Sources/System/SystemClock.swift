/// The machine's clocks, in microseconds. Foundation is not needed for them, so starting stays fast.
public enum SystemClock {
  /// Since 1970 on the wall clock, which people and time servers set.
  public static var wall: Int64 { read(CLOCK_REALTIME) }

  /// Since some moment before the start, on a clock that nobody sets and that goes on while the machine sleeps.
  public static var steady: Int64 {
    #if canImport(Darwin)
      read(CLOCK_MONOTONIC)
    #else
      read(CLOCK_BOOTTIME)
    #endif
  }

  /// The wall clock when this program first asked for it.
  private static let first = (wall: wall, steady: steady)

  /// Since 1970 as the wall clock had it when this program began, and from there on as the steady clock goes: the present of
  /// somebody who waits, whatever people and time servers do to the wall clock meanwhile.
  public static var present: Int64 { first.wall + steady - first.steady }

  /// What `steady` showed, or will show, at an instant of `present`.
  public static func steady(at present: Int64) -> Int64 { first.steady + present - first.wall }

  /// Names the run of the machine since it was started, for which `steady` counts; `nil` where the system does not say.
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

  /// How far the wall clock has been set since this program began: forward above 0, back below.
  public static var shift: Int64 { wall - present }

  /// The processor time that this thread has used.
  public static var worked: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// `steady` in seconds.
  public static var steadySeconds: Double { Double(steady) / 1e6 }

  /// How long poll(2) has to wait for a moment of `steadySeconds`, in milliseconds; -1, without an end, for none.
  public static func milliseconds(until moment: Double?) -> Int32 {
    guard let moment else { return -1 }
    // Rounded up: waking early would only mean waiting again.
    return Int32(min(max(0, ((moment - steadySeconds) * 1000).rounded(.up)), 3_600_000))
  }

  /// Sleeps, but not past a signal: the caller looks again. Time counts in which the machine sleeps.
  public static func sleep(microseconds: Int64) {
    guard microseconds > 0 else { return }
    #if canImport(Darwin)
      var left = timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
      _ = nanosleep(&left, nil)
    #else
      let end = steady + microseconds
      var moment = timespec(tv_sec: Int(end / 1_000_000), tv_nsec: Int(end % 1_000_000) * 1_000)
      _ = clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &moment, nil)
    #endif
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
