import JSON
import Timeline

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

/// What came of a question to a server, by what it means for whoever asked.
public enum XRPCAnswer: Hashable, Sendable {
  case done(JSON)
  /// The server says no, and has done nothing.
  case refused(XRPCError)
  /// The server, or what stands before it, is in trouble, or said what nobody understands: what it did is unknown.
  case broken(XRPCError)
  /// No answer came.
  /// - Parameters:
  ///   - words: why, for people.
  ///   - reach: how far the question came.
  case none(words: String, _ reach: Reach)

  /// What is said of an answer that does not hold what it is to hold.
  public static let strange = "the answer is none that a server of this kind gives"

  /// How far a question came that nobody answered.
  public enum Reach: Hashable, Sendable {
    /// No server was reached, as without a network: nothing was done.
    case offline
    /// Something else stood in its way, which goes on until somebody mends it or a server recovers: nothing was done.
    case hindered
    /// The server may have done what it was asked.
    case unheard
  }

  /// What an answer that went well is to hold.
  public enum Body: Hashable, Sendable {
    case json
    /// Nothing; some methods answer so.
    case nothing
    /// A text of at most 2,048 bytes, which comes as a string of JSON.
    case text
  }

  /// Reads an answer. Whatever a proxy says in a server's place survives it.
  /// - Parameters:
  ///   - reset: the value of `RateLimit-Reset`: seconds since 1970.
  ///   - kind: what its body is where it went well.
  public init(status: Int, reset: String? = nil, body: [UInt8], as kind: Body = .json) {
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
      self = .refused(XRPCError(status: status, json, reset: reset))
    default: self = .broken(XRPCError(status: status, json, reset: reset))
    }
  }

  /// - Returns: what it says, or the words for why that cannot be read.
  private static func read(_ body: [UInt8]) -> (JSON?, String) {
    do throws(JSON.SyntaxError) { return (try JSON(parsing: body), "") } catch {
      return (
        nil, error.isTooDeep ? "an answer nested deeper than \(JSONReader.deepest) levels" : "an answer that is no JSON"
      )
    }
  }
}

/// Why a server does not do what it was asked (`{"error", "message"}`).
public struct XRPCError: Hashable, Sendable {
  /// HTTP's number.
  public let status: Int
  /// The lexicon's name for it, such as `ExpiredToken`; `nil` where the answer is not a server's own.
  public let name: String?
  /// Its words for people, at most 200 characters. They come from outside.
  public let message: String?
  /// When a limit that was reached counts anew.
  public let resets: Instant?

  private static let messageLimit = 200

  public init(status: Int, name: String? = nil, message: String? = nil, resets: Instant? = nil) {
    (self.status, self.name, self.resets) = (status, name, resets)
    self.message = message.map { String($0.prefix(Self.messageLimit)) }
  }

  init(status: Int, _ json: JSON?, reset: String?) {
    // Every answer of a server has that header; it is to be heeded when the limit was reached.
    let reset = status == 429 ? reset : nil
    let seconds = reset.flatMap { Int64($0) }.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
    self.init(
      status: status, name: json?["error"]?.stringValue, message: json?["message"]?.stringValue,
      resets: seconds.map { Instant(microseconds: $0 * 1_000_000) })
  }

  /// Too much was asked for a while.
  public var isLimit: Bool { status == 429 }

  /// The access token counts no more, and another one may.
  ///
  /// Source: `@atproto/api`, which also knows servers that answer 400.
  public var wantsRefresh: Bool { status == 401 || name == "ExpiredToken" }

  /// The token that was shown is none, or none any more.
  public var isAboutToken: Bool { wantsRefresh || name == "InvalidToken" }

  /// Nobody is there whom a question was about. Servers have no name for that, only words.
  public var isUnknownActor: Bool {
    guard status == 400 || status == 404, name != nil, let words = message?.lowercased() else { return false }
    return ["not found", "could not find", "unable to resolve"].contains { words.contains($0) }
  }

  /// There is no such post, says a server that was asked for the conversation around it.
  public var isUnknownPost: Bool { name == "NotFound" }

  /// The server does not know the method, or hands it on to nobody who does.
  public var isUnknownMethod: Bool { status == 501 || name == "MethodNotImplemented" || name == "XRPCNotSupported" }

  /// A record names bytes that the server has not, or not any more: it keeps those that no record names for hours alone.
  public var isMissingBlob: Bool { name == "BlobNotFound" }

  /// There is no such record, says the server itself: a name stands in its answers, and in no proxy's.
  public var isAbsence: Bool { name == "RecordNotFound" || status == 404 && name != nil }

  /// There is no such person, handle or record. Where the answer is not the server's own, or it is in its words about
  /// something else, nobody knows.
  public var isNobody: Bool { isAbsence || status == 400 && name != nil && !isAboutToken }

  /// What names mean that servers give without a word for people.
  private static let meanings = [
    "RateLimitExceeded": "too much was asked of it for a while", "InternalServerError": "the server failed",
    "ExpiredToken": "the login has expired", "InvalidToken": "the login counts no more",
    "UpstreamFailure": "a server behind it failed", "UpstreamTimeout": "a server behind it did not answer",
    "NotEnoughResources": "the server has too much to do",
  ]

  /// What the server said, or what its number means.
  public var words: String {
    if let message, !message.isEmpty, message != name { return message }
    if let name, !name.isEmpty { return Self.meanings[name] ?? name }
    return "the server answered \(status)"
  }
}
