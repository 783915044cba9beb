import System

/// A server on this machine that answers in fixed ways, valid and hostile; the path selects the way.
public final class Responder: @unchecked Sendable {
  public enum Way: String, CaseIterable, Sendable {
    /// A short answer; the connection stays open.
    case fine
    /// The request, line by line, as the body.
    case echo
    /// 60 kB.
    case page
    /// An endless body.
    case endless
    /// Endless headers.
    case headers
    /// A few bytes that decompress to 31 million.
    case bomb
    /// One byte every tenth of a second.
    case trickle
    /// No answer at all.
    case silent
    /// The connection is closed at once.
    case reset
    /// The connection is closed in the middle of the body.
    case truncate
    /// Bytes that are not HTTP.
    case garbage
    /// A redirect to another machine.
    case redirect
    /// A status line without a reason, and a header that is not UTF-8 and has trailing spaces.
    case odd
    /// A request for a user name and a password.
    case basic
    /// "100 Continue" before the answer.
    case early
    /// A body that is declared as compressed but is not.
    case unpacked
  }

  public var port: Int { listener.port }
  /// The answer to paths that do not name a way; `nil` for 404.
  private let otherwise: Way?
  private let answers: [String: (status: Int, json: String)]
  /// The value of the `Date` header of JSON answers; `nil` for none.
  private let date: String?
  private let answering: (@Sendable (_ path: String, _ body: [UInt8]) -> (status: Int, json: String)?)?
  private var asked: [String] = []
  private let listener: LocalListener
  private let lock = Lock()

  /// - Parameters:
  ///   - otherwise: the answer to paths that do not name a way; `nil` for 404.
  ///   - answers: answers to paths that do not name a way; they take precedence over `otherwise`.
  ///   - date: the value of the `Date` header of JSON answers; `nil` for none.
  ///   - answering: makes an answer from a path and the request's body; it takes precedence over everything else.
  /// - Returns: `nil` if the system cannot provide a socket.
  public init?(
    otherwise: Way? = nil, answers: [String: (status: Int, json: String)] = [:],
    date: String? = nil,
    answering: (@Sendable (_ path: String, _ body: [UInt8]) -> (status: Int, json: String)?)? = nil
  ) {
    (self.otherwise, self.answers, self.date, self.answering) = (otherwise, answers, date, answering)
    guard let listener = LocalListener() else { return nil }
    self.listener = listener
    guard listener.start({ [unowned self] in serve($0) }) else { return nil }
  }

  /// The requested paths, in order.
  public var log: [String] { lock.holding { asked } }

  /// Returns the address of a way.
  public func address(_ way: Way) -> String { "http://127.0.0.1:\(port)/\(way.rawValue)" }

  /// Closes all connections.
  public func close() { listener.close() }

  private func serve(_ socket: Int32) {
    var connection = Connection(socket)
    while let request = connection.read(), answer(request, &connection) {}
  }

  /// - Returns: `true` if the connection stays open.
  private func answer(_ request: Connection.Request, _ connection: inout Connection) -> Bool {
    let ok = "HTTP/1.1 200 OK\r\n"
    func send(_ text: String) -> Bool { connection.send(Array(text.utf8)) }
    func body(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }
    lock.holding { asked.append(request.path) }
    if let (status, json) = answering?(request.path, request.body) ?? answers[request.path] {
      let date = date.map { "Date: \($0)\r\n" } ?? ""
      return send("HTTP/1.1 \(status) So\r\nContent-Type: application/json\r\n" + date + body(json))
    }
    switch Way(rawValue: request.path) ?? otherwise {
    case .fine: return send(ok + "Content-Type: application/json\r\n" + body("{}"))
    case .echo:
      let bytes = Array(request.head.utf8) + request.body
      return connection.send(Array((ok + "Content-Length: \(bytes.count)\r\n\r\n").utf8) + bytes)
    case .page: return send(ok + body(String(repeating: "0123456789", count: 6_000)))
    case .endless:
      _ = send(ok + "Transfer-Encoding: chunked\r\n\r\n")
      let chunk = "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n"
      while send(chunk) {}
    case .headers:
      _ = send(ok)
      let lines = (0..<500).map { "X-\($0): \(String(repeating: "y", count: 100))\r\n" }.joined()
      while send(lines) {}
    case .bomb:
      let bytes = Self.bomb
      _ = send(ok + "Content-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n") && connection.send(bytes)
    case .trickle:
      _ = send(ok + "Content-Length: 1000000\r\n\r\n")
      while send("x") { SystemClock.sleep(microseconds: 100_000) }
    case .silent:
      _ = connection.read()
    case .reset: break
    case .truncate: _ = send(ok + "Content-Length: 1000\r\n\r\nonly this")
    case .garbage: _ = send("what is this?\r\n\r\n")
    case .redirect: return send("HTTP/1.1 302 Found\r\nLocation: http://example.com/\r\n" + body(""))
    case .odd:
      let blanks: [UInt8] = [0x20, 0x09, 0x20, 0x0D, 0x0A]
      return connection.send(Array("HTTP/1.1 200\r\nX-Name: ".utf8) + [0xE9] + blanks + Array(body("{}").utf8))
    case .basic: return send("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n" + body("no"))
    case .early: return send("HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n" + ok + "X-Late: 2\r\n" + body("{}"))
    case .unpacked: _ = send(ok + "Content-Encoding: gzip\r\n" + body("this is not packed"))
    case nil: return send("HTTP/1.1 404 Not Found\r\n" + body("nothing there"))
    }
    return false
  }

  /// A hand-made deflate stream in one block of fixed codes: an "a", and 123,000 times "repeat the last byte 258
  /// times".
  private static let bomb: [UInt8] = {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var (bits, count): (UInt32, Int) = (0, 0)
    func add(_ value: UInt32, _ width: Int) {
      bits |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        count -= 8
      }
    }
    /// Codes are written starting with their highest bit.
    func add(code: UInt32, _ width: Int) { for bit in (0..<width).reversed() { add(code >> bit & 1, 1) } }
    add(1, 1)
    add(1, 2)
    add(code: 0x30 + 0x61, 8)
    for _ in 0..<123_000 {
      add(code: 0xC0 + (285 - 280), 8)
      add(code: 0, 5)
    }
    add(code: 0, 7)
    add(0, 7)
    return bytes
  }()
}

/// A connection, and the bytes received on it.
private struct Connection {
  struct Request {
    let head: String
    let path: String
    let body: [UInt8]
  }

  private let socket: Int32
  private var bytes: [UInt8] = []
  init(_ socket: Int32) { self.socket = socket }

  private mutating func more() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count > 0 { bytes += buffer[..<count] }
    return count > 0
  }

  /// Returns the next request; `nil` at the end.
  mutating func read() -> Request? {
    var length = -1
    repeat {
      // The start of a TLS handshake, which this server does not support.
      if bytes.first == 0x16 { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let head = String(text[..<end.lowerBound])
      length = head.utf8.count + 4
      let declared = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
      let count = declared.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
      guard bytes.count >= length + count else { continue }
      let body = Array(bytes[length..<length + count])
      bytes.removeFirst(length + count)
      return Request(head: head + "\r\n\r\n", path: Self.path(head), body: body)
    } while more()
    return nil
  }

  private static func path(_ head: String) -> String {
    let words = head.split(separator: " ")
    return words.count > 1 ? String(words[1].dropFirst().prefix { $0 != "?" }) : ""
  }

  /// - Returns: `true` if the bytes were sent.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { System.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension String {
  /// Returns the first occurrence of a text, without Foundation.
  fileprivate func range(of needle: String) -> Range<String.Index>? {
    let (bytes, wanted) = (Array(utf8), Array(needle.utf8))
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      let lower = utf8.index(utf8.startIndex, offsetBy: start)
      return lower..<utf8.index(lower, offsetBy: wanted.count)
    }
    return nil
  }
}
