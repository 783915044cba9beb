import JSON
import Timeline

/// A call to an AT Protocol server: one method of a lexicon with its arguments.
///
/// Source: the AT Protocol's "HTTP API (XRPC)".
public struct XRPCCall: Hashable, Sendable {
  /// The credentials of a call.
  public enum Authority: Hashable, Sendable {
    case nobody
    /// The account's access token.
    case account
    /// The account's refresh token, which fetches new tokens.
    case refresh
  }

  /// The method's name, such as `com.atproto.repo.createRecord`.
  public let method: String
  /// The parameters of a query, in order.
  public let parameters: [Parameter]
  /// The input of a procedure; `nil` if it has none.
  public let input: JSON?
  /// The picture whose bytes are the procedure's input instead.
  public let picture: PostImage?
  /// `true` for a procedure, which may change something.
  public let changes: Bool
  public let authority: Authority

  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let value: String
    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// Creates a query, which only reads.
  public init(query method: String, _ parameters: KeyValuePairs<String, String>, by authority: Authority = .nobody) {
    (self.method, self.authority, input, picture, changes) = (method, authority, nil, nil, false)
    self.parameters = parameters.map { Parameter($0.key, $0.value) }
  }

  /// Creates a query; parameters without a value are omitted.
  init(query method: String, _ parameters: [(name: String, value: String?)], by authority: Authority) {
    (self.method, self.authority, input, picture, changes) = (method, authority, nil, nil, false)
    self.parameters = parameters.compactMap { name, value in value.map { Parameter(name, $0) } }
  }

  /// Creates a procedure, which may change something.
  public init(procedure method: String, _ input: JSON? = nil, by authority: Authority) {
    (self.method, self.authority, self.input, picture, changes) = (method, authority, input, nil, true)
    parameters = []
  }

  private init(procedure method: String, _ picture: PostImage, by authority: Authority) {
    (self.method, self.authority, input, self.picture, changes) = (method, authority, nil, picture, true)
    parameters = []
  }

  /// The part of the URL after the server's address: `/xrpc/METHOD?NAME=VALUE`.
  public var path: String {
    let query = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
    return "/xrpc/\(method)" + (query.isEmpty ? "" : "?" + query)
  }

  /// `true` if the public AppView answers the call without an account.
  public var isPublic: Bool { authority == .nobody || Self.publicMethods.contains(method) }
  private static let publicMethods: Set<String> = [
    "app.bsky.actor.getProfile", "app.bsky.actor.getProfiles", "app.bsky.actor.searchActors",
    "app.bsky.feed.getActorFeeds",
    "app.bsky.feed.getAuthorFeed", "app.bsky.feed.getFeed", "app.bsky.feed.getFeedGenerators",
    "app.bsky.feed.getLikes", "app.bsky.feed.getListFeed", "app.bsky.feed.getPostThread", "app.bsky.feed.getPosts",
    "app.bsky.feed.getQuotes", "app.bsky.feed.getRepostedBy", "app.bsky.feed.getSuggestedFeeds",
    "app.bsky.graph.getActorStarterPacks", "app.bsky.graph.getFollowers", "app.bsky.graph.getFollows",
    "app.bsky.graph.getList", "app.bsky.graph.getLists",
    "app.bsky.graph.getStarterPack",
    "app.bsky.unspecced.getPopularFeedGenerators",
  ]
  /// The standard server for reading without an account.
  public static let publicHost = "public.api.bsky.app"

  /// `true` if a server answers this method with an empty body.
  public var isAnsweredByNothing: Bool { Self.silent.contains(method) }
  private static let silent: Set<String> = [
    deleteSession.method, "app.bsky.bookmark.createBookmark", "app.bsky.bookmark.deleteBookmark",
    "app.bsky.graph.muteActor", "app.bsky.graph.muteActorList", "app.bsky.graph.unmuteActor",
    "app.bsky.graph.muteThread",
    "app.bsky.graph.unmuteThread", "app.bsky.graph.unmuteActorList", "app.bsky.notification.updateSeen",
    "app.bsky.actor.putPreferences",
  ]

  /// The value of a parameter.
  public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Returns a text with all but RFC 3986's unreserved characters as `%` and two digits.
  static func encoded(_ text: String) -> String {
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
  /// - Parameter code: the second factor sent by mail, if the server has asked for it.
  public static func createSession(_ identifier: String, password: String, code: String?) -> XRPCCall {
    var fields: [JSON.Field] = [.init("identifier", .string(identifier)), .init("password", .string(password))]
    if let code { fields.append(.init("authFactorToken", .string(code))) }
    return XRPCCall(procedure: "com.atproto.server.createSession", .object(fields), by: .nobody)
  }

  /// The fields of a call's input that are secret.
  static let secretFields = ["password", "authFactorToken"]

  /// A call that every server answers.
  public static let describeServer = XRPCCall(query: "com.atproto.server.describeServer", [:])
  public static let refreshSession = XRPCCall(procedure: "com.atproto.server.refreshSession", by: .refresh)
  public static let deleteSession = XRPCCall(procedure: "com.atproto.server.deleteSession", by: .refresh)

  public static func resolveHandle(_ handle: String) -> XRPCCall {
    XRPCCall(query: "com.atproto.identity.resolveHandle", ["handle": handle])
  }

  /// Writes a record under a key chosen by the client: a server that already has a record with that key rejects it.
  public static func createRecord(_ address: RecordAddress, _ record: JSON) -> XRPCCall {
    XRPCCall(
      procedure: "com.atproto.repo.createRecord",
      [
        "repo": .string(address.repository), "collection": .string(address.collection), "rkey": .string(address.key),
        "record": record,
      ], by: .account)
  }

  /// Writes several records of one repository under keys chosen by the client, all of them or none.
  public static func createRecords(_ records: [(address: RecordAddress, record: JSON)]) -> XRPCCall {
    let kind = "com.atproto.repo.applyWrites"
    let writes = records.map { address, record -> JSON in
      [
        "$type": .string(kind + "#create"), "collection": .string(address.collection), "rkey": .string(address.key),
        "value": record,
      ]
    }
    return XRPCCall(
      procedure: kind, ["repo": .string(records.first?.address.repository ?? ""), "writes": .array(writes)],
      by: .account)
  }

  /// Uploads a picture, which the server keeps once a record refers to it. The same bytes become the same blob.
  public static func uploadBlob(_ picture: PostImage) -> XRPCCall {
    XRPCCall(procedure: "com.atproto.repo.uploadBlob", picture, by: .account)
  }

  public static func getRecord(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(
      query: "com.atproto.repo.getRecord",
      ["repo": address.repository, "collection": address.collection, "rkey": address.key])
  }

  /// Deletes a record; a record that does not exist counts as deleted.
  public static func deleteRecord(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(
      procedure: "com.atproto.repo.deleteRecord",
      [
        "repo": .string(address.repository), "collection": .string(address.collection), "rkey": .string(address.key),
      ], by: .account)
  }
}

/// The outcome of a call, by its meaning for the caller.
public enum XRPCAnswer: Hashable, Sendable {
  case done(JSON)
  /// The server refused, and has done nothing.
  case refused(XRPCError)
  /// The server, or a proxy before it, failed or sent an invalid answer: the effect of the call is unknown.
  case broken(XRPCError)
  /// No answer came.
  /// - Parameters:
  ///   - words: the reason, for users.
  ///   - reach: how far the call got.
  case none(words: String, _ reach: Reach)

  /// The message for an answer without the expected content.
  public static let unexpectedResponse = "the server sent an unexpected response"

  /// The progress of an unanswered call.
  public enum Reach: Hashable, Sendable {
    /// No server was reached, for example without a network: nothing was done.
    case offline
    /// Another obstacle blocked the call, which lasts until someone fixes it or a server recovers: nothing was done.
    case obstructed
    /// The server may have carried out the call.
    case unheard
  }

  /// The expected content of a successful answer.
  public enum Body: Hashable, Sendable {
    case json
    /// An empty response, which some methods return.
    case nothing
    /// A text, cut after 2,048 bytes and returned as a JSON string.
    case text
  }

  /// Reads an answer, and tolerates anything that a proxy sends in a server's place.
  /// - Parameters:
  ///   - reset: the value of `RateLimit-Reset`: seconds since 1970.
  ///   - kind: the expected body of a successful answer.
  ///   - sent: the secrets that an error's words must not repeat.
  public init(
    status: Int, reset: String? = nil, body: [UInt8], as kind: Body = .json,
    hiding sent: SentSecretMask = SentSecretMask()
  ) {
    if kind == .text, 200..<300 ~= status {
      self = .done(.string(String(decoding: body.prefix(2_048), as: UTF8.self)))
      return
    }
    let (json, problem) = Self.read(body)
    switch status {
    case 200..<300:
      if let json {
        self = .done(json)
      } else if kind == .nothing {
        self = .done(.null)
      } else {
        self = .broken(XRPCError(status: status, message: problem))
      }
    case 400..<500 where status != 408:
      self = .refused(XRPCError(status: status, json, reset: reset, hiding: sent))
    default: self = .broken(XRPCError(status: status, json, reset: reset, hiding: sent))
    }
  }

  /// - Returns: the JSON, or the reason why the body cannot be read.
  private static func read(_ body: [UInt8]) -> (JSON?, String) {
    do throws(JSON.SyntaxError) { return (try JSON(parsing: body), "") } catch {
      return (
        nil,
        error.isTooDeep
          ? "the response is nested more than \(JSONReader.deepest) levels deep" : "the response is not JSON"
      )
    }
  }
}

/// A server's error (`{"error", "message"}`).
public struct XRPCError: Hashable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// The lexicon's name of the error, such as `ExpiredToken`; `nil` if the answer does not come from the server
  /// itself.
  public let name: String?
  /// The server's message for users, at most 200 characters. Untrusted text.
  public let message: String?
  /// The time at which the rate limit resets.
  public let resets: Instant?

  private static let messageLimit = 200

  public init(status: Int, name: String? = nil, message: String? = nil, resets: Instant? = nil) {
    (self.status, self.name, self.resets) = (status, name, resets)
    self.message = message.map { String($0.prefix(Self.messageLimit)) }
  }

  init(status: Int, _ json: JSON?, reset: String?, hiding sent: SentSecretMask) {
    // Servers send that header with every answer; it matters only once the limit is reached.
    let reset = status == 429 ? reset : nil
    let seconds = reset.flatMap { Int64($0) }.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
    self.init(
      status: status, name: (json?["error"]?.stringValue).map(sent.shown),
      // Before the message is cut: a part of a secret is not recognised.
      message: (json?["message"]?.stringValue).map(sent.masked),
      resets: seconds.map { Instant(microseconds: $0 * 1_000_000) })
  }

  /// `true` if a rate limit was reached.
  public var isLimit: Bool { status == 429 }

  /// `true` if the access token is no longer valid but a refreshed one may be.
  ///
  /// Source: `@atproto/api`, which also knows servers that answer 400.
  public var needsTokenRefresh: Bool { status == 401 || name == "ExpiredToken" }

  /// `true` if the token was invalid or is no longer valid.
  public var isAboutToken: Bool { needsTokenRefresh || name == "InvalidToken" }

  /// `true` if the person that a call is about does not exist. Servers have no name for this error, only messages.
  public var isUnknownActor: Bool {
    guard status == 400 || status == 404, name != nil, let words = message?.lowercased() else { return false }
    return ["not found", "could not find", "unable to resolve"].contains { words.contains($0) }
  }

  /// `true` if a post does not exist, as the answer to a call for the conversation around it.
  public var isUnknownPost: Bool { name == "NotFound" }

  /// `true` if neither the server nor one behind it knows the method.
  public var isUnknownMethod: Bool { status == 501 || name == "MethodNotImplemented" || name == "XRPCNotSupported" }

  /// `true` if a record refers to bytes that the server does not have or has already deleted: it keeps unreferenced
  /// bytes only for hours.
  public var isMissingBlob: Bool { name == "BlobNotFound" }

  /// `true` if the server itself says that a record does not exist: the server's answers have a name, a proxy's do
  /// not.
  public var isAbsence: Bool { name == "RecordNotFound" || status == 404 && name != nil }

  /// `true` if a person, handle or record does not exist. If the answer is not the server's own, or is about
  /// something else, nothing is known.
  public var isUnknownSubject: Bool { isAbsence || status == 400 && name != nil && !isAboutToken }

  /// Messages for errors that servers send without one.
  private static let meanings = [
    "RateLimitExceeded": "too many requests", "InternalServerError": "internal server error",
    "ExpiredToken": "the login has expired", "InvalidToken": "the login is no longer valid",
    "UpstreamFailure": "an upstream server failed", "UpstreamTimeout": "an upstream server did not respond",
    "NotEnoughResources": "the server is overloaded",
  ]

  /// The server's message, or the meaning of its status.
  public var words: String {
    if let message, !message.isEmpty, message != name { return message }
    if let name, !name.isEmpty { return Self.meanings[name] ?? name }
    return "the server responded with status \(status)"
  }
}
