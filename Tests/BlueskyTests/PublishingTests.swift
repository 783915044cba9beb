import Bluesky
import JSON
import Testing
import Timeline

/// Publishing a post: it is sent once, whatever the network does.
@Suite struct PublishingTests {
  private static let did = "did:plc:abc"
  private static let key = RecordKey(.practiceStart, device: "d")
  private static let lost = XRPCAnswer.none(words: "cut off", .unheard)
  private static let unreached = XRPCAnswer.none(words: "nobody there", .offline)
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

  /// Answers one request after the other; returns the requests and the outcome.
  private func run(_ publishing: Publishing, _ answers: [XRPCAnswer]) -> (asked: [String], outcome: Publishing.Outcome?)
  {
    var (publishing, answers, asked) = (publishing, answers[...], [String]())
    while true {
      switch publishing.step {
      case .prepare(let attempt):
        asked.append("keep \(attempt.key)")
        publishing.kept()
      case .ask(let call):
        asked.append(String(call.method.split(separator: ".").last!))
        guard let answer = answers.popFirst() else { return (asked, nil) }
        publishing.receive(answer)
      case .end(let outcome): return (asked, outcome)
      }
    }
  }

  @Test(arguments: [
    // The answers, the requests and the outcome.
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
    ([unreached], "keep createRecord", "offline"), ([lost, unreached], "keep createRecord getRecord", "unsure"),
    ([lost, absent, unreached], "keep createRecord getRecord createRecord", "offline"),
    ([limit], "keep createRecord", "later"),
    ([.refused(XRPCError(status: 400, name: "InvalidRequest"))], "keep createRecord", "refused"),
    ([.refused(XRPCError(status: 401, name: "InvalidToken"))], "keep createRecord", "locked"),
    ([.refused(XRPCError(status: 400, name: "ExpiredToken"))], "keep createRecord", "locked"),
    ([.refused(XRPCError(status: 400, name: "InvalidToken"))], "keep createRecord", "locked"),
  ])
  func everyAnswerLeadsToOnePost(answers: [XRPCAnswer], asked: String, outcome: String) {
    let run = run(Publishing(.init(Self.post()), as: Self.did, key: Self.key), answers)
    #expect(run.asked.map { $0.hasPrefix("keep") ? "keep" : $0 }.joined(separator: " ") == asked)
    #expect(Mirror(reflecting: run.outcome!).children.first?.label == outcome)
  }

  // MARK: Cards and gates

  private static let card = LinkCard(uri: "https://a.example", title: "t", description: "d", thumbnail: second)

  /// A card goes out with its picture, and without it where the picture cannot be uploaded.
  @Test(arguments: [
    ([uploaded("a"), there()], "uploadBlob keep createRecord", true),
    ([.refused(XRPCError(status: 400, name: "InvalidRequest")), there()], "uploadBlob keep createRecord", false),
    ([.none(words: "gone", .obstructed), there()], "uploadBlob keep createRecord", false),
    ([uploaded("a"), noBlob, uploaded("a"), there()], "uploadBlob keep createRecord uploadBlob createRecord", true),
  ])
  func aCardIsPartOfTheRecord(answers: [XRPCAnswer], asked: String, hasPicture: Bool) throws {
    var (publishing, rest) = (
      Publishing(.init(Self.post(), PostExtras(card: Self.card)), as: Self.did, key: Self.key), answers[...]
    )
    var (record, calls): (JSON?, [String]) = (nil, [])
    while true {
      switch publishing.step {
      case .prepare(let attempt):
        (record, calls) = (attempt.record, calls + ["keep"])
        publishing.kept()
        continue
      case .ask(let call):
        calls.append(String(call.method.split(separator: ".").last!))
        let answer = rest.popFirst()
        publishing.receive(try #require(answer))
        continue
      case .end: break
      }
      break
    }
    #expect(calls.joined(separator: " ") == asked)
    let external = record?["embed"]?["external"]
    #expect(record?["embed"]?["$type"] == "app.bsky.embed.external" && external?["uri"] == "https://a.example")
    #expect((external?["thumb"] == Self.blob("a")) == hasPicture && (external?["thumb"] != nil) == hasPicture)
  }

  @Test func picturesTakeThePlaceOfACard() {
    let extras = PostExtras(images: [Self.picture], card: Self.card)
    #expect(extras.shownCard == nil && extras.pictures == [Self.picture])
    let media = PostEmbed(images: [], blob: { _ in nil }, quoted: Self.root, card: Self.card)?.json
    #expect(
      media?["$type"] == "app.bsky.embed.recordWithMedia" && media?["media"]?["$type"] == "app.bsky.embed.external")
  }

  /// A post and the records that restrict it are written in one commit, and looked for as one.
  @Test(arguments: [
    ([written], "keep applyWrites", "sent"),
    ([lost, there(key, post().record { _ in nil })], "keep applyWrites getRecord", "sent"),
    ([lost, absent, written], "keep applyWrites getRecord applyWrites", "sent"),
    ([.done(["commit": [:]]), absent, written], "keep applyWrites getRecord applyWrites", "sent"),
    ([.refused(XRPCError(status: 400, name: "InvalidRequest"))], "keep applyWrites", "refused"),
  ])
  func gatesAreWrittenWithThePost(answers: [XRPCAnswer], asked: String, outcome: String) {
    let extras = PostExtras(gates: PostGates(replies: [.followers], allowsQuotes: false))
    let run = run(Publishing(.init(Self.post(), extras), as: Self.did, key: Self.key), answers)
    #expect(run.asked.map { $0.hasPrefix("keep") ? "keep" : $0 }.joined(separator: " ") == asked)
    #expect(Mirror(reflecting: run.outcome!).children.first?.label == outcome)
  }

  private static let written = XRPCAnswer.done([
    "results": [["uri": .string("at://\(did)/app.bsky.feed.post/\(key)"), "cid": "bafy"], ["uri": "x"], ["uri": "y"]]
  ])

  @Test func theRecordsOfGatesAreTheLexicons() throws {
    let gates = PostGates(
      replies: [.mentioned, .list(RecordAddress("at://\(Self.did)/app.bsky.graph.list/3k")!)], allowsQuotes: false)
    var publishing = Publishing(.init(Self.post(), PostExtras(gates: gates)), as: Self.did, key: Self.key)
    publishing.kept()
    guard case .ask(let call) = publishing.step else { throw XRPCMissing() }
    let writes = call.input?["writes"]?.arrayValue ?? []
    #expect(
      writes.map { $0["collection"]?.stringValue } == [
        "app.bsky.feed.post", "app.bsky.feed.threadgate", "app.bsky.feed.postgate",
      ])
    #expect(Set(writes.map { $0["rkey"]?.stringValue }) == [Self.key.description])
    #expect(
      writes[1]["value"]?["allow"] == [
        ["$type": "app.bsky.feed.threadgate#mentionRule"],
        ["$type": "app.bsky.feed.threadgate#listRule", "list": .string("at://\(Self.did)/app.bsky.graph.list/3k")],
      ])
    #expect(writes[2]["value"]?["embeddingRules"] == [["$type": "app.bsky.feed.postgate#disableRule"]])
    let post = "at://\(Self.did)/app.bsky.feed.post/\(Self.key)"
    #expect(writes[1]["value"]?["post"] == .string(post) && writes[2]["value"]?["post"] == .string(post))
  }

  private struct XRPCMissing: Error {}

  // MARK: Replies, quotes and pictures

  private static let parent = RecordAddress("at://\(did)/app.bsky.feed.post/3parent")!
  private static let other = RecordAddress("at://bob.test/app.bsky.feed.post/3other")!
  private static let root = StrongReference(
    RecordAddress("at://did:plc:root/app.bsky.feed.post/3root")!, cid: "bafyroot")
  private static let picture = PostImage(
    name: "p", type: "image/jpeg", size: 5, width: 4, height: 3, alt: "a red field")
  private static let second = PostImage(name: "q", type: "image/png", size: 6, width: 2, height: 1, alt: "")
  private static let whole = PostExtras(
    answers: .there(parent), quotes: .there(other), images: [picture, second])

  private static func found(_ key: String, _ value: JSON = [:]) -> XRPCAnswer {
    .done(["uri": .string("at://\(did)/app.bsky.feed.post/\(key)"), "cid": .string("bafy\(key)"), "value": value])
  }
  private static func blob(_ name: String) -> JSON {
    ["$type": "blob", "ref": ["$link": .string(name)], "mimeType": "image/jpeg", "size": 5]
  }
  private static func uploaded(_ name: String) -> XRPCAnswer { .done(["blob": blob(name)]) }
  private static let reply: JSON = ["reply": ["root": root.json, "parent": root.json]]
  private static let noBlob = XRPCAnswer.refused(XRPCError(status: 400, name: "BlobNotFound"))

  @Test(arguments: [
    (
      [found("3parent", reply), found("3other"), uploaded("a"), uploaded("b"), there()],
      "getRecord getRecord uploadBlob uploadBlob keep createRecord", "sent"
    ),
    ([absent], "getRecord", "missing"), ([found("3parent"), absent], "getRecord getRecord", "missing"),
    ([.refused(XRPCError(status: 400, name: "InvalidRequest", message: "no such account"))], "getRecord", "missing"),
    // A proxy in front of a server knows nothing about posts.
    ([.refused(XRPCError(status: 404))], "getRecord", "later"),
    ([.refused(XRPCError(status: 403))], "getRecord", "later"),
    ([.refused(XRPCError(status: 401, name: "ExpiredToken"))], "getRecord", "locked"),
    ([limit], "getRecord", "later"), ([down], "getRecord", "later"), ([lost], "getRecord", "offline"),
    ([unreached], "getRecord", "offline"), ([.done(["uri": "x"])], "getRecord", "later"),
    // A handle may belong to another account tomorrow.
    ([.done(["uri": .string(other.description), "cid": "bafy"])], "getRecord", "later"),
    ([found("3parent"), found("3other"), lost], "getRecord getRecord uploadBlob", "later"),
    ([found("3parent"), found("3other"), .done(["blob": 1])], "getRecord getRecord uploadBlob", "later"),
    (
      [found("3parent"), found("3other"), .refused(XRPCError(status: 413))], "getRecord getRecord uploadBlob", "refused"
    ),
    (
      [found("3parent"), found("3other"), .refused(XRPCError(status: 401))], "getRecord getRecord uploadBlob", "locked"
    ),
    // A server that has lost the pictures gets them once more, and no third time.
    (
      [found("3parent"), found("3other"), uploaded("a"), uploaded("b"), noBlob, uploaded("a"), uploaded("b"), there()],
      "getRecord getRecord uploadBlob uploadBlob keep createRecord uploadBlob uploadBlob createRecord", "sent"
    ),
    (
      [found("3parent"), found("3other"), uploaded("a"), uploaded("b"), noBlob, uploaded("a"), uploaded("b"), noBlob],
      "getRecord getRecord uploadBlob uploadBlob keep createRecord uploadBlob uploadBlob createRecord", "refused"
    ),
  ])
  func referencedDataIsUploadedFirst(answers: [XRPCAnswer], asked: String, outcome: String) {
    let run = run(Publishing(.init(Self.post(), Self.whole), as: Self.did, key: Self.key), answers)
    #expect(run.asked.map { $0.hasPrefix("keep") ? "keep" : $0 }.joined(separator: " ") == asked)
    #expect(Mirror(reflecting: run.outcome!).children.first?.label == outcome)
  }

  @Test func theRecordSaysWhatItAnswersQuotesAndShows() throws {
    var publishing = Publishing(.init(Self.post(), Self.whole), as: Self.did, key: Self.key)
    for answer in [Self.found("3parent", Self.reply), Self.found("3other"), Self.uploaded("a"), Self.uploaded("b")] {
      publishing.receive(answer)
    }
    guard case .prepare(let attempt) = publishing.step else { throw JSON.SyntaxError(expected: "a record", offset: 0) }
    #expect(attempt.root == Self.root)
    #expect(attempt.record["reply"]?["parent"]?["cid"] == "bafy3parent")
    #expect(
      attempt.record["embed"] == [
        "$type": "app.bsky.embed.recordWithMedia",
        "record": [
          "$type": "app.bsky.embed.record",
          "record": ["uri": .string("at://\(Self.did)/app.bsky.feed.post/3other"), "cid": "bafy3other"],
        ],
        "media": [
          "$type": "app.bsky.embed.images",
          "images": [
            ["image": Self.blob("a"), "alt": "a red field", "aspectRatio": ["width": 4, "height": 3]],
            ["image": Self.blob("b"), "alt": "", "aspectRatio": ["width": 2, "height": 1]],
          ],
        ],
      ])
  }

  @Test func aPictureThatTheServerHasIsNotSentAgain() {
    let blobs = ["p": Self.blob("a")]
    let preparedPost = Publishing.PreparedPost(
      Self.post(), PostExtras(images: [Self.picture, Self.second]), blobs: blobs)
    #expect(
      run(Publishing(preparedPost, as: Self.did, key: Self.key), [Self.uploaded("b"), Self.there()]).asked.map {
        $0.prefix(4)
      } == ["uplo", "keep", "crea"])
    var publishing = Publishing(preparedPost, as: Self.did, key: Self.key)
    publishing.receive(Self.uploaded("b"))
    #expect(publishing.blobs.keys.sorted() == ["p", "q"])
  }

  @Test func aKeyThatAnotherPostHasIsLeftToIt() {
    let other = Self.there(Self.key, ["text": "something else", "createdAt": "2026-01-05T09:00:00Z"])
    let run = run(Publishing(.init(Self.post()), as: Self.did, key: Self.key), [Self.down, other])
    #expect(run.asked.count == 5 && run.asked[3].hasPrefix("keep ") && run.asked[4] == "createRecord")
    #expect(run.asked[3] > run.asked[0])
  }

  @Test func possiblyPublishedPostsAreLookedUpFirst() {
    let attempt = Publishing.Attempt(key: Self.key, account: Self.did, record: Self.post().record { _ in nil })
    #expect(run(Publishing(.init(Self.post()), again: attempt, mayBeThere: true), []).asked == ["getRecord"])
    #expect(
      run(Publishing(.init(Self.post()), again: attempt, mayBeThere: true), [Self.absent, Self.there()]).asked == [
        "getRecord", "createRecord",
      ])
  }

  /// A post that another device claims to have sent is looked for under its own key, and sent as it was written if it
  /// is not there; the next key is tried if another post has the first.
  @Test func claimedPostsAreLookedForAndSentAsTheyWereWritten() {
    let claimed = Publishing(.init(Self.post()), as: Self.did, key: Self.key, claimed: true)
    let next = "keep \(Self.key.next)"
    let same = Self.post().record { _ in nil }
    let other = Self.there(Self.key, ["text": "something else", "createdAt": "2026-01-05T09:00:00Z"])
    for (answers, asked) in [
      ([Self.there(Self.key, same)], ["getRecord"]),
      ([Self.absent, Self.there()], ["getRecord", "keep \(Self.key)", "createRecord"]),
      ([other, Self.there(Self.key.next, same)], ["getRecord", "getRecord"]),
      ([other, Self.absent, Self.there(Self.key.next)], ["getRecord", "getRecord", next, "createRecord"]),
    ] {
      let run = run(claimed, answers)
      #expect(run.asked == asked)
      #expect(Mirror(reflecting: run.outcome!).children.first?.label == "sent")
    }
    #expect(Mirror(reflecting: run(claimed, [Self.lost]).outcome!).children.first?.label == "unsure")
  }

  @Test func requestsThatNeverArrivedAreRepeatedImmediately() {
    let attempt = Publishing.Attempt(key: Self.key, account: Self.did, record: Self.post().record { _ in nil })
    let ready = Publishing(.init(Self.post()), again: attempt, mayBeThere: false)
    #expect(run(ready, [Self.there()]).asked == ["createRecord"])
  }

  @Test func mentionsAreResolvedAndUnknownOnesStayText() throws {
    var publishing = Publishing(
      .init(Self.post("hi @bob.bsky.social @no.bsky.social")), as: Self.did, key: Self.key)
    publishing.receive(.done(["did": "did:plc:bob"]))
    publishing.receive(.refused(XRPCError(status: 400, name: "InvalidRequest")))
    guard case .prepare(let attempt) = publishing.step else { throw JSON.SyntaxError(expected: "a record", offset: 0) }
    #expect(attempt.record["facets"]?.arrayValue?.count == 1)
    #expect(publishing.unknown == ["no.bsky.social"])
  }

  @Test(arguments: [(unreached, "offline"), (down, "later"), (limit, "later"), (.done(["did": "x"]), "later")])
  func unresolvedMentionsStopSending(answer: XRPCAnswer, outcome: String) {
    let run = run(Publishing(.init(Self.post("hi @bob.bsky.social")), as: Self.did, key: Self.key), [answer])
    #expect(run.asked == ["resolveHandle"])
    #expect(Mirror(reflecting: run.outcome!).children.first?.label == outcome)
  }
}
