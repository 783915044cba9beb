import Testing

@testable import Classroom

/// Requests, whole and in pieces, and what is not one.
struct HTTPReaderTests {
  private func requests(_ text: String) throws(HTTPReader.Problem) -> [IncomingRequest] {
    var reader = HTTPReader()
    reader.append(Array(text.utf8))
    var requests: [IncomingRequest] = []
    while let request = try reader.next() { requests.append(request) }
    return requests
  }

  @Test func aRequestHasItsParts() throws {
    let request = try requests("GET /board?key=a%20b&x=1+2&key=c HTTP/1.1\r\nHost: pi:8080\r\nX-One:  two \r\n\r\n")[0]
    #expect(request.method == "GET")
    #expect(request.path == "/board")
    #expect(request.query == ["key": "a b", "x": "1 2"])
    #expect(request.fields == ["host": "pi:8080", "x-one": "two"])
    #expect(request.keepsOpen)
  }

  @Test func severalRequestsFollowEachOther() throws {
    let text =
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    let all = try requests(text)
    #expect(all.map { $0.path } == ["/a", "/b"])
    #expect(all[0].body == Array("abc".utf8))
    #expect(!all[1].keepsOpen)
  }

  /// However a connection cuts the bytes, the same requests arrive.
  @Test func piecesAreJoined() throws {
    let text = "POST /a?b=%C3%A9 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: y\r\n\r\n"
    let whole = try requests(text)
    #expect(whole.count == 2)
    for size in 1...7 {
      var reader = HTTPReader()
      var pieces: [IncomingRequest] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        reader.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let request = try reader.next() { pieces.append(request) }
      }
      #expect(pieces == whole)
      #expect(!reader.isWithin)
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", HTTPReader.Problem.malformed),
    ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", .unsupported),
    ("GET / http\r\nHost: x\r\n\r\n", .malformed),
    ("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", .malformed),
    ("GET x HTTP/1.1\r\nHost: x\r\n\r\n", .malformed),
    ("G T / HTTP/1.1\r\nHost: x\r\n\r\n", .malformed),
    ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", .malformed),
    ("GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n", .malformed),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", .malformed),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n", .malformed),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .malformed),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", .bodyTooLarge),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n", .bodyTooLarge),
    ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", .unsupported),
  ])
  func otherBytesAreRefused(_ text: String, _ problem: HTTPReader.Problem) {
    #expect(throws: problem) { try requests(text) }
  }

  @Test func anEndlessHeadIsRefused() {
    var reader = HTTPReader()
    reader.append(Array("GET / HTTP/1.1\r\n".utf8))
    #expect(throws: HTTPReader.Problem.headTooLarge) {
      for _ in 0..<2_000 {
        reader.append(Array("X: 123456789\r\n".utf8))
        _ = try reader.next()
      }
    }
  }
}
