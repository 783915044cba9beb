import Foundation
import JSON
import System
import Testing
import Timeline

@testable import Classroom

/// The server of a class with real connections on this machine.
struct ClassServerTests {
  /// A server in a thread of its own, until the test ends.
  private final class Class: @unchecked Sendable {
    let folder = NSTemporaryDirectory() + "class-\(UUID().uuidString)"
    let server: ClassServer
    private let lock = Lock()
    private var isOver = false
    private var thread: SystemThread?

    init(lesson: String? = "hold-to-pause") throws {
      try Folder.make(folder)
      let page =
        "<!doctype html><meta content=\"connect-src 'none'; x\"></head>" + String(repeating: "x", count: 3_000_000)
      server = try ClassServer(
        page: Array(page.utf8), lesson: lesson, folder: folder, port: 0, isLocal: true, news: { _ in })
      thread = SystemThread { [unowned self] in
        while !lock.holding({ isOver }) { server.serve(for: 20) }
      }
    }

    func end() {
      lock.holding { isOver = true }
      thread?.join()
      server.close()
      try? FileManager.default.removeItem(atPath: folder)
    }

    var files: [String] { ((try? Folder.names(in: folder)) ?? []).sorted() }

    /// Returns a new connection.
    func connect() throws -> Descriptor {
      #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
      #else
        let stream = SOCK_STREAM
      #endif
      let descriptor = Descriptor(socket(AF_INET, stream, 0))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(server.port)).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = withUnsafeBytes(of: &address) { bytes in
        System.connect(
          descriptor.number, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
          socklen_t(MemoryLayout<sockaddr_in>.size))
      }
      try #require(result == 0)
      var limit = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(descriptor.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      return descriptor
    }

    /// Sends bytes and returns everything until the server closes the connection, or until `end` has arrived.
    func exchange(_ bytes: String, until end: String? = nil) throws -> String {
      let descriptor = try connect()
      defer { descriptor.close() }
      try? descriptor.writeAll(bytes)
      var answer: [UInt8] = []
      while let more = try? descriptor.receive(atMost: 1 << 16), !more.isEmpty {
        answer += more
        if let end, String(decoding: answer, as: UTF8.self).contains(end) { break }
      }
      return String(decoding: answer, as: UTF8.self)
    }

    func get(_ path: String) throws -> String {
      try exchange("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }

    func post(_ path: String, _ body: JSON, type: String = "application/json") throws -> (status: Int, body: JSON?) {
      let text = body.text
      let answer = try exchange(
        "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: \(type)\r\n"
          + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
      let status = Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
      let rest = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined()
      return (status, try? JSON(parsing: rest))
    }

    func join(_ name: String) throws -> String {
      let answer = try post("/class/join", ["name": .string(name), "code": .string(server.code)])
      return try #require(answer.body?["token"]?.stringValue)
    }
  }

  @Test func thePageIsMarkedAndWhole() throws {
    let room = try Class()
    defer { room.end() }
    let answer = try room.get("/")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(
      answer.contains("connect-src 'self'") && answer.contains("name=\"storyline-class\" content=\"hold-to-pause\""))
    #expect(answer.hasSuffix("xxx") && answer.utf8.count > 3_000_000)
  }

  @Test func aLearnerJoinsReportsAndHandsIn() throws {
    let room = try Class()
    defer { room.end() }
    #expect(try room.post("/class/join", ["name": "Eve", "code": "0"]).status == 403)
    let token = try room.join("Ada")
    #expect(
      try room.post("/class/report", ["token": .string(token), "step": 2, "count": 8, "title": "Hold"]).status == 200)
    #expect(try room.post("/class/report", ["token": "no", "step": 2]).status == 403)
    #expect(
      try room.post("/class/work", ["token": .string(token), "lesson": "../../hold", "text": "# Recording"]).status
        == 200)
    #expect(room.files == ["ada-hold.story"])
    let board = try room.exchange(
      "GET /board/events?key=\(room.server.key) HTTP/1.1\r\nHost: x\r\n\r\n", until: "\n\n")
    #expect(board.contains("\"name\":\"Ada\"") && board.contains("\"step\":2") && board.contains("\"hasWork\":true"))
  }

  @Test func theBoardNeedsItsKey() throws {
    let room = try Class()
    defer { room.end() }
    #expect(try room.get("/board").hasPrefix("HTTP/1.1 403"))
    #expect(try room.get("/board?key=\(room.server.code)").hasPrefix("HTTP/1.1 403"))
    #expect(try room.get("/board?key=\(room.server.key)").hasPrefix("HTTP/1.1 200"))
    #expect(try room.get("/board/events?key=x").hasPrefix("HTTP/1.1 404"))
    #expect(try room.post("/board/open", ["isOpen": true]).status == 404)
  }

  /// Another site's page can only send what a form sends.
  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
  func otherSitesCannotPost(_ type: String) throws {
    let room = try Class()
    defer { room.end() }
    let body: JSON = ["name": "Eve", "code": .string(room.server.code)]
    #expect(try room.post("/class/join", body, type: type).status == 405)
    #expect(room.server.learnerCount == 0)
  }

  @Test func brokenRequestsEndTheirConnectionAlone() throws {
    let room = try Class()
    defer { room.end() }
    #expect(try room.exchange("\u{16}\u{3}\u{1}\r\n\r\n").hasPrefix("HTTP/1.1 400"))
    #expect(
      try room.exchange("GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 4_000)).hasPrefix("HTTP/1.1 431"))
    #expect(
      try room.exchange("POST /class/work HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n").hasPrefix(
        "HTTP/1.1 413"))
    #expect(try room.get("/etc/passwd").hasPrefix("HTTP/1.1 404"))
    #expect(try room.get("/../../etc/passwd").hasPrefix("HTTP/1.1 404"))
    #expect(try room.get("/").hasPrefix("HTTP/1.1 200"))
  }

  /// A learner's stream gets each change once, and the connections of a whole class fit.
  @Test func manyLearnersAreServedAtOnce() throws {
    let room = try Class()
    defer { room.end() }
    let tokens = try (0..<60).map { try room.join("L\($0)") }
    let streams = try tokens.map { _ in
      let descriptor = try room.connect()
      try descriptor.writeAll("GET /class/events HTTP/1.1\r\nHost: x\r\n\r\n")
      return descriptor
    }
    defer { for stream in streams { stream.close() } }
    _ = try room.post("/class/predict", ["token": .string(tokens[0]), "text": "3 s", "step": 1])
    #expect(try room.post("/board/open?key=\(room.server.key)", ["isOpen": true]).status == 200)
    for stream in streams {
      var text = ""
      while !text.contains("3 s"), let more = try? stream.receive(atMost: 1 << 16), !more.isEmpty {
        text += String(decoding: more, as: UTF8.self)
      }
      #expect(text.contains("\"predictions\":[\"3 s\"]"))
    }
  }
}
