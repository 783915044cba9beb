import Bluesky
import StoryScript
import System

/// The accounts of a real session: in a file that all sessions of a state folder share, else in memory.
///
/// May be used from any thread.
final class AccountStore: @unchecked Sendable {
  /// Guards `memory`, `file` and `seen`.
  private let lock = Lock()
  /// Held by whoever changes what is in memory, as long as that takes.
  private let turn = Lock()
  private var memory = Accounts()
  private var file: AccountFile?
  /// The file as `mayHaveChanged` has found it last: `nil` before that, and in it for no file.
  private var seen: FileStatus??

  /// Keeps them in a state folder, from now on.
  func open(_ folder: String) { lock.holding { file = AccountFile(folder: folder) } }

  /// Whether the accounts may be others than they were when this was asked last; one question to the system.
  func mayHaveChanged() -> Bool {
    lock.holding {
      let status = file.flatMap { try? FileStatus($0.path) }
      defer { seen = .some(status) }
      return seen.map { $0 != status } ?? true
    }
  }

  /// The accounts as they are now: another session may have changed them.
  func read() throws(Failure) -> Accounts {
    let file = lock.holding { self.file }
    return try file?.read() ?? lock.holding { memory }
  }

  /// Changes the accounts, and lets nobody else do so meanwhile.
  func change<Result>(_ body: (inout Accounts) throws(Failure) -> Result) throws(Failure) -> Result {
    if let file = lock.holding({ self.file }) { return try file.exclusively(body) }
    return try turn.holding { () throws(Failure) -> Result in
      var accounts = lock.holding { memory }
      defer { lock.holding { memory = accounts } }
      return try body(&accounts)
    }
  }
}
