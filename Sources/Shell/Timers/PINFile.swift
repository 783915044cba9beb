import StoryScript
import System
import Timeline
import Timers

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

/// The record that is kept about a PIN: whether it is set, its hash, and the wrong tries.
///
/// As a text it is one line for each, and a last line that says that it is whole:
///
///     storyline pin 1
///     setup set
///     hash $y$jCT$…
///     wrong 4
///     last 1767603600000000
///     end
struct PINRecord: Hashable, Sendable {
  var setUp = PINSetUp.notOffered
  /// The hash that crypt(3) made of the PIN; there is one exactly when `setUp` is `set`.
  private(set) var hash: String?
  var policy = PINPolicy()

  /// Without a PIN, and never asked.
  init() {}

  /// Why a text is no record, in words.
  struct Damage: Error, Hashable, Sendable { let reason: String }

  static let format = 1

  /// Takes up a PIN; wrong tries are forgotten, because whoever sets one has the right to.
  mutating func set(hash: String) {
    _ = setUp.handle(.set)
    self.hash = hash
    policy = PINPolicy()
  }

  mutating func remove() {
    guard setUp.handle(.remove) == nil else { return }
    hash = nil
    policy = PINPolicy()
  }

  var text: String {
    var lines = ["storyline pin \(Self.format)", "setup \(setUp.rawValue)"]
    if let hash { lines.append("hash \(hash)") }
    lines.append("wrong \(policy.saved.wrongTries)")
    if let last = policy.saved.lastWrong { lines.append("last \(last.microseconds)") }
    return (lines + ["end", ""]).joined(separator: "\n")
  }

  /// - Throws: `Damage` for everything that `text` would not have written.
  init(parsing text: String) throws(Damage) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    guard let first = lines.popFirst(), first.hasPrefix("storyline pin ") else {
      throw Damage(reason: text.isEmpty ? "it is empty" : "it does not begin as such a file does")
    }
    guard first == "storyline pin \(Self.format)" else { throw Damage(reason: "another version of Storyline wrote it") }
    guard lines.suffix(2) == ["end", ""] else { throw Damage(reason: "its end is missing") }
    var values: [String: String] = [:]
    for line in lines.dropLast(2) {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, values.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw Damage(reason: "a line of it cannot be read")
      }
    }
    guard let setUp = values.removeValue(forKey: "setup").flatMap(PINSetUp.init(rawValue:)) else {
      throw Damage(reason: "it does not say whether a PIN is set")
    }
    self.setUp = setUp
    hash = values.removeValue(forKey: "hash")
    guard (hash != nil) == setUp.isSet, hash.map(SlowHash.isHash) ?? true else {
      throw Damage(reason: "its hash is missing or is none")
    }
    guard let wrong = values.removeValue(forKey: "wrong").flatMap({ Int($0) }), wrong >= 0 else {
      throw Damage(reason: "it does not say how many tries were wrong")
    }
    let last = values.removeValue(forKey: "last")
    let instant = last.flatMap { Int64($0) }.map { Instant(microseconds: $0) }
    guard (instant != nil) == (wrong > 0), (last == nil) == (instant == nil) else {
      throw Damage(reason: "it does not say when the last try was wrong")
    }
    guard values.isEmpty else { throw Damage(reason: "a line of it cannot be read") }
    policy = PINPolicy(.init(wrongTries: wrong, lastWrong: instant))
    // Another order, a number with zeros in front.
    guard self.text.utf8.elementsEqual(text.utf8) else { throw Damage(reason: "a line of it cannot be read") }
  }
}
