import Network
import NetworkTesting
import System
import Testing
import Timeline

/// The outcome of a request, whatever the server does.
@Suite struct HTTPTransportTests {
  let responder = Responder()!
  let transport = HTTPTransport()

  /// Sends a request and waits for its outcome.
  func ask(_ request: HTTPRequest) throws -> Result<HTTPResponse, HTTPFailure> {
    let ticket = transport.send(request)
    let end = SystemClock.steadySeconds + 30
    while SystemClock.steadySeconds < end {
      _ = transport.wait(seconds: 1)
      if let arrival = transport.drain().first {
        #expect(arrival.ticket == ticket)
        return arrival.result
      }
    }
    throw HTTPFailure(.other, "no answer within 30 s")
  }

  func ask(_ way: Responder.Way, limit: Int = 1 << 20, timeout: Duration = .seconds(5)) throws
    -> Result<HTTPResponse, HTTPFailure>
  {
    try ask(HTTPRequest(.get, responder.address(way), limit: limit, timeout: timeout))
  }

  func reason(_ way: Responder.Way, timeout: Duration = .seconds(5)) throws -> HTTPFailure.Reason? {
    guard case .failure(let failure) = try ask(way, timeout: timeout) else { return nil }
    // The server read the request, or may have.
    #expect(failure.mayHaveArrived)
    return failure.reason
  }

  func end() {
    transport.close()
    responder.close()
  }

  @Test func aRequestIsAnswered() throws {
    defer { end() }
    let response = try ask(.fine).get()
    #expect(response.status == 200)
    #expect(response.body == Array("{}".utf8))
    #expect(response.header("content-TYPE") == "application/json")
    #expect(response.header("X-None") == nil)
    #expect(try ask(.page).get().body.count == 60_000)
    #expect(!transport.isBusy)
  }

  @Test func requestsAreSentUnchanged() throws {
    defer { end() }
    let request = HTTPRequest(
      .post, responder.address(.echo), headers: [HTTPHeader("Authorization", "Bearer x"), HTTPHeader("X-Empty", "é")],
      body: [UInt8](0...255))
    let body = try ask(request).get().body
    #expect(body.suffix(256).elementsEqual(0...255))
    let head = String(decoding: body, as: UTF8.self)
    #expect(head.hasPrefix("POST /echo HTTP/1.1\r\n"))
    #expect(head.contains("\r\nAuthorization: Bearer x\r\n"))
    #expect(head.contains("\r\nX-Empty: é\r\n"))
    #expect(head.contains("\r\nContent-Length: 256\r\n"))
    #expect(!head.contains("Expect"))
  }

  @Test func headersAreThoseOfTheLastAnswer() throws {
    defer { end() }
    let response = try ask(.early).get()
    #expect(response.header("X-Late") == "2")
    #expect(response.header("X-Early") == nil)
    #expect(try ask(.odd).get().header("X-Name") == "\u{FFFD}")
  }

  @Test func hostileAnswersEnd() throws {
    defer { end() }
    for way in [Responder.Way.endless, .headers, .bomb] { #expect(try reason(way) == .tooLong, "\(way)") }
    for way in [Responder.Way.trickle, .silent] {
      #expect(try reason(way, timeout: .milliseconds(300)) == .timedOut, "\(way)")
    }
    #expect(try reason(.reset) == .cutOff)
    #expect(try reason(.truncate) == .cutOff)
    #expect(try reason(.unpacked) == .garbled)
    #expect([.garbled, .badRequest].contains(try reason(.garbage)))
  }

  @Test func noAnswerLeadsElsewhere() throws {
    defer { end() }
    #expect(try ask(.redirect).get().status == 302)
    #expect(try ask(.basic).get().status == 401)
  }

  @Test(arguments: [
    ("http://example.com/", "http:// is unencrypted, so it is allowed only for this machine"),
    ("http://127.0.0.1.example.com/", "http:// is unencrypted, so it is allowed only for this machine"),
    ("http://127.0.0.1@example.com/", "it is not a valid address"),
    ("https://name:word@localhost/", "it is not a valid address"),
    ("file:///etc/passwd", "it is not a valid address"),
    ("ftp://localhost/", "it must begin with https://"),
    ("localhost", "it is not a valid address"),
    ("", "it is not a valid address"),
    ("http://localhost/a b", "it contains characters that are not allowed"),
    ("http://localhost/\u{7F}", "it contains characters that are not allowed"),
    ("http://localhost/\r\nX: y", "it contains characters that are not allowed"),
  ])
  func invalidRequestsAreNotSent(address: String, words: String) throws {
    defer { end() }
    guard case .failure(let failure) = try ask(HTTPRequest(.get, address)) else {
      Issue.record("\(address) was answered")
      return
    }
    #expect(failure == HTTPFailure(.badRequest, words))
    #expect(!failure.mayHaveArrived)
  }

  @Test(arguments: [
    HTTPHeader("X", "a\r\nY: b"), HTTPHeader("X", "a\u{7F}"), HTTPHeader("X Y", "a"), HTTPHeader("X:", "a"),
    HTTPHeader("", "a"),
  ])
  func aHeaderIsOneLine(header: HTTPHeader) throws {
    defer { end() }
    let result = try ask(HTTPRequest(.get, responder.address(.fine), headers: [header]))
    #expect(result == .failure(HTTPFailure(.badRequest, "a header contains characters that are not allowed")))
  }

  @Test func unreachableHostsAreReported() throws {
    responder.close()
    defer { transport.close() }
    guard case .failure(let failure) = try ask(.fine) else {
      Issue.record("there was an answer")
      return
    }
    #expect(failure.reason == .refused)
    #expect(!failure.mayHaveArrived)
    guard case .failure(let failure) = try ask(HTTPRequest(.get, "https://nobody.invalid/")) else {
      Issue.record("there was an answer")
      return
    }
    #expect(failure.reason == .unknownHost)
    #expect(!failure.mayHaveArrived)
    // This machine by an address that is not recognised as local: the request bypasses the proxy.
    guard case .failure(let failure) = try ask(HTTPRequest(.get, "https://0.0.0.0:\(responder.port)/")) else {
      Issue.record("there was an answer")
      return
    }
    #expect(failure.reason == .refused)
  }

  /// Runs in a process of its own, because the environment variable affects all requests.
  @Test func failingProxiesAreReported() async {
    await #expect(processExitsWith: .success) {
      let tests = HTTPTransportTests()
      setenv("https_proxy", "http://127.0.0.1:\(tests.responder.port)", 1)
      let request = HTTPRequest(.get, "https://example.invalid/")
      let refused = try tests.ask(request)
      #expect(refused == .failure(HTTPFailure(.proxy, "it responded with status 404")))
      let here = try tests.ask(.fine).get()
      #expect(here.status == 200, "what goes to this machine stays on it")
      tests.responder.close()
      let alone = try tests.ask(request)
      #expect(alone == .failure(HTTPFailure(.proxy, "the connection failed")))
      tests.transport.close()
    }
  }

  /// A server's word must not lead past the proxy into the own network, whatever `no_proxy` excepts.
  @Test func addressesNamedByServersUseTheProxy() async {
    await #expect(processExitsWith: .success) {
      let tests = HTTPTransportTests()
      setenv("https_proxy", "http://127.0.0.1:\(tests.responder.port)", 1)
      setenv("no_proxy", "*", 1)
      let named = try tests.ask(HTTPRequest(.get, "https://example.invalid/", isOutward: true))
      #expect(named == .failure(HTTPFailure(.proxy, "it responded with status 404")))
      // A host that the user chose follows the list.
      guard case .failure(let chosen) = try tests.ask(HTTPRequest(.get, "https://example.invalid/")) else {
        Issue.record("there was an answer")
        return
      }
      #expect(chosen.reason == .unknownHost)
      tests.end()
    }
  }

  @Test func encryptionIsNotGivenUp() throws {
    defer { end() }
    let result = try ask(HTTPRequest(.get, "https://127.0.0.1:\(responder.port)/fine"))
    guard case .failure(let failure) = result else {
      Issue.record("it was answered without encryption")
      return
    }
    #expect(failure.reason == .encryption)
  }

  /// A dropped request is gone at once, whatever the server does; later requests are answered.
  @Test(arguments: [Responder.Way.silent, .trickle, .endless, .fine])
  func aDroppedRequestNeverArrives(way: Responder.Way) throws {
    defer { end() }
    let ticket = transport.send(HTTPRequest(.get, responder.address(way)))
    SystemClock.sleep(microseconds: 20_000)
    transport.cancel(ticket)
    #expect(!transport.isBusy)
    #expect(transport.drain().isEmpty)
    #expect(try ask(.fine).get().status == 200)
  }

  @Test func otherRequestsContinueAfterACancellation() throws {
    defer { end() }
    let request = HTTPRequest(.get, responder.address(.silent), limit: 1 << 20, timeout: .milliseconds(500))
    let (first, second) = (transport.send(request), transport.send(request))
    SystemClock.sleep(microseconds: 20_000)
    transport.cancel(second)
    #expect(transport.wait(seconds: 20))
    #expect(transport.drain().map(\.ticket) == [first])
    #expect(!transport.isBusy)
  }

  @Test func anAnswerMayBeAsLongAsItsLimit() throws {
    defer { end() }
    #expect(try ask(.page, limit: 60_000).get().body.count == 60_000)
    guard case .failure(let failure) = try ask(.page, limit: 59_999) else {
      Issue.record("a byte too many was taken")
      return
    }
    #expect(failure.reason == .tooLong)
  }

  @Test func manyRequestsAreAnsweredOnceEach() throws {
    defer { end() }
    var open = Set((0..<200).map { _ in transport.send(HTTPRequest(.get, responder.address(.page))) })
    while !open.isEmpty, transport.wait(seconds: 20) {
      for arrival in transport.drain() {
        #expect(open.remove(arrival.ticket) != nil)
        #expect(try arrival.result.get().body.count == 60_000)
      }
    }
    #expect(open.isEmpty)
    #expect(!transport.isBusy)
  }

  @Test func closingDropsWhatIsOpen() throws {
    _ = transport.send(HTTPRequest(.get, responder.address(.silent)))
    SystemClock.sleep(microseconds: 20_000)
    end()
    #expect(!transport.isBusy)
    let unused = HTTPTransport()
    unused.close()
    unused.close()
    _ = unused.send(HTTPRequest(.get, responder.address(.page)))
    #expect(!unused.isBusy && unused.drain().isEmpty)
  }

  @Test func closingLeavesNothingBehind() {
    defer { responder.close() }
    weak var gone: HTTPTransport?
    do {
      let transport = HTTPTransport()
      gone = transport
      _ = transport.send(HTTPRequest(.get, responder.address(.silent)))
      SystemClock.sleep(microseconds: 20_000)
      transport.close()
    }
    #expect(gone == nil, "its thread has ended and lets go of it")
  }

  /// Its descriptors' numbers may since have been assigned to files opened by others.
  @Test func closingAgainClosesNothingOfOthers() throws {
    end()
    let others = try (0..<16).map { _ in try Descriptor.open("/dev/null", O_RDONLY) }
    transport.close()
    for other in others {
      #expect(fcntl(other.number, F_GETFD) >= 0)
      other.close()
    }
  }

  @Test func waitingForNothingEnds() throws {
    defer { end() }
    #expect(!transport.wait(seconds: 0.01))
    _ = transport.send(HTTPRequest(.get, responder.address(.fine)))
    #expect(transport.wait(seconds: 20) && transport.wait(seconds: 0), "until it is taken")
    #expect(transport.drain().count == 1 && !transport.wait(seconds: 0))
  }

  @Test func arrivalsAreReportedToTheirListener() throws {
    let told = WakePipe()
    let transport = HTTPTransport { told.signal(1) }
    defer {
      transport.close()
      responder.close()
      told.close()
    }
    _ = transport.send(HTTPRequest(.get, responder.address(.fine)))
    var waiting = pollfd(fd: told.reading, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 20_000) == 1)
    #expect(transport.drain().count == 1)
  }
}
