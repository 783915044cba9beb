import StoryScript
import Timeline
import Timers

/// The PIN of a session, outside its world: `undo`, `rewind` and forks restore neither tries nor an old PIN.
///
/// Private sessions keep the PIN in memory, others in a file of their state folder. The file is read again for every
/// use, since another session may have changed it.
package struct Keyring {
  private var memory = PINRecord()
  private let file: PINFile?

  package init(_ file: PINFile? = nil) { self.file = file }

  /// `true` if the PIN outlives the session.
  var isLasting: Bool { file != nil }

  /// - Throws: the problem with the file.
  func record() throws(Failure) -> PINRecord { try file?.read() ?? memory }

  /// `true` if a rating needs the PIN, or if that cannot be determined.
  package var isNeeded: Bool {
    do throws(Failure) { return try record().setUp.isSet } catch { return true }
  }

  /// Changes the record; the change is saved when this returns.
  mutating func change<Result>(_ body: (inout PINRecord) throws(Failure) -> Result) throws(Failure) -> Result {
    try exclusively { (record, write) throws(Failure) in
      let before = record
      let result = try body(&record)
      if record != before { try write(record) }
      return result
    }
  }

  /// Lets `body` change the record and write it, with exclusive access.
  private mutating func exclusively<Result>(
    _ body: (inout PINRecord, _ write: (PINRecord) throws(Failure) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let file else { return try body(&memory) { (_) throws(Failure) in } }
    return try file.exclusively(body)
  }

  /// Returns whether a PIN may be tried at `instant`. If the clock was set back, the wait begins again, and this is
  /// saved.
  mutating func access(at instant: Instant) throws(Failure) -> PINPolicy.Access {
    try change { (record) throws(Failure) in record.policy.access(at: instant) }
  }

  /// The outcome of a try.
  enum Check: Hashable {
    case right
    case wrong(tries: Int, wait: Duration)
    /// The PIN was not checked.
    case locked(PINPolicy.Locked)
    case noneSet
  }

  /// Tries a PIN.
  ///
  /// The try is counted as a wrong one before the PIN is checked, so that it counts even if the process is killed
  /// meanwhile.
  mutating func check(_ digits: String, at instant: Instant) throws(Failure) -> Check {
    try exclusively { (record, write) throws(Failure) in
      guard let hash = record.hash else { return .noneSet }
      let before = record
      let outcome: PINPolicy.Outcome
      do throws(PINPolicy.Locked) { outcome = try record.policy.tried(matches: false, at: instant) } catch {
        // The clock may have been set back, which moves the wait.
        try write(record)
        return .locked(error)
      }
      guard case .wrong(let tries, let wait) = outcome else { return .noneSet }
      try write(record)
      let isRight: Bool
      do throws(Failure) { isRight = try SlowHash.matches(digits, hash) } catch {
        record = before
        try write(before)
        throw error
      }
      guard isRight else { return .wrong(tries: tries, wait: wait) }
      record.policy = PINPolicy()
      try write(record)
      return .right
    }
  }
}
