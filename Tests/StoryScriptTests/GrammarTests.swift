import Foundation
import Testing

@testable import StoryScript

/// Grammar.md is held to what the parser does.
@Suite struct GrammarTests {
  private static func document() throws -> String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appendingPathComponent("Grammar.md"), encoding: .utf8)
  }

  /// The fenced blocks of a language.
  private static func blocks(_ language: String) throws -> [String] {
    var blocks: [String] = []
    var lines: [Substring]?
    for line in try document().split(separator: "\n", omittingEmptySubsequences: false) {
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
    var generator = SentenceGenerator(grammar, seed: 20_260_105)
    var rejected = 0
    for _ in 0..<4_000 where rejected < 5 {
      let sentence = generator.sentence()
      do {
        let script = try parse(sentence)
        let text = Formatter.format(script)
        let again = try parse(text)
        #expect(TreeText.of(again) == TreeText.of(script), "\(sentence)\n--- formatted:\n\(text)")
        #expect(Formatter.format(again) == text, "\(sentence)")
      } catch let errors as Diagnostics {
        rejected += 1
        Issue.record("\(errors.all.map(describe)) in, or in the formatted:\n\(sentence)")
      }
    }
    #expect(generator.unused == [])
  }

  private func parse(_ text: String) throws -> Script {
    try Parser.parse(
      try Source(name: "test", text: text), TestHost.schema.vocabulary, known: SentenceGenerator.definitions)
  }

  /// Examples that need the shell's commands run with it; here they must at least be right but for those.
  @Test func examplesAreRight() throws {
    let examples = try Self.blocks("story")
    #expect(!examples.isEmpty)
    var ran = 0
    for example in examples {
      let result = run(example)
      if result.contains(where: { $0.contains("there is no command") || $0.contains("is not a value") }) { continue }
      ran += 1
      #expect(result.allSatisfy { !$0.hasPrefix("error") }, "\(result) in:\n\(example)")
    }
    #expect(ran > 0)
  }

  @Test func everyKeywordAndOperatorIsInTheGrammar() throws {
    let text = try Self.blocks("ebnf").joined()
    for word in Keyword.allCases.map(\.rawValue) + BinaryOperator.allCases.map(\.rawValue) {
      #expect(text.contains("\"\(word)\""), "\(word)")
    }
  }
}
