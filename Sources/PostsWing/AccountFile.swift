import Bluesky
import JSON
import Network
import ShellCore
import StoryScript
import System

/// The file of a state folder that holds the accounts and their tokens; only its owner may read it.
///
/// The file is not part of the journal, which only ever grows and is copied to other devices. Each change replaces
/// the file by a new one, and is durable when `exclusively` returns. The sessions of a folder take turns, so that
/// only one of them asks for new tokens.
struct AccountFile: Sendable {
  let path: String
  /// Enough for many accounts with tokens of the longest kind, in bytes.
  private static let limit = 1 << 20
  /// Longer than one request for new tokens may take, in milliseconds.
  private static let timeout = 40_000

  init(folder: String) { path = folder + (folder.hasSuffix("/") ? "accounts" : "/accounts") }

  /// Reads the accounts; a missing file means no accounts.
  func read() throws(Failure) -> Accounts {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.read(path, atMost: Self.limit) } catch {
      if error.code == ENOENT { return Accounts() }
      throw unusable("cannot read it: \(error)")
    }
    guard let json = try? JSON(parsing: bytes), let accounts = Accounts(json, isLoopback: HostName.isLoopback) else {
      throw unusable("it contains no accounts")
    }
    return accounts
  }

  /// Reads the accounts, lets `body` change them and writes them, while no other session can change the file.
  func exclusively<Result>(_ body: (inout Accounts) throws(Failure) -> Result) throws(Failure) -> Result {
    let lock: Descriptor
    do throws(SystemError) {
      lock = try File.openOwnLocked(path + ".lock", timeout: Self.timeout)
    } catch {
      if error.code == EINTR { throw Failure(.interrupted) }
      throw .refused("cannot change the accounts file '\(path)': \(error)")
    }
    defer { lock.close() }
    var accounts = try read()
    let before = accounts
    let result = try body(&accounts)
    guard accounts != before else { return result }
    do throws(SystemError) { try File.replaceOwn(path, with: accounts.json.text.utf8) } catch {
      throw .refused("cannot write the accounts file '\(path)': \(error)")
    }
    return result
  }

  private func unusable(_ reason: String) -> Failure {
    .refused("cannot use the accounts file '\(path)': \(reason)", "move the file elsewhere, then log in again")
  }
}
