import Bluesky
import StoryScript
import System

/// The accounts of a real session: in a file that all sessions of a state folder share, else in memory.
///
/// The file also says which account publishes in new sessions. A session keeps the account that it has shown: a choice
/// in another session must not publish this session's posts under another account.
///
/// May be used from any thread.
final class AccountStore: @unchecked Sendable {
  /// Guards `memory`, `file`, `seen` and `own`.
  private let lock = Lock()
  /// Held while the accounts in memory are changed.
  private let turn = Lock()
  private var memory = Accounts()
  private var file: AccountFile?
  /// The file's status at the last `mayHaveChanged`: `nil` before the first call; the inner value is `nil` without a
  /// file.
  private var seen: FileStatus??
  /// The DID of the account that publishes in this session; `nil` until there was one.
  private var own: String?

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

  /// Returns the current accounts, which another session may have changed. This session's own account publishes; none
  /// does if another session has logged that account out.
  func read() throws(Failure) -> Accounts {
    let file = lock.holding { self.file }
    var accounts = try file?.read() ?? lock.holding { memory }
    adopt(&accounts)
    return accounts
  }

  private func adopt(_ accounts: inout Accounts) {
    lock.holding {
      if let own { accounts.use(own) } else { own = accounts.current?.did }
    }
  }

  /// Changes the accounts while no other session or thread can.
  /// - Parameter isChoice: `true` if the account that publishes afterwards is the user's choice, also for new sessions.
  func change<Result>(
    isChoice: Bool = false, _ body: (inout Accounts) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let file = lock.holding({ self.file }) {
      return try file.exclusively { (accounts) throws(Failure) in try change(&accounts, isChoice, body) }
    }
    return try turn.holding { () throws(Failure) -> Result in
      var accounts = lock.holding { memory }
      defer { lock.holding { memory = accounts } }
      return try change(&accounts, isChoice, body)
    }
  }

  private func change<Result>(
    _ accounts: inout Accounts, _ isChoice: Bool, _ body: (inout Accounts) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let others = accounts.current?.did
    adopt(&accounts)
    defer {
      if isChoice {
        lock.holding { own = accounts.current?.did }
      } else if let others, accounts[did: others] != nil {
        accounts.use(others)
      }
    }
    return try body(&accounts)
  }
}
