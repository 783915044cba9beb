import Bluesky
import Network
import System
import Timeline

/// The conversion of HTTP responses to XRPC answers.
extension XRPCAnswer {
  /// - Parameters:
  ///   - kind: the kind of body in a successful response.
  ///   - sent: the secrets that an error's words must not repeat.
  init(_ result: Result<HTTPResponse, HTTPFailure>, as kind: Body, hiding sent: SentSecretMask) {
    self =
      switch result {
      case .success(let response):
        XRPCAnswer(status: response.status, reset: response.limitReset, body: response.body, as: kind, hiding: sent)
      case .failure(let failure):
        .none(words: failure.sentence(sent.masked(failure.words)), Self.reach(failure))
      }
  }

  /// Separates network failures, which may pass without action, from failures that the user has to fix.
  private static func reach(_ failure: HTTPFailure) -> XRPCAnswer.Reach {
    if failure.mayHaveArrived { return .unheard }
    return switch failure.reason {
    case .unknownHost, .refused, .timedOut, .cutOff, .other: .offline
    case .noLibrary, .badRequest, .unknownProxy, .proxy, .certificate, .noCertificates, .encryption, .tooLong, .garbled,
      .noMemory, .inward:
      .obstructed
    }
  }
}

extension HTTPFailure {
  /// The reason for a missing answer, and a next step.
  var sentence: String { sentence(words) }

  /// - Parameter words: the failure's own words, without secrets.
  func sentence(_ words: String) -> String {
    switch reason {
    case .noLibrary where Platform.isPage:
      "this page cannot connect to other hosts: use storyline on your machine, or `practice` here"
    case .noLibrary: "the system has no libcurl: install libcurl4"
    case .badRequest: "the server's address cannot be used: \(words)"
    case .unknownHost: "the server's name was not found"
    case .unknownProxy: "the proxy in https_proxy or all_proxy was not found"
    case .proxy: "the proxy in https_proxy or all_proxy does not work: \(words)"
    case .refused: "the connection failed"
    case .inward:
      "a server gave an address on this machine or its local network, which is not allowed; "
        + "try: login HANDLE on HOST"
    case .certificate: "the server's certificate is not valid; is this machine's clock right?"
    case .noCertificates: "this machine has no certificates: install ca-certificates"
    case .encryption: "the TLS handshake failed"
    case .timedOut: "the server did not respond in time"
    case .tooLong: "the response was too long"
    case .cutOff: "the connection ended before the response was complete"
    case .garbled: "the server sent an invalid response"
    case .noMemory: "there is not enough memory for the response"
    case .other: "the request failed: \(words)"
    }
  }
}

extension RateLimit {
  /// Reads the rate limit from a response; `nil` if there is none.
  init?(_ response: HTTPResponse) {
    self.init(
      limit: response.header("RateLimit-Limit"), remaining: response.header("RateLimit-Remaining"),
      reset: response.limitReset)
  }
}

extension HTTPResponse {
  /// The instant at which a limit is reset, by this machine's clock: the server counts by its own clock, and one of
  /// the two may be wrong.
  fileprivate var limitReset: String? {
    guard let text = header("RateLimit-Reset"), let seconds = Int64(text), let date else {
      return header("RateLimit-Reset")
    }
    let ahead = SystemClock.wall / 1_000_000 - date.microseconds / 1_000_000
    // The date has whole seconds, and a response takes time to arrive.
    guard ahead.magnitude > 5, ahead.magnitude < 1 << 40, (0...1 << 40).contains(seconds) else { return text }
    return String(seconds + ahead)
  }
}
