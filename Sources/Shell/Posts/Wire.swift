import Bluesky
import Network
import StoryScript
import System

/// Carries questions to servers and answers back: what Bluesky means in the words of HTTP.
///
/// Nothing is opened before the first question.
final class Wire {
  private var transport: HTTPTransport?
  /// How often somebody's ^C is looked for while an answer is awaited, in seconds; a signal itself ends the wait at once.
  private static let rhythm = 0.5

  /// Asks a method of a server.
  /// - Parameter token: proves who asks.
  /// - Throws: only the interruption by somebody; what a server then does cannot be known.
  func ask(_ call: XRPCCall, at host: Host, token: String? = nil) throws(Failure) -> XRPCAnswer {
    var headers = [HTTPHeader("Accept", "application/json")]
    if let token { headers.append(HTTPHeader("Authorization", "Bearer \(token)")) }
    if call.input != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    let body = call.input.map { Array($0.text.utf8) } ?? []
    return try exchange(
      HTTPRequest(call.changes ? .post : .get, host.address + call.path, headers: headers, body: body),
      isRead: !call.isAnsweredByNothing)
  }

  /// Reads a document.
  func read(_ address: String) throws(Failure) -> XRPCAnswer {
    try exchange(HTTPRequest(.get, address, limit: 1 << 18), isRead: true)
  }

  private func exchange(_ request: HTTPRequest, isRead: Bool) throws(Failure) -> XRPCAnswer {
    let transport = transport ?? HTTPTransport()
    self.transport = transport
    let ticket = transport.send(request)
    while true {
      if Interruption.isRequested {
        transport.cancel(ticket)
        throw Failure(.interrupted)
      }
      guard transport.wait(seconds: Self.rhythm) else { continue }
      for arrival in transport.take() where arrival.ticket == ticket { return Self.answer(arrival.result, isRead) }
    }
  }

  private static func answer(_ result: Result<HTTPResponse, HTTPFailure>, _ isRead: Bool) -> XRPCAnswer {
    switch result {
    case .success(let response):
      XRPCAnswer(
        status: response.status, reset: response.header("RateLimit-Reset"), body: response.body, isRead: isRead)
    case .failure(let failure): .none(words: words(failure), mayHaveArrived: failure.mayHaveArrived)
    }
  }

  /// Why no answer came, and what can be done about it.
  private static func words(_ failure: HTTPFailure) -> String {
    switch failure.reason {
    case .noLibrary: "the system has no libcurl: install libcurl4"
    case .badRequest: "the server's address cannot be used: \(failure.words)"
    case .unknownHost: "no machine of that name was found"
    case .unknownProxy: "the proxy that https_proxy names was not found"
    case .refused: "nobody answers there"
    case .certificate: "the server's certificate does not prove that it is the one; is this machine's clock right?"
    case .noCertificates: "this machine knows no certificates: install ca-certificates"
    case .encryption: "no encryption could be agreed on"
    case .timedOut: "no answer came in time"
    case .tooLong: "the answer was longer than any should be"
    case .cutOff: "the connection ended before the answer"
    case .garbled: "what came was no answer"
    case .noMemory: "there is no memory for the answer"
    case .other: "no answer came: \(failure.words)"
    }
  }
}

extension XRPCCall {
  /// Whether a server answers this method with an empty body.
  fileprivate var isAnsweredByNothing: Bool { method == XRPCCall.deleteSession.method }
}
