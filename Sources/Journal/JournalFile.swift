import System

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
