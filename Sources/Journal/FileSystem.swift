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
