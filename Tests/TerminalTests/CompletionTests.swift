import Testing

@testable import Terminal

@Suite struct CompletionTests {
  func offered(_ texts: [String], _ range: Range<Int>) -> [Completion] {
    texts.map { Completion($0, description: "", replacing: range) }
  }

  @Test func oneIsTaken() {
    #expect(CompletionStep(offered(["story "], 0..<2), line: "st", cursor: 2) == .replace(line: "story ", cursor: 6))
    #expect(
      CompletionStep(offered(["日本"], 2..<5), line: "a 日 b", cursor: 5) == .replace(line: "a 日本 b", cursor: 8))
    #expect(CompletionStep(offered(["x"], 0..<1), line: "x", cursor: 1) == .nothing)
    #expect(CompletionStep([], line: "x", cursor: 1) == .nothing)
    #expect(CompletionStep(offered(["x"], 0..<9), line: "x", cursor: 1) == .nothing)
  }

  @Test func severalGoOnAsFarAsTheyAgree() {
    let both = offered(["hold", "holiday"], 0..<1)
    #expect(CompletionStep(both, line: "h", cursor: 1) == .replace(line: "hol", cursor: 3))
    let listed = offered(["hold", "holiday"], 0..<3)
    #expect(CompletionStep(listed, line: "hol", cursor: 3) == .list(listed))
    let fuzzy = offered(["hold", "uphold"], 0..<2)
    #expect(CompletionStep(fuzzy, line: "ho", cursor: 2) == .list(fuzzy))
  }

  @Test func listsAreAlignedAndCut() {
    let described = [
      Completion("hold ", description: "presses", replacing: 0..<0),
      Completion("日本", description: "a\u{1B}[2J", replacing: 0..<0), Completion("help", replacing: 0..<0),
    ]
    #expect(
      CompletionList.lines(described, width: 80, height: 9).map(\.plain) == [
        "  hold — presses", "  日本 — a␛[2J", "  help",
      ])
    #expect(CompletionList.lines(described, width: 12, height: 2).map(\.plain) == ["  hold — pr…", "  … and 2 m…"])
    let names = (1...10).map { Completion("name\($0)", replacing: 0..<0) }
    let columns = CompletionList.lines(names, width: 30, height: 9).map(\.plain)
    #expect(columns == ["  name1   name2   name3", "  name4   name5   name6", "  name7   name8   name9", "  name10"])
    #expect(CompletionList.lines(names, width: 30, height: 2).map(\.plain).last == "  … and 7 more")
  }
}
