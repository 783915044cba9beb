import Foundation
import NetworkTesting
import Terminal
import Testing
import Timeline
import WebSocket

@testable import PostsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// The live stream of real sessions, from a server on this machine.
@Suite struct StreamConnectionTests {
  private static let start = Int64(Date().timeIntervalSince1970 * 1e6)

  private static func message(_ number: Int, _ text: String = "post", by did: String = "did:plc:ana") -> String {
    """
    {"did": "\(did)", "time_us": \(start + Int64(number)), "kind": "commit", "commit": {"rev": "r", "operation": "create",
    "collection": "app.bsky.feed.post", "rkey": "k\(number)", "cid": "bafy\(number)",
    "record": {"$type": "app.bsky.feed.post", "createdAt": "2026-01-05T09:00:00.123Z", "text": "\(text) \(number)"}}}
    """
  }

  private static func session(_ folder: String?, isPrompt: Bool = false) throws -> Session {
    var options = Session.Options()
    (options.kind, options.isPrompt) = (.real, isPrompt)
    let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
    if let folder { try session.openState(folder) }
    return session
  }

  /// Runs a script in a real session that listens to a server.
  private func run(_ script: String, _ responder: SocketResponder, state folder: String? = nil) throws -> (
    lines: [String], error: String?
  ) {
    let run = ScriptRun(try Self.session(folder))
    let host = "set stream-host \"http://127.0.0.1:\(responder.port)\"\n"
    defer { withExtendedLifetime(run) {} }
    return run(host + script)
  }

  private static let counts = "let n = 0; when stream.post { n += 1; print \"{$author}: {$text}\" }; "

  @Test func postsArriveAsTheServerSendsThem() throws {
    let responder = try #require(
      SocketResponder { connection in
        connection.send("{\"did\": \"did:plc:x\", \"time_us\": \(Self.start), \"kind\": \"identity\"}")
        connection.send("not JSON")
        for number in 1...3 { connection.send(Self.message(number)) }
        while connection.next() != nil {}
      })
    defer { responder.close() }
    let (lines, error) = try run(Self.counts + "listen to stream; wait until $n == 3 or clock.elapsed > 30s", responder)
    #expect(error == nil)
    #expect(
      lines.filter { $0.hasPrefix("did:") }
        == ["did:plc:ana: post 1", "did:plc:ana: post 2", "did:plc:ana: post 3"], "\(lines)")
    #expect(lines.contains { $0.contains("did:plc:ana: post 1") && !$0.hasPrefix("did:") && !$0.contains("@did") })
  }

  @Test func aLostConnectionContinuesWhereItEnded() throws {
    let responder = try #require(
      SocketResponder { connection in
        switch connection.number {
        case 1: for number in 1...2 { connection.send(Self.message(number)) }
        // As servers do: the last message once more.
        case 2:
          for number in 2...4 { connection.send(Self.message(number)) }
          connection.send(WebSocketFrame(.text, [0xFF]))
          _ = connection.next()
        default:
          for number in 4...6 { connection.send(Self.message(number)) }
          while connection.next() != nil {}
        }
      })
    defer { responder.close() }
    let (lines, error) = try run(Self.counts + "listen to stream; wait until $n == 6 or clock.elapsed > 30s", responder)
    #expect(error == nil)
    #expect(lines.filter { $0.hasPrefix("did:") } == (1...6).map { "did:plc:ana: post \($0)" }, "\(lines)")
    #expect(!lines.contains { $0.contains("cannot listen") })
    let cursors = responder.log.map { path in path.components(separatedBy: "cursor=").dropFirst().first }
    #expect(cursors == [nil, "\(Self.start + 2)", "\(Self.start + 4)"])
  }

  @Test func anotherSessionContinuesWhereTheFirstEnded() throws {
    let folder = Scratch.path()
    let responder = try #require(
      SocketResponder { connection in
        for number in connection.number == 1 ? 1...3 : 3...5 { connection.send(Self.message(number)) }
        while connection.next() != nil {}
      })
    defer { responder.close() }
    let first = try run(
      Self.counts + "listen to stream; wait until $n == 3 or clock.elapsed > 30s", responder, state: folder)
    let second = try run(
      Self.counts + "listen to stream; wait until $n == 2 or clock.elapsed > 30s", responder, state: folder)
    #expect(first.error == nil && second.error == nil)
    #expect(second.lines.filter { $0.hasPrefix("did:") } == ["did:plc:ana: post 4", "did:plc:ana: post 5"])
    #expect(responder.log.last?.hasSuffix("cursor=\(Self.start + 3)") == true)
  }

  @Test func onlyMatchingPostsReachTheSession() throws {
    let responder = try #require(
      SocketResponder { connection in
        for number in 1...500 { connection.send(Self.message(number, number % 100 == 0 ? "Swift" : "other")) }
        while connection.next() != nil {}
      })
    defer { responder.close() }
    let (lines, error) = try run(
      Self.counts + "listen to stream matching \"swift\"; wait until $n == 5 or clock.elapsed > 30s", responder)
    #expect(error == nil && lines.filter { $0.hasPrefix("did:") }.count == 5)
  }

  @Test func aServerWithoutAStreamEndsListening() throws {
    let responder = try #require(SocketResponder(refusal: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
    defer { responder.close() }
    let script =
      "when listening.failed { print \"{$list}: {$reason} {$retry}\" }; listen to stream; wait until listening.count == 0 or clock.elapsed > 30s"
    let (lines, error) = try run(script, responder)
    #expect(error == nil)
    #expect(lines.contains("stream: the server does not offer the stream (status 404) none"), "\(lines)")
    #expect(
      lines.contains {
        $0.hasSuffix(
          "cannot listen to stream: the server does not offer the stream (status 404); no longer listening to it")
      })
  }

  @Test func aServerThatStaysAwayIsToldOnce() throws {
    let responder = try #require(SocketResponder())
    responder.close()
    let script =
      "let told = 0; when listening.failed { told += 1; print $reason }; listen to stream; wait 5s; expect $told == 1 and listening.count == 1"
    let (lines, error) = try run(script, responder)
    #expect(error == nil && lines.contains("the connection failed"), "\(lines)")
  }

  @Test func listeningEndsTheConnection() throws {
    let responder = try #require(
      SocketResponder { connection in
        connection.send(Self.message(1))
        while connection.next() != nil {}
      })
    defer { responder.close() }
    let session = try Self.session(nil)
    let run = ScriptRun(session)
    #expect(
      run(
        "set stream-host \"http://127.0.0.1:\(responder.port)\"\n" + Self.counts
          + "listen to stream; wait until $n == 1 or clock.elapsed > 30s; listen off; wait 500ms"
      ).error == nil)
    #expect(session.resources.posts.stream == nil)
    // `undo` listens again, from where it was.
    #expect(run("undo; wait 2s").error == nil)
    #expect(session.resources.posts.stream != nil && responder.log.count == 2)
    #expect(responder.log.last?.hasSuffix("cursor=\(Self.start + 1)") == true)
    StreamListener(session).leave()
  }

  @Test func thePromptStaysFreeWhilePostsArrive() throws {
    let responder = try #require(
      SocketResponder { connection in
        for number in 1...1_000 { connection.send(Self.message(number)) }
        while connection.next() != nil {}
      })
    defer { responder.close() }
    let prompt = Prompt(session: try Self.session(nil, isPrompt: true), history: History())
    _ = prompt.run("set stream-host \"http://127.0.0.1:\(responder.port)\"")
    _ = prompt.run("let n = 0; when stream.post { n += 1 }")
    _ = prompt.run("listen to stream")
    let end = Date(timeIntervalSinceNow: 30)
    while Date() < end {
      Thread.sleep(forTimeInterval: min(prompt.secondsToNext ?? 0.05, 0.05))
      _ = prompt.wake()
      _ = prompt.run("print $n")
      if prompt.session.output.drainLines().last == "1000" { break }
    }
    _ = prompt.run("expect $n == 1000")
    #expect(prompt.exitCode == 0)
    StreamListener(prompt.session).leave()
  }

  /// Servers close slow connections; the posts wait in the connection until then.
  @Test func aSlowHandlerLosesNothing() throws {
    let responder = try #require(
      SocketResponder { connection in
        for number in 1...6_000 { connection.send(Self.message(number)) }
        while connection.next() != nil {}
      })
    defer { responder.close() }
    let (_, error) = try run(
      "let n = 0; when stream.post { n += 1; if $n == 1 { wait 1s } }; listen to stream; wait until $n == 6000 or clock.elapsed > 30s",
      responder)
    #expect(error == nil)
  }
}
