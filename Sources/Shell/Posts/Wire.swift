import Bluesky
import Network
import StoryScript
import System
import Timeline

/// Carries questions to servers and answers back: what Bluesky means in the words of HTTP.
///
/// Nothing is opened before the first question. One thread asks at a time; `cancel` may come from any.
final class Wire: @unchecked Sendable {
  private var transport: HTTPTransport?
  private let isInterrupted: @Sendable () -> Bool
  /// What `cancel` sets.
  private let lock = Lock()
  private var isCancelled = false
  /// What the last answer said of how much the server still answers.
  private(set) var limit: RateLimit?
  private var chance = SeededGenerator(seed: UInt64(bitPattern: SystemClock.steady), stream: 18)
  /// How often somebody's ^C is looked for while an answer is awaited, in seconds; a signal itself ends the wait at once.
  private static let rhythm = 0.5
  /// How often a question that changes nothing is asked, and how long it rests before it is asked again, in seconds.
  private static let tries = 3
  private static let rest = 0.2

  /// - Parameter isInterrupted: whether whoever waits for an answer has given up.
  init(isInterrupted: @escaping @Sendable () -> Bool = { false }) { self.isInterrupted = isInterrupted }

  /// Gives up what is being asked, and everything that is asked before `goOn`: one question may need several.
  func cancel() { lock.holding { isCancelled = true } }
  func goOn() { lock.holding { isCancelled = false } }

  /// Asks a method of a server.
  /// - Parameters:
  ///   - bytes: of the picture that is sent.
  ///   - token: proves who asks.
  ///   - isPatient: whether a server that is in trouble is asked once more, where nothing is changed by that.
  /// - Throws: only the interruption by somebody; what a server then does cannot be known.
  func ask(
    _ call: XRPCCall, bytes: [UInt8] = [], at host: Host, token: String? = nil, isPatient: Bool = true
  ) throws(Failure) -> XRPCAnswer {
    var headers = [HTTPHeader("Accept", "application/json")]
    if let token { headers.append(HTTPHeader("Authorization", "Bearer \(token)")) }
    if call.input != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    if let picture = call.picture { headers.append(HTTPHeader("Content-Type", picture.type)) }
    let body = call.input.map { Array($0.text.utf8) } ?? bytes
    return try exchange(
      HTTPRequest(
        call.changes ? .post : .get, host.address + call.path, headers: headers, body: body, isOutward: host.isFollowed),
      as: call.isAnsweredByNothing ? .nothing : .json, tries: isPatient ? Self.tries : 1)
  }

  /// Reads a document.
  /// - Parameter isOutward: `false` for a server on this machine that somebody has chosen.
  func read(_ address: String, isOutward: Bool = true) throws(Failure) -> XRPCAnswer {
    try exchange(HTTPRequest(.get, address, limit: 1 << 18, isOutward: isOutward), as: .json)
  }

  /// Reads a text.
  func readText(_ address: String) throws(Failure) -> XRPCAnswer {
    try exchange(HTTPRequest(.get, address, limit: 1 << 14, isOutward: true), as: .text)
  }

  /// Fetches what is no JSON: a picture, or a whole repository.
  /// - Parameters:
  ///   - limit: the most bytes that are taken.
  ///   - patience: how long it may take.
  /// - Returns: the bytes, or how it went wrong.
  func fetch(
    _ call: XRPCCall, at host: Host, limit: Int, patience: Duration
  ) throws(Failure) -> (bytes: [UInt8]?, answer: XRPCAnswer) {
    try fetch(
      host.address + call.path, limit: limit, patience: patience, tries: Self.tries, isOutward: host.isFollowed)
  }

  /// The same of an address of the web, in nobody's name.
  /// - Parameter tries: how often it is asked where a server is merely in trouble.
  func fetch(
    _ address: String, limit: Int, patience: Duration, tries: Int, isOutward: Bool
  ) throws(Failure) -> (bytes: [UInt8]?, answer: XRPCAnswer) {
    let result = try repeated(
      HTTPRequest(.get, address, limit: limit, patience: patience, isOutward: isOutward), tries: tries)
    if case .success(let response) = result, (200..<300).contains(response.status) {
      return (response.body, .done(.null))
    }
    return (nil, Self.answer(result, .nothing))
  }

  /// What changes nothing is asked again where a server was merely in trouble; a silent one has had its time.
  private func repeated(
    _ request: HTTPRequest, tries: Int = Wire.tries
  ) throws(Failure) -> Result<HTTPResponse, HTTPFailure> {
    var result = try once(request)
    var round = 1
    while request.method == .get, round < tries, Self.mayPass(result) {
      // Twice as long each time, and up to half as long again by chance.
      try pause(seconds: Self.rest * Double(round) * (1 + chance.unit() / 2))
      round += 1
      result = try once(request)
    }
    limit = nil
    if case .success(let response) = result {
      limit = RateLimit(
        limit: response.header("RateLimit-Limit"), remaining: response.header("RateLimit-Remaining"),
        reset: Self.reset(response))
    }
    return result
  }

  private func exchange(
    _ request: HTTPRequest, as kind: XRPCAnswer.Body, tries: Int = Wire.tries
  ) throws(Failure) -> XRPCAnswer {
    Self.answer(try repeated(request, tries: tries), kind)
  }

  private static func mayPass(_ result: Result<HTTPResponse, HTTPFailure>) -> Bool {
    switch result {
    // What a server does not offer it will not offer a moment later.
    case .success(let response): response.status >= 500 && response.status != 501
    case .failure(let failure): failure.reason == .cutOff
    }
  }

  private func pause(seconds: Double) throws(Failure) {
    let end = SystemClock.steadySeconds + seconds
    while SystemClock.steadySeconds < end {
      if hasEnded { throw Failure(.interrupted) }
      SystemClock.sleep(microseconds: 20_000)
    }
  }

  private var hasEnded: Bool { isInterrupted() || lock.holding { isCancelled } }

  private func once(_ request: HTTPRequest) throws(Failure) -> Result<HTTPResponse, HTTPFailure> {
    let transport = transport ?? HTTPTransport()
    self.transport = transport
    let ticket = transport.send(request)
    while true {
      if hasEnded {
        transport.cancel(ticket)
        throw Failure(.interrupted)
      }
      guard transport.wait(seconds: Self.rhythm) else { continue }
      for arrival in transport.take() where arrival.ticket == ticket { return arrival.result }
    }
  }

  private static func answer(_ result: Result<HTTPResponse, HTTPFailure>, _ kind: XRPCAnswer.Body) -> XRPCAnswer {
    switch result {
    case .success(let response):
      XRPCAnswer(status: response.status, reset: reset(response), body: response.body, as: kind)
    case .failure(let failure): .none(words: words(failure), reach(failure))
    }
  }

  /// When a limit counts anew, by this machine's clock: the server counts by its own, and one of the two may be wrong.
  private static func reset(_ response: HTTPResponse) -> String? {
    guard let text = response.header("RateLimit-Reset"), let seconds = Int64(text), let date = response.date else {
      return response.header("RateLimit-Reset")
    }
    let ahead = SystemClock.wall / 1_000_000 - date.microseconds / 1_000_000
    // The date has whole seconds, and an answer takes its time.
    guard ahead.magnitude > 5, ahead.magnitude < 1 << 40, (0...1 << 40).contains(seconds) else { return text }
    return String(seconds + ahead)
  }

  /// What lies at the network, and may pass by itself, is told from what somebody has to mend.
  private static func reach(_ failure: HTTPFailure) -> XRPCAnswer.Reach {
    if failure.mayHaveArrived { return .unheard }
    return switch failure.reason {
    case .unknownHost, .refused, .timedOut, .cutOff, .other: .offline
    case .noLibrary, .badRequest, .unknownProxy, .proxy, .certificate, .noCertificates, .encryption, .tooLong, .garbled,
      .noMemory, .inward:
      .hindered
    }
  }

  /// Why no answer came, and what can be done about it.
  private static func words(_ failure: HTTPFailure) -> String {
    switch failure.reason {
    case .noLibrary: "the system has no libcurl: install libcurl4"
    case .badRequest: "the server's address cannot be used: \(failure.words)"
    case .unknownHost: "no machine of that name was found"
    case .unknownProxy: "the proxy that https_proxy names was not found"
    case .proxy: "the proxy that https_proxy or all_proxy names lets nothing through: \(failure.words)"
    case .refused: "nobody answers there"
    case .inward:
      "a server has named a machine that is this one or in its own network, where no request is sent; "
        + "`login HANDLE on HOST` chooses such a server"
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
