import StoryScript
import System

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
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File.read(path, atMost: 4_096)
    } catch {
      if error.code == ENOENT { return PINRecord() }
      throw unusable("it cannot be read: \(error)")
    }
    do throws(PINRecord.Damage) {
      return try PINRecord(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw unusable("\(error.reason)")
    }
  }

  /// Reads, lets `body` change what was read and write it with what it is given, and lets nobody else do so meanwhile.
  func exclusively<Result>(
    _ body: (inout PINRecord, _ write: (PINRecord) throws(Failure) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lock: Descriptor
    do throws(SystemError) {
      lock = try File.openLocked(path + ".lock", O_RDWR | O_CREAT)
    } catch {
      if error.code == EINTR { throw Failure(.interrupted) }
      throw .refused("the PIN's file '\(path)' cannot be changed: \(error)")
    }
    defer { lock.close() }
    var record = try read()
    return try body(&record, write)
  }

  private func write(_ record: PINRecord) throws(Failure) {
    do throws(SystemError) {
      try File.replace(path, with: record.text.utf8, mode: 0o600)
    } catch {
      throw .refused("the PIN's file '\(path)' cannot be written: \(error)")
    }
  }

  /// What a person can do about it, said where it is needed: an unreadable file must not open the door.
  private func unusable(_ reason: String) -> Failure {
    .refused(
      "the PIN's file '\(path)' cannot be used: \(reason); nothing can be rated until that is put right",
      "put a good copy in its place; without the file no PIN is set")
  }
}
