/// All commands, found by their words. Building one costs microseconds; looking one up O(words).
public struct CommandTable: Sendable {
  public let commands: [Command]
  // A dictionary of plain numbers: at startup the runtime takes longer to instantiate a dictionary type with custom
  // values than to do everything else here.
  private let byFirstWord: [String: Int]
  private let entries: [Entry]

  /// The commands that begin with one word.
  private struct Entry {
    var indices: [Int] = []
    /// The way in which the commands accept a secret; `nil` if none does.
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
    // The longest run of words comes first: `tap bar` before `tap`.
    for number in entries.indices where entries[number].indices.count > 1 {
      entries[number].indices.sort { commands[$0].words.count > commands[$1].words.count }
    }
    self.byFirstWord = byFirstWord
    self.entries = entries
  }

  private func entry(_ word: String) -> Entry? { byFirstWord[word].map { entries[$0] } }

  /// Returns `true` if some command starts with this word.
  public func hasFirstWord(_ word: String) -> Bool { byFirstWord[word] != nil }
  /// Returns the commands that start with this word, those with more words first.
  public func starting(with word: String) -> [Int] { entry(word)?.indices ?? [] }

  /// Returns the command with one more word that accepts lines in braces: `routine add` for `routine`, whose word may be
  /// left out before the braces. `nil` if this command has values of its own. O(commands of the first word).
  func withLines(_ index: Int) -> Int? {
    let words = commands[index].words
    guard commands[index].parameters.isEmpty else { return nil }
    return starting(with: words[0]).first { longer in
      commands[longer].words.count == words.count + 1 && commands[longer].words.starts(with: words)
        && commands[longer].parameters.contains { $0.preposition == nil && $0.type.takesLines }
    }
  }

  /// Returns the only command whose first value can be this word: `network off` lacks `set`. `nil` if there are
  /// several or none. O(commands).
  func taking(_ word: String) -> Command? {
    let takers = commands.filter { command in
      guard let first = command.parameters.first, first.preposition == nil,
        case .choice(let words, _) = first.type
      else { return false }
      return words.contains(word) || first.synonyms[word] != nil
    }
    return takers.count == 1 ? takers[0] : nil
  }

  /// The ways in which a command accepts a secret.
  enum Secret: Int, Comparable {
    /// After a preposition, optional: `rate good pin PIN`.
    case named
    /// As the first argument, optional: `pin set PIN`.
    case bare
    case required
    static func < (a: Secret, b: Secret) -> Bool { a.rawValue < b.rawValue }
  }

  /// Returns how commands that start with this word accept a secret; `nil` if none does.
  func secret(after word: String) -> Secret? { entry(word)?.secret }
  /// Returns how the command of exactly these words accepts a secret; if there is no such command, how commands with
  /// the same first word do.
  func secret(of words: [String]) -> Secret? {
    guard let entry = entry(words[0]) else { return nil }
    guard let whole = entry.indices.first(where: { commands[$0].words == words }) else { return entry.secret }
    return Self.secret(of: commands[whole])
  }
  /// Returns `true` if some command begins with these words followed by `word`.
  func continues(_ words: [String], with word: String) -> Bool {
    starting(with: words[0]).contains { commands[$0].words.starts(with: words + [word]) }
  }
  /// The first words of the commands of several words whose first argument is a secret: `pin set PIN`.
  var bareSecretWords: Set<String> {
    var words: Set<String> = []
    for entry in entries where entry.secret == .bare {
      let command = commands[entry.indices[0]]
      if command.words.count > 1 { words.insert(command.words[0]) }
    }
    return words
  }
  private static func secret(of command: Command) -> Secret? {
    var secret: Secret?
    for parameter in command.parameters where parameter.isSecret {
      let taken: Secret = parameter.isRequired ? .required : parameter.preposition == nil ? .bare : .named
      secret = max(taken, secret ?? taken)
    }
    return secret
  }
  /// Returns the command with these words, or another one with the same first word, after whose value people type a
  /// secret, and whether it has exactly these words. O(commands of the first word).
  func hasSecretBehind(_ words: [String]) -> (command: Command, isWhole: Bool)? {
    let family = starting(with: words[0]).map { commands[$0] }.filter {
      $0.parameters.contains { $0.secretBehind != nil }
    }
    return family.first { $0.words == words }.map { ($0, true) } ?? family.first.map { ($0, false) }
  }
  /// Returns the first word of a command after whose value people type a secret, looked up by a search word:
  /// `signin`. O(commands).
  func firstWord(searchedAs word: String) -> String? {
    commands.first { command in
      command.parameters.contains { $0.secretBehind != nil }
        && command.searchWords.contains { $0.filter { $0 != " " } == word }
    }?.words[0]
  }
  /// O(first words).
  var hasSecrets: Bool { entries.contains { $0.secret != nil } }

  /// Returns the two-word command whose words are in another order, or whose second word is replaced by a search
  /// word: `start timer`, `new timer`. O(commands).
  func name(of one: String, _ two: String) -> String? {
    let pairs = commands.filter { $0.words.count == 2 }
    let command =
      pairs.first { $0.words == [one, two] || $0.words == [two, one] }
      ?? pairs.first { $0.words[0] == two && $0.searchWords.contains(one) }
      // `photo example`: one letter short.
      ?? pairs.first { $0.words == [one + "s", two] || $0.words == [one, two + "s"] }
    return command?.name
  }

  /// Returns the two-word command that ends with `word` and has `topic` as a search word: for `next photo` it is
  /// `review next`. O(commands).
  func name(endingIn word: String, about topic: String) -> String? {
    commands.first { command in
      command.words.count == 2 && command.words[1] == word
        && command.searchWords.contains { $0 == topic || $0 == topic + "s" }
    }?.name
  }

  /// In alphabetical order. O(words × log(words)).
  public var firstWords: [String] { byFirstWord.keys.sorted() }
}
