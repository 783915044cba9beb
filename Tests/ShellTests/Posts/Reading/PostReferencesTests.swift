import Bluesky
import JSON
import Testing
import Timeline

@testable import SessionState

@Suite struct PostReferencesTests {
  private func item(_ number: Int) throws -> FeedItem {
    let json = try JSON(
      parsing: """
        {"uri":"at://did:web:ana.test/app.bsky.feed.post/p\(number)","cid":"bafy\(number)",
        "author":{"did":"did:web:ana.test","handle":"ana.test"},"indexedAt":"2026-01-05T09:00:00Z",
        "record":{"$type":"app.bsky.feed.post","text":"\(number)","createdAt":"2026-01-05T09:00:00Z"}}
        """)
    return FeedItem(try #require(PostView(posts: ["posts": .array([json])])))
  }

  /// A user listens for months: numbers and addresses stay, but the posts themselves are dropped, except those that
  /// the user asked for.
  @Test func oldArrivalsAreKeptByAddress() throws {
    var references = PostReferences()
    let count = PostReferences.arrivedLimit * 2
    for number in 1...count {
      let item = try item(number)
      #expect(references.refer(arrived: item, own: [:], isPartial: true) == number)
      if number == 7 { #expect(references.refer(to: item, own: [:]) == 7) }
    }
    #expect(references.count <= PostReferences.arrivedLimit + 1)
    #expect(references[1] == nil && references[7] != nil && references[count] != nil)
    let address = try #require(references.address(1))
    #expect(address == (try item(1)).post?.reference.address && references[address] == 1)
    // After it is read again, the post has its number and its text.
    #expect(references.refer(to: try item(1), own: [:]) == 1)
    #expect(references[1] != nil && references.address(1) == address)
  }
}
