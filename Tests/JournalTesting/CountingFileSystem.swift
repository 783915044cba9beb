import Journal
import System

/// A file system that records every call, those of its files included.
public final class CountingFileSystem: FileSystem {
  /// A call, such as `append` on `state/kitchen.journal`.
  public struct Call: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public let path: String
    public var description: String { "\(name) \(path)" }

    public init(_ name: String, _ path: String) { (self.name, self.path) = (name, path) }
  }

  private let base: any FileSystem
  public private(set) var calls: [Call] = []

  public init(_ base: any FileSystem) { self.base = base }

  /// Returns the calls since the last time.
  public func drainCalls() -> [Call] {
    defer { calls = [] }
    return calls
  }

  fileprivate func note(_ name: String, _ path: String) { calls.append(Call(name, path)) }

  public func makeFolder(_ path: String) throws(FileError) {
    note("makeFolder", path)
    try base.makeFolder(path)
  }
  public func names(in folder: String) throws(FileError) -> [String] {
    note("names", folder)
    return try base.names(in: folder)
  }
  public func status(of path: String, followsLinks: Bool) throws(FileError) -> FileStatus? {
    note("status", path)
    return try base.status(of: path, followsLinks: followsLinks)
  }
  public func freeSpace(in folder: String) throws(FileError) -> Int64 {
    note("freeSpace", folder)
    return try base.freeSpace(in: folder)
  }
  public func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile {
    note("open", path)
    return CountedFile(try base.open(path, for: access), self, path)
  }
  public func rename(_ path: String, to target: String) throws(FileError) {
    note("rename", path)
    try base.rename(path, to: target)
  }
  public func remove(_ path: String) throws(FileError) {
    note("remove", path)
    try base.remove(path)
  }
  public func syncFolder(_ path: String) throws(FileError) {
    note("syncFolder", path)
    try base.syncFolder(path)
  }
  public func lock(_ path: String) throws(FileError) -> any FileLock {
    note("lock", path)
    return CountedLock(try base.lock(path), self, path)
  }
}

private final class CountedFile: JournalFile {
  private let base: any JournalFile
  private let system: CountingFileSystem
  private let path: String

  init(_ base: any JournalFile, _ system: CountingFileSystem, _ path: String) {
    (self.base, self.system, self.path) = (base, system, path)
  }

  func status() throws(FileError) -> FileStatus {
    system.note("fileStatus", path)
    return try base.status()
  }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    system.note("read", path)
    return try base.read(into: buffer, at: offset)
  }
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    system.note("append", path)
    return try base.append(bytes)
  }
  func startSync(from offset: Int64, count: Int64) {
    system.note("startSync", path)
    base.startSync(from: offset, count: count)
  }
  func truncate(to size: Int64) throws(FileError) {
    system.note("truncate", path)
    try base.truncate(to: size)
  }
  func sync() throws(FileError) {
    system.note("sync", path)
    try base.sync()
  }
}

private final class CountedLock: FileLock {
  private let base: any FileLock
  private let system: CountingFileSystem
  private let path: String

  init(_ base: any FileLock, _ system: CountingFileSystem, _ path: String) {
    (self.base, self.system, self.path) = (base, system, path)
  }

  func unlock() {
    system.note("unlock", path)
    base.unlock()
  }
}
