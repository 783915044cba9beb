import Bluesky
import StoryScript

/// The posts' knowledge of a session outside its world: the accounts of a real session, and its way to their servers.
/// `undo`, `rewind` and forks change nothing of it.
final class PostAside {
  private var memory = Accounts()
  private var file: AccountFile?
  let wire = Wire()
  let changes = AccountChanges()

  /// Keeps the accounts in a state folder, from now on.
  func open(_ folder: String) { file = AccountFile(folder: folder) }

  /// Whether what is kept here outlasts the session.
  var isLasting: Bool { file != nil }

  /// The accounts as they are now: another session may have changed them.
  func accounts() throws(Failure) -> Accounts { try file?.read() ?? memory }

  /// Changes the accounts, and lets no other session do so meanwhile.
  func change<Result>(_ body: (inout Accounts) throws(Failure) -> Result) throws(Failure) -> Result {
    guard let file else { return try body(&memory) }
    return try file.exclusively(body)
  }
}
