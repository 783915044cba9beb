import JSON
import Testing

@testable import Bluesky

@Suite struct SavedFeedsTests {
  private static let kind = "app.bsky.actor.defs#savedFeedsPref"
  private static func uri(_ key: String) -> JSON { .string("at://did:web:a.test/app.bsky.feed.generator/\(key)") }
  private static func item(_ key: String, pinned: JSON = true, type: JSON = "feed") -> JSON {
    ["type": type, "value": uri(key), "pinned": pinned, "id": "1"]
  }
  private static func keys(_ preferences: [JSON]) -> [String]? {
    SavedFeeds(["preferences": .array(preferences)])?.addresses.map(\.key)
  }

  @Test func pinnedOnesComeFirstAndEachOnce() {
    let items: [JSON] = [
      Self.item("a", pinned: false), Self.item("b"), Self.item("list", type: "list"), Self.item("b", pinned: false),
      ["type": "timeline", "value": "following", "pinned": true, "id": "2"], Self.item("c"),
    ]
    let new: JSON = ["$type": .string(Self.kind + "V2"), "items": .array(items)]
    let old: JSON = ["$type": .string(Self.kind), "pinned": [Self.uri("x")], "saved": [Self.uri("y"), Self.uri("x")]]
    #expect(Self.keys([["$type": "other"], old, new]) == ["b", "c", "a"])
    #expect(Self.keys([old]) == ["x", "y"])
    #expect(Self.keys([]) == [])
  }

  @Test func invalidFeedsAreSkippedAndCounted() throws {
    let items: [JSON] = [7, Self.item("a", pinned: 3), ["type": "feed", "value": 3], ["type": "feed", "value": "x"]]
    let saved = SavedFeeds(["preferences": [["$type": .string(Self.kind + "V2"), "items": .array(items)]]])
    #expect(saved?.addresses.map(\.key) == ["a"] && saved?.omitted == 3)
    #expect(SavedFeeds(["preferences": 3]) == nil && SavedFeeds([]) == nil)
  }

  @Test func feedsAreRequestedByTheirNames() {
    let address = RecordAddress(repository: "did:web:a.test", collection: RecordAddress.feeds, key: "a")
    let path = ReadingList.feeds(.saved([address, address])).call(limit: 7, cursor: nil).path
    #expect(path.hasPrefix("/xrpc/app.bsky.feed.getFeedGenerators?feeds=at%3A%2F%2F") && !path.contains("limit"))
    var listing = Listing(.feeds(.recent([])))
    listing.begin(5)
    #expect(listing.next == nil && !listing.hasMore)
  }
}
