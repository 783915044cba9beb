import CNetwork
import System

/// A libcurl handle of one connection, with the rules that every connection keeps: encryption to other machines, no
/// address on this machine or its network that a server has named, no proxy for this machine, and no socket for
/// child processes.
final class ConnectionHandle {
  let easy: UnsafeMutableRawPointer
  private let target: ConnectionTarget
  /// The buffer for libcurl's error messages.
  private let words: UnsafeMutablePointer<CChar>
  private static let wordsSize = 256
  /// `true` if a connection was refused because an address was inward.
  private var wasInward = false
  private var hasEnded = false

  /// The time limit for lookup, connection and encryption in milliseconds.
  private static let connectTimeout = 10_000

  /// - Parameter isOutward: `true` if a server has named the address.
  /// - Throws: an obstacle found before anything is sent.
  init(_ address: String, isOutward: Bool) throws(HTTPFailure) {
    target = try ConnectionTarget(address)
    guard let easy = network_easy_new() else { throw HTTPFailure(.noMemory) }
    self.easy = easy
    words = .allocate(capacity: Self.wordsSize)
    words.initialize(repeating: 0, count: Self.wordsSize)
    setUp(address, isOutward: isOutward)
  }

  deinit { end() }

  /// Closes the connection.
  func end() {
    if hasEnded { return }
    hasEnded = true
    network_easy_free(easy)
    words.deallocate()
  }

  func set(_ option: Curl.Number, _ value: Int) { _ = network_easy_set_long(easy, option.rawValue, value) }
  func set(_ option: Curl.Pointer, _ value: UnsafeRawPointer?) {
    _ = network_easy_set_pointer(easy, option.rawValue, value)
  }
  /// Sets a text, which libcurl copies.
  func set(_ option: Curl.Pointer, _ text: String) { text.withCString { set(option, UnsafeRawPointer($0)) } }

  private func setUp(_ address: String, isOutward: Bool) {
    set(.address, address)
    set(.protocols, Curl.httpProtocols)
    set(.noSignal, 1)
    set(.quickExit, 1)
    set(.connectTimeout, Self.connectTimeout)
    set(.words, words)
    // Requests to this machine never leave it, whatever the proxy variables say.
    if target.isLoopback {
      set(.noProxy, "*")
    } else if isOutward, Self.hasProxy {
      // Nor does a list of exceptions: a direct connection would lead wherever the name leads.
      set(.noProxy, "")
    }
    if let file = Environment.value("SSL_CERT_FILE"), !file.isEmpty { set(.certificates, file) }
    _ = network_easy_close_on_exec(easy)
    // A proxy looks up names elsewhere, and the address seen here is the proxy's own. All such requests use it then,
    // except those to this machine.
    guard isOutward, target.isLoopback || !Self.hasProxy else { return }
    _ = network_easy_set_filter(
      easy,
      { bytes, count, this in
        let isOutward = MachineAddress.isOutward(Array(UnsafeBufferPointer(start: bytes, count: count)))
        if !isOutward { Unmanaged<ConnectionHandle>.fromOpaque(this!).takeUnretainedValue().wasInward = true }
        return isOutward ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static let hasProxy = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains { name in
    Environment.value(name).map { !$0.isEmpty } ?? false
  }

  /// Returns the failure of one of libcurl's results.
  func failure(_ code: Int32) -> HTTPFailure {
    if wasInward { return HTTPFailure(.inward) }
    let said = String(cString: words)
    if let proxy = proxyFailure(code, said) { return proxy }
    return HTTPFailure(
      HTTPFailure.Reason(code: code), said.isEmpty ? String(cString: network_easy_words(code)) : said,
      mayHaveArrived: network_easy_get_long(easy, Curl.requestSize) > 0)
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
struct ConnectionTarget {
  /// The host in lowercase.
  let host: String
  let isLoopback: Bool

  init(_ address: String) throws(HTTPFailure) {
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw HTTPFailure(.badRequest, "it contains characters that are not allowed")
    }
    var (scheme, host): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    let isAddress = network_split(address, &scheme, &host) != 0
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
    /// Only a connection, whose bytes are the caller's.
    case connectOnly = 141
    case httpVersion = 84
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

  /// HTTP/1.1, the only version that a WebSocket connection begins with here.
  static let version1 = 2
  /// The result of sending or receiving when that would have to wait.
  static let again: Int32 = 81

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
