import System
import WebSocket

/// A server on this machine that opens WebSocket connections and then does what a test tells it to, valid and hostile.
public final class SocketResponder: @unchecked Sendable {
  /// A connection of a client, on the server's side.
  public struct Connection: ~Copyable {
    /// The number of the connection, from 1 on.
    public let number: Int
    /// The path and the query of the request.
    public let path: String
    fileprivate let socket: Int32
    private var reader = WebSocketReader(.server, limit: 1 << 20)

    fileprivate init(_ socket: Int32, number: Int, path: String) {
      (self.socket, self.number, self.path) = (socket, number, path)
    }

    /// - Returns: `true` if the bytes were sent.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { SocketResponder.send(bytes, to: socket) }
    @discardableResult
    public func send(_ frame: WebSocketFrame) -> Bool { send(frame.encoded(mask: nil)) }
    @discardableResult
    public func send(_ text: String) -> Bool { send(WebSocketFrame(.text, Array(text.utf8))) }

    /// Waits for the next input; `nil` at the end, or if the client breaks the rules.
    public mutating func next() -> WebSocketInput? {
      while true {
        guard let input = try? reader.next() else {
          if let bytes = SocketResponder.receive(from: socket) {
            reader.append(bytes)
            continue
          }
          return nil
        }
        return input
      }
    }
  }

  public var port: Int { listener.port }
  private let listener: LocalListener
  private let lock = Lock()
  private var paths: [String] = []
  /// The answer to every request instead of a connection; `nil` to open connections.
  private let refusal: String?
  private let serve: @Sendable (inout Connection) -> Void

  /// - Parameters:
  ///   - refusal: the answer of HTTP to every request, instead of a connection.
  ///   - serve: what happens on each connection; its end closes the connection.
  /// - Returns: `nil` if the system cannot provide a socket.
  public init?(refusal: String? = nil, _ serve: @escaping @Sendable (inout Connection) -> Void = { _ in }) {
    (self.refusal, self.serve) = (refusal, serve)
    guard let listener = LocalListener() else { return nil }
    self.listener = listener
    guard listener.start({ [unowned self] in begin($0) }) else { return nil }
  }

  public var address: String { "ws://127.0.0.1:\(port)/subscribe" }
  /// The requested paths, in order.
  public var log: [String] { lock.holding { paths } }

  /// Closes all connections.
  public func close() { listener.close() }

  private func begin(_ socket: Int32) {
    if let head = Self.head(from: socket) {
      let path = String(head.split(separator: " ").dropFirst().first ?? "")
      let number = lock.holding {
        paths.append(path)
        return paths.count
      }
      let key = head.split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
      let answer =
        refusal
          ?? """
          HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
          Sec-WebSocket-Accept: \(WebSocketHandshake.accept(String(key)))\r\n\r\n
          """
      if Self.send(Array(answer.utf8), to: socket), refusal == nil {
        var connection = Connection(socket, number: number, path: path)
        serve(&connection)
      }
    }
  }

  private static func head(from socket: Int32) -> String? {
    var bytes: [UInt8] = []
    while let more = receive(from: socket) {
      bytes += more
      if bytes.suffix(4) == [13, 10, 13, 10] { return String(decoding: bytes, as: UTF8.self) }
    }
    return nil
  }

  private static func receive(from socket: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { System.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
