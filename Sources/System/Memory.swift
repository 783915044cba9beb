/// The memory that the system gives.
public enum Memory {
  /// Whether so many bytes could be had at once; they are given back. For what is large: running out of memory in the
  /// middle of anything ends the program.
  public static func isThere(_ bytes: Int) -> Bool {
    // Not `malloc`: a piece that nobody uses is never asked for in an optimized program.
    let room = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let room, room != MAP_FAILED else { return false }
    munmap(room, bytes)
    return true
  }

  /// The most bytes that the process has had in memory at once so far.
  public static var peak: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) << 10
    #endif
  }
}
