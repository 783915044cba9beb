/// A sandbox for untrusted input: inside it there are no files and no other programs.
///
///     let lines = ThreadSandbox.closed { replay.run(item) }
///
/// Inside, every path leads nowhere, for every operation: reading, writing, listing, or only checking whether a file
/// exists. The sandbox applies to its thread, and to threads started inside it.
public enum ThreadSandbox {
  /// The thread-specific key; not `nil` for a thread inside the sandbox.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// `true` on a thread inside the sandbox.
  static var isClosed: Bool { pthread_getspecific(key) != nil }

  static func set(_ isClosed: Bool) {
    pthread_setspecific(key, isClosed ? UnsafeRawPointer(bitPattern: 1) : nil)
  }

  /// Runs `body` without files and programs.
  /// - Parameter isClosed: `false` runs it without the sandbox.
  public static func closed<Result, Problem: Error>(
    _ isClosed: Bool = true, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isClosed, !self.isClosed else { return try body() }
    set(true)
    defer { set(false) }
    return try body()
  }

  /// Runs `body` with the system's files, for the program's own needs: time zones, or the lesson that is graded.
  public static func opened<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isClosed else { return try body() }
    set(false)
    defer { set(true) }
    return try body()
  }
}
