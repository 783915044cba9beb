import JSON
import Timeline

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
    let json = try? JSON(parsing: body)
    switch status {
    case 200..<300:
      if let json {
        self = .done(json)
      } else if kind == .nothing {
        self = .done(.null)
      } else {
        self = .broken(XRPCError(status: status, message: "an answer that is no JSON"))
      }
    case 400..<500 where status != 408:
      self = .refused(XRPCError(status: status, json, reset: reset))
    default: self = .broken(XRPCError(status: status, json, reset: reset))
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

  /// A record names bytes that the server has not, or not any more: it keeps those that no record names for hours alone.
  public var isMissingBlob: Bool { name == "BlobNotFound" }

  /// There is no such record, says the server itself: a name stands in its answers, and in no proxy's.
  public var isAbsence: Bool { name == "RecordNotFound" || status == 404 && name != nil }

  /// There is no such person, handle or record. Where the answer is not the server's own, or it is in its words about
  /// something else, nobody knows.
  public var isNobody: Bool { isAbsence || status == 400 && name != nil && !isAboutToken }

  /// What the server said, or what its number means.
  public var words: String {
    if let message, !message.isEmpty { return message }
    if let name, !name.isEmpty { return name }
    return "the server answered \(status)"
  }
}
