import StoryScript

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of a state folder that holds what is kept about the PIN; only its owner may read it.
///
/// It is no part of the journal, which only ever grows and is copied to other devices. A change is a new file in the place
/// of the old one, and lasts when `update` returns. Sessions of one folder take turns, so that two of them at once give no
/// more tries than one.
struct PINFile: Sendable {
  let path: String

  init(folder: String) { path = folder + (folder.hasSuffix("/") ? "pin" : "/pin") }

  /// No such file is a record without a PIN.
  /// - Throws: what is wrong with the file; its PIN counts as set then.
  func read() throws(Failure) -> PINRecord {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return PINRecord() }
      throw unusable("it cannot be read: \(message)")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    var count = 0
    while count < bytes.count {
      let room = bytes.count - count
      let got = bytes.withUnsafeMutableBytes { Self.systemRead(descriptor, $0.baseAddress! + count, room) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw unusable("it cannot be read: \(message)") }
      if got == 0 { break }
      count += got
    }
    do throws(PINRecord.Damage) {
      return try PINRecord(parsing: String(decoding: bytes[..<count], as: UTF8.self))
    } catch {
      throw unusable("\(error.reason)")
    }
  }

  /// Reads, lets `body` change what was read and write it with what it is given, and lets nobody else do so meanwhile.
  func exclusively<Result>(
    _ body: (_ record: PINRecord, _ write: (PINRecord) throws(Failure) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .refused("the PIN's file '\(path)' cannot be changed: \(message)") }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .refused("the PIN's file '\(path)' cannot be changed: \(message)") }
    }
    return try body(try read(), write)
  }

  private func write(_ record: PINRecord) throws(Failure) {
    let temporary = path + ".new"
    // What a crash left behind; the lock keeps everybody else out.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unwritable() }
    var text = record.text
    let isWritten = text.withUTF8 { buffer -> Bool in
      var start = 0
      while start < buffer.count {
        let written = Self.systemWrite(descriptor, buffer.baseAddress! + start, buffer.count - start)
        if written > 0 { start += written } else if errno != EINTR { return false }
      }
      return fsync(descriptor) == 0
    }
    let failure = isWritten ? nil : unwritable()
    close(descriptor)
    guard failure == nil, rename(temporary, path) == 0 else {
      let failure = failure ?? unwritable()
      unlink(temporary)
      throw failure
    }
    let folder = open(path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? ".", O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private var message: String { String(cString: strerror(errno)) }

  private func unwritable() -> Failure { .refused("the PIN's file '\(path)' cannot be written: \(message)") }

  /// What a person can do about it, said where it is needed: an unreadable file must not open the door.
  private func unusable(_ reason: String) -> Failure {
    .refused(
      "the PIN's file '\(path)' cannot be used: \(reason); nothing can be rated until that is put right",
      "put a good copy in its place; without the file no PIN is set")
  }

  // `read` and `write` themselves, which this type's own functions of those names hide.
  private static let systemRead: @Sendable (Int32, UnsafeMutableRawPointer, Int) -> Int = { descriptor, buffer, count in
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer, count)
    #else
      Darwin.read(descriptor, buffer, count)
    #endif
  }
  private static let systemWrite: @Sendable (Int32, UnsafeRawPointer, Int) -> Int = { descriptor, buffer, count in
    #if canImport(Glibc)
      Glibc.write(descriptor, buffer, count)
    #else
      Darwin.write(descriptor, buffer, count)
    #endif
  }
}
