import Testing

@testable import ShellCore

@Suite struct PostNamesTests {
  @Test func referencesAreCompletedWithTheirFirstWords() {
    let run = ScriptRun()
    run("login bob.test; timeline 3; post \"my own words\"")
    let line = "reply @"
    let candidates = Completer(session: run.session).completions(line, line.utf8.count)
    #expect(candidates.map(\.text) == ["@1 ", "@2 ", "@3 ", "@4 "])
    #expect(candidates.last?.description == "my own words")
    #expect(candidates.first?.description.contains(".test: ") == true)
  }

  /// Completes users who appeared in a list and users who are followed, with the @ or without.
  @Test(arguments: ["follow @", "follow ", "posts of @"])
  func peopleOfAnyListAreCompleted(line: String) {
    let run = ScriptRun()
    run("login bob.test; follow june.test; people kai; profile of pau.test; followers of ana.test 2; timeline 1")
    let names = Completer(session: run.session).completions(line, line.utf8.count).map(\.text)
    for name in ["june.test ", "pau.test "] {
      #expect(names.contains(line.hasSuffix("@") ? "@" + name : name), "\(line): \(names)")
    }
    #expect(names.count >= 4)
  }
}
