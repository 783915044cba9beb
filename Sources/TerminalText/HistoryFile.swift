import System

/// The file of a history: one entry per line, with `\n` for a line end inside it and `\\` for a backslash; mode 0600.
/// A line that begins with `\!` marks its entry as failed.
///
/// Entries are appended under a lock with a single write each, so that several shells never split each other's
/// entries. The file is replaced only as a whole: a shell that waited for the old file's lock notices this and opens
/// the new file.
final class HistoryFile {
  /// The time to wait for another shell, in milliseconds: a history must not block the user.
  private static let timeout = 1_000

  private let path: String
  /// The amount of the file that has been read, and the file's identity.
  private var offset: Int64 = 0
  private var identity = FileStatus.Identity(device: 0, number: 0)
  /// The number of lines seen in the file, including repeated ones.
  private(set) var recordCount = 0
  init(path: String) { self.path = path }

  /// A line of the file.
  struct Entry {
    var text: String
    var hasFailed = false
  }

  /// The entries read from the file.
  struct News {
    /// Oldest first.
    var entries: [Entry] = []
    /// `true` if these are all entries of the file, because another shell has replaced it, or it was not read before.
    var isWhole = false
  }

  /// Returns the entries added since the last call, including this shell's own.
  func readNew() -> News {
    guard let descriptor = try? File.open(path).descriptor else { return News() }
    defer { descriptor.close() }
    try? descriptor.lock(isShared: true, timeout: Self.timeout)
    return readNew(descriptor)
  }

  /// Returns `false` if the entry could not be written.
  @discardableResult
  func append(_ entry: String, hasFailed: Bool = false) -> Bool {
    do throws(SystemError) {
      if !File.exists(path) { try Folder.make(FilePath.folder(of: path)) }
      let descriptor = try File.openLocked(path, O_RDWR | O_APPEND | O_CREAT, timeout: Self.timeout)
      defer { descriptor.close() }
      let status = try FileStatus(descriptor)
      if status.permissions & 0o077 != 0 { fchmod(descriptor.number, 0o600) }
      var record = Array((Self.line(Entry(text: entry, hasFailed: hasFailed)) + "\n").utf8)
      // A line that a crash cut off must not run into this entry.
      if status.size > 0, try descriptor.read(at: status.size - 1, count: 1) != [0x0A] { record.insert(0x0A, at: 0) }
      try descriptor.writeAll(record)
      return true
    } catch {
      return false
    }
  }

  /// Writes a new file and replaces the old one. Does nothing if there is no old one.
  /// - Parameter make: receives the entries not read yet, and returns all entries of the new file, oldest first.
  /// - Returns: `false` if the old file is still there, unchanged.
  func replace(_ make: (_ unseen: News) -> [Entry]) -> Bool {
    guard File.exists(path) else { return true }
    guard let old = try? File.openLocked(path, O_RDWR, timeout: Self.timeout) else { return false }
    defer { old.close() }
    let entries = make(readNew(old))
    let bytes = Array(
      entries.reduce(into: "") { lines, entry in
        lines += Self.line(Entry(text: entry.text)) + "\n"
        if entry.hasFailed { lines += Self.line(entry) + "\n" }
      }.utf8)
    guard let new = try? File.replace(path, with: bytes, mode: 0o600) else { return false }
    identity = new.identity
    offset = new.size
    recordCount = entries.count
    return true
  }

  private static func line(_ entry: Entry) -> String { (entry.hasFailed ? "\\!" : "") + encode(entry.text) }

  private func readNew(_ descriptor: Descriptor) -> News {
    guard let status = try? FileStatus(descriptor) else { return News() }
    let isWhole = status.identity != identity || status.size < offset
    if isWhole {
      identity = status.identity
      offset = 0
      recordCount = 0
    }
    // An entry without its line end was cut off by a crash; the next writer ends it.
    guard status.size > offset, let bytes = try? descriptor.read(at: offset, count: Int(status.size - offset)),
      let last = bytes.lastIndex(of: 0x0A)
    else { return News(isWhole: isWhole) }
    offset += Int64(last + 1)
    // Split by hand: this is most of the start-up time of a prompt with a long history.
    var entries: [Entry] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for end in 0...last where bytes[end] == 0x0A {
        let hasFailed = end - start > 2 && bytes[start] == UInt8(ascii: "\\") && bytes[start + 1] == UInt8(ascii: "!")
        let text = UnsafeBufferPointer(rebasing: bytes[(hasFailed ? start + 2 : start)..<end])
        if end > start { entries.append(Entry(text: HistoryFile.decode(text), hasFailed: hasFailed)) }
        start = end + 1
      }
    }
    recordCount += entries.count
    return News(entries: entries, isWhole: isWhole)
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
