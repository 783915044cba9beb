import SessionState
import StoryScript
import TerminalText

package enum AbbreviationCommands {
  private static let searchWords = ["abbr", "shortcut", "short", "snippet"]

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "abbreviations", summary: "lists your abbreviations",
      details: """
        At the beginning of a statement, Space, Enter, `;`, `|` or a closing bracket expands an abbreviation. ^_ undoes \
        that, and keeps the word as typed. Real sessions save abbreviations on this device. Scripts do not expand them.
        """,
      examples: [
        .init(
          "abbreviate tr \"timer start reading 20\"\nabbreviations", "from now on, `tr` and Space type the timer's line"
        )
      ],
      searchWords: searchWords, in: .prompt, shows: .list(orElse: "no abbreviations"), role: .looks
    ) { (session, _) throws(Failure) in
      .value(
        .list(
          session.world.prompt.abbreviations.sorted.map { .record(["word": .text($0.word), "text": .text($0.text)]) }))
    },
    CommandEntry(
      "abbreviate",
      [
        Parameter(
          "WORD", .text, "a word that begins with a letter, has no spaces and is not the beginning of a command"),
        Parameter("TEXT", .text, "the text it expands to, in quotes"),
      ],
      summary: "defines an abbreviation for the prompt",
      examples: [
        .init("abbreviate fav \"favorites | where place == Porto\"", "type it once, or put it in your config.story")
      ],
      searchWords: searchWords + ["alias", "macro"], in: .prompt,
      idle: "affects only lines typed from now on"
    ) { (session, arguments) throws(Failure) in
      let (word, text) = (arguments.text(0) ?? "", arguments.text(1) ?? "")
      try check(word, text, in: session)
      session.change { $0.prompt.abbreviations[word] = text }
      session.notice("\(word) and Space type: \(text)")
    },
    CommandEntry(
      "abbreviations delete",
      [Parameter("WORD", .name(.abbreviation), "an abbreviation, as listed by `abbreviations`")],
      summary: "deletes an abbreviation",
      examples: [
        .init(
          "abbreviate tr \"timer start reading 20\"\nabbreviations delete tr", "`tr` is an ordinary word again")
      ],
      searchWords: searchWords + ["remove", "erase"], in: .prompt,
      idle: "affects only lines typed from now on"
    ) { (session, arguments) throws(Failure) in
      let word = arguments.text(0) ?? ""
      guard session.world.prompt.abbreviations[word] != nil else {
        let known = session.world.prompt.abbreviations.sorted.map { $0.word }
        throw Failure.refused(
          "'\(word)' is not an abbreviation", meant: closest(to: word, among: known),
          otherwise: "try: abbreviations"
        ).about(0)
      }
      session.change { $0.prompt.abbreviations[word] = nil }
    },
  ]

  private static func check(_ word: String, _ text: String, in session: Session) throws(Failure) {
    let example = "try: abbreviate tr \"timer start reading 20\""
    guard Abbreviations.canBe(word) else {
      throw Failure.refused("'\(word)' cannot be an abbreviation: it is not a word that can begin a line", example)
        .about(0)
    }
    if ["remove", "delete", "rm", "erase", "unset", "forget"].contains(word),
      session.world.prompt.abbreviations[text] != nil
    {
      throw Failure.refused(
        "'\(text)' is already an abbreviation, and '\(word)' would expand to it",
        meant: "abbreviations delete \(text)",
        otherwise: nil
      ).about(0, through: 1)
    }
    let vocabulary = session.catalog.schema.vocabulary
    let isTaken =
      !vocabulary.commands.starting(with: word).isEmpty || Keyword(rawValue: word) != nil
      || session.runtime.program.definitionNames.contains(word)
    guard !isTaken else {
      throw Failure.refused("'\(word)' already has a meaning: choose another word", example).about(0)
    }
    guard !text.hasPrefix("=") else {
      let meant = text.drop { $0 == "=" || $0 == " " }
      throw Failure.refused(
        "leave out the '=' between the word and its text", meant: ValueWriter.quoted(String(meant)), otherwise: nil
      )
      .about(1)
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure.refused("the text of this abbreviation is empty", example).about(1)
    }
    guard !SecretLine.isSecret(text, vocabulary) else {
      throw Failure.refused("an abbreviation cannot contain a PIN or a password: anyone could read it").about(1)
    }
    for (place, part) in [word, text].enumerated() {
      try session.refuseUsedSecrets(in: part, of: "an abbreviation", about: place)
    }
  }
}
