import JSON
import Testing

@testable import Bluesky

@Suite struct ThreadPageTests {
  private static func node(_ key: String, parent: JSON? = nil, replies: [JSON] = []) -> JSON {
    .object(
      [
        .init("$type", "app.bsky.feed.defs#threadViewPost"), .init("post", Answers.post(key)),
        .init("replies", .array(replies)),
      ] + (parent.map { [JSON.Field("parent", $0)] } ?? []))
  }

  private static func lines(_ json: JSON) -> [String]? {
    ThreadPage(["thread": json])?.items.map { item in
      "\(item.depth) " + (item.post?.reference.address.key ?? "gone")
    }
  }

  @Test func aConversationComesInItsOrder() {
    let json = Self.node(
      "c", parent: Self.node("b", parent: Self.node("a")),
      replies: [Self.node("d", replies: [Self.node("e")]), Self.node("f")])
    #expect(Self.lines(json) == ["-2 a", "-1 b", "0 c", "1 d", "2 e", "1 f"])
  }

  @Test func whatIsGoneHasItsPlace() {
    let gone: JSON = [
      "$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://did:web:a.test/app.bsky.feed.post/x", "notFound": true,
    ]
    #expect(Self.lines(Self.node("b", parent: gone, replies: [gone])) == ["-1 gone", "0 b"])
  }

  @Test func loopsEnd() {
    let json = Self.node(
      "a", parent: Self.node("a"), replies: [Self.node("a"), Self.node("b", replies: [Self.node("a")])])
    #expect(Self.lines(json) == ["0 a", "1 b"])
  }

  @Test func aWideOneIsReadWhole() {
    let page = ThreadPage(["thread": Self.node("a", replies: (0..<5_000).map { Self.node("r\($0)") })])
    #expect(page?.items.count == 5_001 && page?.omitted == 0)
  }

  @Test(arguments: [.null, 7, [], ["post": 7]] as [JSON])
  func whatIsNoneIsNone(json: JSON) { #expect(ThreadPage(["thread": json]) == nil) }

  /// As deep as it is asked for, a conversation is not too deep for the reader of JSON.
  @Test func theDeepestThatIsAskedForCanBeRead() throws {
    var below = Self.node("x")
    for depth in 0..<ThreadPage.depth { below = Self.node("d\(depth)", replies: [below]) }
    var above = Self.node("y")
    for height in 0..<ThreadPage.height { above = Self.node("h\(height)", parent: above) }
    for json in [below, above] {
      let read = try JSON(parsing: JSON.object([.init("thread", json)]).text)
      #expect(ThreadPage(read) != nil)
    }
  }
}
