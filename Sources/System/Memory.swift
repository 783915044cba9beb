/// The memory that the system gives.
public enum Memory {
  /// Whether so many bytes could be had at once; they are given back. For what is large: running out of memory in the
  /// middle of anything ends the program.
  public static func isThere(_ bytes: Int) -> Bool {
    guard let room = malloc(bytes) else { return false }
    free(room)
    return true
  }
}
