import Journal
import System
import Timeline

/// Files in memory in which every changing call can be made to fail, and which record what a power loss would leave.
public final class FaultyFileSystem: FileSystem {
  public enum Fault {
    /// The call does nothing and fails with this error number.
    case error(Int32)
    /// A write takes only this many bytes and does not fail.
    case short(Int)
    /// A write takes only this many bytes, and from then on every call fails: the program was killed.
    case crash(afterBytes: Int)
  }

  public let base = MemoryFileSystem()
  /// Called before each changing call with the call's number, from 0, and its operation.
  public var fault: (Int, FileError.Operation) -> Fault? = { _, _ in nil }
  public private(set) var calls = 0
  public private(set) var isDead = false

  /// The synced contents by file number, and a handle to the current contents, also of files that no longer have a
  /// name.
  private var synced: [UInt64: [UInt8]] = [:]
  private var opened: [UInt64: any JournalFile] = [:]
  private var syncedNames: [String: UInt64] = [:]

  public init() {}

  /// Starts a new program on the files that a killed one has left.
  public func revive() {
    isDead = false
    fault = { _, _ in nil }
  }

  /// Returns the call's fault; throws if the program is dead or the fault is an error.
  fileprivate func check(_ operation: FileError.Operation, _ path: String) throws(FileError) -> Fault? {
    if isDead { throw FileError(code: EIO, operation: operation, path: path) }
    defer { calls += 1 }
    guard let fault = fault(calls, operation) else { return nil }
    switch fault {
    case .error(let code): throw FileError(code: code, operation: operation, path: path)
    case .short: return fault
    case .crash:
      isDead = true
      guard operation == .write else { throw FileError(code: EIO, operation: operation, path: path) }
      return fault
    }
  }

  fileprivate func didSync(_ file: any JournalFile) throws(FileError) {
    synced[try file.status().identity.number] = try contents(file)
  }

  private func contents(_ file: any JournalFile) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(try file.status().size))
    _ = bytes.withUnsafeMutableBytes { buffer in try? file.read(into: buffer, at: 0) }
    return bytes
  }

  /// Returns a possible state of the disk after a power loss: names and contents as synced, or any part of the later
  /// changes.
  public func afterPowerLoss(_ chance: inout SeededGenerator) throws -> MemoryFileSystem {
    let left = MemoryFileSystem()
    for path in Set(base.paths).union(syncedNames.keys).sorted() {
      let now = try base.status(of: path)?.identity.number
      guard let number = Bool.random(using: &chance) ? now : syncedNames[path] else { continue }
      guard let file = opened[number] else { continue }
      let (current, safe) = (try contents(file), synced[number] ?? [])
      if current.starts(with: safe) {
        var lost = Array(
          current[safe.count...].prefix(Int.random(in: 0...(current.count - safe.count), using: &chance)))
        // Some file systems lengthen a file before its data arrives.
        if Int.random(in: 0..<4, using: &chance) == 0 { lost = lost.map { _ in 0 } }
        left[path] = safe + lost
      } else {
        left[path] = Bool.random(using: &chance) ? current : safe
      }
    }
    return left
  }

  public func makeFolder(_ path: String) throws(FileError) {
    _ = try check(.makeFolder, path)
    try base.makeFolder(path)
  }

  public func names(in folder: String) throws(FileError) -> [String] { try base.names(in: folder) }
  public func status(of path: String, followsLinks: Bool) throws(FileError) -> FileStatus? {
    try base.status(of: path, followsLinks: followsLinks)
  }
  public func freeSpace(in folder: String) throws(FileError) -> Int64 { try base.freeSpace(in: folder) }

  public func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile {
    if access != .reading, access != .readingThroughLink { _ = try check(.open, path) }
    let file = FaultyFile(try base.open(path, for: access), self, path)
    opened[try file.status().identity.number] = file.base
    return file
  }

  public func rename(_ path: String, to target: String) throws(FileError) {
    _ = try check(.rename, path)
    try base.rename(path, to: target)
  }

  public func remove(_ path: String) throws(FileError) {
    _ = try check(.remove, path)
    try base.remove(path)
  }

  public func syncFolder(_ path: String) throws(FileError) {
    _ = try check(.sync, path)
    syncedNames = syncedNames.filter { !$0.key.hasPrefix(path + "/") }
    for file in base.paths where file.hasPrefix(path + "/") {
      syncedNames[file] = try base.status(of: file)?.identity.number
    }
  }

  public func lock(_ path: String) throws(FileError) -> any FileLock {
    _ = try check(.lock, path)
    return try base.lock(path)
  }
}

private final class FaultyFile: JournalFile {
  let base: any JournalFile
  private let system: FaultyFileSystem
  private let path: String

  init(_ base: any JournalFile, _ system: FaultyFileSystem, _ path: String) {
    self.base = base
    self.system = system
    self.path = path
  }

  func status() throws(FileError) -> FileStatus { try base.status() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    try base.read(into: buffer, at: offset)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    func write(_ count: Int) throws(FileError) -> Int {
      try base.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
    switch try system.check(.write, path) {
    case .short(let count): return try write(max(1, min(count, bytes.count)))
    case .crash(let count):
      _ = try write(min(count, bytes.count))
      throw FileError(code: EIO, operation: .write, path: path)
    default: return try write(bytes.count)
    }
  }

  func truncate(to size: Int64) throws(FileError) {
    _ = try system.check(.truncate, path)
    try base.truncate(to: size)
  }

  func sync() throws(FileError) {
    _ = try system.check(.sync, path)
    try system.didSync(base)
  }
}
