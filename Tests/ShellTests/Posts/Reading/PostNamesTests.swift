import Testing

@testable import Shell

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
}
