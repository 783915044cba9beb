import Bluesky
import RichText
import Testing
import Timeline

@Suite struct OutboxTests {
  @Test func aPostCarriesItsFacets() throws {
    let post = try Post("hi #tag @bob.bsky.social https://a.com", created: .practiceStart)
    #expect(post.facets.map(\.range) == [3..<7, 8..<24, 25..<30])
    #expect(post.partialMentions.isEmpty)
    #expect(post.measure.graphemes == 30)
  }

  @Test func aPartialHandleIsReportedButIsNotAFacet() throws {
    let post = try Post("hi #tag @bob", created: .practiceStart)
    #expect(post.facets.map(\.feature) == [.tag("tag")])
    #expect(post.partialMentions.map(\.range) == [8..<12])
  }

  @Test(arguments: ["", "  \n\t"])
  func emptyPostsAreRefused(_ text: String) {
    #expect(throws: Post.Problem.empty) { try Post(text, created: .practiceStart) }
  }

  @Test func theLimitsAreGraphemesAndBytes() throws {
    _ = try Post(String(repeating: "a", count: 300), created: .practiceStart)
    #expect(throws: Post.Problem.self) { try Post(String(repeating: "a", count: 301), created: .practiceStart) }
    // A family of four is one grapheme of 25 bytes: 120 families are 3,000 bytes, and another one is too many.
    let family = "👨‍👩‍👧‍👦"
    _ = try Post(String(repeating: family, count: 120), created: .practiceStart)
    #expect(throws: Post.Problem.self) { try Post(String(repeating: family, count: 121), created: .practiceStart) }
  }

  @Test func idsAreNeverGivenTwice() throws {
    var outbox = Outbox()
    outbox.add(try Post("one", created: .practiceStart))
    let second = outbox.add(try Post("two", created: .practiceStart))
    let removed = outbox.remove(second.id)
    #expect(removed == second)
    let none = outbox.remove(7)
    #expect(none == nil)
    let third = outbox.add(try Post("three", created: .practiceStart))
    #expect(third.id == 3)
    #expect(outbox.entries.map(\.post.text) == ["one", "three"])
    #expect(outbox.count == 2)
  }
}
