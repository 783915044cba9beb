import JSON
import RichText

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

  /// The same by another handle.
  func renamed(_ handle: String) -> Account {
    Account(did: did, handle: handle, host: host, access: access, refresh: refresh)
  }

  /// Takes the new pair that `refreshSession` answered. Who the account is, and where it lives, a login alone finds out.
  /// - Returns: whether it was one, and this account's.
  public mutating func take(refreshed session: JSON) -> Bool {
    guard let tokens = Tokens(session), session["did"]?.stringValue == did else { return false }
    if let handle = session["handle"]?.stringValue, !Handle.isValid(handle) { return false }
    if let document = session["didDoc"].flatMap(DIDDocument.init), document.did != did { return false }
    (access, refresh) = (tokens.access, tokens.refresh)
    return true
  }

  struct Tokens {
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
