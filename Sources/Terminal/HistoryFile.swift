#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file behind a history: one entry a line, `\n` for a line end inside it and `\\` for a backslash; 0600.
///
/// Entries are appended under a lock with a single write each, so several shells never tear each other's. The file is
/// replaced only as a whole: whoever waited for the lock of the old one notices and opens the new one.
final class HistoryFile {
  private let path: String
  /// How much of which file has been read.
  private var offset: Int64 = 0
  private var identity: (device: UInt64, node: UInt64) = (0, 0)
  /// Lines seen in the file, repeated ones included.
  private(set) var recordCount = 0

  init(path: String) { self.path = path }

  /// The entries that came since the last call, own ones included; oldest first.
  func readNew() -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    flock(descriptor, LOCK_SH)
    return readNew(descriptor)
  }

  /// False when it could not be written.
  func append(_ entry: String) -> Bool {
    guard let descriptor = openLocked(O_RDWR | O_APPEND | O_CREAT) else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }

    var record = Array((HistoryFile.encode(entry) + "\n").utf8)
    // What a crash cut off must not run into this entry.
    if status.st_size > 0, let end = read(descriptor, from: Int64(status.st_size) - 1, count: 1), end != [0x0A] {
      record.insert(0x0A, at: 0)
    }
    return write(descriptor, record, record.count) == record.count
  }

  /// Writes a new file and puts it in the old one's place. Nothing happens without an old one.
  ///
  /// - Parameter make: gets the entries not read yet, returns all that the new file is to hold, oldest first.
  func replace(_ make: (_ unseen: [String]) -> [String]) {
    guard let old = openLocked(O_RDWR) else { return }
    defer { close(old) }
    let entries = make(readNew(old))
    let bytes = Array(entries.reduce(into: "") { $0 += HistoryFile.encode($1) + "\n" }.utf8)
    let temporary = "\(path).\(getpid())"
    let new = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard new >= 0 else { return }
    defer { close(new) }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(new, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      sent += count
    }
    var status = stat()
    guard sent == bytes.count, fsync(new) == 0, fstat(new, &status) == 0, rename(temporary, path) == 0 else {
      unlink(temporary)
      return
    }
    identity = (UInt64(status.st_dev), UInt64(status.st_ino))
    offset = Int64(bytes.count)
    recordCount = entries.count
  }

  /// Opens the file and locks it, again if it was replaced while waiting for the lock.
  private func openLocked(_ flags: Int32) -> Int32? {
    for _ in 0..<10 {
      let descriptor = open(path, flags | O_CLOEXEC, 0o600)
      if descriptor < 0 {
        if errno == ENOENT, flags & O_CREAT != 0, makeFolders() { continue }
        return nil
      }
      flock(descriptor, LOCK_EX)
      var (mine, current) = (stat(), stat())
      if fstat(descriptor, &mine) == 0, stat(path, &current) == 0, current.st_ino == mine.st_ino,
        current.st_dev == mine.st_dev, mine.st_mode & S_IFMT == S_IFREG
      {
        return descriptor
      }
      close(descriptor)
    }
    return nil
  }

  private func readNew(_ descriptor: Int32) -> [String] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    let found = (UInt64(status.st_dev), UInt64(status.st_ino))
    if found != identity || Int64(status.st_size) < offset {
      identity = found
      offset = 0
      recordCount = 0
    }
    guard let bytes = read(descriptor, from: offset, count: Int(Int64(status.st_size) - offset)) else { return [] }
    // An entry without its line end was cut off by a crash; the next one to write ends it.
    guard let last = bytes.lastIndex(of: 0x0A) else { return [] }
    offset += Int64(last + 1)
    // By hand: this is most of the time that a prompt with a long history takes to appear.
    var entries: [String] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for end in 0...last where bytes[end] == 0x0A {
        if end > start { entries.append(HistoryFile.decode(UnsafeBufferPointer(rebasing: bytes[start..<end]))) }
        start = end + 1
      }
    }
    recordCount += entries.count
    return entries
  }

  private func read(_ descriptor: Int32, from offset: Int64, count: Int) -> [UInt8]? {
    if count <= 0 { return nil }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset) + off_t(filled))
        if got < 0 { failed = true }
        if got <= 0 { break }
        filled += got
      }
    }
    return failed ? nil : bytes
  }

  private func makeFolders() -> Bool {
    let folders = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    var folder = path.hasPrefix("/") ? "" : "."
    for name in folders {
      folder += "/" + name
      if mkdir(folder, 0o700) != 0 && errno != EEXIST { return false }
    }
    return !folders.isEmpty
  }

  static func encode(_ entry: String) -> String {
    var result = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func decode(_ line: UnsafeBufferPointer<UInt8>) -> String {
    if !line.contains(UInt8(ascii: "\\")) { return String(decoding: line, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(line.count)
    var isEscaped = false
    for byte in line {
      if isEscaped {
        result.append(byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "r") ? 0x0D : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
