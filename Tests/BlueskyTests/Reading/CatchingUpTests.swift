import JSON
import Testing
import Timeline

@testable import Bluesky

@Suite struct CatchingUpTests {
  /// Returns a page of posts that were written at these minutes.
  private func page(_ minutes: [Int], cursor: String? = nil, pinned: Int? = nil) -> JSON {
    let items: [JSON] = minutes.map { minute in
      let date = "2026-01-05T08:\(minute < 10 ? "0" : "")\(minute):00Z"
      let post = Answers.post("p\(minute)").with("record", "createdAt", value: .string(date))
        .with("indexedAt", value: .string(date))
      if minute == pinned { return ["post": post, "reason": ["$type": "app.bsky.feed.defs#reasonPin"]] }
      return ["post": post]
    }
    return .object([.init("feed", .array(items))] + (cursor.map { [JSON.Field("cursor", .string($0))] } ?? []))
  }

  private func receive(_ page: JSON, _ catching: inout NewItemsReading) throws {
    let isTaken = catching.receive(page)
    try #require(isTaken)
  }

  private func keys(_ items: [FeedItem]) -> [String] { items.compactMap { $0.post?.reference.address.key } }

  private func mark(at minutes: [Int]) throws -> ReadMark {
    var catching = NewItemsReading(.timeline, from: nil, first: 20)
    try receive(page(minutes), &catching)
    return try #require(ReadMark(catching.news.compactMap(\.mark)))
  }

  @Test func theFirstReadingGetsTheNewest() throws {
    var catching = NewItemsReading(.timeline, from: nil, first: 3)
    #expect(catching.next?["limit"] == "3")
    try receive(page([9, 8, 7], cursor: "x"), &catching)
    #expect(catching.next == nil && !catching.isCut)
    #expect(keys(catching.news) == ["p7", "p8", "p9"])
  }

  @Test func readingStopsAtTheMark() throws {
    var catching = NewItemsReading(.timeline, from: try mark(at: [5, 4]), first: 3)
    try receive(page([30, 29], cursor: "a"), &catching)
    #expect(catching.next?["cursor"] == "a")
    try receive(page([28, 5, 4], cursor: "b"), &catching)
    #expect(catching.next == nil)
    #expect(keys(catching.news) == ["p28", "p29", "p30"])
  }

  /// A pinned post, always at the top, does not say how far the page reaches.
  @Test func aPinnedPostDoesNotEndTheReading() throws {
    var catching = NewItemsReading(.timeline, from: try mark(at: [5]), first: 3)
    try receive(page([30, 1], cursor: "a", pinned: 1), &catching)
    #expect(catching.next != nil)
  }

  @Test func theEndOfTheListIsEnough() throws {
    var catching = NewItemsReading(.timeline, from: try mark(at: [5]), first: 3)
    try receive(page([30, 29]), &catching)
    #expect(catching.next == nil && !catching.isCut)
    #expect(keys(catching.news) == ["p29", "p30"])
  }

  /// A list without an end that does not contain the mark.
  @Test func readingStopsAfterAThousandItems() throws {
    var catching = NewItemsReading(.timeline, from: try mark(at: [1]), first: 3)
    var pages = 0
    while catching.next != nil, pages < 200 {
      let items: [JSON] = (0..<100).map { number in
        let post = Answers.post("q\(pages)x\(number)").with("record", "createdAt", value: "2026-02-05T08:00:00Z")
          .with("indexedAt", value: "2026-02-05T08:00:00Z")
        return ["post": post]
      }
      try receive(["feed": .array(items), "cursor": .string("\(pages)")], &catching)
      pages += 1
    }
    #expect(pages == 10 && catching.isCut && catching.news.count == NewItemsReading.limit)
  }

  @Test func aRepostCountsFromWhenItWasMade() throws {
    let by = Answers.person("ben.test")
    let item: JSON = [
      "post": Answers.post("old"),
      "reason": ["$type": "app.bsky.feed.defs#reasonRepost", "by": by, "indexedAt": "2026-01-05T08:40:00Z"],
    ]
    var catching = NewItemsReading(.timeline, from: try mark(at: [5, 4]), first: 3)
    try receive(["feed": [item]], &catching)
    #expect(keys(catching.news) == ["old"])
    let isTaken = catching.receive(["nothing": 1])
    #expect(!isTaken)
  }
}
