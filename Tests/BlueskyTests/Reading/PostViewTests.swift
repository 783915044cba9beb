import JSON
import RichText
import Testing
import Timeline

@testable import Bluesky

@Suite struct PostViewTests {
  private static func read(_ json: JSON) -> (post: PostView?, omitted: Int) {
    var reader = AnswerReader()
    let post = PostView(json, &reader)
    return (post, reader.omitted)
  }

  @Test func aPostIsReadWhole() throws {
    let (post, omitted) = Self.read(Answers.post("3kaaa"))
    let read = try #require(post)
    #expect(omitted == 0)
    #expect(read.reference.address.description == "at://did:web:ana.test/app.bsky.feed.post/3kaaa")
    #expect(read.author.handle == "ana.test" && read.author.name == "Somebody")
    #expect(read.text == "hello" && read.languages == ["en"])
    #expect(read.created.map { CivilTime(utc: $0).dateTimeText } == "2026-01-05T08:00:00")
    #expect(read.counts == .init(likes: 3, reposts: 2, replies: 1, quotes: 0))
    #expect(read.viewer.like?.key == "x" && read.viewer.repost == nil && read.viewer.isBookmarked)
    #expect(read.labels == [] && read.author.labels == [])
  }

  @Test(arguments: ["uri", "cid", "author", "record"])
  func postsWithoutRequiredFieldsAreRejected(field: String) {
    let post = Answers.post("3kaaa")
    for value in [nil, .null, 7, "x", [], [:]] as [JSON?] where !(field == "record" && value == [:]) {
      let isFine = field == "cid" && value == "x"
      #expect(
        (Self.read(post.with(field, value: value)).post == nil) != isFine, "\(field) \(String(describing: value))")
    }
  }

  /// A value of a wrong type is skipped and counted, and the post is shown.
  @Test(arguments: [
    "likeCount", "repostCount", "replyCount", "quoteCount", "viewer", "embed", "labels", "indexedAt",
  ])
  func otherKindsAreLeftOutAndCounted(field: String) throws {
    for value in [true, -1.5, "x", [7], ["a": 1]] as [JSON] {
      let (post, omitted) = Self.read(Answers.post("3kaaa").with(field, value: value))
      #expect(post != nil)
      // Some of these fields are objects.
      if value != ["a": 1] { #expect(omitted > 0, "\(field) \(value)") }
    }
  }

  @Test(
    arguments: [.integer(-1), .integer(.min), .number(9_223_372_036_854_775_808), .integer(.max), .number(0.5)]
      as [JSON])
  func impossibleCountsAreIgnored(count: JSON) {
    let (post, omitted) = Self.read(Answers.post("3kaaa").with("likeCount", value: count))
    #expect(post?.counts.likes == 0 && omitted == 1)
  }

  @Test(arguments: [
    ("0000-01-01T00:00:00Z", "2026-01-05T08:00:01", 1), ("9999-12-31T23:59:59Z", "2026-01-05T08:00:01", 0),
    ("yesterday", "2026-01-05T08:00:01", 1), ("1999-01-01T00:00:00Z", "1999-01-01T00:00:00", 0),
  ])
  func impossibleDatesBecomeTheIndexingDate(written: String, counts: String, omitted: Int) {
    let read = Self.read(Answers.post("3kaaa").with("record", "createdAt", value: .string(written)))
    #expect(read.post?.created.map { CivilTime(utc: $0).dateTimeText } == counts)
    #expect(read.omitted == omitted)
  }

  private static func facet(_ start: Int64, _ end: Int64, _ feature: JSON) -> JSON {
    ["index": ["byteStart": .integer(start), "byteEnd": .integer(end)], "features": [feature]]
  }
  private static let tag: JSON = ["$type": "app.bsky.richtext.facet#tag", "tag": "t"]

  @Test func facetsAreTheRecordsOwnAsFarAsTheyFit() throws {
    let link: JSON = ["$type": "app.bsky.richtext.facet#link", "uri": "https://a.com"]
    let script: JSON = ["$type": "app.bsky.richtext.facet#link", "uri": "javascript:alert(1)"]
    let mention: JSON = ["$type": "app.bsky.richtext.facet#mention", "did": "did:plc:abc"]
    let facets: [JSON] = [
      Self.facet(6, 9, Self.tag), Self.facet(0, 4, mention), Self.facet(3, 7, mention), Self.facet(0, 100, Self.tag),
      Self.facet(-1, 2, Self.tag), Self.facet(10, 11, Self.tag), Self.facet(2, 2, Self.tag), Self.facet(5, 6, script),
      ["index": 7, "features": []], "x", Self.facet(9, 10, link),
    ]
    let record: JSON = ["text": "@ana #tagü x #found", "facets": .array(facets)]
    let read = Self.read(Answers.post("3kaaa").with("record", value: record))
    let post = try #require(read.post)
    // "ü" occupies bytes 9 and 10, so neither 9..<10 nor 10..<11 is a valid range of the text; #found has no facet.
    #expect(post.facets.map(\.range) == [0..<4, 6..<9])
    #expect(post.facets.first?.feature == .mention(handle: "ana", isComplete: true))
    #expect(post.mentioned == [0: "did:plc:abc"])
    #expect(read.omitted == 9)
  }

  @Test func labelsConceal() throws {
    let labels: JSON = [["val": "!warn", "neg": true], ["val": "porn"], ["val": "!no-unauthenticated"]]
    let labelled = Self.read(Answers.post("3kaaa").with("labels", value: labels))
    #expect(labelled.post?.labels == ["porn", "!no-unauthenticated"])
    func treatment(_ post: PostView?) -> (PostView.HiddenReason?, ContentLabel.Reason?) {
      let labels = post?.appliedLabels ?? []
      return (LabelChoices().concealment(labels), LabelChoices().mediaWarning(labels))
    }
    #expect(treatment(labelled.post) == (nil, .adult))
    let both: JSON = [["val": "gore"], ["val": "!hide"], ["val": "nudity"]]
    let hidden = Self.read(Answers.post("3kaaa").with("labels", value: both)).post
    #expect(treatment(hidden) == (.labelled(.hidden), .graphic))
  }

  @Test func embeds() throws {
    func embed(_ json: JSON) -> EmbedView? {
      Self.read(Answers.post("3kaaa").with("embed", value: json)).post?.embed
    }
    let images: JSON = [
      "$type": "app.bsky.embed.images#view", "images": [["alt": "a cat", "fullsize": "https://a.com/1"], 7],
    ]
    #expect(embed(images)?.images.map(\.alt) == ["a cat"])
    let card: JSON = [
      "$type": "app.bsky.embed.external#view", "external": ["uri": "https://a.com", "title": "A", "description": "B"],
    ]
    #expect(embed(card)?.card == .init(uri: "https://a.com", title: "A", description: "B"))
    #expect(embed(card.with("external", "uri", value: "javascript:x")) == nil)
    let gone: JSON = [
      "$type": "app.bsky.embed.record#view",
      "record": ["$type": "app.bsky.embed.record#viewNotFound", "uri": "at://did:web:a.test/app.bsky.feed.post/x"],
    ]
    guard case .absent(let absent)? = embed(gone)?.quote else { throw Missing() }
    #expect(absent.reason == .deleted)
    #expect(embed(["$type": "app.bsky.embed.moon#view"])?.unknown == "app.bsky.embed.moon")
    let items = (0..<25).map { number -> JSON in
      ["alt": .string("\(number)"), "fullsize": "https://a.com/1", "thumbnail": "https://a.com/2"]
    }
    let gallery = embed(["$type": "app.bsky.embed.gallery#view", "items": .array(items)])
    #expect(
      gallery?.images.map(\.alt) == (0..<20).map(String.init) && gallery?.images[0].thumbnail == "https://a.com/2")
    #expect(embed(["$type": "app.bsky.embed.video#view", "alt": "x", "presentation": "gif"])?.video?.isGIF == true)
    let quoted = Answers.post("3kbbb", "quoted", by: "ben.test")
    let view: JSON = .object(
      [.init("$type", "app.bsky.embed.record#viewRecord")]
        + quoted.fields.map { .init($0.name == "record" ? "value" : $0.name, $0.value) })
    let both = embed(
      ["$type": "app.bsky.embed.recordWithMedia#view", "record": ["record": view], "media": images])
    guard case .post(let post)? = both?.quote else { throw Missing() }
    #expect(post.text == "quoted" && post.author.handle == "ben.test" && both?.images.count == 1)
  }

  /// The official client keeps a GIF's description behind a prefix in the card of the service's page.
  @Test(
    arguments: [
      ("https://media.tenor.com/x/y.gif?hh=1", "Alt: a cat", "a cat"),
      ("https://static.klipy.com/x", "ALT: a cat", "a cat"),
      ("https://media.tenor.com/x", "a cat", "a cat"), ("https://media.tenor.com/x", "", ""),
      ("https://a.example/x.gif", "Alt: a cat", nil), ("https://media.tenor.com.evil.example/x", "Alt: a cat", nil),
    ] as [(String, String, String?)])
  func aCardOfAGIFHasItsDescription(uri: String, description: String, alt: String?) {
    #expect(EmbedView.Card(uri: uri, title: "t", description: description).gifDescription == alt)
  }

  @Test func whatIsClosedToTheAccount() {
    let closed = Answers.post("3kaaa").with("viewer", value: ["replyDisabled": true, "embeddingDisabled": true])
    let viewer = Self.read(closed).post?.viewer
    #expect(viewer?.cannotReply == true && viewer?.cannotQuote == true)
    #expect(Self.read(Answers.post("3kaaa")).post?.viewer.cannotReply == false)
  }

  private struct Missing: Error {}
}

extension JSON {
  var fields: [Field] { if case .object(let fields) = self { fields } else { [] } }
}
