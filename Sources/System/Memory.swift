/// The process's memory.
public enum Memory {
  /// Returns whether this many bytes can be allocated at once; they are freed immediately. For large amounts: running
  /// out of memory in the middle of an operation ends the program.
  public static func isThere(_ bytes: Int) -> Bool {
    // Not `malloc`: optimized programs never request unused memory.
    let room = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let room, room != MAP_FAILED else { return false }
    munmap(room, bytes)
    return true
  }

  /// The maximum number of bytes that the process has had in memory at once.
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
