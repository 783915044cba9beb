import Testing

@testable import Journal

@Suite struct EventIDTests {
  @Test func partsOfACauseStayApart() {
    #expect(Event.ID(cause: "timer.saved", "kitchen", "17").text == "timer.saved/kitchen/17")
    #expect(Event.ID(cause: "a/b", "c").text == "a%2fb/c")
    #expect(Event.ID(cause: "a", "b/c") != Event.ID(cause: "a/b", "c"))
    #expect(Event.ID(cause: "50%", "é \"~").text == "50%25/%c3%a9%20%22%7e")
    #expect(Event.ID(Event.ID(cause: "").text) != nil)
  }

  @Test func longCausesGiveShortDifferentIds() {
    let (a, b) = (String(repeating: "x", count: 2_000), String(repeating: "x", count: 2_000) + "y")
    let ids = [Event.ID(cause: a), Event.ID(cause: b)]
    #expect(ids[0] != ids[1])
    for id in ids { #expect(Event.ID(id.void.next.next.text) != nil) }
  }

  @Test(arguments: ["", "a b", "a\"b", "a\\b", "é", "a\nb", String(repeating: "a", count: 513)])
  func otherTextsAreNoIds(text: String) { #expect(Event.ID(text) == nil) }

  @Test func redoneEventsAreNumbered() {
    #expect(id("a").next.text == "a~2")
    #expect(id("a~2").next.text == "a~3")
    #expect(id("a~b").next.text == "a~b~2")
    #expect(id("a").void.text == "void/a")
  }
}
