import Testing

@testable import WebSocket

@Suite struct WebSocketHandshakeTests {
  private static let key = Array("the sample nonce".utf8)

  private func receive(_ answer: String, inPiecesOf length: Int = .max) throws -> WebSocketHandshake? {
    var handshake = WebSocketHandshake(key: Self.key)
    var rest = Array(answer.utf8)[...]
    while !rest.isEmpty {
      if try handshake.receive(rest.prefix(length)) { return handshake }
      rest = rest.dropFirst(length)
    }
    return nil
  }

  @Test func hashesAreThoseOfTheStandard() {
    func hex(_ text: String) -> String {
      SHA1.hash(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    // One byte more than fits beside the length.
    #expect(hex(String(repeating: "a", count: 56)) == "c2db330f6083854c99d4b5bfb6e8f29f201be699")
  }

  @Test func theRequestAsksForAWebSocket() {
    let request = WebSocketHandshake(key: Self.key).request(host: "example.org:8080", path: "/subscribe?a=b")
    #expect(
      String(decoding: request, as: UTF8.self) == """
        GET /subscribe?a=b HTTP/1.1\r\nHost: example.org:8080\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nUser-Agent: storyline\r\n\r\n
        """)
  }

  /// The example of RFC 6455, 1.3.
  private static let accept = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
  private static func answer(_ lines: String...) -> String { lines.map { $0 + "\r\n" }.joined() + "\r\n" }
  private static let good = answer(
    "HTTP/1.1 101 Switching Protocols", "upgrade: WebSocket", "Connection: keep-alive, Upgrade", accept)

  @Test(arguments: [1, 2, 5, Int.max]) func aConnectionOpensInPiecesOfAnyLength(length: Int) throws {
    let handshake = try receive(Self.good + "\u{1}abc", inPiecesOf: length)
    #expect(handshake != nil)
    if length == .max { #expect(handshake?.rest == [1, 97, 98, 99]) }
  }

  private static let refused: [(answer: String, problem: WebSocketHandshake.Problem)] = [
    (answer("HTTP/1.1 429 Too Many Requests"), .refused(status: 429)),
    (answer("HTTP/1.1 301 Moved", "Location: https://example.org"), .refused(status: 301)),
    (answer("HTTP/1.1 200 OK"), .refused(status: 200)), (answer("SSH-2.0-OpenSSH"), .garbled),
    (answer("HTTP/1.1 1O1 Switching"), .garbled), (answer("HTTP/1.1 101 Switching", "no colon"), .garbled),
    (answer("HTTP/1.1 101 Switching", "Upgrade: websocket", accept), .notSwitched),
    (answer("HTTP/1.1 101 Switching", "Upgrade: h2c", "Connection: Upgrade", accept), .notSwitched),
    (answer("HTTP/1.1 101 Switching", "Upgrade: websocket", "Connection: Upgrade"), .wrongAnswer),
    (
      answer(
        "HTTP/1.1 101 Switching", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA="), .wrongAnswer
    ),
    (
      answer(
        "HTTP/1.1 101 Switching", "Upgrade: websocket", "Connection: Upgrade", accept,
        "Sec-WebSocket-Extensions: permessage-deflate"), .notOffered
    ),
    (String(repeating: "x", count: 20_000), .garbled),
    ("HTTP/1.1 101 Switching\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n", .garbled),
  ]

  @Test(arguments: refused.indices) func otherAnswersAreRefused(row: Int) {
    let (answer, problem) = Self.refused[row]
    #expect(throws: problem) { try receive(answer) }
    #expect(throws: problem) { try receive(answer, inPiecesOf: 7) }
  }
}
