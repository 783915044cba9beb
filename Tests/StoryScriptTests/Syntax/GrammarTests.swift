import Foundation
import Testing

@testable import StoryScript
@testable import StorySyntax

/// Checks that Grammar.md agrees with the parser.
@Suite struct GrammarTests {
  /// Returns the section about the grammar.
  private static func section(_ title: String = "The grammar") throws -> String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let text = try String(contentsOf: folder.appendingPathComponent("Grammar.md"), encoding: .utf8)
    let sections = text.components(separatedBy: "\n## ")
    return try #require(sections.first { $0.hasPrefix(title + "\n") })
  }

  /// Returns the fenced code blocks of a language.
  private static func blocks(_ language: String) throws -> [String] {
    var blocks: [String] = []
    var lines: [Substring]?
    for line in try section().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let text = lines { blocks.append(text.joined(separator: "\n") + "\n") }
        lines = lines == nil && line == "```\(language)" ? [] : nil
      } else {
        lines?.append(line)
      }
    }
    return blocks
  }

  @Test func sentencesAreAcceptedAndFormatted() throws {
    let grammar = try EBNF(Self.blocks("ebnf").joined())
    var generator = SentenceGenerator(grammar, seed: 20_260_114)
    var rejected = 0
    // Rare parts of the grammar need a few more rounds.
    for number in 0..<20_000 where rejected < 5 && (number < 8_000 || generator.unused != []) {
      let sentence = generator.sentence()
      do {
        let script = try parse(sentence)
        let text = Formatter.format(script)
        let again = try parse(text)
        #expect(TreeText.of(again) == TreeText.of(script), "\(sentence)\n--- formatted:\n\(text)")
        #expect(Formatter.format(again) == text, "\(sentence)")
      } catch let errors as Diagnostics {
        // The grammar does not describe the kinds and sizes of values.
        if errors.all.allSatisfy({ Self.isOfValues($0.problem) }) { continue }
        rejected += 1
        Issue.record("\(errors.all.map(describe)) in, or in the formatted:\n\(sentence)")
      }
    }
    #expect(generator.unused == [])
  }

  private static func isOfValues(_ problem: Problem) -> Bool {
    switch problem {
    case .wrongArgument, .durationTooLong: true
    default: false
    }
  }

  private func parse(_ text: String) throws -> Script {
    try Parser.parse(
      try Source(name: "test", text: text), TestHost.schema.vocabulary, known: SentenceGenerator.definitions)
  }

  /// The examples of this section need no commands; the shell's tests run the examples of the other sections.
  @Test func examplesAreRight() throws {
    let examples = try Self.blocks("story")
    #expect(!examples.isEmpty)
    for example in examples {
      let result = run(example)
      #expect(result.allSatisfy { !$0.hasPrefix("error") }, "\(result) in:\n\(example)")
    }
  }

  /// The text says how large the language is, and it stays that small.
  @Test func theSizeOfTheLanguageIsStated() throws {
    let reading = try Self.section("Words and parentheses")
    let rules = reading.split(separator: "\n").compactMap { line -> Int? in
      let number = line.prefix { $0.isNumber }
      return line.dropFirst(number.count).hasPrefix(". ") ? Int(number) : nil
    }
    #expect(rules == Array(1...max(1, rules.count)))
    let productions = try EBNF(Self.blocks("ebnf").joined()).order.count
    #expect(reading.contains("in \(rules.count) rules; the grammar after it has \(productions) productions"))
    #expect(rules.count <= 40 && productions <= 105)
  }

  @Test func everyKeywordAndOperatorIsInTheGrammar() throws {
    let text = try Self.blocks("ebnf").joined()
    for word in Keyword.allCases.map(\.rawValue) + BinaryOperator.allCases.map(\.rawValue) {
      #expect(text.contains("\"\(word)\""), "\(word)")
    }
  }
}
