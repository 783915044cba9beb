import JSON
import RichText

/// The way from a handle and a password to an account: handle → DID → its document → its host → a session.
///
/// A handle and a document must name each other (AT Protocol "Handle": bidirectional verification); otherwise a password
/// would go wherever a name was pointed. Of a server of the world neither is asked of itself. A server on this machine, or
/// that of practice, is the only one that knows its accounts: its own words must agree, and they prove nothing.
///
/// `LoginRule` decides what a server's session has to say. This is a value that says what to ask next and receives the
/// answer; who asks, and how, is not its business.
public struct Login: NetworkTask, Hashable, Sendable {
  public enum Problem: Error, Hashable, Sendable {
    /// Nobody has that handle.
    case unknownHandle
    /// The document to which the handle leads bears another one.
    case foreignHandle
    /// The document of the account names no host, or the servers contradict each other.
    case noHost
    /// The document names another server than the one that was chosen.
    case otherHost(String)
    /// The session is another account's than the one that was asked for.
    case foreignDID(String)
    /// The account is logged in with another server, and no document says that it has moved.
    case knownElsewhere(handle: String, Host)
    /// Another account that is logged in has that handle.
    case takenHandle(String)
    /// A document leads to where no password may go.
    case badHost(String, Host.Problem)
    case wrongPassword(XRPCError)
    /// The server sent a code to the account's owner, and wants it.
    case needsCode
    /// The code was not the one.
    case wrongCode(XRPCError)
    case limit(XRPCError)
    case refused(XRPCError)
    case broken(XRPCError)
    case offline(String)
    /// Something stands in the way that somebody has to mend.
    case hindered(String)
    /// An answer that is no session.
    case strange
    /// A session whose handle is none.
    case badHandle
  }

  /// What is to be asked, and whom.
  public enum Question: Hashable, Sendable {
    case method(XRPCCall, at: Host)
    /// A document at an address.
    case document(String)
    /// What is written at an address, as a text.
    case text(String)
  }

  private enum Stage: Hashable, Sendable {
    /// Whether anybody is there, before anything else is asked in vain.
    case server(Host)
    case handle
    /// Its own machine is asked, where those who find handles for anybody know none.
    /// - Parameter problem: what they said.
    case machine(Problem)
    case document(did: String)
    /// Whether the handle that a document bears leads to its DID.
    case name(String)
    case session
    case over(Result<Account, Problem>)
  }

  /// The server is known; now `give` continues.
  public enum Preparation: Hashable, Sendable { case password }

  private let identifier: String
  private var password: String?
  private let code: String?
  private let isLoopback: @Sendable (String) -> Bool
  private var stage: Stage
  /// The server that was chosen; `nil` for none.
  private let chosen: Host?
  private var rule: LoginRule
  /// Those who find handles for anybody, and their directory of DIDs.
  private static let finder = "https://public.api.bsky.app"
  private static let directory = "https://plc.directory"
  /// The front door of a network whose accounts live on servers of their own.
  private static let doors = ["bsky.social": ".host.bsky.network"]

  public static func == (a: Login, b: Login) -> Bool {
    (a.identifier, a.password, a.code, a.chosen) == (b.identifier, b.password, b.code, b.chosen)
      && (a.stage, a.rule) == (b.stage, b.rule)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(stage) }

  /// - Parameters:
  ///   - identifier: a handle or a DID.
  ///   - password: `nil`: to be asked for once it is known where it goes.
  ///   - host: where the account lives; `nil`: to be found out.
  ///   - isPractice: whether the host is one that nobody else knows, such as practice's own.
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

  /// What is asked first of who an account is.
  private var begin: Stage { DID.isValid(identifier) ? .document(did: identifier) : .handle }

  /// Whether others than its server say who the account is and where it lives.
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
    let finder = isProven ? try? Host(Self.finder, isLoopback: isLoopback) : rule.host
    return finder.map { .ask(.method(.resolveHandle(handle), at: $0)) } ?? .end(.failure(.noHost))
  }

  /// Where a DID's document stands: `did:plc` in the directory, `did:web` on its own host.
  private func documentAddress(_ did: String) throws(Host.Problem) -> String? {
    if did.hasPrefix("did:plc:") { return "\(Self.directory)/\(did)" }
    guard did.hasPrefix("did:web:"), Handle.isValid(String(did.dropFirst(8))) else { return nil }
    let host = try Host(following: String(did.dropFirst(8)), from: nil, isLoopback: isLoopback)
    return "\(host.address)/.well-known/did.json"
  }

  /// The password that `step` has asked for.
  public mutating func give(_ password: String) { self.password = password }

  public mutating func receive(_ answer: XRPCAnswer) {
    switch answer {
    // Somebody is there; whether it knows that question does not matter.
    case .done where isAtServer, .refused where isAtServer: stage = begin
    // A server of nobody's but its own may know no such questions; what it says later has to agree all the same.
    case .refused where !isProven && isAboutName, .broken where !isProven && isAboutDocument: stage = .session
    case .refused where isNaming, .none where isNaming, .broken where isNaming: stage = .session
    case .done(let json): take(json)
    case .none(let words, .hindered): fail(.hindered(words))
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

  /// Names under these are nobody's in the world (AT Protocol "Handle": disallowed top-level domains).
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

  private mutating func take(_ json: JSON) {
    switch stage {
    case .over, .server: return
    case .handle:
      guard let did = json["did"]?.stringValue, DID.isValid(did) else { return end(.strange) }
      found(did)
    case .machine:
      let did = json.stringValue?.split(whereSeparator: \.isWhitespace).first.map { String($0) }
      if let did, DID.isValid(did) { found(did) } else { fail(.unknownHandle) }
    case .document(let did): take(json, documentOf: did)
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

  private mutating func take(_ json: JSON, documentOf did: String) {
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
      if let chosen, !host.isSame(as: chosen), !Self.leads(chosen, to: host) {
        return end(.otherHost(host.description))
      }
      // What somebody has chosen is not a server's word any more.
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

  private static func leads(_ door: Host, to host: Host) -> Bool {
    doors[door.description].map { host.description.hasSuffix($0) } ?? false
  }

  private func problem(_ error: XRPCError) -> Problem {
    if error.isLimit { return .limit(error) }
    switch stage {
    case .handle: return error.status == 400 ? .unknownHandle : .refused(error)
    case .document: return error.status == 404 ? .noHost : .refused(error)
    case .machine, .server, .name, .session, .over: break
    }
    if error.name == "AuthFactorTokenRequired" { return code == nil ? .needsCode : .wrongCode(error) }
    // Servers look at the password first, and say 401 of that.
    if code != nil, error.status == 400 { return .wrongCode(error) }
    return error.status == 401 ? .wrongPassword(error) : .refused(error)
  }
}

/// What a server's session has to say before an account is made of it: the one place that decides.
///
/// | asked for | DID | handle | host |
/// |---|---|---|---|
/// | a handle, of the world | the one to which others resolve it | that handle | the one that its document names |
/// | a DID, of the world | that DID | the document's, where it resolves back; else the DID | the one that its document names |
/// | a server on this machine, or practice's | that DID, or what the server itself resolves the handle to | that handle | the one that was asked |
public struct LoginRule: Hashable, Sendable {
  /// The handle or the DID that was asked for.
  let identifier: String
  /// Whether others than the server say who the account is and where it lives.
  let isProven: Bool
  /// Whose the session has to be; `nil` where nobody could say so beforehand.
  var did: String?
  /// The handle of that account, by others; `nil` where it has none that leads back to it.
  var handle: String?
  /// The server that is asked, where the account lives.
  var host: Host?

  /// What servers say where a handle leads nowhere any more.
  private static let noHandle = "handle.invalid"

  init(_ identifier: String, isProven: Bool) {
    (self.identifier, self.isProven) = (identifier, isProven)
    if DID.isValid(identifier) { did = identifier } else { handle = identifier.lowercased() }
  }

  /// The account of a session.
  /// - Parameter session: what `createSession` answered.
  func account(_ session: JSON, isLoopback: (String) -> Bool) throws(Login.Problem) -> Account {
    guard let host, let tokens = Account.Tokens(session), let named = session["did"]?.stringValue, DID.isValid(named)
    else { throw .strange }
    if let did, did != named { throw .foreignDID(named) }
    // What is said to people must be a handle, whatever becomes of it.
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
    // By a DID somebody is who they are, whatever the server calls them.
    if DID.isValid(identifier) { return handle }
    guard let claimed, claimed.lowercased() != handle else { return claimed ?? handle }
    if isProven, claimed == Self.noHandle { return handle }
    throw .foreignHandle
  }

  /// A document that comes with a session proves nothing, and must not contradict it.
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
  /// Takes in the account of a login, and publishes with it from now on. One that is there keeps its server, and its handle,
  /// unless a document says otherwise.
  /// - Parameter isProven: whether others than its server say who the account is and where it lives.
  public mutating func admit(_ account: Account, isProven: Bool) throws(Login.Problem) {
    if !isProven, let known = self[did: account.did], !known.host.isSame(as: account.host) {
      throw .knownElsewhere(handle: known.handle, known.host)
    }
    for other in all where other.did != account.did && other.handle.lowercased() == account.handle.lowercased() {
      guard isProven else { throw .takenHandle(account.handle) }
      // It has moved on; the other account is known by what stays.
      update(other.renamed(other.did))
    }
    add(account)
  }
}
