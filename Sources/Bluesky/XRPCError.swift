import JSON
import Timeline

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
