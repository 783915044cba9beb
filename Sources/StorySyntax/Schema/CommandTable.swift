/// All commands, found by their words. Building one costs microseconds; looking one up O(words).
public struct CommandTable: Sendable {
  public let commands: [Command]
  // A dictionary of plain numbers: the type of one with values of its own takes the runtime longer to make than all
  // else here, whenever the program starts.
  private let byFirstWord: [String: Int]
  private let entries: [Entry]

  /// The commands that begin with one word.
  private struct Entry {
    var indices: [Int] = []
    /// How one of them takes a secret.
    var secret: Secret?
  }

  public init(_ commands: [Command]) {
    self.commands = commands
    var byFirstWord: [String: Int] = [:]
    var entries: [Entry] = []
    byFirstWord.reserveCapacity(commands.count)
    entries.reserveCapacity(commands.count)
    for (index, command) in commands.enumerated() {
      let number = byFirstWord[command.words[0]] ?? entries.count
      if number == entries.count {
        byFirstWord[command.words[0]] = number
        entries.append(Entry())
      }
      entries[number].indices.append(index)
      if let secret = Self.secret(of: command) {
        entries[number].secret = max(secret, entries[number].secret ?? secret)
      }
    }
    // The longest run of words wins: `tap bar` before `tap`.
    for number in entries.indices where entries[number].indices.count > 1 {
      entries[number].indices.sort { commands[$0].words.count > commands[$1].words.count }
    }
    self.byFirstWord = byFirstWord
    self.entries = entries
  }

  private func entry(_ word: String) -> Entry? { byFirstWord[word].map { entries[$0] } }

  /// Whether some command starts with this word.
  public func hasFirstWord(_ word: String) -> Bool { byFirstWord[word] != nil }
  /// The commands that start with this word, those with more words first.
  public func starting(with word: String) -> [Int] { entry(word)?.indices ?? [] }

  /// The command whose first value can be this word, when there is one alone: `network off` wants `set`. O(commands).
  func taking(_ word: String) -> Command? {
    let takers = commands.filter { command in
      guard let first = command.parameters.first, first.preposition == nil,
        case .choice(let words, _) = first.type
      else { return false }
      return words.contains(word) || first.synonyms[word] != nil
    }
    return takers.count == 1 ? takers[0] : nil
  }

  /// How a command takes a secret.
  enum Secret: Int, Comparable {
    /// Behind a word of its own, if at all: `rate good pin PIN`.
    case named
    /// As the first thing that follows, if at all: `pin set PIN`.
    case bare
    /// It cannot do without.
    case needed
    static func < (a: Secret, b: Secret) -> Bool { a.rawValue < b.rawValue }
  }

  /// How a command that starts with this word takes a secret; `nil` when none does.
  func secret(after word: String) -> Secret? { entry(word)?.secret }
  /// How the command of exactly these words takes a secret; where there is none, how one does that starts as they do.
  func secret(of words: [String]) -> Secret? {
    guard let entry = entry(words[0]) else { return nil }
    guard let whole = entry.indices.first(where: { commands[$0].words == words }) else { return entry.secret }
    return Self.secret(of: commands[whole])
  }
  /// Whether some command has these words, and this one behind them.
  func goesOn(_ words: [String], with word: String) -> Bool {
    starting(with: words[0]).contains { commands[$0].words.starts(with: words + [word]) }
  }
  private static func secret(of command: Command) -> Secret? {
    var secret: Secret?
    for parameter in command.parameters where parameter.isSecret {
      let taken: Secret = parameter.isRequired ? .needed : parameter.preposition == nil ? .bare : .named
      secret = max(taken, secret ?? taken)
    }
    return secret
  }
  /// The command of these words, or one that starts as they do, behind whose value people type a secret, and whether it is
  /// that command itself. O(commands of the first word).
  func hasSecretBehind(_ words: [String]) -> (command: Command, isWhole: Bool)? {
    let family = starting(with: words[0]).map { commands[$0] }.filter {
      $0.parameters.contains { $0.secretBehind != nil }
    }
    return family.first { $0.words == words }.map { ($0, true) } ?? family.first.map { ($0, false) }
  }
  /// The first word of a command behind whose value people type a secret, by a word under which it is searched: `signin`.
  /// O(commands).
  func firstWord(searchedAs word: String) -> String? {
    commands.first { command in
      command.parameters.contains { $0.secretBehind != nil }
        && command.searchWords.contains { $0.filter { $0 != " " } == word }
    }?.words[0]
  }
  /// O(first words).
  var hasSecrets: Bool { entries.contains { $0.secret != nil } }

  /// The command of two words that people name in their own order, or with another word for its second one: `start timer`,
  /// `new timer`. O(commands).
  func name(of one: String, _ two: String) -> String? {
    let pairs = commands.filter { $0.words.count == 2 }
    let command =
      pairs.first { $0.words == [one, two] || $0.words == [two, one] }
      ?? pairs.first { $0.words[0] == two && $0.searchWords.contains(one) }
    return command?.name
  }

  /// The command of two words, the second one this, that is about what another word says: `next photo` is `review next`.
  /// O(commands).
  func name(endingIn word: String, about topic: String) -> String? {
    commands.first { command in
      command.words.count == 2 && command.words[1] == word
        && command.searchWords.contains { $0 == topic || $0 == topic + "s" }
    }?.name
  }

  /// In alphabetical order. O(words × log(words)).
  public var firstWords: [String] { byFirstWord.keys.sorted() }
}
