import Bluesky
import JSON
import RichText
import Testing
import Timeline

@Suite struct PostJSONTests {
  @Test func aRecordSaysAllThatIsPublished() throws {
    let labels = try Post.Labels(languages: ["de", "DE", "pt-BR"], tags: ["#swift", "shell"])
    let post = try Post(
      "Hi @bob.bsky.social @no.bsky.social #tag https://example.com/123456789012345", created: .practiceStart,
      labels: labels)
    let address = try #require(RecordAddress("at://did:plc:abc/app.bsky.feed.post/x"))
    let reference = StrongReference(address, cid: "bafy")
    let record = post.record(reply: .init(root: reference, parent: reference)) {
      $0 == "bob.bsky.social" ? "did:plc:bob" : nil
    }
    #expect(
      record.text == """
        {"$type":"app.bsky.feed.post",\
        "text":"Hi @bob.bsky.social @no.bsky.social #tag example.com/123456789012...",\
        "createdAt":"\(CivilTime(utc: .practiceStart).dateTimeText)Z","facets":[\
        {"index":{"byteStart":3,"byteEnd":19},"features":[{"$type":"app.bsky.richtext.facet#mention","did":"did:plc:bob"}]},\
        {"index":{"byteStart":36,"byteEnd":40},"features":[{"$type":"app.bsky.richtext.facet#tag","tag":"tag"}]},\
        {"index":{"byteStart":41,"byteEnd":68},"features":[{"$type":"app.bsky.richtext.facet#link",\
        "uri":"https://example.com/123456789012345"}]}],\
        "reply":{"root":{"uri":"at://did:plc:abc/app.bsky.feed.post/x","cid":"bafy"},\
        "parent":{"uri":"at://did:plc:abc/app.bsky.feed.post/x","cid":"bafy"}},\
        "langs":["de","pt-BR"],"tags":["swift","shell"]}
        """)
    #expect(post.mentionedHandles == ["bob.bsky.social", "no.bsky.social"])
  }

  @Test func aPlainRecordHasNoOptionalFields() throws {
    let record = try Post("hi @bob  ", created: Instant(microseconds: 1_500_000)).record { _ in nil }
    #expect(record.text == #"{"$type":"app.bsky.feed.post","text":"hi @bob","createdAt":"1970-01-01T00:00:01.5Z"}"#)
  }
}
