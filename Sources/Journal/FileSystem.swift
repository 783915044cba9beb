import System

/// The system calls that a journal makes, in one place, so that tests can make each of them fail.
public protocol FileSystem: AnyObject {
  /// Creates the folder and its missing parents; only the user may enter new folders.
  func makeFolder(_ path: String) throws(FileError)
  /// Returns the names in a folder, unordered.
  func names(in folder: String) throws(FileError) -> [String]
  /// Returns the status of a file; `nil` if there is no such file.
  /// - Parameter followsLinks: whether to follow a symbolic link.
  func status(of path: String, followsLinks: Bool) throws(FileError) -> FileStatus?
  /// Returns the free bytes on the folder's disk; the largest number if this is unknown.
  func freeSpace(in folder: String) throws(FileError) -> Int64
  /// - Throws: also if the path is not a file: opening a pipe or a device put there would block.
  func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile
  /// Replaces `target` with `path` atomically.
  func rename(_ path: String, to target: String) throws(FileError)
  func remove(_ path: String) throws(FileError)
  /// Returns when the names in the folder would survive a power loss.
  func syncFolder(_ path: String) throws(FileError)
  /// Waits until no other program holds the lock at `path`.
  /// - Throws: a `FileError` with `EWOULDBLOCK` if the lock is still held after some seconds.
  func lock(_ path: String) throws(FileError) -> any FileLock
}

extension FileSystem {
  /// Returns the status of the file, or of the file that a link of that name leads to.
  public func status(of path: String) throws(FileError) -> FileStatus? { try status(of: path, followsLinks: true) }
}

/// An open file. It closes when the last reference to it is released.
public protocol JournalFile: AnyObject {
  func status() throws(FileError) -> FileStatus
  /// Reads from `offset`, as many bytes as the buffer holds or fewer; returns 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int
  /// Appends in one system call and returns the number of bytes written: fewer than requested on a disk that is
  /// filling up.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  /// Starts writing bytes to the disk that `sync` will wait for, if the system can do this. This is a hint without
  /// guarantees; errors appear when `sync` is called.
  func startSync(from offset: Int64, count: Int64)
  func truncate(to size: Int64) throws(FileError)
  /// Returns when content and size would survive a power loss.
  func sync() throws(FileError)
}

extension JournalFile {
  /// Does nothing: for files whose disk cannot start early.
  public func startSync(from offset: Int64, count: Int64) {}

  /// Returns the bytes that one read gives from `offset`, at most `count`; none at the end of the file.
  func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    bytes.removeSubrange(filled...)
    return bytes
  }

  /// Appends all of `bytes`, continuing after a short write.
  func appendAll(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var written = 0
    while written < bytes.count { written += try append(UnsafeRawBufferPointer(rebasing: bytes[written...])) }
  }

  func appendAll(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in try appendAll(UnsafeRawBufferPointer(buffer)) }
  }
}

/// The way to open a file. Only `readingThroughLink` follows a link, since a link may lead anywhere.
public enum FileAccess: Hashable, Sendable {
  /// An existing file, read-only.
  case reading
  /// An existing file, or the file that a link leads to, read-only.
  case readingThroughLink
  /// An existing file, for reading and appending.
  case appending
  /// A new file, for reading and appending; nothing of that name may exist, not even a link.
  case making
  /// For reading and appending; created if missing.
  case keeping
}

/// The reason why a file operation failed: the system's error, the operation and the path.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Operation: String, Hashable, Sendable {
    case open, read, write, rename, remove, list, lock
    case truncate = "truncate"
    case sync = "flush"
    case makeFolder = "create the folder"
    case status = "access"
  }

  public let cause: SystemError
  public let operation: Operation
  public let path: String

  public init(_ cause: SystemError, operation: Operation, path: String) {
    self.cause = cause
    self.operation = operation
    self.path = path
  }

  public init(code: Int32, operation: Operation, path: String) {
    self.init(.number(code), operation: operation, path: path)
  }

  /// The system's `errno`.
  public var code: Int32 { cause.code }

  public var description: String { "cannot \(operation.rawValue) \(path): \(cause)" }
}

/// A held lock.
public protocol FileLock: AnyObject {
  func unlock()
}
