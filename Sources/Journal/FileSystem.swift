import System

/// The calls to the system that a journal makes, in one place, so that tests can make every one of them fail.
public protocol FileSystem {
  /// Makes the folder and those above it where they are missing; only the user may enter new ones.
  func makeFolder(_ path: String) throws(FileError)
  /// The names in a folder, in no order.
  func names(in folder: String) throws(FileError) -> [String]
  /// `nil` when there is no such file.
  /// - Parameter followsLinks: whether a symbolic link stands for what it leads to.
  func status(of path: String, followsLinks: Bool) throws(FileError) -> FileStatus?
  /// Bytes that may still be written on the folder's disk; the largest number where that is not known.
  func freeSpace(in folder: String) throws(FileError) -> Int64
  /// - Throws: also for what is no file: a pipe or a device that somebody put there would be waited for.
  func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile
  /// Puts `path` in place of `target` at once.
  func rename(_ path: String, to target: String) throws(FileError)
  func remove(_ path: String) throws(FileError)
  /// Returns when the names in the folder would survive a loss of power.
  func syncFolder(_ path: String) throws(FileError)
  /// Waits until nobody else holds the lock at `path`.
  /// - Throws: a `FileError` with `EWOULDBLOCK` when somebody still holds it after some seconds.
  func lock(_ path: String) throws(FileError) -> any FileLock
}

extension FileSystem {
  /// The file of that name, or the one that a link of that name leads to.
  public func status(of path: String) throws(FileError) -> FileStatus? { try status(of: path, followsLinks: true) }
}

/// An open file. It closes when the last reference to it goes.
public protocol JournalFile: AnyObject {
  func status() throws(FileError) -> FileStatus
  /// Reads from `offset`, as many bytes as the buffer holds or fewer; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int
  /// Writes at the end in one call to the system and tells how many bytes went: fewer than asked on a disk that is
  /// filling up.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  /// Lets the disk begin with bytes that `sync` will wait for, where the system can do that. A hint: it promises
  /// nothing, and what goes wrong shows when `sync` is called.
  func startSync(from offset: Int64, count: Int64)
  func truncate(to size: Int64) throws(FileError)
  /// Returns when content and size would survive a loss of power.
  func sync() throws(FileError)
}

extension JournalFile {
  /// Nothing: for files whose disk cannot be hurried.
  public func startSync(from offset: Int64, count: Int64) {}

  /// As many bytes from `offset` on as one read gives, `count` at most; none at the end of the file.
  func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    bytes.removeSubrange(filled...)
    return bytes
  }

  /// Appends all of `bytes`, going on after a short write.
  func appendAll(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var written = 0
    while written < bytes.count { written += try append(UnsafeRawBufferPointer(rebasing: bytes[written...])) }
  }

  func appendAll(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in try appendAll(UnsafeRawBufferPointer(buffer)) }
  }
}

/// How a file is opened. A link of its name is refused, since it may lead anywhere, but by `readingThroughLink`.
public enum FileAccess: Hashable, Sendable {
  /// An existing file, for reading only.
  case reading
  /// An existing file or the one that a link leads to, for reading only.
  case readingThroughLink
  /// An existing file, for reading and appending.
  case appending
  /// A new file, for reading and appending; there must be none of that name, not even a link.
  case making
  /// For reading and appending; made when it is not there.
  case keeping
}

/// Why an operation on a file failed: what the system says, the operation and the path.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Operation: String, Hashable, Sendable {
    case open, read, write, rename, remove, list, lock
    case truncate = "shorten"
    case sync = "make durable"
    case makeFolder = "make the folder"
    case status = "look at"
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
