import Testing

@testable import Terminal

@Suite struct WordsTests {
  @Test(arguments: [
    ("hold 5s", "5s"), ("post \"a b\" ", "\"a b\""), ("print (1 + 2)", "(1 + 2)"), ("", ""), ("tap left; hold", "hold"),
    ("$m[0 ]", "$m[0 ]"), ("story play @ana  ", "@ana"),
  ])
  func theLastOfALine(_ line: String, _ word: String) { #expect(Words.last(of: line) == word) }

  @Test func motionsStopAtLettersAndDigits() {
    let text = [Grapheme]("post #tag, 日本 5s")
    #expect(Words.end(in: text, after: 0) == 4)
    #expect(Words.end(in: text, after: 4) == 9)
    #expect(Words.end(in: text, after: 9) == 13)
    #expect(Words.end(in: text, after: 16) == 16)
    #expect(Words.start(in: text, before: 16) == 14)
    #expect(Words.start(in: text, before: 11) == 6)
    #expect(Words.start(in: text, before: 0) == 0)
  }

  @Test func aSuggestionIsTakenUpToTheNextSpace() {
    #expect(Words.first(of: " play 4") == " play")
    #expect(Words.first(of: "ry #tag x") == "ry")
    #expect(Words.first(of: "") == "")
  }
}
