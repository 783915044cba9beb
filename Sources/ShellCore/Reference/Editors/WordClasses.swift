import StoryScript
import Timeline

/// The language's words by class, from the program's own tables: for editors, which recognise only patterns.
struct WordClasses {
  /// A class of words with an editor colour, and the program's kinds that belong to it.
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
  /// The words that follow the first one in a statement or a pipeline step.
  let partners = ["for", "as", "by", "until", "desc"]
  let operators: [String]
  let stages: [String]
  let functions: [String]
  /// The first words of paths into the state.
  let roots: [String]
  let constants = ["true", "false", "none"]
  let units: [String]

  init(_ vocabulary: Vocabulary) {
    commands = Set(vocabulary.commands.commands.map { $0.words }).sorted {
      ($1.count, $0.joined(separator: " ")) < ($0.count, $1.joined(separator: " "))
    }
    keywords = (Keyword.allCases.map { $0.rawValue } + LessonWord.allCases.map { $0.rawValue }).sorted()
    operators = (BinaryOperator.allCases.map { $0.rawValue } + ["not"]).filter { $0.utf8.allSatisfy(isNameByte) }
      .sorted()
    stages = StageWord.allCases.map { $0.rawValue }.sorted()
    functions = vocabulary.functions.names.sorted()
    roots = vocabulary.roots.sorted()
    // The longest first: `ms` is not `m`.
    units = Duration.unitNames.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }
}
