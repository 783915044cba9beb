import Foundation
import StoryScript
import Testing
import Timeline
import Timers

@testable import TimersWing

/// A PIN that is saved: its file, and the waits after wrong tries.
@Suite struct KeyringTests {
  private let home: TemporaryHome
  private let start = Instant.practiceStart
  private var file: URL { home.url.appending(path: "pin") }

  init() throws { home = try TemporaryHome() }

  /// The keyring as another session of the same folder would read it.
  private var keyring: Keyring { Keyring(PINFile(folder: home.url.path)) }

  private func set(_ digits: String) throws {
    var keyring = keyring
    let hash = try SlowHash.make(digits)
    try keyring.change { (record) throws(Failure) in record.set(hash: hash) }
  }

  private func check(_ digits: String, after seconds: Int64) throws -> Keyring.Check {
    var keyring = keyring
    return try keyring.check(digits, at: start + .seconds(seconds))
  }

  @Test func theFileBelongsToItsOwnerAlone() throws {
    #expect(!keyring.isNeeded)
    #expect(try keyring.record() == PINRecord())
    #expect(!FileManager.default.fileExists(atPath: file.path), "looking writes nothing")
    try set("0412")
    #expect(keyring.isNeeded)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.hasPrefix("storyline pin 1\nsetup set\nhash $"))
    #expect(!text.contains("0412"))
    for path in [file.path, file.path + ".lock"] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
    // A file left by a crash does not matter, and wider permissions are reset.
    try Data("x".utf8).write(to: URL(filePath: file.path + ".new"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(try check("9999", after: 0) == .wrong(tries: 1, wait: .zero))
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }

  /// Each check is a session of its own: the seconds, the typed PIN, the result.
  @Test func wrongTriesWaitOverRestarts() throws {
    try set("0412")
    let waits: [Duration] = [.zero, .zero, .zero, .seconds(30), .minutes(1), .minutes(5), .minutes(15), .hours(1)]
    var now: Int64 = 0
    for (index, wait) in waits.enumerated() {
      #expect(try check("9999", after: now) == .wrong(tries: index + 1, wait: wait))
      let seconds = wait.microseconds / 1_000_000
      if seconds > 0 {
        // During the wait even the right PIN is not checked, and another try costs nothing.
        let end = start + .seconds(now + seconds)
        #expect(try check("0412", after: now) == .locked(.init(until: end, remaining: wait)))
        #expect(try check("9999", after: now + seconds - 1) == .locked(.init(until: end, remaining: .seconds(1))))
      }
      now += seconds
    }
    #expect(try check("0412", after: now) == .right)
    #expect(try check("9999", after: now) == .wrong(tries: 1, wait: .zero))
  }

  @Test func aClockSetBackBeginsTheWaitAnew() throws {
    try set("0412")
    for _ in 0..<3 { _ = try check("9999", after: 1000) }
    #expect(try check("9999", after: 1000) == .wrong(tries: 4, wait: .seconds(30)))
    let wait = PINPolicy.Locked(until: start + .seconds(130), remaining: .seconds(30))
    #expect(try check("0412", after: 100) == .locked(wait))
    #expect(try check("0412", after: 129) == .locked(.init(until: wait.until, remaining: .seconds(1))))
    #expect(try check("0412", after: 130) == .right)
  }

  /// A try is counted before the PIN is checked, so simultaneous sessions share their tries.
  @Test func sessionsAtOnceGiveNoMoreTries() async throws {
    try set("0412")
    let folder = home.url.path
    let start = start
    let results = await withTaskGroup(of: Keyring.Check?.self) { group in
      for number in 0..<8 {
        group.addTask {
          var keyring = Keyring(PINFile(folder: folder))
          return try? keyring.check("000\(number)", at: start)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let wrong = results.filter { if case .wrong = $0 { true } else { false } }
    #expect(wrong.count == 4)
    #expect(try keyring.record().policy.saved.wrongTries == 4)
  }

  @Test func aDamagedPINFileGrantsNoAccess() throws {
    try set("0412")
    let whole = try Data(contentsOf: file)
    try whole.dropLast(9).write(to: file)
    #expect(keyring.isNeeded)
    var other = keyring
    for attempt in 0..<2 {
      let failure = #expect(throws: Failure.self) {
        if attempt == 0 { _ = try other.check("0412", at: start) } else { try other.change { _ in } }
      }
      #expect(
        failure?.problem.message
          == "the PIN file '\(file.path)' cannot be used: its end is missing; ratings need it, so they are blocked"
      )
      #expect(failure?.problem.suggestion == "replace it with a good copy; without this file, no PIN is set")
    }
    #expect(try Data(contentsOf: file) == whole.dropLast(9), "it was not written over")
    try whole.write(to: file)
    #expect(try check("0412", after: 0) == .right)
  }

  @Test func unrecordableAttemptsAreNotChecked() throws {
    try set("0412")
    // A file that is write-protected for its owner is protected from the superuser as well.
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path)
    let failure = #expect(throws: Failure.self) { try check("0412", after: 0) }
    #expect(failure?.problem.message.hasPrefix("the PIN file '\(file.path)' cannot be written: ") == true)
    #expect(try keyring.record().policy.saved.wrongTries == 0)
  }

  @Test func withoutAFolderItStaysInMemory() throws {
    var keyring = Keyring()
    let hash = try SlowHash.make("0412")
    #expect(try keyring.check("0412", at: start) == .noneSet)
    try keyring.change { (record) throws(Failure) in record.set(hash: hash) }
    #expect(try keyring.check("9999", at: start) == .wrong(tries: 1, wait: .zero))
    #expect(try keyring.check("0412", at: start) == .right)
    #expect(!keyring.isLasting)
  }
}
