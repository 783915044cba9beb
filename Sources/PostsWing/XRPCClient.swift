import Bluesky
import JSON
import Network
import ShellCore
import StoryScript
import System
import Timeline

/// The client for AT Protocol servers: it sends requests and waits for answers, also for accounts, whose tokens it
/// renews when they have expired.
///
///     let client = XRPCClient(accounts)
///     let call = ReadingList.timeline.call(limit: 20, cursor: nil)
///     if case .done(let json) = try client.request(call, as: did).answer {
///       let page = ListPage(json, of: .timeline)
///     }
///
/// Nothing is opened before the first request. The client may be handed to another thread; one thread uses it at a
/// time, and `cancel` may come from any thread.
final class XRPCClient: @unchecked Sendable {
  /// A server's answer, and its other consequences for the account.
  struct Answer: Sendable {
    let answer: XRPCAnswer
    /// `true` if the server has thrown the account out.
    var endsSession = false
    /// The number of requests that the server still answers, if the server says so.
    var limit: RateLimit?
    /// The time by which this session's clock is ahead of the server's; `nil` if the server does not say its time.
    var clockLead: Duration?
  }

  private let accounts: AccountStore
  private var transport: HTTPTransport?
  private let isInterrupted: @Sendable () -> Bool
  /// Guards `isCancelled`.
  private let lock = Lock()
  private var isCancelled = false
  /// The secrets that were sent, in this run of the program: a server may repeat an older one as well.
  private var sent = SentSecretMask()
  /// The limit in the last answer.
  private var limit: RateLimit?
  /// The lead of this session's clock at the last answer.
  private var clockLead: Duration?
  private var chance = SeededGenerator(seed: UInt64(bitPattern: SystemClock.steady), stream: 18)
  /// The interval between checks for ^C while an answer is awaited, in seconds; the signal itself ends the wait at
  /// once.
  private static let interval = 0.5
  /// The number of times that a read-only request is sent, and the pause before it is sent again, in seconds.
  private static let tries = 3
  private static let rest = 0.2

  /// - Parameter isInterrupted: returns `true` once the user who waits for an answer has given up.
  init(_ accounts: AccountStore, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
    (self.accounts, self.isInterrupted) = (accounts, isInterrupted)
  }

  /// Cancels the current request, and every request until `resume`: one command may need several requests.
  func cancel() { lock.holding { isCancelled = true } }
  func resume() { lock.holding { isCancelled = false } }

  // MARK: For an account

  /// Sends a request to an account's server. Expired tokens are renewed once, by one session of the folder for all.
  /// - Parameters:
  ///   - bytes: the bytes of the picture to send.
  ///   - isPatient: `false` to send no further request if the server has a failure.
  /// - Throws: the user's interruption; the outcome on the server is then unknown.
  func request(
    _ call: XRPCCall, bytes: [UInt8] = [], as did: String, isPatient: Bool = true
  ) throws(Failure) -> Answer {
    guard let account = try accounts.read()[did: did] else {
      return Answer(answer: .refused(XRPCError(status: 401, message: "not logged in")))
    }
    let token = call.authority == .nobody ? nil : account.access
    sent.insert(SentSecretMask([account.access, account.refresh]))
    var answer = try request(call, at: account.host, token: token, bytes: bytes, isPatient: isPatient)
    if case .refused(let error) = answer, error.needsTokenRefresh, call.authority == .account {
      switch try renewed(account) {
      case .success(let account):
        answer = try request(call, at: account.host, token: account.access, bytes: bytes, isPatient: isPatient)
      case .failure(let stop):
        return Answer(answer: stop.answer, endsSession: stop.endsSession, limit: limit, clockLead: clockLead)
      }
    }
    return Answer(answer: answer, limit: limit, clockLead: clockLead)
  }

  /// Asks a server to end an account's session.
  func logOut(_ account: Account) throws(Failure) -> XRPCAnswer {
    try request(.deleteSession, at: account.host, token: account.refresh)
  }

  /// The reason why an account has no new tokens.
  private struct Stop: Error {
    let answer: XRPCAnswer
    var endsSession = false
  }

  private func renewed(_ old: Account) throws(Failure) -> Result<Account, Stop> {
    try accounts.change { (accounts) throws(Failure) -> Result<Account, Stop> in
      guard var account = accounts[did: old.did] else {
        return .failure(Stop(answer: .refused(XRPCError(status: 401, message: "not logged in"))))
      }
      // Another session has renewed the tokens first.
      if account.access != old.access { return .success(account) }
      let answer = try self.request(.refreshSession, at: account.host, token: account.refresh)
      switch answer {
      case .done(let json):
        guard account.adopt(refreshed: json) else {
          return .failure(Stop(answer: .none(words: "the new login tokens are unreadable", .obstructed)))
        }
        accounts.update(account)
        return .success(account)
      case .refused(let error):
        let endsSession = ["ExpiredToken", "InvalidToken"].contains(error.name)
        guard endsSession || error.isLimit else {
          // The error is about the account, not about the request.
          return .failure(Stop(answer: .none(words: "cannot renew the login: \(error.words)", .obstructed)))
        }
        if endsSession { accounts.remove(account.did) }
        return .failure(Stop(answer: answer, endsSession: endsSession))
      // The request was not carried out: the server only checked the token.
      case .broken(let error):
        return .failure(Stop(answer: .none(words: "cannot renew the login: \(error.words)", .obstructed)))
      case .none(let words, .offline): return .failure(Stop(answer: .none(words: words, .offline)))
      case .none(let words, _):
        return .failure(Stop(answer: .none(words: "cannot renew the login: \(words)", .obstructed)))
      }
    }
  }

  // MARK: For no account

  /// Sends a request to a server.
  /// - Parameters:
  ///   - token: the token of the account; `nil` for no account.
  ///   - bytes: the bytes of the picture to send.
  ///   - isPatient: `false` to send no further request if the server has a failure.
  func request(
    _ call: XRPCCall, at host: Host, token: String? = nil, bytes: [UInt8] = [], isPatient: Bool = true
  ) throws(Failure) -> XRPCAnswer {
    var headers = [HTTPHeader("Accept", "application/json")]
    if let token { headers.append(HTTPHeader("Authorization", "Bearer \(token)")) }
    sent.insert(SentSecretMask(call, tokens: token.map { [$0] } ?? []))
    if call.input != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    if let picture = call.picture { headers.append(HTTPHeader("Content-Type", picture.type)) }
    let body = call.input.map { Array($0.text.utf8) } ?? bytes
    let request = HTTPRequest(
      call.changes ? .post : .get, host.address + call.path, headers: headers, body: body, isOutward: host.isFollowed)
    return XRPCAnswer(
      try send(request, tries: isPatient ? Self.tries : 1), as: call.isAnsweredByNothing ? .nothing : .json,
      hiding: sent)
  }

  /// Reads a document of the web.
  /// - Parameter isOutward: `false` for a server on this machine that the user has chosen.
  func document(at address: String, isOutward: Bool = true) throws(Failure) -> XRPCAnswer {
    XRPCAnswer(try send(HTTPRequest(.get, address, limit: 1 << 18, isOutward: isOutward)), as: .json, hiding: sent)
  }

  /// Reads a text of the web.
  func text(at address: String) throws(Failure) -> XRPCAnswer {
    XRPCAnswer(try send(HTTPRequest(.get, address, limit: 1 << 14, isOutward: true)), as: .text, hiding: sent)
  }

  /// Downloads a picture or a whole repository.
  /// - Parameters:
  ///   - limit: the maximum size in bytes.
  ///   - timeout: how long the download may take.
  /// - Returns: the bytes, or how the download failed.
  func download(
    _ call: XRPCCall, at host: Host, limit: Int, timeout: Duration
  ) throws(Failure) -> (bytes: [UInt8]?, answer: XRPCAnswer) {
    try download(
      HTTPRequest(.get, host.address + call.path, limit: limit, timeout: timeout, isOutward: host.isFollowed),
      tries: Self.tries)
  }

  /// Downloads a picture from the address that a server has given; tried once.
  /// - Parameter isOutward: `false` for the account's own server, wherever the user has chosen that.
  func download(
    picture address: String, limit: Int, timeout: Duration, isOutward: Bool
  ) throws(Failure) -> [UInt8]? {
    try download(HTTPRequest(.get, address, limit: limit, timeout: timeout, isOutward: isOutward), tries: 1).bytes
  }

  private func download(
    _ request: HTTPRequest, tries: Int
  ) throws(Failure) -> (bytes: [UInt8]?, answer: XRPCAnswer) {
    let result = try send(request, tries: tries)
    if case .success(let response) = result, (200..<300).contains(response.status) {
      return (response.body, .done(.null))
    }
    return (nil, XRPCAnswer(result, as: .nothing, hiding: sent))
  }

  /// A page or a picture of the web.
  struct Page {
    let bytes: [UInt8]
    /// The address from which it came in the end.
    let address: String
    /// The media type.
    let type: String
  }

  /// Reads a page or a picture of the web, and follows its redirections. An address that begins with `http://` is
  /// asked for by `https://`, unless it is one that `isOutward` accepts.
  /// - Parameters:
  ///   - end: the latest instant at which the page is of use.
  ///   - isOutward: returns whether an address must lead to another machine; `nil` if it is not contacted at all.
  func page(
    at address: String, limit: Int, until end: Instant, isOutward: (String) -> Bool?
  ) throws(Failure) -> Result<Page, LinkCardLoader.Problem> {
    var address = address
    for _ in 0...Self.redirections {
      if isOutward(address) == nil, address.lowercased().hasPrefix("http://") {
        address = "https://" + address.dropFirst("http://".count)
      }
      address = String(address.prefix { $0 != "#" })
      guard let isOutward = isOutward(address) else { return .failure(.init(words: "its address is not allowed")) }
      let timeout = end - SystemClock.now
      guard timeout > .zero else { return .failure(.init(words: "it did not respond in time")) }
      let request = HTTPRequest(
        .get, address, headers: [HTTPHeader("Accept", "text/html, image/*;q=0.9, */*;q=0.1")], limit: limit,
        timeout: timeout, isOutward: isOutward)
      let result = try send(request, tries: 1)
      switch result {
      case .success(let response) where (300..<400).contains(response.status):
        guard let place = response.header("Location"), let next = WebPage.resolved(place, against: address) else {
          return .failure(.init(words: "it redirects to an invalid address"))
        }
        address = next
      case .success(let response) where (200..<300).contains(response.status):
        return .success(
          Page(bytes: response.body, address: address, type: response.header("Content-Type") ?? ""))
      default:
        switch XRPCAnswer(result, as: .nothing, hiding: sent) {
        case .refused(let error), .broken(let error): return .failure(.init(words: error.words))
        case .none(let words, _): return .failure(.init(words: words))
        case .done: return .failure(.init(words: XRPCAnswer.unexpectedResponse))
        }
      }
    }
    return .failure(.init(words: "it redirects too many times"))
  }

  /// The number of redirections that are followed.
  private static let redirections = 5

  // MARK: The one way to a server

  /// Sends a request. A read-only request is sent again if the server had a temporary failure, but not after a
  /// time-out.
  private func send(
    _ request: HTTPRequest, tries: Int = XRPCClient.tries
  ) throws(Failure) -> Result<HTTPResponse, HTTPFailure> {
    var result = try sendOnce(request)
    var round = 1
    while request.method == .get, round < tries, Self.mayPass(result) {
      // The pause doubles each time, and is up to half as long again, at random.
      try pause(seconds: Self.rest * Double(round) * (1 + chance.unit() / 2))
      round += 1
      result = try sendOnce(request)
    }
    (limit, clockLead) = (nil, nil)
    if case .success(let response) = result {
      limit = RateLimit(response)
      // A cache returns an answer with the date at which it was made.
      let age = response.header("Age").flatMap { Int64($0) }.map { Duration.seconds(min(max(0, $0), 1 << 30)) }
      clockLead = response.date.map { SystemClock.now - $0 - (age ?? .zero) }
    }
    return result
  }

  private static func mayPass(_ result: Result<HTTPResponse, HTTPFailure>) -> Bool {
    switch result {
    // A method that the server does not support will not be supported a moment later.
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

  private func sendOnce(_ request: HTTPRequest) throws(Failure) -> Result<HTTPResponse, HTTPFailure> {
    let transport = transport ?? HTTPTransport()
    self.transport = transport
    let ticket = transport.send(request)
    while true {
      if hasEnded {
        transport.cancel(ticket)
        throw Failure(.interrupted)
      }
      guard transport.wait(seconds: Self.interval) else { continue }
      for arrival in transport.drain() where arrival.ticket == ticket { return arrival.result }
    }
  }
}
