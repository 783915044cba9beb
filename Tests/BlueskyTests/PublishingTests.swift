import Bluesky
import JSON
import Testing
import Timeline

/// A post on its way: sent once, whatever the network does.
@Suite struct PublishingTests {
  private static let did = "did:plc:abc"
  private static let key = RecordKey(.practiceStart, device: "d")
  private static let lost = XRPCAnswer.none(words: "cut off", mayHaveArrived: true)
  private static let unreached = XRPCAnswer.none(words: "nobody there", mayHaveArrived: false)
  private static let absent = XRPCAnswer.refused(XRPCError(status: 400, name: "RecordNotFound"))
  private static let down = XRPCAnswer.broken(XRPCError(status: 500))
  private static let limit = XRPCAnswer.refused(
    XRPCError(status: 429, name: "RateLimitExceeded", resets: .practiceStart))

  private static func there(_ key: RecordKey = key, _ record: JSON? = nil) -> XRPCAnswer {
    var fields: [JSON.Field] = [
      .init("uri", .string("at://\(did)/app.bsky.feed.post/\(key)")), .init("cid", "bafy"),
    ]
    if let record { fields.append(.init("value", record)) }
    return .done(.object(fields))
  }

  private static func post(_ text: String = "hello") -> Post { try! Post(text, created: .practiceStart) }

  /// Answers one question after the other; says what was asked, and how it ended.
  private func run(_ publishing: Publishing, _ answers: [XRPCAnswer]) -> (asked: [String], outcome: Publishing.Outcome?)
  {
    var (publishing, answers, asked) = (publishing, answers[...], [String]())
    while true {
      switch publishing.next {
      case .keep(let attempt):
        asked.append("keep \(attempt.key)")
        publishing.kept()
      case .ask(let call):
        asked.append(String(call.method.split(separator: ".").last!))
        guard let answer = answers.popFirst() else { return (asked, nil) }
        publishing.take(answer)
      case .end(let outcome): return (asked, outcome)
      }
    }
  }

  @Test(arguments: [
    // What is answered, what is asked, and what comes of it.
    ([there()], "keep createRecord", "sent"),
    ([lost, there(key, post().record { _ in nil })], "keep createRecord getRecord", "sent"),
    ([down, there(key, post().record { _ in nil })], "keep createRecord getRecord", "sent"),
    ([lost, absent, there()], "keep createRecord getRecord createRecord", "sent"),
    ([.done(["strange": 1]), absent, there()], "keep createRecord getRecord createRecord", "sent"),
    ([lost, lost], "keep createRecord getRecord", "unsure"),
    ([lost, down], "keep createRecord getRecord", "unsure"),
    ([lost, limit], "keep createRecord getRecord", "unsure"),
    (
      [lost, absent, down, absent, down, absent],
      "keep createRecord getRecord createRecord getRecord createRecord getRecord", "unsure"
    ),
    ([unreached], "keep createRecord", "offline"), ([lost, unreached], "keep createRecord getRecord", "offline"),
    ([limit], "keep createRecord", "later"),
    ([.refused(XRPCError(status: 400, name: "InvalidRequest"))], "keep createRecord", "refused"),
    ([.refused(XRPCError(status: 401, name: "InvalidToken"))], "keep createRecord", "locked"),
    ([.refused(XRPCError(status: 400, name: "ExpiredToken"))], "keep createRecord", "locked"),
    ([.refused(XRPCError(status: 400, name: "InvalidToken"))], "keep createRecord", "locked"),
  ])
  func whateverIsAnsweredItIsSentOnce(answers: [XRPCAnswer], asked: String, outcome: String) {
    let run = run(Publishing(Self.post(), as: Self.did, key: Self.key, reply: nil), answers)
    #expect(run.asked.map { $0.hasPrefix("keep") ? "keep" : $0 }.joined(separator: " ") == asked)
    #expect(Mirror(reflecting: run.outcome!).children.first?.label == outcome)
  }

  @Test func aKeyThatAnotherPostHasIsLeftToIt() {
    let other = Self.there(Self.key, ["text": "something else", "createdAt": "2026-01-05T09:00:00Z"])
    let run = run(Publishing(Self.post(), as: Self.did, key: Self.key, reply: nil), [Self.down, other])
    #expect(run.asked.count == 5 && run.asked[3].hasPrefix("keep ") && run.asked[4] == "createRecord")
    #expect(run.asked[3] > run.asked[0])
  }

  @Test func whatMayBeThereIsLookedForFirst() {
    let attempt = Publishing.Attempt(key: Self.key, account: Self.did, record: Self.post().record { _ in nil })
    #expect(run(Publishing(Self.post(), again: attempt, mayBeThere: true), []).asked == ["getRecord"])
    #expect(
      run(Publishing(Self.post(), again: attempt, mayBeThere: true), [Self.absent, Self.there()]).asked == [
        "getRecord", "createRecord",
      ])
  }

  @Test func whatNeverArrivedIsSentAtOnce() {
    let attempt = Publishing.Attempt(key: Self.key, account: Self.did, record: Self.post().record { _ in nil })
    let ready = Publishing(Self.post(), again: attempt, mayBeThere: false)
    #expect(run(ready, [Self.there()]).asked == ["createRecord"])
  }

  @Test func whoIsMentionedIsLookedUpAndWhoIsNobodyStaysText() throws {
    var publishing = Publishing(
      Self.post("hi @bob.bsky.social @no.bsky.social"), as: Self.did, key: Self.key, reply: nil)
    publishing.take(.done(["did": "did:plc:bob"]))
    publishing.take(.refused(XRPCError(status: 400, name: "InvalidRequest")))
    guard case .keep(let attempt) = publishing.next else { throw JSON.SyntaxError(expected: "a record", offset: 0) }
    #expect(attempt.record["facets"]?.arrayValue?.count == 1)
    #expect(publishing.unknown == ["no.bsky.social"])
  }

  @Test(arguments: [(unreached, "offline"), (down, "later"), (limit, "later"), (.done(["did": "x"]), "later")])
  func withoutKnowingWhoIsMentionedNothingIsSent(answer: XRPCAnswer, outcome: String) {
    let run = run(Publishing(Self.post("hi @bob.bsky.social"), as: Self.did, key: Self.key, reply: nil), [answer])
    #expect(run.asked == ["resolveHandle"])
    #expect(Mirror(reflecting: run.outcome!).children.first?.label == outcome)
  }
}
