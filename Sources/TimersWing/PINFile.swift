import ShellCore
import StoryScript
import System
import Timeline
import Timers

/// The file of a state folder that contains the PIN's record; only its owner may read it.
///
/// It is not part of the journal, which only grows and is copied to other devices. A change replaces the file, and is
/// saved when `write` returns. Sessions of one folder take turns, so two sessions at once get no more tries than one.
package struct PINFile: Sendable {
  let path: String

  package init(folder: String) { path = folder + (folder.hasSuffix("/") ? "pin" : "/pin") }

  /// Reads the record. A missing file is a record without a PIN.
  /// - Throws: the problem with the file; its PIN then counts as set.
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

  /// Reads the record and lets `body` change and write it, with exclusive access.
  func exclusively<Result>(
    _ body: (inout PINRecord, _ write: (PINRecord) throws(Failure) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lock: Descriptor
    do throws(SystemError) {
      lock = try File.openOwnLocked(path + ".lock")
    } catch {
      if error.code == EINTR { throw Failure(.interrupted) }
      throw .refused("the PIN file '\(path)' cannot be changed: \(error)")
    }
    defer { lock.close() }
    var record = try read()
    return try body(&record, write)
  }

  private func write(_ record: PINRecord) throws(Failure) {
    do throws(SystemError) {
      try File.replaceOwn(path, with: record.text.utf8)
    } catch {
      throw .refused("the PIN file '\(path)' cannot be written: \(error)")
    }
  }

  /// Returns a failure with advice: an unreadable file must not count as no PIN.
  private func unusable(_ reason: String) -> Failure {
    .refused(
      "the PIN file '\(path)' cannot be used: \(reason); ratings need it, so they are blocked",
      "replace it with a good copy; without this file, no PIN is set")
  }
}

/// The record of a PIN: whether it is set, its hash, and the wrong tries.
///
/// Its text has one line for each, and a last line that marks the end:
///
///     storyline pin 1
///     setup set
///     hash $y$jCT$…
///     wrong 4
///     last 1767603600000000
///     end
struct PINRecord: Hashable, Sendable {
  var setUp = PINSetUp.notOffered
  /// The PIN's crypt(3) hash; present exactly when `setUp` is `set`.
  private(set) var hash: String?
  var policy = PINPolicy()

  /// Creates a record without a PIN that was never offered.
  init() {}

  /// The reason, in words, why a text is not a record.
  struct Damage: Error, Hashable, Sendable { let reason: String }

  static let format = 1

  /// Sets a PIN and forgets the wrong tries, because only an authorised user sets one.
  mutating func set(hash: String) {
    _ = setUp.handle(.set)
    self.hash = hash
    policy = PINPolicy()
  }

  /// Returns whether a text is the PIN that is set.
  func matches(_ text: String) throws(Failure) -> Bool {
    guard let hash else { return false }
    return try SlowHash.matches(text, hash)
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

  /// - Throws: `Damage` for every text that `text` would not have written.
  init(parsing text: String) throws(Damage) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    guard let first = lines.popFirst(), first.hasPrefix("storyline pin ") else {
      throw Damage(reason: text.isEmpty ? "it is empty" : "its first line is not the header of a PIN file")
    }
    guard first == "storyline pin \(Self.format)" else {
      throw Damage(reason: "it is from another version of Storyline")
    }
    guard lines.suffix(2) == ["end", ""] else { throw Damage(reason: "its end is missing") }
    var values: [String: String] = [:]
    for line in lines.dropLast(2) {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, values.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw Damage(reason: "one of its lines is damaged")
      }
    }
    guard let setUp = values.removeValue(forKey: "setup").flatMap(PINSetUp.init(rawValue:)) else {
      throw Damage(reason: "its `setup` line is missing or damaged")
    }
    self.setUp = setUp
    hash = values.removeValue(forKey: "hash")
    guard (hash != nil) == setUp.isSet, hash.map(SlowHash.isHash) ?? true else {
      throw Damage(reason: "its hash is missing or damaged")
    }
    guard let wrong = values.removeValue(forKey: "wrong").flatMap({ Int($0) }), wrong >= 0 else {
      throw Damage(reason: "its `wrong` line is missing or damaged")
    }
    let last = values.removeValue(forKey: "last")
    let instant = last.flatMap { Int64($0) }.map { Instant(microseconds: $0) }
    guard (instant != nil) == (wrong > 0), (last == nil) == (instant == nil) else {
      throw Damage(reason: "its `last` line is missing or damaged")
    }
    guard values.isEmpty else { throw Damage(reason: "one of its lines is damaged") }
    policy = PINPolicy(.init(wrongTries: wrong, lastWrong: instant))
    // A different order, or a number with leading zeros.
    guard self.text.utf8.elementsEqual(text.utf8) else { throw Damage(reason: "one of its lines is damaged") }
  }
}
