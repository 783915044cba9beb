import StoryScript
import Terminal

enum AbbreviationCommands {
  private static let searchWords = ["abbr", "shortcut", "short", "snippet"]

  static let entries: [CommandEntry] = [
    CommandEntry(
      "abbreviations", summary: "lists the words that stand for longer texts at the prompt",
      details: """
        Such a word is written out where a statement begins, at Space, Enter, `;`, `|` or a closing bracket; ^_ takes that \
        back, and it stays as it was typed then. Sessions on the wall clock keep them, on this device. Scripts know none.
        """,
      examples: [
        .init(
          "abbreviate tr \"timer start reading 20\"\nabbreviations", "`tr` and Space begin the timer's line from now on"
        )
      ],
      searchWords: searchWords, in: .prompt, shows: .list(orElse: " no word stands for another text"), role: .looks
    ) { (session, _) throws(Failure) in
      .value(
        .list(
          session.world.prompt.abbreviations.sorted.map { .record(["word": .text($0.word), "text": .text($0.text)]) }))
    },
    CommandEntry(
      "abbreviate",
      [
        Parameter("WORD", .text, "begins with a letter, has no blanks, and begins no command"),
        Parameter("TEXT", .text, "what is written in its place, in quotes"),
      ],
      summary: "has a word stand for a longer text at the prompt",
      examples: [
        .init("abbreviate fav \"favorites | where place == Porto\"", "for good: in your config.story, or typed once")
      ],
      searchWords: searchWords + ["alias", "macro"], in: .prompt,
      idle: "is about what is typed from now on, and changes nothing else"
    ) { (session, arguments) throws(Failure) in
      let (word, text) = (arguments.text(0) ?? "", arguments.text(1) ?? "")
      try check(word, text, in: session)
      session.change { $0.prompt.abbreviations[word] = text }
      session.notice("\(word) and Space write: \(text)")
    },
    CommandEntry(
      "abbreviations delete", [Parameter("WORD", .name(.abbreviation), "one of those that `abbreviations` lists")],
      summary: "has a word stand for nothing else any more",
      examples: [
        .init(
          "abbreviate tr \"timer start reading 20\"\nabbreviations delete tr", "`tr` is a word like any other again")
      ],
      searchWords: searchWords + ["remove", "erase"], in: .prompt,
      idle: "is about what is typed from now on, and changes nothing else"
    ) { (session, arguments) throws(Failure) in
      let word = arguments.text(0) ?? ""
      guard session.world.prompt.abbreviations[word] != nil else {
        let known = session.world.prompt.abbreviations.sorted.map(\.word)
        throw Failure.refused(
          "'\(word)' stands for nothing else", meant: closest(to: word, among: known),
          otherwise: "abbreviations lists those that do"
        ).about(0)
      }
      session.change { $0.prompt.abbreviations[word] = nil }
    },
  ]

  private static func check(_ word: String, _ text: String, in session: Session) throws(Failure) {
    let example = "such as: abbreviate tr \"timer start reading 20\""
    guard Abbreviations.canBe(word) else {
      throw Failure.refused("'\(word)' is no word that can stand where a line begins", example).about(0)
    }
    if ["remove", "delete", "rm", "erase", "unset", "forget"].contains(word),
      session.world.prompt.abbreviations[text] != nil
    {
      throw Failure.refused(
        "'\(text)' stands for something already, and '\(word)' would stand for it",
        meant: "abbreviations delete \(text)",
        otherwise: nil
      ).about(0, through: 1)
    }
    let vocabulary = session.catalog.schema.vocabulary
    let isTaken =
      !vocabulary.commands.starting(with: word).isEmpty || Keyword(rawValue: word) != nil
      || session.runtime.program.definitionNames.contains(word)
    guard !isTaken else {
      throw Failure.refused("'\(word)' begins lines already", "choose another word, \(example)").about(0)
    }
    guard !text.hasPrefix("=") else {
      let meant = text.drop { $0 == "=" || $0 == " " }
      throw Failure.refused("no = stands between the two", meant: ValueWriter.quoted(String(meant)), otherwise: nil)
        .about(1)
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure.refused("nothing would be written in its place", example).about(1)
    }
    guard !SecretLine.isSecret(text, vocabulary) else {
      throw Failure.refused("what is secret is not kept where everybody can read it").about(1)
    }
  }
}
