/// A natural-language line at a prompt: `how do I quit`, `show me my photos`. Only the words that carry meaning
/// count.
struct Sentence {
  /// The commands that the line is probably about, two at most.
  var commands: [String] = []
  /// The first word shared by some commands, if the line names none of those commands.
  var topic: String?

  /// Words that begin sentences but not commands.
  private static let openers: Set = [
    "how", "what", "who", "where", "why", "which", "can", "could", "may", "should", "would", "will", "does", "is",
    "are", "am", "i", "we", "you", "it", "please", "tell", "show", "list", "give", "make", "let's", "lets", "i'm",
    "what's", "where's", "how's", "turn", "be",
  ]

  /// Greetings and other phrases without a topic.
  private static let greetings: Set = ["hello", "hi", "hey", "thanks", "thank", "ok", "okay", "yes", "no", "sorry"]

  /// Words without a topic of their own.
  private static let fillers: Set = [
    "a", "an", "the", "all", "any", "some", "my", "me", "your", "you", "our", "us", "this", "that", "these", "those",
    "it", "its", "them", "to", "of", "for", "in", "on", "at", "with", "about", "and", "or", "is", "are", "am", "was",
    "be", "do", "does", "did", "i", "we", "please", "want", "need", "would", "could", "can", "will", "now", "then",
    "just", "again", "here", "there", "up", "off", "out", "from", "so", "one", "everything", "something", "anything",
    "make", "get", "know", "see", "use",
  ]

  /// Reads a line that does not begin with a command; `nil` if it is not a sentence.
  init?(_ words: [String], _ table: CommandTable) {
    let words = words.map(Self.bare)
    // A word of the language may be made of white space characters of other scripts.
    guard !words.isEmpty else { return nil }
    if Self.greetings.contains(words[0]) { return }
    guard words.count > 1, words[1].allSatisfy({ $0.isLetter }) else { return nil }
    if Self.openers.contains(words[0]) {
      find(in: words.dropFirst(), table)
    } else {
      // `write a post`: the first word may also be a keyword.
      guard words.count > 2, Self.fillers.contains(words[1]) else { return nil }
      find(in: words[...], table)
      if commands.isEmpty { return nil }
    }
  }

  /// Reads a line that begins with a command but has words that this command does not accept.
  /// - Parameter word: the first word not accepted.
  init?(_ words: [String], refusing word: String, _ table: CommandTable) {
    guard Self.fillers.contains(Self.bare(word)), !words.isEmpty else { return nil }
    let words = words.map(Self.bare)
    let isOpened = words.count > 2 && Self.openers.contains(words[0])
    find(in: isOpened ? words.dropFirst() : words[...], table)
    if commands.isEmpty, topic == nil { return nil }
  }

  /// Lowercases and removes punctuation: `Quit?` is `quit`.
  private static func bare(_ word: String) -> String {
    String(word.drop { $0.isPunctuation }.reversed().drop { $0.isPunctuation }.reversed()).lowercased()
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
      commands = seconds.first { 1...2 ~= $0.count }?.map { $0.name } ?? []
    }
  }
}
