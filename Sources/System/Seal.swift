/// A closed room for what somebody else has written: inside it there are no files and no other programs.
///
///     let lines = Seal.closed { replay.run(item) }
///
/// Every path leads nowhere there, whatever asks for it: reading, writing, listing, or only looking whether something
/// exists. The room belongs to its thread, and threads that begin inside it are inside it as well.
public enum Seal {
  /// Not nil for a thread inside the room.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// `true` on a thread inside the room.
  static var isClosed: Bool { pthread_getspecific(key) != nil }

  static func set(_ isClosed: Bool) {
    pthread_setspecific(key, isClosed ? UnsafeRawPointer(bitPattern: 1) : nil)
  }

  /// Runs `body` without files and programs.
  /// - Parameter isClosed: `false` runs it as it is.
  public static func closed<Result, Problem: Error>(
    _ isClosed: Bool = true, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isClosed, !self.isClosed else { return try body() }
    set(true)
    defer { set(false) }
    return try body()
  }

  /// Runs `body` with the system's files, for what this program itself needs: time zones, or the lesson that is graded.
  public static func opened<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isClosed else { return try body() }
    set(false)
    defer { set(true) }
    return try body()
  }
}
