import Network
import NetworkTesting
import System
import Testing
import Timeline
import WebSocket

/// Connections to a server on this machine that keeps the rules or breaks them.
@Suite struct WebSocketConnectionTests {
  /// Returns the messages that come, as texts, and the failure that ends the connection.
  private func receive(
    from responder: SocketResponder, limit: Int = 1 << 16, patience: Timeline.Duration = .seconds(20)
  ) -> (texts: [String], failure: WebSocketConnection.Failure?) {
    defer { responder.close() }
    var texts: [String] = []
    do throws(WebSocketConnection.Failure) {
      let connection = try WebSocketConnection(responder.address, limit: limit, patience: patience)
      while let message = try connection.receive() {
        switch message {
        case .text(let bytes): texts.append(String(decoding: bytes, as: UTF8.self))
        case .binary(let bytes): texts.append("\(bytes)")
        }
      }
      return (texts, nil)
    } catch { return (texts, error) }
  }

  private static func text(_ text: String, isFinal: Bool = true) -> WebSocketFrame {
    WebSocketFrame(.text, Array(text.utf8), isFinal: isFinal)
  }

  @Test func messagesArriveAndPingsAreAnswered() throws {
    let responder = try #require(
      SocketResponder { connection in
        connection.send("one")
        connection.send(Self.text("tw", isFinal: false))
        connection.send(WebSocketFrame(.ping, [7]))
        connection.send(WebSocketFrame(.continuation, Array("o".utf8)))
        guard connection.next() == .pong([7]) else { return }
        connection.send(WebSocketFrame(.binary, [1, 2]))
        // One frame, byte by byte.
        for byte in Self.text("three").encoded(mask: nil) { connection.send([byte]) }
        connection.send(WebSocketFrame(.close, [3, 0xE9] + Array("bye".utf8)))
        // The client says goodbye as well.
        guard connection.next() == .close(.goingAway, []) else { return }
      })
    let (texts, failure) = receive(from: responder)
    #expect(texts == ["one", "two", "[1, 2]", "three"])
    #expect(failure == .closed(1001, "bye"))
  }

  @Test func largeMessagesArriveWhole() throws {
    let long = String(repeating: "é", count: 30_000)
    let responder = try #require(
      SocketResponder { connection in
        for _ in 0..<50 { connection.send(long) }
      })
    let (texts, failure) = receive(from: responder)
    #expect(texts.count == 50 && texts.allSatisfy { $0 == long })
    #expect(failure == .connection(HTTPFailure(.cutOff)))
  }

  private static let broken: [(bytes: [UInt8], failure: WebSocketFailure, code: WebSocketCloseCode)] = [
    (WebSocketFrame(.text, [0xFF]).encoded(mask: nil), .badText, .invalidData),
    (text("x").encoded(mask: 1), .wrongMask, .protocolError),
    (WebSocketFrame(.binary, [UInt8](repeating: 0, count: 300)).encoded(mask: nil), .tooLong, .tooLong),
    ([0xFF, 0xFF], .reservedBits, .protocolError),
  ]

  @Test(arguments: broken.indices) func brokenFramesEndTheConnection(row: Int) throws {
    let (bytes, failure, code) = Self.broken[row]
    let said = Said()
    let responder = try #require(
      SocketResponder { connection in
        connection.send("before")
        connection.send(bytes)
        said.input = connection.next()
      })
    let received = receive(from: responder, limit: 200)
    #expect(received.texts == ["before"])
    #expect(received.failure == .frames(failure))
    #expect(said.input == .close(code, []))
  }

  private final class Said: @unchecked Sendable {
    private let lock = Lock()
    private var value: WebSocketInput?
    var input: WebSocketInput? {
      get { lock.holding { value } }
      set { lock.holding { value = newValue } }
    }
  }

  @Test func aServerThatIsSilentIsAskedAndThenLeft() throws {
    let said = Said()
    let responder = try #require(
      SocketResponder { connection in
        said.input = connection.next()
        while connection.next() != nil {}
      })
    let began = SystemClock.steadySeconds
    let (texts, failure) = receive(from: responder, patience: .milliseconds(300))
    #expect(texts == [] && failure == .connection(HTTPFailure(.timedOut)))
    #expect(said.input == .ping([]))
    #expect(SystemClock.steadySeconds - began < 5)
  }

  @Test func aServerThatAnswersPingsStays() throws {
    let responder = try #require(
      SocketResponder { connection in
        for _ in 0..<4 {
          guard case .ping(let bytes)? = connection.next() else { return }
          connection.send(WebSocketFrame(.pong, bytes))
        }
        connection.send("still here")
      })
    #expect(receive(from: responder, patience: .milliseconds(100)).texts == ["still here"])
  }

  private static let refusals: [(answer: String, problem: WebSocketHandshake.Problem)] = [
    ("HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n", .refused(status: 429)),
    ("HTTP/1.1 302 Found\r\nLocation: wss://127.0.0.1:1/\r\n\r\n", .refused(status: 302)),
    ("SSH-2.0-OpenSSH_9.2\r\n\r\n", .garbled),
    ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", .wrongAnswer),
  ]

  @Test(arguments: refusals.indices) func otherAnswersAreNoConnection(row: Int) throws {
    let responder = try #require(SocketResponder(refusal: Self.refusals[row].answer))
    #expect(receive(from: responder).failure == .handshake(Self.refusals[row].problem))
  }

  @Test(arguments: [
    ("ws://example.com/", HTTPFailure.Reason.badRequest), ("https://example.com/", .badRequest),
    ("wss://user:secret@example.com/", .badRequest), ("wss://example.com/a b", .badRequest),
    ("wss://example.com/\r\nX: y", .badRequest), ("wss://example.com/#x", .badRequest), ("", .badRequest),
  ])
  func addressesAreCheckedBeforeAnythingIsSent(address: String, reason: HTTPFailure.Reason) {
    do throws(WebSocketConnection.Failure) {
      _ = try WebSocketConnection(address, limit: 100)
      Issue.record("opened")
    } catch {
      #expect(Self.reason(error) == reason)
    }
  }

  @Test func anAddressOfAServerNeverLeadsToThisMachine() throws {
    let responder = try #require(SocketResponder())
    defer { responder.close() }
    #expect(throws: WebSocketConnection.Failure.connection(HTTPFailure(.inward))) {
      _ = try WebSocketConnection(responder.address, limit: 100, isOutward: true)
    }
    #expect(responder.log.isEmpty)
  }

  @Test func nobodyListens() throws {
    let responder = try #require(SocketResponder())
    responder.close()
    #expect(receive(from: responder).failure.flatMap(Self.reason) == .refused)
  }

  private static func reason(_ failure: WebSocketConnection.Failure) -> HTTPFailure.Reason? {
    if case .connection(let failure) = failure { failure.reason } else { nil }
  }

  @Test func anotherThreadEndsTheWait() throws {
    let responder = try #require(SocketResponder { connection in while connection.next() != nil {} })
    defer { responder.close() }
    let stop = WebSocketConnection.Stop()
    let connection = try WebSocketConnection(responder.address, limit: 100, stop: stop)
    let thread = SystemThread {
      SystemClock.sleep(microseconds: 50_000)
      stop.set()
    }
    let began = SystemClock.steadySeconds
    #expect(try connection.receive() == nil)
    #expect(SystemClock.steadySeconds - began < 5)
    thread?.join()
    connection.close()
  }

  @Test func theRequestNamesHostAndPath() throws {
    let responder = try #require(SocketResponder { connection in connection.send("x") })
    defer { responder.close() }
    _ = try WebSocketConnection("WS://127.0.0.1:\(responder.port)?a=1&b=%20", limit: 100)
    #expect(responder.log == ["/?a=1&b=%20"])
  }
}
