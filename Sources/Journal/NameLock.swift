import System

/// A lock for file systems without locks: a file that only one program can create. The file names its program, so
/// that the lock of a killed program does not block the others for ever.
///
///     let lock = try NameLock("state/journal.lock.held", patience: 10_000)
///     defer { lock.unlock() }
final class NameLock: FileLock {
  /// The time in microseconds for which a lock of another machine is respected: longer than any lock is held.
  private static let lengthLimit: Int64 = 600_000_000
  private static let textLengthLimit = 1_024

  private let path: String
  private let text: [UInt8]
  private var isHeld = true

  /// Waits until the file can be created.
  /// - Throws: `locked` if another program still holds the lock after `timeout` milliseconds, else the system's
  ///   error.
  init(_ path: String, timeout: Int) throws(SystemError) {
    self.path = path
    // A random number distinguishes two locks of one program.
    let chance = String(UInt64.random(in: 0 ... .max), radix: 36)
    text = Array("\(getpid())\n\(Environment.hostName)\n\(chance)\n".utf8)
    let end = SystemClock.steady + Int64(timeout) * 1_000
    var pause: UInt32 = 100
    while true {
      do throws(SystemError) {
        try make()
        return
      } catch {
        guard error.code == EEXIST else { throw error }
      }
      if removeStale() { continue }
      if SystemClock.steady >= end { throw .locked(by: holder.map { "a program (process \($0))" }) }
      usleep(pause)
      pause = min(pause * 2, 2_000)
    }
  }

  private func make() throws(SystemError) {
    let descriptor = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    defer { descriptor.close() }
    do throws(SystemError) {
      try descriptor.writeAll(text)
    } catch {
      // Without its text the lock would have no recognisable owner.
      try? File.remove(path)
      throw error
    }
  }

  deinit { unlock() }

  func unlock() {
    guard isHeld else { return }
    isHeld = false
    // Another program may have replaced a stale lock: delete only our own file.
    if Self.text(at: path) == text { try? File.remove(path) }
  }

  /// The process that holds the lock, if it runs on this machine.
  private var holder: Int32? { Self.text(at: path).flatMap(Self.process) }

  /// Removes the lock file of a program that no longer runs.
  /// - Returns: `true` if it is worth trying again at once.
  private func removeStale() -> Bool {
    guard let status = try? FileStatus(path, followsLinks: false), status.isFile, let found = Self.text(at: path) else {
      return false
    }
    if let process = Self.process(found) {
      guard kill(process, 0) != 0, errno == ESRCH else { return false }
    } else {
      guard SystemClock.present - status.modified > Self.lengthLimit else { return false }
    }
    // Moved first: if several programs find the lock stale, only one moves it, and none removes the next holder's
    // file.
    let aside = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    guard (try? File.rename(path, to: aside)) != nil else { return true }
    if Self.text(at: aside) == found { try? File.remove(aside) } else { try? File.rename(aside, to: path) }
    return true
  }

  private static func text(at path: String) -> [UInt8]? {
    guard let (descriptor, _) = try? File.open(path, O_RDONLY | O_NOFOLLOW) else { return nil }
    defer { descriptor.close() }
    return try? descriptor.readAll(atMost: textLengthLimit)
  }

  /// Returns the process that a text names, if it runs on this machine.
  private static func process(_ text: [UInt8]) -> Int32? {
    let lines = text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 3, lines[1] == Environment.hostName, let process = Int32(lines[0]), process > 0 else {
      return nil
    }
    return process
  }
}
