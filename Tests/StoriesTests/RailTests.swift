import Stories
import Testing
import Timeline

@Suite struct RailTests {
  let rail = Feed(sessionStart: zero).rail(at: zero)

  @Test func railFollowsTheFeedWithoutWrapping() {
    #expect(rail.decks.map(\.origin) == ["cleo", "dora", "emil", "ana", "ben"].map { .user($0) })
    #expect(rail.deck(.next, of: "ana")?.origin == .user("ben"))
    #expect(rail.deck(.previous, of: "ana")?.origin == .user("emil"))
    #expect(rail.deck(.next, of: "ben") == nil)
    #expect(rail.deck(.previous, of: "cleo") == nil)
  }

  @Test func railOfAnUnknownAuthorIsEmpty() {
    #expect(rail.deck(.next, of: "zoe") == nil)
    #expect(Rail.none.deck(.next, of: "ana") == nil)
  }
}
