import JSON
import RichText
import Testing
import Timeline

@testable import Bluesky

/// Posts of a live stream, from the messages of its server.
@Suite struct StreamPostTests {
  private func message(_ text: String) throws -> StreamMessage? { StreamMessage(try JSON(parsing: Array(text.utf8))) }

  /// The example of Jetstream's own documentation, with a post instead of a like.
  private func commit(
    _ record: String, did: String = "did:plc:eygmaihciaxprqvxpfvl6flk", key: String = "3l3qo2vutsw2b",
    operation: String = "create", collection: String = "app.bsky.feed.post", cid: String = "\"bafyreidwaivazkwu\""
  ) throws -> StreamMessage? {
    try message(
      """
      {"did": "\(did)", "time_us": 1725911162329308, "kind": "commit", "commit": {"rev": "3l3qo2vutss2b",
      "operation": "\(operation)", "collection": "\(collection)", "rkey": "\(key)", "record": \(record), "cid": \(cid)}}
      """)
  }

  @Test func aPostIsReadFromItsRecord() throws {
    let record = """
      {"$type": "app.bsky.feed.post", "createdAt": "2024-09-09T19:46:02.102Z", "langs": ["en"], "tags": ["birds"],
      "text": "see @ana.test and swift.org",
      "facets": [{"index": {"byteStart": 4, "byteEnd": 13}, "features": [
      {"$type": "app.bsky.richtext.facet#mention", "did": "did:plc:ana"}]},
      {"index": {"byteStart": 18, "byteEnd": 27}, "features": [
      {"$type": "app.bsky.richtext.facet#link", "uri": "https://swift.org"}]}],
      "reply": {"parent": {"uri": "at://did:plc:a/app.bsky.feed.post/p", "cid": "x"},
      "root": {"uri": "at://did:plc:a/app.bsky.feed.post/r", "cid": "x"}},
      "labels": {"$type": "com.atproto.label.defs#selfLabels", "values": [{"val": "nudity"}]},
      "embed": {"$type": "app.bsky.embed.recordWithMedia",
      "record": {"record": {"uri": "at://did:plc:b/app.bsky.feed.post/q", "cid": "y"}},
      "media": {"$type": "app.bsky.embed.images", "images": [{"alt": "a swift", "image": {"$type": "blob"},
      "aspectRatio": {"width": 4, "height": 3}}]}}}
      """
    let message = try #require(try commit(record))
    #expect(message.at == Instant(microseconds: 1_725_911_162_329_308))
    let post = try #require(PostView(message))
    #expect("\(post.reference.address)" == "at://did:plc:eygmaihciaxprqvxpfvl6flk/app.bsky.feed.post/3l3qo2vutsw2b")
    #expect(post.reference.cid == "bafyreidwaivazkwu")
    #expect(post.author.did == "did:plc:eygmaihciaxprqvxpfvl6flk" && post.author.handle == Person.invalidHandle)
    #expect(post.text == "see @ana.test and swift.org" && post.mentioned == [4: "did:plc:ana"])
    #expect(post.links == ["https://swift.org"] && post.allTags == ["birds"] && post.languages == ["en"])
    #expect(post.parent?.key == "p" && post.root?.key == "r" && post.labels == ["nudity"])
    #expect(post.embed?.images.map { $0.alt } == ["a swift"] && post.embed?.images.first?.width == 4)
    guard case .absent(let quoted)? = post.embed?.quote else { throw JSON.SyntaxError(expected: "a quote", offset: 0) }
    #expect(quoted.address?.key == "q" && quoted.reason == .unknown("post"))
    // The time of arrival: it is later than the time of writing.
    #expect(post.created == NetworkDate.instant("2024-09-09T19:46:02.102Z"))
  }

  @Test func theTimeOfWritingIsNeverLaterThanTheArrival() throws {
    let post = try commit("{\"text\": \"x\", \"createdAt\": \"2031-01-01T00:00:00Z\"}").flatMap { PostView($0) }
    #expect(post?.created == Instant(microseconds: 1_725_911_162_329_308))
  }

  @Test(arguments: [
    ("app.bsky.embed.images", "{\"images\": [{\"alt\": \"one\"}]}"),
    ("app.bsky.embed.gallery", "{\"items\": [{\"alt\": \"one\"}]}"),
  ])
  func picturesAreKnownByTheirDescriptions(type: String, embed: String) throws {
    let embed = "{\"$type\": \"\(type)\", " + embed.dropFirst()
    let post = try commit("{\"text\": \"\", \"embed\": \(embed)}").flatMap { PostView($0) }
    #expect(post?.embed?.images.map { $0.alt } == ["one"] && post?.embed?.images.first?.uri == nil)
  }

  @Test func cardsAndUnknownEmbedsAreNamed() throws {
    let external =
      "{\"$type\": \"app.bsky.embed.external\", \"external\": {\"uri\": \"https://a.org\", \"title\": \"A\"}}"
    #expect(try commit("{\"text\": \"\", \"embed\": \(external)}").flatMap { PostView($0) }?.embed?.card?.title == "A")
    let other = "{\"$type\": \"org.example.poll\", \"options\": []}"
    #expect(
      try commit("{\"text\": \"\", \"embed\": \(other)}").flatMap { PostView($0) }?.embed?.unknown == "org.example.poll"
    )
  }

  @Test func onlyNewPostsArePosts() throws {
    let record = "{\"text\": \"x\"}"
    #expect(try commit(record)?.post != nil)
    #expect(try commit(record, operation: "update")?.post == nil)
    #expect(try commit(record, operation: "delete")?.post == nil)
    #expect(try commit(record, collection: "app.bsky.feed.like")?.post == nil)
    #expect(try commit(record, key: "a/b")?.post == nil)
    #expect(try commit(record, cid: "null")?.post == nil)
    #expect(try commit("\"x\"")?.post == nil)
    let identity = """
      {"did": "did:plc:a", "time_us": 5, "kind": "identity", "identity": {"did": "did:plc:a", "handle": "ana.test"}}
      """
    #expect(try message(identity)?.at == Instant(microseconds: 5))
    #expect(try message(identity)?.post == nil)
  }

  @Test(arguments: [
    "{}", "[]", "null", "{\"did\": \"did:plc:a\"}", "{\"did\": \"x\", \"time_us\": 5}",
    "{\"did\": \"did:plc:a\", \"time_us\": -1}", "{\"did\": \"did:plc:a\", \"time_us\": 9223372036854775807}",
    "{\"did\": \"did:plc:a\", \"time_us\": \"5\"}",
  ])
  func otherJSONIsNoMessage(text: String) throws { #expect(try message(text) == nil) }

  // MARK: The choice of posts

  @Test(arguments: [
    ("swift", "I like Swift.", true), ("SWIFT", "swift", true), ("swift", "swi ft", false), ("swift", "", false),
    ("e", "é", false), ("e", "e\u{301}", false), ("é", "CAFE\u{301}", true), ("É", "café", true),
    ("ß", "STRASSE", false), ("straße", "STRAßE", true), ("👩", "👩‍👩‍👧", false), ("👩‍👩‍👧", "a 👩‍👩‍👧 b", true),
    ("k", "\u{212A}", true), ("İ", "i\u{307}", true), ("日本", "東京は日本にある", true), ("a b", "A  B", false),
    ("a\r\nb", "a\r\nb", true), ("\nb", "a\r\nb", false), ("x", "aaaaaaaaaaaaax", true), ("#swift", "#Swift!", true),
  ])
  func textsAreFoundAtCharactersInAnyCase(needle: String, text: String, isFound: Bool) {
    #expect(TextNeedle(needle)?.isFound(in: text) == isFound)
  }

  @Test(arguments: ["", " ", "\n\t"]) func anEmptyNeedleIsNone(text: String) { #expect(TextNeedle(text) == nil) }

  @Test func postsAreChosenByTextPeopleAndAuthor() throws {
    let (ana, ben) = (try commit("{\"text\": \"Swift\"}", did: "did:plc:ana"), try commit("{\"text\": \"go\"}"))
    let messages = [try #require(ana), try #require(ben)]
    func texts(_ filter: StreamFilter, except own: Set<String> = []) -> [String] {
      messages.compactMap { filter.post($0, except: own)?.text }
    }
    #expect(texts(StreamFilter()) == ["Swift", "go"])
    #expect(texts(StreamFilter(), except: ["did:plc:ana"]) == ["go"])
    #expect(texts(StreamFilter(matching: TextNeedle("swift"))) == ["Swift"])
    #expect(texts(StreamFilter(of: ["did:plc:ana": "ana.test"])) == ["Swift"])
    #expect(texts(StreamFilter(matching: TextNeedle("go"), of: ["did:plc:ana": "ana.test"])) == [])
    #expect(StreamFilter(of: ["did:plc:ana": "ana.test"]).post(messages[0])?.author.handle == "ana.test")
  }
}
