/// The native stack, on which nested things are walked through.
public enum Stack {
  /// The bytes that the program's stack may take, as it was started: `ulimit -s`. Threads get as much.
  public static let size: Int = {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    #else
      let resource = RLIMIT_STACK
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur <= rlim_t(usual) else { return usual }
    return Int(limit.rlim_cur)
  }()

  /// The usual size, taken where there is more or no limit at all.
  private static let usual = 8 << 20
}
