import CNetwork
import System
import Timeline
import WebSocket

/// A connection over which a server sends messages, for one thread that waits for them.
///
///     let connection = try WebSocketConnection("wss://example.org/subscribe", limit: 1 << 20)
///     defer { connection.close() }
///     while let message = try connection.receive() { print(message) }
///
/// Pings are answered here, and a silent server is pinged to find out whether it is still there. Another thread ends
/// the wait with `stop`.
public final class WebSocketConnection {
  /// The reason why a connection failed or ended.
  public enum Failure: Error, Hashable, Sendable {
    /// The connection could not be opened, or has ended.
    case connection(HTTPFailure)
    /// The server does not open a WebSocket connection.
    case handshake(WebSocketHandshake.Problem)
    /// The server sends something that breaks the protocol's rules.
    case frames(WebSocketFailure)
    /// The server has closed the connection, with its code and its untrusted words, if it gave them.
    case closed(UInt16?, String)
  }

  /// Ends a connection's wait from any thread; for one connection.
  public final class Stop: @unchecked Sendable {
    private let lock = Lock()
    private var hasEnded = false
    fileprivate let pipe = WakePipe()
    public init() {}
    deinit { pipe.close() }

    public var isSet: Bool { lock.holding { hasEnded } }

    public func set() {
      lock.holding { hasEnded = true }
      pipe.signal(1)
    }
  }

  private let handle: ConnectionHandle
  private let stop: Stop
  private var reader: WebSocketReader
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var random = SystemRandomNumberGenerator()
  /// The time of the last bytes that arrived, and whether the server was pinged since then.
  private var heard = SystemClock.steadySeconds
  private var hasAsked = false
  /// The time within which something must arrive, half of it before the server is asked.
  private let patience: Double
  /// `true` between the handshake and the end.
  private var isOpen = false

  /// The time limit for the handshake, and for a frame that does not go out, in seconds.
  private static let timeout = 10.0

  /// Opens a connection, and waits for it.
  /// - Parameters:
  ///   - address: `wss://…`, or `ws://…` to this machine only; without a user name or password in it.
  ///   - limit: the maximum length of a message in bytes.
  ///   - patience: the longest time in which nothing arrives, not even an answer to a ping.
  ///   - isOutward: `true` if a server has named the address: then no connection is opened to this machine or its own
  ///     network.
  ///   - stop: ends the wait, here and in `receive`.
  public init(
    _ address: String, limit: Int, patience: Duration = .minutes(1), isOutward: Bool = false, stop: Stop = Stop()
  ) throws(Failure) {
    guard Curl.isThere else {
      throw .connection(HTTPFailure(.noLibrary, "there is no \(Curl.names.joined(separator: " or "))"))
    }
    guard let web = Self.webAddress(address) else {
      throw .connection(HTTPFailure(.badRequest, "it must begin with wss://"))
    }
    (self.stop, self.patience) = (stop, patience.seconds)
    reader = WebSocketReader(limit: limit)
    do throws(HTTPFailure) { handle = try ConnectionHandle(web.whole, isOutward: isOutward) } catch {
      throw .connection(error)
    }
    try open(web)
  }

  deinit { close() }

  /// The address as an HTTP address: WebSocket connections begin as an HTTP request.
  private static func webAddress(_ address: String) -> (whole: String, host: String, path: String)? {
    let lower = address.lowercased()
    guard let (scheme, prefix) = [("https", "wss://"), ("http", "ws://")].first(where: { lower.hasPrefix($0.1) }),
      !address.utf8.contains(UInt8(ascii: "#"))
    else { return nil }
    let rest = address.dropFirst(prefix.count)
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest[host.endIndex...]
    let whole = "\(scheme)://\(rest)"
    return (whole, String(host), path.hasPrefix("/") ? String(path) : "/" + path)
  }

  // MARK: Opening

  private func open(_ web: (whole: String, host: String, path: String)) throws(Failure) {
    handle.set(.connectOnly, 1)
    // Without it, a server could choose HTTP/2.
    handle.set(.httpVersion, Curl.version1)
    _ = network_easy_set_check(
      handle.easy,
      { context in Unmanaged<Stop>.fromOpaque(context!).takeUnretainedValue().isSet ? 1 : 0 },
      Unmanaged.passUnretained(stop).toOpaque())
    let code = network_easy_perform(handle.easy)
    guard code == 0 else { throw .connection(handle.failure(code)) }
    var handshake = WebSocketHandshake(key: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    let end = SystemClock.steadySeconds + Self.timeout
    try send(handshake.request(host: web.host, path: web.path))
    while true {
      guard let bytes = try bytes(until: end) else { throw Self.failure(.timedOut) }
      do throws(WebSocketHandshake.Problem) {
        if try handshake.receive(bytes) { break }
      } catch { throw .handshake(error) }
    }
    reader.append(handshake.rest)
    isOpen = true
    heard = SystemClock.steadySeconds
  }

  private static func failure(_ reason: HTTPFailure.Reason) -> Failure { .connection(HTTPFailure(reason)) }

  // MARK: Receiving

  /// A message of the server.
  public enum Message: Hashable, Sendable {
    /// Valid UTF-8.
    case text([UInt8])
    case binary([UInt8])
  }

  /// Waits for the next message.
  /// - Returns: `nil` once `stop` is set.
  public func receive() throws(Failure) -> Message? {
    while true {
      if stop.isSet { return nil }
      guard isOpen else { throw Self.failure(.cutOff) }
      if let input = try next() {
        switch input {
        case .text(let bytes): return .text(bytes)
        case .binary(let bytes): return .binary(bytes)
        case .ping(let bytes): try send(WebSocketFrame(.pong, bytes))
        case .pong: break
        case .close(let code, let reason):
          close(code ?? .normal)
          throw .closed(code?.number, String(decoding: reason, as: UTF8.self))
        }
        continue
      }
      let end = heard + (hasAsked ? patience : patience / 2)
      if let bytes = try bytes(until: end) {
        (heard, hasAsked) = (SystemClock.steadySeconds, false)
        reader.append(bytes)
      } else if !stop.isSet {
        if hasAsked { throw Self.failure(.timedOut) }
        hasAsked = true
        try send(WebSocketFrame(.ping))
      }
    }
  }

  private func next() throws(Failure) -> WebSocketInput? {
    do throws(WebSocketFailure) { return try reader.next() } catch {
      close(error.code)
      throw .frames(error)
    }
  }

  /// Returns bytes that have arrived; `nil` if none came in time, or once `stop` is set.
  private func bytes(until end: Double) throws(Failure) -> ArraySlice<UInt8>? {
    while true {
      var count = 0
      let code = buffer.withUnsafeMutableBytes { network_easy_receive(handle.easy, $0.baseAddress!, $0.count, &count) }
      if code == 0 {
        guard count > 0 else { throw Self.failure(.cutOff) }
        return buffer[..<count]
      }
      guard code == Curl.again else { throw .connection(handle.failure(code)) }
      if stop.isSet { return nil }
      guard wait(for: Int16(POLLIN), until: end) else { return nil }
    }
  }

  /// Waits until the socket is ready.
  /// - Returns: `false` if the time is over.
  private func wait(for events: Int16, until end: Double) -> Bool {
    let rest = end - SystemClock.steadySeconds
    guard rest > 0 else { return false }
    var waiting = [
      pollfd(fd: network_easy_socket(handle.easy), events: events, revents: 0),
      pollfd(fd: stop.pipe.reading, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&waiting, 2, SystemClock.milliseconds(until: end))
    return true
  }

  // MARK: Sending

  /// Sends a message.
  public func send(text: String) throws(Failure) { try send(WebSocketFrame(.text, Array(text.utf8))) }

  private func send(_ frame: WebSocketFrame) throws(Failure) {
    try send(frame.encoded(mask: UInt32.random(in: 0 ... .max, using: &random)))
  }

  private func send(_ bytes: [UInt8]) throws(Failure) {
    let end = SystemClock.steadySeconds + Self.timeout
    var rest = bytes[...]
    while !rest.isEmpty {
      var count = 0
      let code = rest.withUnsafeBytes { network_easy_send(handle.easy, $0.baseAddress!, $0.count, &count) }
      if code == 0 {
        rest = rest.dropFirst(count)
      } else {
        guard code == Curl.again else { throw .connection(handle.failure(code)) }
        guard !stop.isSet, wait(for: Int16(POLLOUT), until: end) else { throw Self.failure(.timedOut) }
      }
    }
  }

  /// Closes the connection, and tells the server so if it can be told at once. May be called again.
  public func close() { close(.goingAway) }

  private func close(_ code: WebSocketCloseCode) {
    if isOpen {
      isOpen = false
      sendIfPossible(WebSocketFrame.closing(code))
    }
    handle.end()
  }

  private func sendIfPossible(_ frame: WebSocketFrame) {
    let bytes = frame.encoded(mask: UInt32.random(in: 0 ... .max, using: &random))
    var count = 0
    _ = bytes.withUnsafeBytes { network_easy_send(handle.easy, $0.baseAddress!, $0.count, &count) }
  }
}
