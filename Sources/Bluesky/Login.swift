import JSON
import RichText

/// The way from a handle and a password to an account: handle → DID → its document → its host → a session.
///
/// A handle and a document must name each other (AT Protocol "Handle": bidirectional verification); otherwise a
/// password would go to any server that a name points to. A public server's own word counts for neither of them. A
/// server on this machine, or the practice server, is the only one that knows its accounts: its statements must agree
/// with each other, and they prove nothing.
///
/// `LoginRule` checks the server's session. A login is a value that says what to ask next and receives the answer; it
/// does not do the asking.
public struct Login: NetworkTask, Hashable, Sendable {
  public enum Problem: Error, Hashable, Sendable {
    /// No account has that handle.
    case unknownHandle
    /// The handle leads to a document that names another handle.
    case foreignHandle
    /// The account's document names no host, or the servers contradict each other.
    case noHost
    /// The document names another server than the user chose.
    case otherHost(String)
    /// The session belongs to another account than requested.
    case foreignDID(String)
    /// The account is logged in with another server, and no document confirms a move.
    case knownElsewhere(handle: String, Host)
    /// Posts of the account, which was logged out, are waiting for its server.
    case awaitedElsewhere(Host)
    /// Another logged-in account has that handle.
    case takenHandle(String)
    /// A document leads to a host that must not receive a password.
    case badHost(String, Host.Problem)
    case wrongPassword(XRPCError)
    /// The server sent a code to the account's owner and requires it.
    case needsCode
    /// The code was wrong.
    case wrongCode(XRPCError)
    case limit(XRPCError)
    case refused(XRPCError)
    case broken(XRPCError)
    case offline(String)
    /// An obstacle that a user has to remove.
    case obstructed(String)
    /// The answer is not a session.
    case strange
    /// The handle of the session is invalid.
    case badHandle
  }

  /// The next question, and who must answer it.
  public enum Question: Hashable, Sendable {
    case method(XRPCCall, at: Host)
    /// A document at an address.
    case document(String)
    /// The content of an address, as text.
    case text(String)
  }

  private enum Stage: Hashable, Sendable {
    /// Checks that a server answers before anything else is asked.
    case server(Host)
    case handle
    /// Asks the handle's own machine, because the public resolver does not know the handle.
    /// - Parameter problem: the resolver's answer.
    case machine(Problem)
    case document(did: String)
    /// Checks that a document's handle leads back to its DID.
    case name(String)
    case session
    case over(Result<Account, Problem>)
  }

  /// The server is known; `give` continues.
  public enum Preparation: Hashable, Sendable { case password }

  private let identifier: String
  private var password: String?
  private let code: String?
  private let isLoopback: @Sendable (String) -> Bool
  private var stage: Stage
  /// The server that the user chose; `nil` if none.
  private let chosen: Host?
  private var rule: LoginRule
  /// The public server that resolves handles, and the directory of DIDs.
  private static let handleResolver = "https://public.api.bsky.app"
  private static let directory = "https://plc.directory"
  /// The public entry points of networks whose accounts live on other servers, with the suffix of those servers'
  /// names.
  private static let entryPoints = ["bsky.social": ".host.bsky.network"]

  public static func == (a: Login, b: Login) -> Bool {
    (a.identifier, a.password, a.code, a.chosen) == (b.identifier, b.password, b.code, b.chosen)
      && (a.stage, a.rule) == (b.stage, b.rule)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(stage) }

  /// - Parameters:
  ///   - identifier: a handle or a DID.
  ///   - password: the password; `nil` to ask for it once the server is known.
  ///   - host: the account's server; `nil` to find it.
  ///   - isPractice: whether only this session knows the host, as with the practice server.
  public init(
    _ identifier: String, password: String?, code: String? = nil, host: Host?, isPractice: Bool = false,
    isLoopback: @escaping @Sendable (String) -> Bool
  ) {
    (self.identifier, self.password, self.code) = (identifier, password, code)
    (self.isLoopback, chosen) = (isLoopback, host)
    let isAlone = isPractice || host?.isLoopback == true
    rule = LoginRule(identifier, isProven: !isAlone)
    if isAlone { rule.host = host }
    stage = .session
    if isPractice { return }
    if let host, password == nil || !isAlone { stage = .server(host) } else { stage = begin }
  }

  /// The first stage of finding the account's identity.
  private var begin: Stage { DID.isValid(identifier) ? .document(did: identifier) : .handle }

  /// `true` if the account's identity and server are confirmed by others than its server.
  public var isProven: Bool { rule.isProven }

  public var step: NetworkStep<Question, Preparation, Result<Account, Problem>> {
    switch stage {
    case .over(let result): return .end(result)
    case .server(let host): return .ask(.method(.describeServer, at: host))
    case .session:
      guard let host = rule.host else { return .end(.failure(.noHost)) }
      guard let password else { return .prepare(.password) }
      return .ask(.method(.createSession(identifier, password: password, code: code), at: host))
    case .document(let did):
      if !isProven, let host = rule.host { return .ask(.document("\(host.address)/\(did)")) }
      do throws(Host.Problem) {
        guard let address = try documentAddress(did) else { return .end(.failure(.noHost)) }
        return .ask(.document(address))
      } catch {
        return .end(.failure(.badHost(String(did.dropFirst(8)), error)))
      }
    case .machine: return .ask(.text("https://\(identifier)/.well-known/atproto-did"))
    case .handle: return resolve(identifier)
    case .name(let handle): return resolve(handle)
    }
  }

  private func resolve(_ handle: String) -> NetworkStep<Question, Preparation, Result<Account, Problem>> {
    let resolver = isProven ? try? Host(Self.handleResolver, isLoopback: isLoopback) : rule.host
    return resolver.map { .ask(.method(.resolveHandle(handle), at: $0)) } ?? .end(.failure(.noHost))
  }

  /// Returns the address of a DID's document: in the directory for `did:plc`, on its own host for `did:web`.
  private func documentAddress(_ did: String) throws(Host.Problem) -> String? {
    if did.hasPrefix("did:plc:") { return "\(Self.directory)/\(did)" }
    guard did.hasPrefix("did:web:"), Handle.isValid(String(did.dropFirst(8))) else { return nil }
    let host = try Host(following: String(did.dropFirst(8)), from: nil, isLoopback: isLoopback)
    return "\(host.address)/.well-known/did.json"
  }

  /// The password and the code, which no message about the login may show.
  public var secrets: SentSecretMask { SentSecretMask([password, code]) }

  /// Supplies the password that `step` requested.
  public mutating func give(_ password: String) { self.password = password }

  public mutating func receive(_ answer: XRPCAnswer) {
    switch answer {
    // A server is there; it does not matter whether it knows the method.
    case .done where isAtServer, .refused where isAtServer: stage = begin
    // A private server may not know such methods; its session must be consistent all the same.
    case .refused where !isProven && isAboutName, .broken where !isProven && isAboutDocument: stage = .session
    case .refused where isNaming, .none where isNaming, .broken where isNaming: stage = .session
    case .done(let json): receive(json)
    case .none(let words, .obstructed): fail(.obstructed(words))
    case .none(let words, .offline), .none(let words, .unheard): fail(.offline(words))
    case .broken(let error): fail(.broken(error))
    case .refused(let error): fail(problem(error))
    }
  }

  private mutating func fail(_ problem: Problem) {
    switch stage {
    case .handle where mayNameItself: stage = .machine(problem)
    case .machine(let first): stage = .over(.failure(first))
    case .handle, .server, .document, .name, .session, .over: stage = .over(.failure(problem))
    }
  }

  /// Top-level domains that are never public (AT Protocol "Handle": disallowed top-level domains).
  private static let reserved = [
    "alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test",
  ]
  private var mayNameItself: Bool {
    isProven && identifier.split(separator: ".").last.map { !Self.reserved.contains($0.lowercased()) } ?? false
  }
  private var isAtServer: Bool { if case .server = stage { true } else { false } }
  private var isNaming: Bool { if case .name = stage { true } else { false } }
  private var isAboutDocument: Bool { if case .document = stage { true } else { false } }
  private var isAboutName: Bool { stage == .handle || isAboutDocument }

  private mutating func receive(_ json: JSON) {
    switch stage {
    case .over, .server: return
    case .handle:
      guard let did = json["did"]?.stringValue, DID.isValid(did) else { return end(.strange) }
      found(did)
    case .machine:
      let did = json.stringValue?.split { $0.isWhitespace }.first.map { String($0) }
      if let did, DID.isValid(did) { found(did) } else { fail(.unknownHandle) }
    case .document(let did): receive(json, documentOf: did)
    case .name(let handle):
      if json["did"]?.stringValue == rule.did { rule.handle = handle }
      stage = .session
    case .session:
      do throws(Problem) {
        stage = .over(.success(try rule.account(json, isLoopback: isLoopback)))
      } catch {
        end(error)
      }
    }
  }

  private mutating func end(_ problem: Problem) { stage = .over(.failure(problem)) }

  private mutating func found(_ did: String) {
    rule.did = did
    stage = .document(did: did)
  }

  private mutating func receive(_ json: JSON, documentOf did: String) {
    rule.did = did
    let document = DIDDocument(json)
    if document == nil, !isProven {
      stage = .session
      return
    }
    guard let document, document.did == did, let named = document.host else { return end(.noHost) }
    guard DID.isValid(identifier) || document.handles.contains(identifier.lowercased()) else {
      return end(.foreignHandle)
    }
    do throws(Host.Problem) {
      let host = try Host(following: named, from: isProven ? nil : rule.host, isLoopback: isLoopback)
      if let chosen, !host.isSame(as: chosen), !Self.isSameService(chosen, to: host) {
        return end(.otherHost(host.description))
      }
      // The user's own choice outranks what a server says.
      if isProven { rule.host = chosen.map { host.isSame(as: $0) ? $0 : host } ?? host }
    } catch {
      return end(.badHost(named, error))
    }
    if DID.isValid(identifier), let handle = document.handles.first, Handle.isValid(handle) {
      stage = .name(handle)
    } else {
      stage = .session
    }
  }

  private static func isSameService(_ door: Host, to host: Host) -> Bool {
    entryPoints[door.description].map { host.description.hasSuffix($0) } ?? false
  }

  private func problem(_ error: XRPCError) -> Problem {
    if error.isLimit { return .limit(error) }
    switch stage {
    case .handle: return error.status == 400 ? .unknownHandle : .refused(error)
    case .document: return error.status == 404 ? .noHost : .refused(error)
    case .machine, .server, .name, .session, .over: break
    }
    if error.name == "AuthFactorTokenRequired" { return code == nil ? .needsCode : .wrongCode(error) }
    // Servers check the password first, and answer 401 if it is wrong.
    if code != nil, error.status == 400 { return .wrongCode(error) }
    return error.status == 401 ? .wrongPassword(error) : .refused(error)
  }
}

/// The conditions that a server's session must meet before an account is made from it: the one place that decides.
///
/// | asked for | DID | handle | host |
/// |---|---|---|---|
/// | a public handle | the DID to which others resolve it | that handle | the host in its document |
/// | a public DID | that DID | the document's if it resolves back, else the DID | the host in its document |
/// | a local or practice server | that DID, or the server's DID of the handle | that handle | that server |
public struct LoginRule: Hashable, Sendable {
  /// The requested handle or DID.
  let identifier: String
  /// `true` if the account's identity and server are confirmed by others than the server.
  let isProven: Bool
  /// The DID that the session must have; `nil` if it is not known beforehand.
  var did: String?
  /// The account's handle according to others; `nil` if no handle leads back to the account.
  var handle: String?
  /// The account's server, which is asked for the session.
  var host: Host?

  /// The handle that servers report if the real one no longer leads anywhere.
  private static let noHandle = "handle.invalid"

  init(_ identifier: String, isProven: Bool) {
    (self.identifier, self.isProven) = (identifier, isProven)
    if DID.isValid(identifier) { did = identifier } else { handle = identifier.lowercased() }
  }

  /// Returns the account of a session.
  /// - Parameter session: the answer to `createSession`.
  func account(_ session: JSON, isLoopback: (String) -> Bool) throws(Login.Problem) -> Account {
    guard let host, let tokens = Account.Tokens(session), let named = session["did"]?.stringValue, DID.isValid(named)
    else { throw .strange }
    if let did, did != named { throw .foreignDID(named) }
    // Only a valid handle may be shown to users, whatever happens to it later.
    let claimed = session["handle"]?.stringValue
    if let claimed, !Handle.isValid(claimed) { throw .badHandle }
    if let document = session["didDoc"], document != .null {
      try check(document, of: named, at: host, isLoopback: isLoopback)
    }
    return Account(
      did: named, handle: try handle(claimed, of: named), host: host, access: tokens.access, refresh: tokens.refresh)
  }

  private func handle(_ claimed: String?, of named: String) throws(Login.Problem) -> String {
    guard let handle else { return !isProven && claimed != Self.noHandle ? claimed ?? named : named }
    // A DID identifies its account, whatever handle the server reports.
    if DID.isValid(identifier) { return handle }
    guard let claimed, claimed.lowercased() != handle else { return claimed ?? handle }
    if isProven, claimed == Self.noHandle { return handle }
    throw .foreignHandle
  }

  /// Checks the document that comes with a session. It proves nothing, but must not contradict the session.
  private func check(
    _ json: JSON, of named: String, at host: Host, isLoopback: (String) -> Bool
  ) throws(Login.Problem) {
    guard let document = DIDDocument(json) else { throw .strange }
    guard document.did == named else { throw .foreignDID(document.did) }
    if !isProven, let handle, !document.handles.contains(handle) { throw .foreignHandle }
    guard let text = document.host else { return }
    let other: Host
    do throws(Host.Problem) { other = try Host(following: text, from: host, isLoopback: isLoopback) } catch {
      throw .badHost(text, error)
    }
    guard other.isSame(as: host) else { throw .otherHost(other.description) }
  }
}

extension Accounts {
  /// Admits the account of a login, and publishes with it from now on. A known account keeps its server and its
  /// handle unless a document says otherwise.
  /// - Parameters:
  ///   - isProven: whether the account's identity and server are confirmed by others than its server.
  ///   - isAwaited: whether posts of the account are waiting here: another server must not receive them.
  public mutating func admit(_ account: Account, isProven: Bool, isAwaited: Bool = false) throws(Login.Problem) {
    if !isProven, isAwaited, self[did: account.did] == nil, let host = left[account.did], !host.isSame(as: account.host)
    {
      throw .awaitedElsewhere(host)
    }
    if !isProven, let known = self[did: account.did], !known.host.isSame(as: account.host) {
      throw .knownElsewhere(handle: known.handle, known.host)
    }
    for other in all where other.did != account.did && other.handle.lowercased() == account.handle.lowercased() {
      guard isProven else { throw .takenHandle(account.handle) }
      // The handle has moved to the new account; the other account is now known by its DID.
      update(other.renamed(other.did))
    }
    add(account)
  }
}
