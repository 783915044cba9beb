import JSON
import RichText

/// An account that can publish here: its identity, its server and its tokens. The password is not part of it.
public struct Account: Hashable, Sendable {
  public let did: String
  public let handle: String
  /// The address of the server that has its repository.
  public let host: Host
  /// The access token is valid for hours; the `refresh` token, which fetches a new pair, for months.
  public private(set) var access: String
  public private(set) var refresh: String

  public init(did: String, handle: String, host: Host, access: String, refresh: String) {
    (self.did, self.handle, self.host) = (did, handle, host)
    (self.access, self.refresh) = (access, refresh)
  }

  /// Returns a copy of the account with another handle.
  func renamed(_ handle: String) -> Account {
    Account(did: did, handle: handle, host: host, access: access, refresh: refresh)
  }

  /// Adopts the new pair of tokens from an answer to `refreshSession`. Only a login changes the account's DID, handle
  /// and host.
  /// - Returns: `true` if the answer was a valid session of this account.
  public mutating func adopt(refreshed session: JSON) -> Bool {
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

    /// Checks that a token can be part of a header.
    private static func isSendable(_ token: String) -> Bool {
      (1...8_192).contains(token.utf8.count) && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
  }
}

/// The accounts that are logged in, and the one of them that publishes.
public struct Accounts: Hashable, Sendable {
  public private(set) var all: [Account] = []
  /// The DID of the account that publishes.
  private var used: String?
  /// The servers of accounts that were logged out, by their DIDs.
  private(set) var left: [String: Host] = [:]
  /// The number of servers that are remembered; beyond it, all are forgotten.
  private static let serverLimit = 1_000

  public init() {}

  public var current: Account? { all.first { $0.did == used } }
  public subscript(did did: String) -> Account? { all.first { $0.did == did } }
  public subscript(handle handle: String) -> Account? { all.first { $0.handle.lowercased() == handle.lowercased() } }

  /// Adds an account or updates its tokens, and publishes with it from now on; see `admit` for an account that has
  /// just logged in.
  public mutating func add(_ account: Account) {
    update(account)
    if self[did: account.did] == nil { all.append(account) }
    left[account.did] = nil
    used = account.did
  }

  /// Updates an account that is already here; otherwise does nothing.
  public mutating func update(_ account: Account) {
    if let place = all.firstIndex(where: { $0.did == account.did }) { all[place] = account }
  }

  /// Publishes with another account; with none if it is not logged in.
  public mutating func use(_ did: String?) { used = did.flatMap { self[did: $0] }?.did }

  /// Removes an account, and remembers its server. If it was the one that publishes, the account added last takes
  /// over.
  public mutating func remove(_ did: String) {
    if let account = self[did: did] {
      if left.count >= Self.serverLimit { left = [:] }
      left[did] = account.host
    }
    all.removeAll { $0.did == did }
    if used == did { used = all.last?.did }
  }

  // MARK: As text

  /// The accounts as a file stores them.
  public var json: JSON {
    var fields: [JSON.Field] = [
      .init("storyline accounts", 1), .init("used", used.map { .string($0) } ?? .null),
      .init(
        "accounts",
        .array(
          all.map { account in
            let fields: [JSON.Field] = [
              .init("did", .string(account.did)), .init("handle", .string(account.handle)),
              .init("host", .string(account.host.address)), .init("access", .string(account.access)),
              .init("refresh", .string(account.refresh)),
            ]
            return .object(fields + (account.host.isFollowed ? [.init("followed", true)] : []))
          })),
    ]
    if !left.isEmpty {
      let servers = left.sorted { $0.key < $1.key }.map { JSON.Field($0.key, .string($0.value.address)) }
      fields.append(.init("left", .object(servers)))
    }
    return .object(fields)
  }

  /// - Returns: `nil` for JSON that `json` does not write.
  public init?(_ json: JSON, isLoopback: (String) -> Bool) {
    guard json["storyline accounts"]?.integerValue == 1, let rows = json["accounts"]?.arrayValue else { return nil }
    for row in rows {
      guard let did = row["did"]?.stringValue, DID.isValid(did), let handle = row["handle"]?.stringValue,
        let host = row["host"]?.stringValue.flatMap({
          // The address behind the name is checked at each connection.
          try? Host($0, isFollowed: row["followed"] == true, isLoopback: isLoopback)
        }),
        let access = row["access"]?.stringValue, let refresh = row["refresh"]?.stringValue
      else { return nil }
      // An unverified name may claim anything, even to be another account's handle.
      let isName = Handle.isValid(handle) && self[handle: handle] == nil
      add(Account(did: did, handle: isName ? handle : did, host: host, access: access, refresh: refresh))
    }
    used = json["used"]?.stringValue
    guard case .object(let servers)? = json["left"] else { return }
    for server in servers where self[did: server.name] == nil && DID.isValid(server.name) {
      left[server.name] = server.value.stringValue.flatMap { try? Host($0, isLoopback: isLoopback) }
    }
  }
}
