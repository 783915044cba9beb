import CNetwork
import System
import Timeline

/// One exchange with a server in progress. It belongs to the transport's thread.
final class Transfer {
  let ticket: HTTPTransport.Ticket
  let easy: UnsafeMutableRawPointer
  private let request: HTTPRequest
  private let target: Target
  private var headerList: UnsafeMutableRawPointer?
  /// The buffer from which libcurl reads the body; `words` is the one for its error messages.
  private let sent: UnsafeMutableBufferPointer<UInt8>
  private let words: UnsafeMutablePointer<CChar>
  private static let wordsSize = 256
  private var lines = HeaderLines()
  private var body: [UInt8] = []
  /// `true` if a connection was refused because an address was inward.
  private var wasInward = false

  /// - Throws: an obstacle found before anything is sent.
  init(_ request: HTTPRequest, ticket: HTTPTransport.Ticket) throws(HTTPFailure) {
    target = try Target(request)
    guard let easy = network_easy_new() else { throw HTTPFailure(.noMemory) }
    (self.easy, self.request, self.ticket) = (easy, request, ticket)
    sent = .allocate(capacity: request.body.count)
    _ = sent.initialize(from: request.body)
    words = .allocate(capacity: Self.wordsSize)
    words.initialize(repeating: 0, count: Self.wordsSize)
    setUp()
  }

  deinit {
    network_easy_free(easy)
    network_list_free(headerList)
    sent.deallocate()
    words.deallocate()
  }

  private func set(_ option: Curl.Number, _ value: Int) { _ = network_easy_set_long(easy, option.rawValue, value) }
  private func set(_ option: Curl.Pointer, _ value: UnsafeRawPointer?) {
    _ = network_easy_set_pointer(easy, option.rawValue, value)
  }
  /// Sets a text, which libcurl copies.
  private func set(_ option: Curl.Pointer, _ text: String) { text.withCString { set(option, UnsafeRawPointer($0)) } }

  private func setUp() {
    let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    set(.address, request.address)
    set(.protocols, Curl.httpProtocols)
    set(.noSignal, 1)
    set(.quickExit, 1)
    set(.timeout, max(1, Int(request.timeout.microseconds / 1000)))
    set(.connectTimeout, Self.connectTimeout)
    set(.encodings, "")
    set(.userAgent, "storyline")
    set(.words, words)
    // Requests to this machine never leave it, whatever the proxy variables say.
    if target.isLoopback {
      set(.noProxy, "*")
    } else if request.isOutward, Self.hasProxy {
      // Nor does a list of exceptions: a direct connection would lead wherever the name leads.
      set(.noProxy, "")
    }
    if let file = Environment.value("SSL_CERT_FILE"), !file.isEmpty { set(.certificates, file) }
    // Without an empty `Expect`, a longer body would wait a second for "100 Continue".
    for line in request.headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
      headerList = network_list_add(headerList, line) ?? headerList
    }
    set(.headers, headerList)
    switch request.method {
    case .get: set(.httpGet, 1)
    case .post:
      set(.post, 1)
      set(.body, sent.baseAddress)
      _ = network_easy_set_size(easy, Curl.bodySize, Int64(sent.count))
    }
    set(.sinkContext, this)
    set(.headerContext, this)
    _ = network_easy_set_sink(easy, Curl.Sink.body.rawValue) { bytes, size, count, this in
      Transfer.of(this).receive(bytes, size * count)
    }
    _ = network_easy_set_sink(easy, Curl.Sink.header.rawValue) { bytes, size, count, this in
      Transfer.of(this).receiveHeader(bytes, size * count)
    }
    _ = network_easy_close_on_exec(easy)
    // A proxy looks up names elsewhere, and the address seen here is the proxy's own. All such requests use it then,
    // except those to this machine.
    guard request.isOutward, target.isLoopback || !Self.hasProxy else { return }
    _ = network_easy_set_filter(
      easy,
      { bytes, count, this in
        let isOutward = MachineAddress.isOutward(Array(UnsafeBufferPointer(start: bytes, count: count)))
        if !isOutward { Transfer.of(this).wasInward = true }
        return isOutward ? 1 : 0
      }, UnsafeMutableRawPointer(mutating: this))
  }

  private static let hasProxy = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains { name in
    Environment.value(name).map { !$0.isEmpty } ?? false
  }

  /// The time limit for lookup, connection and encryption in milliseconds.
  private static let connectTimeout = 10_000

  private static func of(_ this: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(this!).takeUnretainedValue()
  }

  /// Adds bytes to the body. A return value other than the number of bytes ends the transfer.
  private func receive(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    guard body.count + count <= request.limit else { return stop() }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  private func receiveHeader(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    lines.append(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : stop()
  }

  /// Ends the transfer because it is too long; libcurl reports the error.
  private func stop() -> Int {
    body = []
    return -1
  }

  /// Returns the outcome.
  /// - Parameter code: libcurl's result, 0 for success.
  func result(_ code: Int32) -> Result<HTTPResponse, HTTPFailure> {
    if code == 0 {
      let status = network_easy_get_long(easy, Curl.status)
      return .success(HTTPResponse(status: status, headers: lines.headers, body: body))
    }
    if wasInward { return .failure(HTTPFailure(.inward)) }
    let said = String(cString: words)
    if let proxy = proxyFailure(code, said) { return .failure(proxy) }
    return .failure(
      HTTPFailure(
        HTTPFailure.Reason(code: code),
        said.isEmpty ? String(cString: network_easy_words(code)) : said,
        mayHaveArrived: network_easy_get_long(easy, Curl.requestSize) > 0))
  }

  /// Returns a failure if a proxy did not answer or refused: then the server was never reached. Otherwise returns
  /// `nil`.
  private func proxyFailure(_ code: Int32, _ said: String) -> HTTPFailure? {
    let answered = network_easy_get_long(easy, Curl.proxyStatus)
    if code == 56, answered >= 300 { return HTTPFailure(.proxy, "it responded with status \(answered)") }
    // libcurl's message names the machine that it tried to reach.
    let isElsewhere =
      code == 7 && said.contains(" port ") && (said.contains(" via ") || !said.lowercased().contains(target.host))
    return isElsewhere && !target.isLoopback ? HTTPFailure(.proxy, "the connection failed") : nil
  }
}

/// The target of a request, as libcurl itself parses the address: two different parsers would be a security hole.
private struct Target {
  /// The host in lowercase.
  let host: String
  let isLoopback: Bool

  init(_ request: HTTPRequest) throws(HTTPFailure) {
    guard request.address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw HTTPFailure(.badRequest, "it contains characters that are not allowed")
    }
    guard request.headers.allSatisfy(\.isSendable) else {
      throw HTTPFailure(.badRequest, "a header contains characters that are not allowed")
    }
    var (scheme, host): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    let isAddress = network_split(request.address, &scheme, &host) != 0
    defer {
      network_free(scheme)
      network_free(host)
    }
    guard isAddress, let scheme, let host else { throw HTTPFailure(.badRequest, "it is not a valid address") }
    let name = String(cString: host)
    // In the form of libcurl's messages: an IPv6 address without brackets.
    self.host = name.lowercased().filter { $0 != "[" && $0 != "]" }
    isLoopback = HostName.isLoopback(name)
    switch String(cString: scheme) {
    case "https": return
    case "http" where isLoopback: return
    case "http": throw HTTPFailure(.badRequest, "http:// is unencrypted, so it is allowed only for this machine")
    default: throw HTTPFailure(.badRequest, "it must begin with https://")
    }
  }
}

/// The system's libcurl, opened when the first request is made.
enum Curl {
  /// The names of the library. The first comes with nearly every system and with Swift's package manager, the second
  /// with git; the third is macOS's.
  static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"]

  /// `true` if the system has libcurl.
  static let isThere = names.contains { network_open($0) != 0 }

  /// Options and information by libcurl's numbers (curl.h). Those with a pointer have a type of their own, because
  /// the pointer's type is not checked.
  enum Number: Int32 {
    case post = 47
    case noSignal = 99
    case timeout = 155
    case connectTimeout = 156
    case protocols = 181
    case httpGet = 80
    /// Since 7.87; older versions reject it, and then cancelling waits for a name lookup in progress.
    case quickExit = 322
  }

  enum Pointer: Int32 {
    case sinkContext = 10001
    case address = 10002
    case words = 10010
    case body = 10015
    case userAgent = 10018
    case headers = 10023
    case headerContext = 10029
    case certificates = 10065
    case encodings = 10102
    case noProxy = 10177
  }

  enum Sink: Int32 {
    case body = 20011
    case header = 20079
  }

  static let bodySize: Int32 = 30120
  static let status: Int32 = 0x20_0002
  static let requestSize: Int32 = 0x20_000C
  /// The proxy's answer to `CONNECT`.
  static let proxyStatus: Int32 = 0x20_0016

  static let maximumHostConnections: Int32 = 7
  static let maximumConnections: Int32 = 6
  /// Only HTTP and HTTPS.
  static let httpProtocols = 1 | 2
}
