import System

/// The opening handshake of a WebSocket connection, as its client sees it.
///
///     var handshake = WebSocketHandshake(key: sixteenRandomBytes)
///     send(handshake.request(host: "example.org", path: "/subscribe"))
///     while try !handshake.receive(bytes) { … }     // handshake.rest: what follows it
///
/// Source: RFC 6455, 4.
public struct WebSocketHandshake: Sendable {
  /// The reason why the other side does not open a connection.
  public enum Problem: Error, Hashable, Sendable {
    /// The answer is not HTTP, or its head is longer than the limit.
    case garbled
    /// The server answers with a status other than 101.
    case refused(status: Int)
    /// The server does not switch to the WebSocket protocol.
    case notSwitched
    /// The answer belongs to another request, perhaps because of a cache.
    case wrongAnswer
    /// The server uses an extension or a protocol that was not offered.
    case notOffered
  }

  private let key: String
  private var head: [UInt8] = []
  /// The bytes after the answer: the first frames.
  public private(set) var rest: [UInt8] = []

  /// The maximum length of the answer's head in bytes.
  static let limit = 16 << 10
  /// The identifier by which the protocol makes the answer to a key.
  private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// - Parameter key: 16 random bytes.
  public init(key: [UInt8]) { self.key = Base64.text(key) }

  /// Returns the request.
  /// - Parameters:
  ///   - host: the host and its port, as in an address.
  ///   - path: the path and the query. Both must not contain control characters.
  public func request(host: String, path: String) -> [UInt8] {
    let lines = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(key)",
      "Sec-WebSocket-Version: 13", "User-Agent: storyline", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// Returns the value with which a server answers a key.
  public static func accept(_ key: String) -> String { Base64.text(SHA1.hash(Array((key + identifier).utf8))) }

  /// Receives bytes of the answer.
  /// - Returns: `true` once the connection is open.
  public mutating func receive(_ bytes: some Collection<UInt8>) throws(Problem) -> Bool {
    // The end may lie across two pieces.
    let from = max(0, head.count - 3)
    head.append(contentsOf: bytes)
    guard let end = Self.end(of: head, from: from) else {
      guard head.count <= Self.limit else { throw .garbled }
      return false
    }
    guard end <= Self.limit else { throw .garbled }
    rest = Array(head[end...])
    try check(Array(head[..<end]))
    head = []
    return true
  }

  /// Returns the place after the empty line.
  private static func end(of head: [UInt8], from: Int) -> Int? {
    guard head.count >= from + 4 else { return nil }
    for place in from...(head.count - 4)
    where head[place] == 13 && head[place + 1] == 10 && head[place + 2] == 13 && head[place + 3] == 10 {
      return place + 4
    }
    return nil
  }

  private func check(_ head: [UInt8]) throws(Problem) {
    let lines = head.split(separator: 10).map { line in line.last == 13 ? line.dropLast() : line }
    guard let first = lines.first, let status = Self.status(first) else { throw .garbled }
    guard status == 101 else { throw .refused(status: status) }
    var (upgrades, switches, answers) = (false, false, 0)
    for line in lines.dropFirst() where !line.isEmpty {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .garbled }
      let value = Self.trimmed(line[(colon + 1)...])
      switch Self.lowercased(line[..<colon]) {
      case "upgrade": upgrades = Self.lowercased(value) == "websocket"
      case "connection":
        switches =
          switches
          || value.split(separator: UInt8(ascii: ",")).contains { Self.lowercased(Self.trimmed($0)) == "upgrade" }
      case "sec-websocket-accept":
        guard String(decoding: value, as: UTF8.self) == Self.accept(key) else { throw .wrongAnswer }
        answers += 1
      case "sec-websocket-extensions", "sec-websocket-protocol": if !value.isEmpty { throw .notOffered }
      default: break
      }
    }
    guard upgrades, switches else { throw .notSwitched }
    guard answers == 1 else { throw .wrongAnswer }
  }

  /// Returns the status of a line such as `HTTP/1.1 101 Switching Protocols`.
  private static func status(_ line: ArraySlice<UInt8>) -> Int? {
    let words = line.split(separator: 0x20, maxSplits: 2)
    guard words.count >= 2, lowercased(words[0]) == "http/1.1", words[1].count == 3 else { return nil }
    var status = 0
    for digit in words[1] {
      guard (0x30...0x39).contains(digit) else { return nil }
      status = status * 10 + Int(digit - 0x30)
    }
    return status >= 100 ? status : nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let byte = bytes.first, byte == 0x20 || byte == 9 { bytes.removeFirst() }
    while let byte = bytes.last, byte == 0x20 || byte == 9 { bytes.removeLast() }
    return bytes
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
