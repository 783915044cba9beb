import JSON

/// A question to an AT Protocol server: one method of a lexicon with what it is given.
///
/// Source: the AT Protocol's "HTTP API (XRPC)".
public struct XRPCCall: Hashable, Sendable {
  /// Who asks.
  public enum Authority: Hashable, Sendable {
    case nobody
    /// The account, by its access token.
    case account
    /// The account, by the token that brings new ones.
    case refresh
  }

  /// The method's name, such as `com.atproto.repo.createRecord`.
  public let method: String
  /// The parameters of a query, in order.
  public let parameters: [Parameter]
  /// What a procedure is given; `nil` for one that is given nothing.
  public let input: JSON?
  /// The picture whose bytes a procedure is given instead.
  public let picture: PostImage?
  /// Whether it changes something: a procedure.
  public let changes: Bool
  public let authority: Authority

  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let value: String
    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// A method that only looks.
  public init(query method: String, _ parameters: KeyValuePairs<String, String>, by authority: Authority = .nobody) {
    (self.method, self.authority, input, picture, changes) = (method, authority, nil, nil, false)
    self.parameters = parameters.map { Parameter($0.key, $0.value) }
  }

  /// A method that only looks, with parameters of which some may be left out.
  init(query method: String, _ parameters: [(name: String, value: String?)], by authority: Authority) {
    (self.method, self.authority, input, picture, changes) = (method, authority, nil, nil, false)
    self.parameters = parameters.compactMap { name, value in value.map { Parameter(name, $0) } }
  }

  /// A method that does something.
  public init(procedure method: String, _ input: JSON? = nil, by authority: Authority) {
    (self.method, self.authority, self.input, picture, changes) = (method, authority, input, nil, true)
    parameters = []
  }

  private init(procedure method: String, _ picture: PostImage, by authority: Authority) {
    (self.method, self.authority, input, self.picture, changes) = (method, authority, nil, picture, true)
    parameters = []
  }

  /// What comes behind a server's address: `/xrpc/METHOD?NAME=VALUE`.
  public var path: String {
    let query = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
    return "/xrpc/\(method)" + (query.isEmpty ? "" : "?" + query)
  }

  /// Whether a server answers this method with an empty body.
  public var isAnsweredByNothing: Bool { Self.silent.contains(method) }
  private static let silent: Set<String> = [
    deleteSession.method, "app.bsky.bookmark.createBookmark", "app.bsky.bookmark.deleteBookmark",
    "app.bsky.graph.muteActor", "app.bsky.graph.unmuteActor", "app.bsky.notification.updateSeen",
  ]

  /// The value of a parameter.
  public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// All but RFC 3986's unreserved characters as `%` and two digits.
  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - The methods that this client uses

extension XRPCCall {
  /// - Parameter code: the second factor that came by mail, where the server has asked for it.
  public static func createSession(_ identifier: String, password: String, code: String?) -> XRPCCall {
    var fields: [JSON.Field] = [.init("identifier", .string(identifier)), .init("password", .string(password))]
    if let code { fields.append(.init("authFactorToken", .string(code))) }
    return XRPCCall(procedure: "com.atproto.server.createSession", .object(fields), by: .nobody)
  }

  /// Any server answers it.
  public static let describeServer = XRPCCall(query: "com.atproto.server.describeServer", [:])
  public static let refreshSession = XRPCCall(procedure: "com.atproto.server.refreshSession", by: .refresh)
  public static let deleteSession = XRPCCall(procedure: "com.atproto.server.deleteSession", by: .refresh)

  public static func resolveHandle(_ handle: String) -> XRPCCall {
    XRPCCall(query: "com.atproto.identity.resolveHandle", ["handle": handle])
  }

  /// Writes a record under a key of one's own: a server that has one of that key takes no second.
  public static func createRecord(_ address: RecordAddress, _ record: JSON) -> XRPCCall {
    XRPCCall(
      procedure: "com.atproto.repo.createRecord",
      [
        "repo": .string(address.repository), "collection": .string(address.collection), "rkey": .string(address.key),
        "record": record,
      ], by: .account)
  }

  /// Hands a picture over, which lasts there once a record names it. The same bytes become the same blob.
  public static func uploadBlob(_ picture: PostImage) -> XRPCCall {
    XRPCCall(procedure: "com.atproto.repo.uploadBlob", picture, by: .account)
  }

  public static func getRecord(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(
      query: "com.atproto.repo.getRecord",
      ["repo": address.repository, "collection": address.collection, "rkey": address.key])
  }

  /// What is not there any more counts as deleted.
  public static func deleteRecord(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(
      procedure: "com.atproto.repo.deleteRecord",
      [
        "repo": .string(address.repository), "collection": .string(address.collection), "rkey": .string(address.key),
      ], by: .account)
  }
}
