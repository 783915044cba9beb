import Testing

@testable import Journal

@Suite struct EventIDTests {
  @Test func partsOfACauseStayApart() {
    #expect(Event.ID(cause: "timer.saved", "kitchen", "17").text == "timer.saved/kitchen/17")
    #expect(Event.ID(cause: "a/b", "c").text == "a%2fb/c")
    #expect(Event.ID(cause: "a", "b/c") != Event.ID(cause: "a/b", "c"))
    #expect(Event.ID(cause: "50%", "é \"~").text == "50%25/%c3%a9%20%22%7e")
    #expect(Event.ID(cause: "a\n\t").text == "a%0a%09")
    #expect(Event.ID(Event.ID(cause: "").text) != nil)
  }

  @Test func longCausesGiveShortDifferentIds() {
    let (a, b) = (String(repeating: "x", count: 2_000), String(repeating: "x", count: 2_000) + "y")
    let ids = [Event.ID(cause: a), Event.ID(cause: b)]
    #expect(ids[0] != ids[1])
    for id in ids { #expect(Event.ID(id.void.next.next.text) != nil) }
  }

  @Test(arguments: ["", "a b", "a\"b", "a\\b", "é", "a\nb", String(repeating: "a", count: 513)])
  func invalidIDsAreRejected(text: String) { #expect(Event.ID(text) == nil) }

  @Test func redoneEventsAreNumbered() {
    #expect(id("a").next.text == "a~2")
    #expect(id("a~2").next.text == "a~3")
    #expect(id("a~b").next.text == "a~b~2")
    #expect(id("a").void.text == "void/a")
  }

  /// Another device's file may contain any id.
  @Test(arguments: ["a~9223372036854775807", "a~9223372036854775808", "a~+5", "a~-3", "a~1", "a~02", "a~", "~"])
  func suffixesThatAreNotNumbersAreIgnored(text: String) {
    #expect(id(text).generation == nil)
    #expect(id(text).next.text == text + "~2")
    #expect(id(text).next.next.text == text + "~3")
  }

  @Test func derivedIDsOfTheLongestIDAreValid() {
    let (long, other) = (String(repeating: "a", count: 511) + "b", String(repeating: "a", count: 512))
    for text in [long, String(other.dropLast(2)), String(other.dropLast(510)) + "~9999999999"] {
      for derived in [id(text).void, id(text).next, id(text).next.next, id(text).next.void, id(text).void.void] {
        #expect(Event.ID.isValid(derived.text), "\(derived)")
      }
    }
    #expect(id(long).void != id(other).void)
    #expect(id(long).next != id(other).next)
    #expect(id(long).next.next.generation == 3)
    // Ids that just fit are not changed.
    let fitting = [String(repeating: "a", count: 510), String(repeating: "a", count: 507)]
    #expect(id(fitting[0]).next.text == fitting[0] + "~2")
    #expect(id(fitting[1]).void.text == "void/" + fitting[1])
  }
}
