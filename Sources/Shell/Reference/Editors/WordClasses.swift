import StoryScript
import Timeline

/// The language's words by their class, from the tables that the program itself reads by: for editors, which know a text
/// by patterns alone.
struct WordClasses {
  /// A class of words that editors give a colour, and the program's own kinds that are of it.
  enum Class: String, CaseIterable {
    case command, keyword, number, duration, string, variable, comment

    init?(_ kind: SyntaxKind) {
      switch kind {
      case .command, .function: self = .command
      case .keyword: self = .keyword
      case .number, .constant: self = .number
      case .duration: self = .duration
      case .string: self = .string
      case .variable, .state, .event: self = .variable
      case .comment: self = .comment
      case .preposition, .unknown, .name, .path, .text, .secret: return nil
      }
    }
  }

  /// The words of each command, longest first, so that `timer start` is found before `timer`.
  let commands: [[String]]
  let keywords: [String]
  /// Words that a statement or a step of a pipeline has behind its first one.
  let partners = ["for", "as", "by", "until", "desc", "descending"]
  let operators: [String]
  let stages: [String]
  let functions: [String]
  /// The first words of paths into the state.
  let roots: [String]
  let constants = ["true", "false", "none"]
  let units: [String]

  init(_ vocabulary: Vocabulary) {
    commands = Set(vocabulary.commands.commands.map(\.words)).sorted {
      ($1.count, $0.joined(separator: " ")) < ($0.count, $1.joined(separator: " "))
    }
    keywords = (Keyword.allCases.map(\.rawValue) + LessonWord.allCases.map(\.rawValue)).sorted()
    operators = (BinaryOperator.allCases.map(\.rawValue) + ["not"]).filter { $0.utf8.allSatisfy(isNameByte) }.sorted()
    stages = StageWord.allCases.map(\.rawValue).sorted()
    functions = vocabulary.functions.names.sorted()
    roots = vocabulary.roots.sorted()
    // The longest first: `ms` is no `m`.
    units = Duration.unitNames.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }
}
