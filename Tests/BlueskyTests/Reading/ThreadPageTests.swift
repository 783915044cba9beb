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

  /// Returns a post with its author and the post that it answers.
  private static func reply(_ key: String, to parent: (String, String), by handle: String, _ replies: [JSON] = [])
    -> JSON
  {
    let reference: JSON = ["uri": .string("at://did:web:\(parent.1)/app.bsky.feed.post/\(parent.0)"), "cid": "c"]
    let post = Answers.post(key, by: handle)
      .with("record", "reply", value: ["root": reference, "parent": reference])
    return ["post": post, "replies": .array(replies)]
  }

  /// An author's own thread stays at one level and is not interrupted; the replies of others follow it.
  @Test func anOwnThreadIsFlat() throws {
    let (a, b) = ("ana.test", "ben.test")
    let json: JSON = [
      "post": Answers.post("1", by: a),
      "replies": [
        Self.reply("x", to: ("1", a), by: b, [Self.reply("y", to: ("x", b), by: a)]),
        Self.reply(
          "2", to: ("1", a), by: a,
          [
            Self.reply("3", to: ("2", a), by: a, [Self.reply("z", to: ("3", a), by: b)]),
            Self.reply("w", to: ("2", a), by: b),
          ]),
        Self.reply("again", to: ("1", a), by: a),
      ],
    ]
    let items = try #require(ThreadPage(["thread": json])).items
    #expect(
      items.map { "\($0.post?.reference.address.key ?? "") \($0.depth) \($0.level)\($0.isApart ? " apart" : "")" } == [
        "1 0 0", "2 1 0", "3 2 0", "x 1 1 apart", "y 2 2", "z 3 1", "w 2 1 apart", "again 1 1 apart",
      ])
  }

  @Test func deletedPostsKeepTheirPosition() {
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

  @Test func wideThreadsAreReadCompletely() {
    let page = ThreadPage(["thread": Self.node("a", replies: (0..<5_000).map { Self.node("r\($0)") })])
    #expect(page?.items.count == 5_001 && page?.omitted == 0)
  }

  /// Returns a conversation in a single chain, cut by a server to the requested size.
  private static func answer(_ length: Int, _ place: Int) -> JSON {
    func node(_ place: Int, up: Int, down: Int) -> JSON {
      let reference: JSON = ["uri": .string(uri(max(0, place - 1))), "cid": "c"]
      var post = Answers.post("p\(place)").with("replyCount", value: .integer(place + 1 < length ? 1 : 0))
      if place > 0 { post = post.with("record", "reply", value: ["root": reference, "parent": reference]) }
      var fields: [JSON.Field] = [.init("post", post)]
      if place > 0, up > 0 { fields.append(.init("parent", node(place - 1, up: up - 1, down: 0))) }
      if down > 0 {
        fields.append(.init("replies", .array(place + 1 < length ? [node(place + 1, up: 0, down: down - 1)] : [])))
      }
      return .object(fields)
    }
    return ["thread": node(place, up: ThreadPage.height, down: ThreadPage.depth)]
  }
  private static func uri(_ place: Int) -> String { "at://did:web:ana.test/app.bsky.feed.post/p\(place)" }
  private static func place(_ item: FeedItem?) -> Int? {
    item?.post.flatMap { Int($0.reference.address.key.dropFirst()) }
  }

  /// A reader who follows every "continue" link reaches each of 200 posts, downwards and upwards.
  @Test func deepThreadsContinueWhereTheyAreCut() throws {
    var (seen, place): (Set<Int>, Int) = ([], 0)
    for _ in 0..<20 {
      let page = try #require(ThreadPage(try JSON(parsing: Self.answer(200, place).text)))
      seen.formUnion(page.items.compactMap(Self.place))
      #expect(
        page.items.dropLast().allSatisfy { $0.cutBelow == 0 } && page.items.dropFirst().allSatisfy { !$0.isCutAbove })
      guard page.items.last?.cutBelow == 1, let next = Self.place(page.items.last) else { break }
      place = next
    }
    #expect(seen == Set(0..<200))
    var tops: [Int] = []
    place = 199
    for _ in 0..<20 {
      let page = try #require(ThreadPage(try JSON(parsing: Self.answer(200, place).text)))
      guard page.items.first?.isCutAbove == true, let next = Self.place(page.items.first) else { break }
      tops.append(next)
      place = next
    }
    #expect(tops == [179, 159, 139, 119, 99, 79, 59, 39, 19])
  }

  /// Posts that lead back, are gone or cannot be read do not count as cut.
  @Test func completeThreadsAreNotCut() {
    let gone: JSON = ["$type": "app.bsky.feed.defs#notFoundPost", "uri": .string(Self.uri(7))]
    let whole = Self.answer(3, 1)["thread"] ?? .null
    for parent in [gone, whole, 7] as [JSON] {
      let thread = whole.with("parent", value: parent)
      let page = ThreadPage(["thread": thread])
      #expect(page?.items.allSatisfy { !$0.isCutAbove && $0.cutBelow == 0 } == true)
    }
  }

  @Test(arguments: [.null, 7, [], ["post": 7]] as [JSON])
  func invalidThreadsAreRejected(json: JSON) { #expect(ThreadPage(["thread": json]) == nil) }

  /// A conversation of the greatest requested depth is not too deep for the JSON parser.
  @Test func threadsOfTheMaximumDepthAreRead() throws {
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
