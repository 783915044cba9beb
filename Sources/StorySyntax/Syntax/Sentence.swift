/// What people say to a prompt as to somebody: `how do I quit`, `show me my photos`. Of such a line only the words count
/// that are about something.
struct Sentence {
  /// The commands that it is probably about, two at most.
  var commands: [String] = []
  /// The first word of some commands, where it names none of them.
  var topic: String?

  /// Words that begin what people say, and no command.
  private static let openers: Set = [
    "how", "what", "who", "where", "why", "which", "can", "could", "may", "should", "would", "will", "does", "is",
    "are", "am", "i", "we", "you", "it", "please", "tell", "show", "list", "give", "make", "let's", "lets", "i'm",
    "what's", "where's", "how's", "turn", "be",
  ]

  /// What people say that is about nothing.
  private static let greetings: Set = ["hello", "hi", "hey", "thanks", "thank", "ok", "okay", "yes", "no", "sorry"]

  /// Words that are about nothing themselves.
  private static let fillers: Set = [
    "a", "an", "the", "all", "any", "some", "my", "me", "your", "you", "our", "us", "this", "that", "these", "those",
    "it", "its", "them", "to", "of", "for", "in", "on", "at", "with", "about", "and", "or", "is", "are", "am", "was",
    "be", "do", "does", "did", "i", "we", "please", "want", "need", "would", "could", "can", "will", "now", "then",
    "just", "again", "here", "there", "up", "off", "out", "from", "so", "one", "everything", "something", "anything",
    "make", "get", "know", "see", "use",
  ]

  /// A line that begins with no command; `nil` where nobody would say it.
  init?(_ words: [String], _ table: CommandTable) {
    let words = words.map(Self.bare)
    // A word of the language may be nothing but blanks of other scripts.
    guard !words.isEmpty else { return nil }
    if Self.greetings.contains(words[0]) { return }
    guard words.count > 1, words[1].allSatisfy(\.isLetter) else { return nil }
    if Self.openers.contains(words[0]) {
      find(in: words.dropFirst(), table)
    } else {
      // `write a post`: the first word may be one of the language as well.
      guard words.count > 2, Self.fillers.contains(words[1]) else { return nil }
      find(in: words[...], table)
      if commands.isEmpty { return nil }
    }
  }

  /// A line that begins with a command, and says something that this one does not take.
  /// - Parameter word: what it does not take.
  init?(_ words: [String], refusing word: String, _ table: CommandTable) {
    guard Self.fillers.contains(Self.bare(word)), !words.isEmpty else { return nil }
    let words = words.map(Self.bare)
    let isOpened = words.count > 2 && Self.openers.contains(words[0])
    find(in: isOpened ? words.dropFirst() : words[...], table)
    if commands.isEmpty, topic == nil { return nil }
  }

  /// `Quit?` is `quit`.
  private static func bare(_ word: String) -> String {
    String(word.drop(while: \.isPunctuation).reversed().drop(while: \.isPunctuation).reversed()).lowercased()
  }

  private mutating func find(in words: ArraySlice<String>, _ table: CommandTable) {
    let words = words.filter { !$0.isEmpty && !Self.fillers.contains($0) }
    let pair = zip(words, words.dropFirst()).lazy.compactMap { table.name(of: $0, $1) }.first
    let whole = words.first { word in table.commands.contains { $0.words == [word] } }
    if let name = pair ?? whole {
      commands = [name]
    } else if let word = words.first(where: table.hasFirstWord) {
      topic = word
    } else {
      let seconds = words.lazy.map { word in table.commands.filter { $0.words.count == 2 && $0.words[1] == word } }
      commands = seconds.first { 1...2 ~= $0.count }?.map(\.name) ?? []
    }
  }
}
