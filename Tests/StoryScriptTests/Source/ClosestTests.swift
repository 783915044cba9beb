import Testing

@testable import StoryScript
@testable import StorySyntax

/// The candidate closest to a misspelt word.
@Suite struct ClosestTests {
  @Test(arguments: [
    ("stroy", "story"),  // neighbours swapped: one step
    ("tmer", "timer"), ("timmer", "timer"), ("timet", "timer"), ("TIMER", "timer"),
    ("ti", "timer"),  // the beginning of a word
    ("t", nil),  // one letter begins too much
    ("xxxxx", nil), ("", nil), ("timer", "timer"),
    (String(repeating: "timer", count: 13), nil),
  ])
  func closestNameIsFound(_ word: String, _ meant: String?) {
    #expect(closest(to: word, among: ["story", "timer", "light"]) == meant)
  }

  @Test func tiesGoToTheFirst() {
    #expect(closest(to: "cat", among: ["car", "cap"]) == "car")
    #expect(closest(to: "of", among: ["on", "off"]) == "off")
    #expect(closest(to: "of", among: ["off", "on"]) == "off")
    #expect(closest(to: "cat", among: ["cap", "car"]) == "cap")
    #expect(closest(to: "cat", among: ["dog", "cup", "cap"]) == "cap")
  }
}
