import Bluesky
import JSON
import Testing

/// The secrets that a server repeats in its answers.
@Suite struct SentSecretsTests {
  private static let token = "eyJhbGciOiJFUzI1NksifQ.eyJzdWIiOiJkaWQ6cGxjOmFiYyJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"

  @Test(arguments: [
    ("'hunter two' is wrong", "'…' is wrong"), ("HUNTER TWO is wrong", "… is wrong"),
    ("wrong: xhunter twox", "wrong: x…x"), ("?password=hunter%20two&x", "?password=…&x"), ("hunter", "hunter"),
    ("code 12345", "code …"), ("token \(token) expired", "token … expired"),
    ("token \(token.prefix(20))… expired", "token …… expired"), ("ends with \(token.suffix(14))", "ends with …"),
    ("eyJhbGci", "eyJhbGci"), ("", ""), ("ab is short, abc is not", "… is short, abc is not"), ("é", "é"),
  ])
  func areMasked(_ text: String, _ masked: String) {
    #expect(SentSecretMask(["hunter two", nil, "12345", Self.token, "ab", ""]).masked(text) == masked)
  }

  /// A server may write a secret in another way.
  @Test(arguments: [
    "abcd-efgh-1jkl-mnop", "ABCD-EFGH-1JKL-MNOP", "ponm-lkj1-hgfe-dcba", "YWJjZC1lZmdoLTFqa2wtbW5vcA==",
    "YWJjZC1lZmdoLTFqa2wtbW5vcA", "616263642d656667682d316a6b6c2d6d6e6f70", "abcdefgh1jklmnop", "abcd efgh 1jkl mnop",
    "a b c d e f g h 1 j k l m n o p", "\\u0061bcd-efgh-1jkl-mnop", "%61%62%63%64-efgh-1jkl-mnop",
    "&#97;bcd-efgh-1jkl-mnop", "abcd-efgh-1jkl-mno", "bcd-efgh-1jkl-mnop", "abcd.efgh.1jkl.mnop",
    "abcd-efgh … 1jkl-mnop",
    "ponmlkj1hgfedcba",
  ])
  func areMaskedInOtherForms(_ form: String) {
    let sent = SentSecretMask(["abcd-efgh-1jkl-mnop"])
    let masked = sent.masked("no '\(form)' here")
    for part in ["efgh", "EFGH", "hgfe", "ZmdoLTFqa2", "656667", "e f g"] {
      #expect(!masked.contains(part), "\(masked)")
    }
    #expect(masked.hasPrefix("no '") && masked.hasSuffix("' here"))
  }

  @Test func otherTextsStay() {
    let sent = SentSecretMask(["abcd-efgh-1jkl-mnop", "hunter22"])
    for text in ["the alphabet is abcdefg", "hunters of 22 countries", "mnop", "a b c d e f g", "%zz \\u00 &#999; &#"] {
      #expect(sent.masked(text) == text)
    }
    #expect(sent.shown(String(repeating: "x", count: 500)).count == 201)
  }

  @Test func withoutSecretsNothingChanges() {
    #expect(SentSecretMask([nil, ""]).masked("hunter2") == "hunter2")
  }

  /// A secret is masked before a message is cut, so that no part of one remains.
  @Test func nothingIsLeftOfASecretWhereAMessageIsCut() {
    let sent = SentSecretMask(.createSession("bob.test", password: "hunter2-secret", code: "ABCDE-FGHIJ"))
    for length in 180...200 {
      let message = String(repeating: "x", count: length) + "hunter2-secret abcde-fghij"
      let body = Array(JSON.object([.init("error", .string("E")), .init("message", .string(message))]).text.utf8)
      guard case .refused(let error) = XRPCAnswer(status: 400, body: body, hiding: sent) else {
        Issue.record("not refused")
        return
      }
      #expect(!error.words.contains("hun") && !error.words.contains("abc"), "\(error.words)")
    }
    let long = String(repeating: "y ", count: 5_000) + "hunter2-secret"
    #expect(!sent.masked(long).contains("hun") && sent.masked(long).utf8.count <= 4_200)
  }

  /// An error's name may be the secret, too.
  @Test func namesAreMasked() {
    let sent = SentSecretMask(["hunter2"])
    let answer = XRPCAnswer(status: 500, body: Array(#"{"error":"hunter2"}"#.utf8), hiding: sent)
    #expect(answer == .broken(XRPCError(status: 500, name: "…")))
  }
}
