import Bluesky
import StoryScript
import Timeline

/// Asks servers, also in the name of accounts, whose tokens it renews when they count no more.
///
/// It may be handed to another thread; only one uses it at a time.
final class Courier: @unchecked Sendable {
  /// What a server said, and how that ended for the account.
  struct Answer: Sendable {
    let answer: XRPCAnswer
    /// Whether the server has thrown the account out.
    var throwsOut = false
    /// How much the server still answers, where it says so.
    var limit: RateLimit?
  }

  private let accounts: AccountStore
  private let wire: Wire

  init(_ accounts: AccountStore, _ wire: Wire) { (self.accounts, self.wire) = (accounts, wire) }

  /// Gives up what is being asked, until `goOn`.
  func cancel() { wire.cancel() }
  func goOn() { wire.goOn() }

  // MARK: For nobody

  /// Asks a server in nobody's name.
  func ask(_ call: XRPCCall, at host: Host) throws(Failure) -> XRPCAnswer {
    try wire.ask(call, at: host)
  }

  /// Reads a document.
  /// - Parameter isOutward: `false` for a server on this machine that somebody has chosen.
  func read(_ address: String, isOutward: Bool = true) throws(Failure) -> XRPCAnswer {
    try wire.read(address, isOutward: isOutward)
  }

  /// Reads a text.
  func readText(_ address: String) throws(Failure) -> XRPCAnswer {
    try wire.readText(address)
  }

  /// Fetches what is no JSON.
  func fetch(
    _ call: XRPCCall, at host: Host, limit: Int, patience: Duration
  ) throws(Failure) -> (bytes: [UInt8]?, answer: XRPCAnswer) {
    try wire.fetch(call, at: host, limit: limit, patience: patience)
  }

  /// Fetches a picture from where a server has said that it is; asked once.
  /// - Parameter isOutward: `false` for the account's own server, wherever somebody has chosen that.
  func fetch(
    picture address: String, limit: Int, patience: Duration, isOutward: Bool
  ) throws(Failure) -> [UInt8]? {
    try wire.fetch(address, limit: limit, patience: patience, tries: 1, isOutward: isOutward).bytes
  }

  // MARK: For an account

  /// Has a server forget that an account is logged in here.
  func end(_ account: Account) throws(Failure) -> XRPCAnswer {
    try wire.ask(.deleteSession, at: account.host, token: account.refresh)
  }

  /// Asks an account's server. Tokens that count no more are renewed once, by one session of the folder for all.
  /// - Parameters:
  ///   - bytes: of the picture that is sent.
  ///   - isPatient: whether a server that is in trouble is asked once more.
  func ask(
    _ call: XRPCCall, bytes: [UInt8] = [], as did: String, isPatient: Bool = true
  ) throws(Failure) -> Answer {
    var answer = try carry(call, bytes, did, isPatient)
    answer.limit = wire.limit
    return answer
  }

  private func carry(
    _ call: XRPCCall, _ bytes: [UInt8], _ did: String, _ isPatient: Bool
  ) throws(Failure) -> Answer {
    guard let account = try accounts.read()[did: did] else {
      return Answer(answer: .refused(XRPCError(status: 401, message: "not logged in")))
    }
    let isNamed = call.authority != .nobody
    let first = try wire.ask(
      call, bytes: bytes, at: account.host, token: isNamed ? account.access : nil, isPatient: isPatient)
    guard case .refused(let error) = first, error.wantsRefresh, call.authority == .account else {
      return Answer(answer: first)
    }
    switch try renewed(account) {
    case .success(let account):
      return Answer(
        answer: try wire.ask(call, bytes: bytes, at: account.host, token: account.access, isPatient: isPatient))
    case .failure(let stop): return stop.answer
    }
  }

  private struct Stop: Error {
    let answer: Answer
    init(_ answer: XRPCAnswer, throwsOut: Bool = false) { self.answer = Answer(answer: answer, throwsOut: throwsOut) }
  }

  private func renewed(_ old: Account) throws(Failure) -> Result<Account, Stop> {
    try accounts.change { (accounts) throws(Failure) -> Result<Account, Stop> in
      guard var account = accounts[did: old.did] else {
        return .failure(Stop(.refused(XRPCError(status: 401, message: "not logged in"))))
      }
      // Another session was faster.
      if account.access != old.access { return .success(account) }
      let answer = try self.wire.ask(.refreshSession, at: account.host, token: account.refresh)
      switch answer {
      case .done(let json):
        guard account.take(refreshed: json) else {
          return .failure(Stop(.none(words: "new tokens could not be understood", .hindered)))
        }
        accounts.update(account)
        return .success(account)
      case .refused(let error):
        let throwsOut = ["ExpiredToken", "InvalidToken"].contains(error.name)
        guard throwsOut || error.isLimit else {
          // It is about the account, not about what was asked.
          return .failure(Stop(.none(words: "no new token: \(error.words)", .hindered)))
        }
        if throwsOut { accounts.remove(account.did) }
        return .failure(Stop(answer, throwsOut: throwsOut))
      // What was asked was not done: the server had only looked at the token.
      case .broken(let error): return .failure(Stop(.none(words: "no new token: \(error.words)", .hindered)))
      case .none(let words, .offline): return .failure(Stop(.none(words: words, .offline)))
      case .none(let words, _): return .failure(Stop(.none(words: "no new token: \(words)", .hindered)))
      }
    }
  }
}
