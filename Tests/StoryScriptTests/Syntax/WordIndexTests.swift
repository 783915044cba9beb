import StoryScript
import Testing

@testable import StorySyntax

@Suite struct WordIndexTests {
  private static func number(_ word: String, in index: WordIndex) throws -> Int? {
    let source = try Source(name: "test", text: "[\(word)]")
    return index.number(of: SourceRange(1, 1 + word.utf8.count), in: source)
  }

  @Test func eachWordIsFoundAndNoOther() throws {
    let words = (0..<5_000).map { "w\($0 * 7)" }
    let index = WordIndex(words)
    for (number, word) in words.enumerated() { #expect(try Self.number(word, in: index) == number) }
    for word in ["", "w", "w1", "w77777", "W7", "w7 ", "é"] { #expect(try Self.number(word, in: index) == nil) }
    #expect(try Self.number("a", in: WordIndex([])) == nil)
  }

  @Test(arguments: [
    ("let", "keyword"), ("match", "keyword function called"), ("in", "operator"), ("-", "operator"),
    ("sum", "step called"), ("where", "step"), ("upper", "function called"), ("light", "command"), ("lamp", "root"),
    ("=>", "foreign"), ("lights", ""),
  ])
  func meaningsOfWords(_ word: String, _ expected: String) throws {
    let vocabulary = Vocabulary(
      commands: CommandTable([Command("light on", summary: "", examples: [])]), roots: ["lamp"])
    let source = try Source(name: "test", text: word)
    let meaning = WordMeaning(SourceRange(0, word.utf8.count), in: source, vocabulary)
    let found: [(String, Bool)] = [
      ("keyword", meaning.keyword != nil), ("operator", meaning.operation != nil), ("step", meaning.step != nil),
      ("function", meaning.isFunction), ("called", meaning.isCalled), ("command", meaning.beginsCommand),
      ("root", meaning.isRoot), ("foreign", meaning.isForeignOperator),
    ]
    #expect(found.filter { $0.1 }.map { $0.0 }.joined(separator: " ") == expected)
  }

  /// A letter with an accent may be one character or two.
  @Test(arguments: [8, 800]) func definitionsAreFoundInEitherForm(_ length: Int) throws {
    let text = "cafe\u{301}" + String(repeating: " ", count: length)
    let source = try Source(name: "test", text: text)
    let names = DefinitionNames(["caf\u{E9}", "tea"], for: source)
    #expect(names.contains(SourceRange(0, 6), in: source))
    #expect(!names.contains(SourceRange(0, 4), in: source))
  }
}
