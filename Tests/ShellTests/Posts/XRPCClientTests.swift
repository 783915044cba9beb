import Bluesky
import NetworkTesting
import Testing

@testable import PostsWing

/// Tokens that are no longer valid, with a server that says so.
@Suite struct XRPCClientTests {
  private let did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz"

  /// Returns the answer to a request whose token has expired, and the account afterwards.
  private func asked(
    _ status: Int, _ json: String
  ) throws -> (answer: XRPCClient.Answer, account: Account?) {
    let server = try #require(
      Responder(answers: [
        "xrpc/com.atproto.repo.deleteRecord": (400, #"{"error":"ExpiredToken"}"#),
        "xrpc/com.atproto.server.refreshSession": (status, json),
      ]))
    defer { server.close() }
    let host = try Host("http://127.0.0.1:\(server.port)") { _ in true }
    let store = AccountStore()
    try store.change { $0.add(Account(did: did, handle: "a.test", host: host, access: "old", refresh: "r")) }
    let address = RecordAddress(repository: did, collection: "app.bsky.feed.post", key: "3mbo36fa7z272")
    let answer = try XRPCClient(store).request(.deleteRecord(address), as: did, isPatient: false)
    return (answer, try store.read()[did: did])
  }

  @Test(arguments: ["ExpiredToken", "InvalidToken"]) func endedSessionsAreForgotten(_ name: String) throws {
    let (answer, account) = try asked(400, #"{"error":"\#(name)"}"#)
    #expect(answer.endsSession && account == nil)
  }

  /// A response that says nothing about the login leaves the login as it is.
  @Test(arguments: [
    (500, #"{"error":"InternalServerError"}"#, "cannot renew the login: internal server error"),
    (403, #"{"error":"AccountTakedown"}"#, "cannot renew the login: AccountTakedown"),
    (200, #"{"accessJwt":"new"}"#, "the new login tokens are unreadable"),
    (429, #"{"error":"RateLimitExceeded"}"#, nil),
  ])
  func allOthersStay(_ status: Int, _ json: String, _ words: String?) throws {
    let (answer, account) = try asked(status, json)
    #expect(!answer.endsSession && account?.access == "old")
    if let words {
      #expect(answer.answer == .none(words: words, .obstructed))
    } else {
      #expect(answer.answer == .refused(XRPCError(status: status, name: "RateLimitExceeded")))
    }
  }

  @Test func newTokensAreKept() throws {
    let (answer, account) = try asked(
      200, #"{"accessJwt":"new","refreshJwt":"next","handle":"a.test","did":"\#(did)"}"#)
    #expect(!answer.endsSession && account?.access == "new" && account?.refresh == "next")
    #expect(answer.answer == .refused(XRPCError(status: 400, name: "ExpiredToken")), "the server says so of any")
  }

  /// A server that repeats what was sent to it: the password, the code and the tokens are in none of its messages.
  @Test func aServerCannotShowWhatWasSentToIt() throws {
    let responder = Responder { _, body in
      let sent = String(decoding: body, as: UTF8.self).replacing("\"", with: "'")
      return (400, #"{"error":"InvalidRequest","message":"\#(sent) old-access-1 next-refresh-1"}"#)
    }
    let server = try #require(responder)
    defer { server.close() }
    let host = try Host("http://127.0.0.1:\(server.port)") { _ in true }
    let store = AccountStore()
    let account = Account(
      did: did, handle: "a.test", host: host, access: "old-access-1", refresh: "next-refresh-1")
    try store.change { $0.add(account) }
    let client = XRPCClient(store)
    let login = try client.request(.createSession("a.test", password: "hunter2", code: "ABC-12"), at: host)
    #expect(
      login
        == .refused(
          XRPCError(
            status: 400, name: "InvalidRequest",
            message:
              "{'identifier':'a.test','password':'…','authFactorToken':'…'} old-access-1 next-refresh-1")))
    let address = RecordAddress(repository: did, collection: "app.bsky.feed.post", key: "3mbo36fa7z272")
    guard case .refused(let error) = try client.request(.deleteRecord(address), as: did).answer else {
      Issue.record("not refused")
      return
    }
    #expect(error.words.hasSuffix("} … …"), "\(error.words)")
  }
}
