import Bluesky
import Network
import RichText
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Accounts: those of a real session are outside its world, those of a practice session inside.
public struct AccountAccess {
  let session: Session

  public init(_ session: Session) { self.session = session }

  private var isOnWire: Bool { PostRequests(session).networkMode != .practice }

  /// Returns the current accounts.
  func accounts() throws(Failure) -> Accounts {
    isOnWire ? try session.resources.posts.accounts.read() : session.world.posts.accounts
  }

  /// - Parameter isChoice: `true` if the account that publishes afterwards is the user's choice.
  func changeAccounts<Result>(
    isChoice: Bool, _ body: (inout Accounts) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isOnWire { return try session.resources.posts.accounts.change(isChoice: isChoice, body) }
    return try session.change { (world) throws(Failure) in try body(&world.posts.accounts) }
  }

  /// The account that publishes; `nil` if there is none or if the accounts cannot be read.
  var account: Account? { try? accounts().current }

  // MARK: Logging in and out

  func logIn(_ name: String, at place: String?, code: String?) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let identifier = name.hasPrefix("@") ? String(name.dropFirst()) : name
    guard Handle.isValid(identifier) || DID.isValid(identifier) else {
      // A name in the hint could be the typed word, which is masked: it may be a password.
      throw .refused("this is not a full handle", "try: login bob.bsky.social").about(0)
    }
    if !isOnWire {
      return .wait(session.world.posts.choices.conditions.delay) { () throws(Failure) in try self.practise(identifier) }
    }
    // No handle of a real network ends in `.test`.
    if place == nil, identifier.hasSuffix(".test") {
      throw .refused("\(identifier) exists only in the practice network", "try: practice, then login \(identifier)")
    }
    let host = try place.map { (text) throws(Failure) in try Self.host(text) }
    var (password, given) = (Environment.value("STORYLINE_PASSWORD").flatMap { $0.isEmpty ? nil : $0 }, code)
    if let password { session.output.secrets.add(password) }
    if password == nil, !session.questions.canAsk { password = try self.password(for: identifier) }
    while true {
      var login = Login(identifier, password: password, code: given, host: host, isLoopback: HostName.isLoopback)
      do throws(Failure) {
        return try finish(try account(by: &login, identifier, &password), login)
      } catch {
        guard case .refused(let message, _) = error.problem, message == Self.codeWords, given == nil,
          session.questions.canAsk
        else { throw error }
        given = try session.questions.ask(
          "Code from the email: ", hidden: false, "try: login … code CODE", session.output)
      }
    }
  }

  private static let codeWords = "this account needs the code that its server just sent by email"

  /// Asks for the password without showing it; it is never saved.
  private func password(for identifier: String) throws(Failure) -> String {
    let typed = try session.questions.ask(
      "App password for \(identifier): ", hidden: true, "try: STORYLINE_PASSWORD=… storyline …", session.output)
    guard !typed.isEmpty else { throw .refused("no password was typed; nothing was changed") }
    return typed
  }

  private static func host(_ text: String) throws(Failure) -> Host {
    do throws(Host.Problem) { return try Host(text, isLoopback: HostName.isLoopback) } catch {
      throw .refused(words(error, text), "try: on bsky.social").about(1)
    }
  }

  private static func words(_ problem: Host.Problem, _ text: String) -> String {
    switch problem {
    case .noAddress: "'\(text)' is not a server address"
    case .unencrypted: "http:// is unencrypted, so it is allowed only for this machine, not for '\(text)'"
    case .inward:
      "the account's DID document names this machine or its local network ('\(text)'), which is not allowed"
    }
  }

  /// - Parameter password: the password that was typed, for another attempt.
  private func account(
    by login: inout Login, _ identifier: String, _ password: inout String?
  ) throws(Failure) -> Result<Account, Login.Problem>? {
    try login.run(
      prepare: { (login, _) throws(Failure) in
        let typed = try self.password(for: identifier)
        password = typed
        login.give(typed)
      },
      request: { (login, question) throws(Failure) in try answer(question, isProven: login.isProven) })
  }

  private func answer(_ question: Login.Question, isProven: Bool) throws(Failure) -> XRPCAnswer {
    switch question {
    case .method(let call, let host):
      isOnWire
        ? try session.resources.posts.client.request(call, at: host)
        : session.change { $0.posts.ask(call, at: session.now) }
    case .document(let address): try session.resources.posts.client.document(at: address, isOutward: isProven)
    case .text(let address): try session.resources.posts.client.text(at: address)
    }
  }

  private func practise(_ identifier: String) throws(Failure) -> CommandOutcome {
    guard let host = try? Host(PracticeNetwork.host, isLoopback: { _ in false }) else { return .value(.none) }
    var password: String? = "practice"
    var login = Login(identifier, password: password, host: host, isPractice: true, isLoopback: { _ in false })
    let result = try account(by: &login, identifier, &password)
    if case .failure(.wrongPassword) = result {
      throw .refused(
        "the practice network has no account \(identifier): its handles end in .test", "try: login bob.test")
    }
    return try finish(result, login)
  }

  private func finish(_ result: Result<Account, Login.Problem>?, _ login: Login) throws(Failure) -> CommandOutcome {
    let account: Account
    switch result {
    case .success(let found)?: account = found
    case .failure(let problem)?: throw failure(problem, hiding: login.secrets)
    case nil: return .value(.none)
    }
    let isAwaited = session.world.posts.outbox.entries.contains { $0.account == account.did }
    try changeAccounts(isChoice: true) { (accounts) throws(Failure) in
      do throws(Login.Problem) {
        try accounts.admit(account, isProven: login.isProven, isAwaited: isAwaited)
      } catch {
        throw failure(error, hiding: login.secrets)
      }
    }
    reportAccount()
    resumeAll(of: account)
    return .value(.none)
  }

  /// - Parameter sent: the secrets of the login, which a name given by its server may repeat. An error's words do not
  ///   contain them.
  private func failure(_ problem: Login.Problem, hiding sent: SentSecretMask) -> Failure {
    switch problem {
    case .unknownHandle: .refused("no account has that handle", "try: people NAME").about(0)
    case .foreignHandle:
      .refused("that handle points to an account with a different handle", "the account's settings show its handle")
        .about(0)
    case .noHost: .refused("cannot find the server of that account").about(0)
    case .badHost(let text, let problem): .refused(Self.words(problem, sent.shown(text)))
    case .otherHost(let host):
      .refused(
        "that account is on \(sent.shown(host)): nothing was saved", "try: login HANDLE on \(sent.shown(host))")
    case .foreignDID(let did):
      .refused(
        "the server returned another account, \(sent.shown(did)): nothing was saved", "do not log in there again")
    case .knownElsewhere(let handle, let host):
      .refused(
        "\(handle) is logged in on \(host), and there is no proof that the account has moved: nothing was saved",
        "if you trust the new server, try: logout \(handle), then log in again"
      ).about(0)
    case .awaitedElsewhere(let host):
      .refused(
        "posts of this account are waiting for its server \(host), and there is no proof that the account has moved: nothing was saved",
        "to send them there, try: login HANDLE on \(host); to discard them, try: outbox, then outbox remove N"
      ).about(0)
    case .takenHandle(let handle):
      .refused(
        "another account with the handle \(sent.shown(handle)) is logged in: nothing was saved", "try: accounts"
      )
      .about(0)
    case .badHandle: .refused("the server returned an invalid handle: nothing was saved")
    case .wrongPassword(let error):
      .refused(
        "the server refused the login: \(error.words)", "create an app password in the account's settings")
    case .needsCode: .refused(Self.codeWords, "try: login HANDLE code CODE")
    case .wrongCode(let error):
      .refused("the code is not valid: \(error.words)", "try: login HANDLE without `code`, which sends a new code")
    case .limit(let error): .refused("too many logins: \(error.words)\(until(error.resets))")
    case .refused(let error): .refused("the server refused the request: \(error.words)")
    case .broken(let error): .refused("server error: \(error.words)", "try again later")
    case .offline(let words): .refused("cannot reach the server: \(words)", "try again when there is a network")
    case .obstructed(let words): .refused("cannot reach the server: \(words)")
    case .strange: .refused(XRPCAnswer.unexpectedResponse)
    }
  }

  /// Returns when a limit is reset, in the session's time zone, as an addition to a sentence.
  func until(_ instant: Instant?) -> String {
    instant.map { "; the limit resets at \(session.options.zone.civil($0.toSecond).dateTimeText)" } ?? ""
  }

  /// Forgets an account here, and revokes its tokens on the server if the server can be reached.
  func logOut(_ name: String?) throws(Failure) {
    _ = try session.present()
    let account = try named(name)
    if isOnWire {
      // The tokens are forgotten here, whatever the server answers.
      _ = try session.resources.posts.client.logOut(account)
    }
    let isOwn = account.did == self.account?.did
    try changeAccounts(isChoice: isOwn) { (accounts) throws(Failure) in accounts.remove(account.did) }
    session.resources.posts.pages.removeAll(of: account.did)
    reportAccount(left: account.handle)
  }

  func useAccount(_ name: String) throws(Failure) {
    _ = try session.present()
    let account = try named(name)
    try changeAccounts(isChoice: true) { (accounts) throws(Failure) in accounts.use(account.did) }
    reportAccount()
    resumeAll(of: account)
  }

  private func resumeAll(of account: Account) {
    let now = session.now
    session.change { $0.posts.resume(account.did, at: now) }
  }

  /// Tells listeners which account publishes, beginning with the current one.
  public var accountChanges: AccountChanges {
    session.resources.posts.changes.report(account.map { .init(handle: $0.handle, did: $0.did) })
    return session.resources.posts.changes
  }

  func reportAccount(left: String? = nil, isSessionEnded: Bool = false) {
    let account = account
    let name = account.map { AccountChanges.Name(handle: $0.handle, did: $0.did) }
    session.change { $0.posts.publish(as: account?.did) }
    session.resources.posts.publisher = .some(name)
    session.resources.posts.changes.report(name)
    session.emit(
      AccountEvents.changed, .init(account: account, left: left, isSessionEnded: isSessionEnded), at: session.now)
  }

  /// Notices that another session of the folder has logged in or out.
  func noticeAccountChanges() {
    // If the accounts cannot be read now, the command that needs them reports the error.
    guard isOnWire, session.resources.posts.accounts.mayHaveChanged(), let accounts = try? accounts() else { return }
    let now = accounts.current.map { AccountChanges.Name(handle: $0.handle, did: $0.did) }
    guard let before = session.resources.posts.publisher else {
      session.resources.posts.publisher = .some(now)
      return
    }
    guard before?.did != now?.did else { return }
    reportAccount(left: before.flatMap { accounts[did: $0.did] == nil ? $0.handle : nil })
    PostCommands(session).resume()
  }

  /// Returns the account with a handle, or the publishing account.
  func named(_ name: String?) throws(Failure) -> Account {
    let accounts = try accounts()
    let handle = name.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }
    guard let handle else {
      guard let account = accounts.current else { throw noAccount }
      return account
    }
    if let account = accounts[handle: handle] ?? accounts[did: handle] { return account }
    let names = accounts.all.map { $0.handle }.joined(separator: ", ")
    guard names.isEmpty else { throw .refused("\(handle) is not logged in", "logged in: \(names)").about(0) }
    // The practice network has no other accounts.
    let mayExist = session.options.kind == .real || handle.hasSuffix(".test")
    let advice = Handle.isValid(handle) && mayExist ? "try: login \(handle)" : loginAdvice
    throw .refused("\(handle) is not logged in", advice).about(0)
  }

  /// In practice every person has an account.
  var noAccount: Failure {
    if isOnWire, let others = try? accounts().all, let first = others.first {
      let known = others.count == 1 ? first.handle : "HANDLE"
      return .refused("this session's account was logged out by another session", "try: account use \(known)")
    }
    return .refused("no account is logged in", loginAdvice)
  }

  private var loginAdvice: String { isOnWire ? "try: login HANDLE" : "try: login bob.test" }

  /// Returns advice that needs an account: it is to log in if there is none.
  func advice(_ way: String) -> String { account == nil ? loginAdvice : way }
}
