/// A sandbox for untrusted input: inside it there are no other programs, and no files, or only those of one folder.
///
///     let lines = ThreadSandbox.closed { replay.run(item) }
///     let folder = ReadableFolder("Examples")
///     let errors = ThreadSandbox.closed(reading: folder) { run(script) }
///
/// Inside, every other path leads nowhere, for every operation: reading, writing, listing, or only checking whether a
/// file exists. Files of the readable folder can be read, but not written. The sandbox applies to its thread, and to
/// threads started inside it.
public enum ThreadSandbox {
  /// The thread-specific key; not `nil` for a thread inside the sandbox.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The folder of a sandbox without files.
  private static let nowhere = ReadableFolder()

  /// `true` on a thread inside the sandbox.
  static var isClosed: Bool { pthread_getspecific(key) != nil }

  /// The folder that this thread may read; `nil` outside the sandbox.
  static var current: ReadableFolder? {
    pthread_getspecific(key).map { Unmanaged<ReadableFolder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns `true` if this thread may read a file, which need not exist.
  public static func allows(_ path: String) -> Bool { current?.holds(path) ?? true }

  /// The folder that this thread may read, for messages: "'Examples/Guide', the folder that this run may read".
  public static var folderPhrase: String {
    let folder = "the folder that this run may read"
    return current?.name.map { "'\($0)', \(folder)" } ?? folder
  }

  /// Enters or leaves a sandbox. The caller keeps the folder alive until the thread has left it.
  static func set(_ folder: ReadableFolder?) {
    pthread_setspecific(key, folder.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }

  /// Runs `body` without files and programs.
  /// - Parameters:
  ///   - isClosed: `false` runs it without the sandbox.
  ///   - folder: the folder that it may read; `nil` for no files.
  public static func closed<Result, Problem: Error>(
    _ isClosed: Bool = true, reading folder: ReadableFolder? = nil, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isClosed, !self.isClosed else { return try body() }
    let folder = folder ?? nowhere
    set(folder)
    defer { withExtendedLifetime(folder) { set(nil) } }
    return try body()
  }

  /// Runs `body` with the system's files, for the program's own needs: time zones, or the lesson that is graded.
  public static func opened<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard let folder = current else { return try body() }
    set(nil)
    defer { set(folder) }
    return try body()
  }
}

/// The folder whose files a sandbox lets through for reading, wherever links lead.
public final class ReadableFolder: Sendable {
  /// Its path with links resolved; `nil` for a folder without files.
  private let path: String?
  /// The path as the user typed it; `nil` for a folder without files.
  fileprivate let name: String?

  fileprivate init() { (path, name) = (nil, nil) }

  /// - Parameter path: a folder; if it does not exist, no file can be read.
  public init(_ path: String) {
    self.path = try? FilePath.resolved(path)
    name = path
  }

  /// Returns the path to use in place of another one: the file's own, or one that leads nowhere.
  func path(for other: String, writes: Bool) -> String {
    guard let path, !writes, let real = ThreadSandbox.opened({ try? FilePath.resolved(other) }),
      FilePath.isTextInside(real, path)
    else { return "" }
    return real
  }

  /// Returns `true` if a file, which need not exist, is in the folder.
  fileprivate func holds(_ other: String) -> Bool {
    guard let path else { return false }
    return ThreadSandbox.opened {
      FilePath.places(of: other).allSatisfy { FilePath.isTextInside($0, path) }
    }
  }
}
