import CJournal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files of this machine.
public struct POSIXFileSystem: FileSystem, Sendable {
  /// How long to wait for a lock, in milliseconds. A journal is locked for one write and one sync, so after ten seconds
  /// something is wrong with the other program, and a prompt that hangs for ever would be worse than an error.
  let patience: Int

  public init(patience: Int = 10_000) { self.patience = patience }

  public func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 {
      try syncFolder(parent(of: path))
      return
    }
    switch errno {
    case EEXIST: return
    case ENOENT where parent(of: path) != path:
      try makeFolder(parent(of: path))
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(.makeFolder, path) }
      try syncFolder(parent(of: path))
    default: throw failure(.makeFolder, path)
    }
  }

  public func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw failure(.list, folder) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      // d_name is as long as its name needs, not as its declaration says, so it is read through a pointer to it.
      let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name)!)
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    guard errno == 0 else { throw failure(.list, folder) }
    return names.filter { $0 != "." && $0 != ".." }
  }

  public func status(of path: String) throws(FileError) -> FileStatus? {
    var information = stat()
    if stat(path, &information) == 0 { return FileStatus(information) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw failure(.status, path)
  }

  public func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile {
    let flags =
      switch access {
      case .reading: O_RDONLY
      case .appending: O_RDWR | O_APPEND
      case .replacing: O_RDWR | O_APPEND | O_CREAT | O_TRUNC
      case .keeping: O_RDWR | O_APPEND | O_CREAT
      }
    return POSIXFile(descriptor: try descriptor(path, flags, .open), path: path)
  }

  public func rename(_ path: String, to target: String) throws(FileError) {
    #if canImport(Darwin)
      let result = Darwin.rename(path, target)
    #elseif canImport(Musl)
      let result = Musl.rename(path, target)
    #else
      let result = Glibc.rename(path, target)
    #endif
    guard result == 0 else { throw failure(.rename, path) }
  }

  public func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(.remove, path) }
  }

  public func syncFolder(_ path: String) throws(FileError) {
    let folder = try descriptor(path, O_RDONLY, .sync)
    defer { close(folder) }
    // Some file systems cannot sync a folder and say EINVAL; there is nothing more to be done on those.
    guard fsync(folder) == 0 || errno == EINVAL else { throw failure(.sync, path) }
  }

  public func lock(_ path: String) throws(FileError) -> any FileLock {
    var waited = 0
    var pause: UInt32 = 100
    while true {
      let lock = POSIXLock(descriptor: try descriptor(path, O_RDWR | O_CREAT, .lock))
      if flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 {
        // The file may have been removed between opening and locking: a lock on it would then keep nobody out.
        var held = stat()
        guard fstat(lock.descriptor, &held) == 0 else { throw failure(.lock, path) }
        if try status(of: path)?.identity == FileStatus(held).identity { return lock }
        continue
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(.lock, path) }
      guard waited < patience * 1_000 else {
        throw FileError(code: EWOULDBLOCK, operation: .lock, path: path)
      }
      usleep(pause)
      waited += Int(pause)
      pause = min(pause * 2, 2_000)
    }
  }

  private func descriptor(
    _ path: String, _ flags: Int32, _ operation: FileError.Operation
  ) throws(FileError) -> Int32 {
    while true {
      #if canImport(Darwin)
        let descriptor = Darwin.open(path, flags | O_CLOEXEC, 0o600)
      #elseif canImport(Musl)
        let descriptor = Musl.open(path, flags | O_CLOEXEC, 0o600)
      #else
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
      #endif
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw failure(operation, path) }
    }
  }

  private func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func failure(_ operation: FileError.Operation, _ path: String) -> FileError {
    FileError(code: errno, operation: operation, path: path)
  }
}

extension FileStatus {
  fileprivate init(_ information: stat) {
    self.init(
      identity: Identity(
        device: UInt64(truncatingIfNeeded: information.st_dev), number: UInt64(truncatingIfNeeded: information.st_ino)),
      size: Int64(information.st_size))
  }
}

private final class POSIXLock: FileLock {
  private(set) var descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { unlock() }

  func unlock() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }
}

/// An open file of this machine.
final class POSIXFile: JournalFile {
  private let descriptor: Int32
  private let path: String

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  func status() throws(FileError) -> FileStatus {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw failure(.status) }
    return FileStatus(information)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw failure(.read) }
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = write(descriptor, bytes.baseAddress, bytes.count)
      if count > 0 || bytes.isEmpty { return count }
      // Nothing written and no error is what a full disk may look like as well; without this it would loop for ever.
      if count == 0 { throw FileError(code: ENOSPC, operation: .write, path: path) }
      guard errno == EINTR else { throw failure(.write) }
    }
  }

  func startSync(from offset: Int64, count: Int64) {
    journal_start_writing(descriptor, offset, count)
  }

  func truncate(to size: Int64) throws(FileError) {
    while ftruncate(descriptor, off_t(size)) != 0 {
      guard errno == EINTR else { throw failure(.truncate) }
    }
  }

  func sync() throws(FileError) {
    #if canImport(Darwin)
      // fsync on Darwin leaves the data in the drive's cache; F_FULLFSYNC does not, where the file system has it.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
      guard fsync(descriptor) == 0 else { throw failure(.sync) }
    #else
      // fdatasync leaves out only times: the size, which reading needs, is written.
      guard fdatasync(descriptor) == 0 else { throw failure(.sync) }
    #endif
  }

  private func failure(_ operation: FileError.Operation) -> FileError {
    FileError(code: errno, operation: operation, path: path)
  }
}

extension FileError {
  /// The system's words for `code`.
  var systemMessage: String { String(cString: strerror(code)) }
}
