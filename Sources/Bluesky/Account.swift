import JSON

/// Somebody who can publish here: who, where, and the tokens that prove it. A password is no part of it.
public struct Account: Hashable, Sendable {
  public let did: String
  public let handle: String
  /// The address of the server that has its repository.
  public let host: Host
  /// Counts for hours; `refresh`, which brings a new pair, for months.
  public private(set) var access: String
  public private(set) var refresh: String

  public init(did: String, handle: String, host: Host, access: String, refresh: String) {
    (self.did, self.handle, self.host) = (did, handle, host)
    (self.access, self.refresh) = (access, refresh)
  }

  /// What `createSession` answered.
  /// - Parameter host: which server said so; the account lives there unless its document names another.
  public init(_ session: JSON, host: Host, isLoopback: (String) -> Bool) throws(Login.Problem) {
    guard let tokens = Tokens(session), let did = session["did"]?.stringValue, DID.isValid(did) else {
      throw .strange
    }
    self.did = did
    handle = session["handle"]?.stringValue ?? did
    (access, refresh) = (tokens.access, tokens.refresh)
    guard let document = session["didDoc"].flatMap(DIDDocument.init), document.did == did, let named = document.host
    else {
      self.host = host
      return
    }
    do throws(Host.Problem) {
      self.host = try Host(following: named, from: host, isLoopback: isLoopback)
    } catch {
      throw .badHost(named, error)
    }
  }

  /// Takes the new pair that `refreshSession` answered.
  /// - Returns: whether it was one, and this account's.
  public mutating func take(refreshed session: JSON) -> Bool {
    guard let tokens = Tokens(session), session["did"]?.stringValue == did else { return false }
    (access, refresh) = (tokens.access, tokens.refresh)
    return true
  }

  private struct Tokens {
    let access: String
    let refresh: String

    init?(_ session: JSON) {
      guard let access = session["accessJwt"]?.stringValue, let refresh = session["refreshJwt"]?.stringValue,
        Self.isSendable(access), Self.isSendable(refresh)
      else { return nil }
      (self.access, self.refresh) = (access, refresh)
    }

    /// A token becomes part of a header.
    private static func isSendable(_ token: String) -> Bool {
      (1...8_192).contains(token.utf8.count) && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
  }
}
