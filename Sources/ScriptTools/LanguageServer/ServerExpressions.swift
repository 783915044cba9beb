import ShellCore
import StoryScript
import TerminalText

/// Completion inside expressions: names and words that the prompt leaves out, because there a menu appears at every key.
extension LanguageServer {
  /// Returns the variables, definitions and functions that may be a value at a place. Functions are many, so they are
  /// offered once a letter is typed.
  /// - Parameters:
  ///   - typed: the part of the word typed so far; variables match without their `$`.
  ///   - start: the offset in the document of the text that has the place.
  func names(
    at place: SyntaxPlace, _ typed: String, _ start: Int, _ document: OpenDocument, _ definitions: Set<String>
  ) -> [Completion] {
    guard place.quote == nil, !typed.hasPrefix("$") else { return [] }
    var callable: [Candidate] = []
    switch place.expectation {
    case .operand, .opposite: callable = CommandCandidates.definitions(definitions)
    case .value: break
    default: return []
    }
    if !typed.isEmpty { callable += CommandCandidates.functions() }
    let variables = variables(at: place, start, document).filter { $0.text.dropFirst().hasPrefix(typed) }
    return variables
      + callable.filter { $0.text.hasPrefix(typed) }.map {
        Completion($0.text, description: $0.description, replacing: place.range)
      }
  }

  /// Returns the words of the language that may come next in an expression.
  func keywords(at place: SyntaxPlace, _ typed: String) -> [Completion] {
    place.keywords.filter { $0.hasPrefix(typed) }.map { word in
      Completion(word, description: topics.keyword(word)?.summary ?? "", replacing: place.range)
    }
  }
}
