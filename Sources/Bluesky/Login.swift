import JSON
import RichText

/// The way from a handle and a password to an account: handle → DID → its document → its host → a session.
///
/// A handle and a document must name each other (AT Protocol "Handle": bidirectional verification); otherwise a password
/// would go wherever a name was pointed.
///
/// A value that says what to ask next and takes the answer; who asks, and how, is not its business.
public struct Login: Hashable, Sendable {
  public enum Problem: Error, Hashable, Sendable {
    /// Nobody has that handle.
    case unknownHandle
    /// The document to which the handle leads bears another one.
    case foreignHandle
    /// The document of the account names no host, or the servers contradict each other.
    case noHost
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
    case handle
    /// Its own machine is asked, where those who find handles for anybody know none.
    /// - Parameter problem: what they said.
    case machine(Problem)
    /// Whether anybody is there, before a password is asked for in vain.
    case server(Host)
    case document(did: String)
    case session(Host)
    case over(Result<Account, Problem>)
  }

  public enum Next: Hashable, Sendable {
    case ask(Question)
    /// The server is known; now `give` goes on.
    case password
    case end(Result<Account, Problem>)
  }

  private let identifier: String
  private var password: String?
  private let code: String?
  private let isLoopback: @Sendable (String) -> Bool
  private var stage: Stage
  /// Those who find handles for anybody, and their directory of DIDs.
  private static let finder = "https://public.api.bsky.app"
  private static let directory = "https://plc.directory"

  public static func == (a: Login, b: Login) -> Bool {
    (a.identifier, a.password, a.code) == (b.identifier, b.password, b.code) && a.stage == b.stage
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(stage) }

  /// - Parameters:
  ///   - identifier: a handle or a DID.
  ///   - password: `nil`: to be asked for once it is known where it goes.
  ///   - host: where the account lives; `nil`: to be found out.
  public init(
    _ identifier: String, password: String?, code: String? = nil, host: Host?,
    isLoopback: @escaping @Sendable (String) -> Bool
  ) {
    (self.identifier, self.password, self.code) = (identifier, password, code)
    self.isLoopback = isLoopback
    if let host {
      stage = password == nil ? .server(host) : .session(host)
    } else {
      stage = DID.isValid(identifier) ? .document(did: identifier) : .handle
    }
  }

  public var next: Next {
    switch stage {
    case .over(let result): return .end(result)
    case .server(let host): return .ask(.method(.describeServer, at: host))
    case .session(let host):
      guard let password else { return .password }
      return .ask(.method(.createSession(identifier, password: password, code: code), at: host))
    case .document(let did):
      guard let address = Self.documentAddress(did) else { return .end(.failure(.noHost)) }
      return .ask(.document(address))
    case .machine: return .ask(.text("https://\(identifier)/.well-known/atproto-did"))
    case .handle:
      guard let finder = try? Host(Self.finder, isLoopback: isLoopback) else { return .end(.failure(.noHost)) }
      return .ask(.method(.resolveHandle(identifier), at: finder))
    }
  }

  /// Where a DID's document stands: `did:plc` in the directory, `did:web` on its own host.
  private static func documentAddress(_ did: String) -> String? {
    if did.hasPrefix("did:plc:") { return "\(directory)/\(did)" }
    guard did.hasPrefix("did:web:"), Handle.isValid(String(did.dropFirst(8))) else { return nil }
    return "https://\(did.dropFirst(8))/.well-known/did.json"
  }

  /// The password that `next` has asked for.
  public mutating func give(_ password: String) { self.password = password }

  public mutating func take(_ answer: XRPCAnswer) {
    switch answer {
    // Somebody is there; whether it knows that question does not matter.
    case .done where isAtServer, .refused where isAtServer: if case .server(let host) = stage { stage = .session(host) }
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
    case .handle, .server, .document, .session, .over: stage = .over(.failure(problem))
    }
  }

  /// Names under these are nobody's in the world (AT Protocol "Handle": disallowed top-level domains).
  private static let reserved = [
    "alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test",
  ]
  private var mayNameItself: Bool {
    identifier.split(separator: ".").last.map { !Self.reserved.contains($0.lowercased()) } ?? false
  }
  private var isAtServer: Bool { if case .server = stage { true } else { false } }

  private mutating func take(_ json: JSON) {
    switch stage {
    case .over, .server: return
    case .handle:
      guard let did = json["did"]?.stringValue, DID.isValid(did) else {
        stage = .over(.failure(.strange))
        return
      }
      stage = .document(did: did)
    case .machine:
      let did = json.stringValue?.split(whereSeparator: \.isWhitespace).first.map { String($0) }
      if let did, DID.isValid(did) { stage = .document(did: did) } else { fail(.unknownHandle) }
    case .document(let did):
      guard let document = DIDDocument(json), document.did == did, let host = document.host else {
        stage = .over(.failure(.noHost))
        return
      }
      guard DID.isValid(identifier) || document.handles.contains(identifier.lowercased()) else {
        stage = .over(.failure(.foreignHandle))
        return
      }
      do throws(Host.Problem) {
        stage = .session(try Host(following: host, from: nil, isLoopback: isLoopback))
      } catch {
        stage = .over(.failure(.badHost(host, error)))
      }
    case .session(let host):
      do throws(Problem) {
        stage = .over(.success(try Account(json, host: host, isLoopback: isLoopback)))
      } catch {
        stage = .over(.failure(error))
      }
    }
  }

  private func problem(_ error: XRPCError) -> Problem {
    if error.isLimit { return .limit(error) }
    switch stage {
    case .handle: return error.status == 400 ? .unknownHandle : .refused(error)
    case .document: return error.status == 404 ? .noHost : .refused(error)
    case .machine, .server, .session, .over: break
    }
    if error.name == "AuthFactorTokenRequired" { return code == nil ? .needsCode : .wrongCode(error) }
    // Servers look at the password first, and say 401 of that.
    if code != nil, error.status == 400 { return .wrongCode(error) }
    return error.status == 401 ? .wrongPassword(error) : .refused(error)
  }
}
