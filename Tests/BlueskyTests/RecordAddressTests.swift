import Bluesky
import Testing

@Suite struct RecordAddressTests {
  /// The page of a record leads back to it.
  @Test(arguments: ["app.bsky.feed.post", "app.bsky.feed.generator", "app.bsky.graph.list"])
  func aPageLeadsBack(collection: String) throws {
    let address = RecordAddress(repository: "ana.test", collection: collection, key: "3k")
    #expect(RecordAddress(page: try #require(address.page)) == address)
    #expect(RecordAddress(repository: "ana.test", collection: "app.bsky.feed.like", key: "3k").page == nil)
  }

  @Test(arguments: [
    "at://did:plc:44ybard66vv44zksje25o7dz/app.bsky.feed.post/3jwdwj2ctlk26",
    "at://bob.bsky.social/app.bsky.feed.post/self",
    "at://did:web:localhost%3A1234/com.example.thing/a_b-c.d:e~f",
  ])
  func addresses(text: String) throws { #expect(try #require(RecordAddress(text)).description == text) }

  @Test(arguments: [
    "", "at://", "at://bob.bsky.social", "at://bob.bsky.social/app.bsky.feed.post", "at://bob/app.bsky.feed.post/x",
    "at://bob.bsky.social/post/x", "at://bob.bsky.social/app.bsky.feed.post/",
    "at://bob.bsky.social/app.bsky.feed.post/..",
    "at://bob.bsky.social/app.bsky.feed.post/a b", "at://bob.bsky.social/app..post/x",
    "at://did:plc/app.bsky.feed.post/x",
    "at://bob.bsky.social/app.bsky.feed.post/x/y", "https://bsky.app/profile/bob.bsky.social/post/x",
    "at://did:plc:a:/app.bsky.feed.post/x", "at://did:PLC:a/app.bsky.feed.post/x",
  ])
  func invalidAddressesAreRejected(text: String) { #expect(RecordAddress(text) == nil) }

  @Test(arguments: [
    (
      "https://bsky.app/profile/bob.bsky.social/post/3jwdwj2ctlk26",
      "at://bob.bsky.social/app.bsky.feed.post/3jwdwj2ctlk26"
    ),
    ("https://bsky.app/profile/did:plc:abc/post/x?y=z#w", "at://did:plc:abc/app.bsky.feed.post/x"),
    ("HTTPS://other.example/profile/bob.bsky.social/post/x", "at://bob.bsky.social/app.bsky.feed.post/x"),
    ("https://bsky.app/profile/bob.bsky.social/lists/x", "at://bob.bsky.social/app.bsky.graph.list/x"),
  ])
  func pages(page: String, address: String) { #expect(RecordAddress(page: page)?.description == address) }

  @Test(arguments: [
    "https://bsky.app/profile/bob.bsky.social", "https://bsky.app/profile/bob/post/x",
    "bsky.app/profile/bob.bsky.social/post/x",
    "https://bsky.app/profile/bob.bsky.social/lists", "https://bsky.app/profile/bob.bsky.social/post/x/likes",
  ])
  func otherPagesAreRejected(page: String) { #expect(RecordAddress(page: page) == nil) }
}
