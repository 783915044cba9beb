import SessionState
import StoryScript
import TerminalText

/// The candidates from the command table and the language.
package enum CommandCandidates {
  /// Returns the first words of all commands, each once.
  static func firstWords(_ vocabulary: Vocabulary) -> [Candidate] {
    var seen: Set<String> = []
    return vocabulary.commands.commands.compactMap { command in
      let word = command.words[0]
      guard seen.insert(word).inserted else { return nil }
      return Candidate(word, summary(of: vocabulary.commands.starting(with: word), at: 0, vocabulary))
    }
  }

  /// Returns the commands of several words that contain the typed letters in order, with their words in either order:
  /// `tmst` is `timer start` or `timer status`, `plst` is `story play`.
  static func whole(like typed: String, _ vocabulary: Vocabulary) -> [Candidate] {
    guard typed.utf8.count > 2 else { return [] }
    let commands = vocabulary.commands.commands.filter { $0.words.count > 1 }
    let ways: [(Command) -> String] = [{ $0.name }, { $0.words.reversed().joined(separator: " ") }]
    let found = ways.lazy.map { FuzzyMatch.matching(commands, typed, $0) }.first { !$0.isEmpty } ?? []
    return found.map { Candidate($0.name, $0.summary) }
  }

  /// Returns the words at position `index` of some commands.
  static func words(_ commands: [Int], at index: Int, _ vocabulary: Vocabulary) -> [Candidate] {
    var groups: [(word: String, commands: [Int])] = []
    for number in commands {
      let words = vocabulary.commands.commands[number].words
      guard words.count > index else { continue }
      if let place = groups.firstIndex(where: { $0.word == words[index] }) {
        groups[place].commands.append(number)
      } else {
        groups.append((words[index], [number]))
      }
    }
    return groups.map { Candidate($0.word, summary(of: $0.commands, at: index, vocabulary)) }
  }

  /// Returns the meaning of a word: a command's summary, or the words that follow it.
  private static func summary(of commands: [Int], at index: Int, _ vocabulary: Vocabulary) -> String {
    let table = vocabulary.commands.commands
    if let whole = commands.first(where: { table[$0].words.count == index + 1 }) { return table[whole].summary }
    if commands.count == 1 { return table[commands[0]].summary }
    var next: [String] = []
    for number in commands.sorted() where table[number].words.count > index + 1 {
      let word = table[number].words[index + 1]
      if !next.contains(word) { next.append(word) }
    }
    return next.joined(separator: ", ")
  }

  static func keywords() -> [Candidate] {
    Keyword.allCases.filter { $0 != .else && $0 != .catch }.map { Candidate($0.rawValue, $0.summary) }
  }

  /// Returns the words that have a meaning at that place in a lesson.
  static func lessonWords(in room: LessonWord.Room?) -> [Candidate] {
    LessonWord.allCases.filter { $0.room == room }.map { Candidate($0.rawValue, $0.summary) }
  }

  package static func definitions(_ names: Set<String>) -> [Candidate] {
    names.sorted().map { Candidate($0, "your definition") }
  }

  static func abbreviations(_ all: Abbreviations) -> [Candidate] {
    all.sorted.map { Candidate($0.word, sanitized($0.text)) }
  }

  /// Returns the roots of the state, or the paths of one root once its dot is typed.
  static func states(_ typed: String, _ schema: Schema) -> [Candidate] {
    if let dot = typed.firstIndex(of: ".") {
      let root = String(typed[..<dot])
      return schema.states.filter { $0.root == root }.map { Candidate($0.path, $0.summary) }
    }
    var roots: [String] = []
    for state in schema.states where !roots.contains(state.root) { roots.append(state.root) }
    return roots.map { root in
      Candidate(root + ".", schema.fields(of: root).joined(separator: ", "), isWhole: false)
    }
  }

  /// Returns the words that a state's field can equal.
  static func cases(of path: String, _ schema: Schema) -> [Candidate] {
    guard case .choice(let words)? = schema.states.first(where: { $0.path == path })?.kind else { return [] }
    return words.map { Candidate($0, "") }
  }

  /// Returns the subjects of `help`.
  static func subjects(_ catalog: CommandCatalog) -> [Candidate] {
    let words = firstWords(catalog.schema.vocabulary)
    let groups = HelpGroup.allCases.map { Candidate($0.name, $0.rawValue) }
    return words + groups.filter { group in !words.contains { $0.text == group.text } }
      + [Candidate("all", "everything"), Candidate("keys", "the keys at the prompt")]
      + Keyword.allCases.map { Candidate($0.rawValue, $0.summary) }
      + LanguageTopics.all.map { Candidate($0.name, $0.summary) } + stages()
  }

  /// Returns the functions, and the pipeline steps that are called like functions.
  package static func functions() -> [Candidate] {
    Functions.all.map { Candidate($0.name, $0.summary) }
      + StageWord.allCases.filter { $0.isCalled }.map { Candidate($0.rawValue, $0.summary) }
  }

  static func events(_ schema: Schema) -> [Candidate] { schema.events.map { Candidate($0.name, $0.summary) } }

  static func stages() -> [Candidate] {
    StageWord.allCases.map { Candidate($0.rawValue, $0.summary) }
      + Functions.all.map { Candidate($0.name, $0.summary) }
  }

  static func partners() -> [Candidate] { [Keyword.else, .catch].map { Candidate($0.rawValue, $0.summary) } }
}
