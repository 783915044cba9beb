import Bluesky
import JSON
import Testing
import Timeline

/// The answers of servers and of the proxies in front of them.
@Suite struct XRPCAnswerTests {
  @Test(arguments: [
    (200, #"{"a":1}"#, XRPCAnswer.done(["a": 1])),
    (200, "<html>", .broken(XRPCError(status: 200, message: "the response is not JSON"))),
    (200, "", .broken(XRPCError(status: 200, message: "the response is not JSON"))),
    (
      200, String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
      .broken(XRPCError(status: 200, message: "the response is nested more than 64 levels deep"))
    ),
    (301, "", .broken(XRPCError(status: 301))),
    (400, #"{"error":"X","message":"y"}"#, .refused(XRPCError(status: 400, name: "X", message: "y"))),
    (400, #"{"error":1,"message":[]}"#, .refused(XRPCError(status: 400))),
    (404, "<html>", .refused(XRPCError(status: 404))), (408, "", .broken(XRPCError(status: 408))),
    (502, "<html>", .broken(XRPCError(status: 502))), (500, "null", .broken(XRPCError(status: 500))),
  ])
  func survives(status: Int, body: String, answer: XRPCAnswer) {
    #expect(XRPCAnswer(status: status, body: Array(body.utf8)) == answer)
  }

  @Test(arguments: [
    ("1795396481", Instant(microseconds: 1_795_396_481_000_000)), ("-1", nil), ("soon", nil),
    ("99999999999999999999", nil), ("9999999999999", nil), (nil, nil),
  ])
  func aLimitSaysWhenItResets(reset: String?, instant: Instant?) {
    guard case .refused(let error) = XRPCAnswer(status: 429, reset: reset, body: []) else {
      Issue.record("a limit is a refusal")
      return
    }
    #expect(error.resets == instant && error.isLimit)
  }

  @Test func aMethodMayAnswerNothing() {
    #expect(XRPCAnswer(status: 200, body: [], as: .nothing) == .done(.null))
  }

  @Test func longWordsAreCut() {
    let error = XRPCError(status: 400, message: String(repeating: "x", count: 1_000))
    #expect(error.words.count == 200)
    #expect(XRPCError(status: 400).words == "the server responded with status 400")
    #expect(XRPCError(status: 503).words == "the server responded with status 503")
  }

  @Test func aPathSaysAllParameters() {
    #expect(
      XRPCCall.resolveHandle("bo b.tést&x=1").path
        == "/xrpc/com.atproto.identity.resolveHandle?handle=bo%20b.t%C3%A9st%26x%3D1")
    #expect(XRPCCall.refreshSession.path == "/xrpc/com.atproto.server.refreshSession")
  }

  /// Servers state in every answer when their rate limits reset.
  @Test func withoutALimitNothingWaits() {
    guard case .broken(let error) = XRPCAnswer(status: 503, reset: "1767603600", body: []) else {
      Issue.record("not broken")
      return
    }
    #expect(error.resets == nil)
  }
}
