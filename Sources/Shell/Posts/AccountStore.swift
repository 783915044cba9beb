import Bluesky
import StoryScript
import System

/// The accounts of a real session: in a file that all sessions of a state folder share, else in memory.
///
/// May be used from any thread.
final class AccountStore: @unchecked Sendable {
  /// Guards `memory`, `file` and `seen`.
  private let lock = Lock()
  /// Held while the accounts in memory are changed.
  private let turn = Lock()
  private var memory = Accounts()
  private var file: AccountFile?
  /// The file's status at the last `mayHaveChanged`: `nil` before the first call; the inner value is `nil` without a
  /// file.
  private var seen: FileStatus??

  /// Keeps the accounts in a state folder from now on.
  func open(_ folder: String) { lock.holding { file = AccountFile(folder: folder) } }

  /// `true` if the accounts may have changed since the last call. Costs one system call.
  func mayHaveChanged() -> Bool {
    lock.holding {
      let status = file.flatMap { try? FileStatus($0.path) }
      defer { seen = .some(status) }
      return seen.map { $0 != status } ?? true
    }
  }

  /// Returns the current accounts: another session may have changed them.
  func read() throws(Failure) -> Accounts {
    let file = lock.holding { self.file }
    return try file?.read() ?? lock.holding { memory }
  }

  /// Changes the accounts while no other session or thread can.
  func change<Result>(_ body: (inout Accounts) throws(Failure) -> Result) throws(Failure) -> Result {
    if let file = lock.holding({ self.file }) { return try file.exclusively(body) }
    return try turn.holding { () throws(Failure) -> Result in
      var accounts = lock.holding { memory }
      defer { lock.holding { memory = accounts } }
      return try body(&accounts)
    }
  }
}
