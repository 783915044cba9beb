import CJournal
import System

/// The file system of this machine.
public final class POSIXFileSystem: FileSystem, Sendable {
  /// The time to wait for a lock, in milliseconds; a journal is locked for one write and one sync.
  let timeout: Int
  /// `false` to behave as on a file system without locks.
  private let hasLocks: Bool

  public convenience init(timeout: Int = 10_000) { self.init(timeout: timeout, hasLocks: true) }

  init(timeout: Int, hasLocks: Bool) { (self.timeout, self.hasLocks) = (timeout, hasLocks) }

  public func makeFolder(_ path: String) throws(FileError) {
    try asking(.makeFolder, path) { () throws(SystemError) in try Folder.make(path) }
  }

  public func names(in folder: String) throws(FileError) -> [String] {
    try asking(.list, folder) { () throws(SystemError) in try Folder.names(in: folder) }
  }

  public func status(of path: String, followsLinks: Bool) throws(FileError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path, followsLinks: followsLinks)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw FileError(error, operation: .status, path: path)
    }
  }

  public func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile {
    let flags =
      switch access {
      case .reading: O_RDONLY | O_NOFOLLOW
      case .readingThroughLink: O_RDONLY
      case .appending: O_RDWR | O_APPEND | O_NOFOLLOW
      case .making: O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW
      case .keeping: O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW
      }
    return try asking(.open, path) { () throws(SystemError) in
      POSIXFile(descriptor: try File.open(path, flags).descriptor, path: path)
    }
  }

  public func rename(_ path: String, to target: String) throws(FileError) {
    try asking(.rename, path) { () throws(SystemError) in try File.rename(path, to: target) }
  }

  public func remove(_ path: String) throws(FileError) {
    try asking(.remove, path) { () throws(SystemError) in try File.remove(path) }
  }

  public func syncFolder(_ path: String) throws(FileError) {
    try asking(.sync, path) { () throws(SystemError) in try Folder.sync(path) }
  }

  public func freeSpace(in folder: String) throws(FileError) -> Int64 {
    try asking(.status, folder) { () throws(SystemError) in try Folder.freeSpace(at: folder) }
  }

  public func lock(_ path: String) throws(FileError) -> any FileLock {
    try asking(.lock, path) { () throws(SystemError) in
      do throws(SystemError) {
        guard hasLocks else { throw .number(ENOLCK) }
        return POSIXLock(
          descriptor: try File.openLocked(path, O_RDWR | O_CREAT | O_NOFOLLOW, timeout: timeout, needsLock: true))
      } catch {
        guard error.meansNoLocks else { throw error }
        return try NameLock(path + ".held", timeout: timeout)
      }
    }
  }
}

/// Makes a system call; a failure becomes an error with operation and path.
@inline(__always)
private func asking<Result>(
  _ operation: FileError.Operation, _ path: String, _ body: () throws(SystemError) -> Result
) throws(FileError) -> Result {
  do throws(SystemError) { return try body() } catch {
    throw FileError(error, operation: operation, path: path)
  }
}

private final class POSIXLock: FileLock {
  private var descriptor: Descriptor?

  init(descriptor: Descriptor) { self.descriptor = descriptor }

  deinit { unlock() }

  func unlock() {
    descriptor?.close()
    descriptor = nil
  }
}

/// An open file of this machine.
final class POSIXFile: JournalFile {
  private let descriptor: Descriptor
  private let path: String

  init(descriptor: Descriptor, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  deinit { descriptor.close() }

  func status() throws(FileError) -> FileStatus {
    try asking(.status, path) { () throws(SystemError) in try FileStatus(descriptor) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    try asking(.read, path) { () throws(SystemError) in try descriptor.read(into: buffer, at: offset) }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    try asking(.write, path) { () throws(SystemError) in try descriptor.write(bytes) }
  }

  func startSync(from offset: Int64, count: Int64) { journal_start_writing(descriptor.number, offset, count) }

  func truncate(to size: Int64) throws(FileError) {
    try asking(.truncate, path) { () throws(SystemError) in try descriptor.truncate(to: size) }
  }

  func sync() throws(FileError) {
    try asking(.sync, path) { () throws(SystemError) in try descriptor.syncContent() }
  }
}
