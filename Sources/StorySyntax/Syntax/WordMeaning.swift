/// The possible meanings of a word, which depend on its place. Everything that the parser asks about a word is looked up
/// once.
struct WordMeaning: Sendable {
  private(set) var keyword: Keyword?
  private(set) var operation: BinaryOperator?
  private(set) var step: StageWord?
  /// `true` for an operator of another language.
  private(set) var isForeignOperator = false
  private(set) var isFunction = false
  private(set) var beginsCommand = false
  /// `true` for the first word of state paths.
  private(set) var isRoot = false

  /// `true` if a call may begin with the word: a function, or a step callable as one, unless a command begins with it.
  var isCalled: Bool { isFunction || step?.isCalled == true && !beginsCommand }

  /// The meaning of a token that is not a word.
  static let none = WordMeaning()

  fileprivate init() {}

  init(_ word: SourceRange, in source: Source, _ vocabulary: Vocabulary) {
    if let number = Self.own.number(of: word, in: source) { self = Self.ownMeanings[number] }
    let found = vocabulary.words.word(at: word, in: source)
    (isFunction, beginsCommand, isRoot) = (found.isFunction, found.beginsCommand, found.isRoot)
  }

  // The words of the language itself.
  private static let words: [String: WordMeaning] = {
    var words: [String: WordMeaning] = [:]
    for keyword in Keyword.allCases { words[keyword.rawValue, default: .none].keyword = keyword }
    for operation in BinaryOperator.allCases { words[operation.rawValue, default: .none].operation = operation }
    for step in StageWord.allCases { words[step.rawValue, default: .none].step = step }
    for word in OtherLanguageHints.operators.keys { words[word, default: .none].isForeignOperator = true }
    return words
  }()
  private static let own = WordIndex(words.keys)
  private static let ownMeanings = Array(words.values)
}
