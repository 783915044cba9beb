import StoryScript
import Terminal
import Timeline

enum GeneralCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "help",
      [
        Parameter("WORD", .name(.subject), optional: true, NameKind.subject.rawValue),
        Parameter("WORD", .text, optional: true, "its second word"),
      ],
      summary: "explains the commands",
      examples: [
        .init("help", "all commands"), .init("help story play", "one command"),
        .init("help wait", "a word of the language"),
      ],
      searchWords: ["explain", "manual", "usage", "?"], in: .help, shows: .drawn { $0.showHelp($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      let words = [arguments.text(0), arguments.text(1)].compactMap { $0 }
      return .value(.text(try Help(catalog: session.catalog).text(for: words)))
    },
    CommandEntry(
      "help search", [Parameter("WORD", .text, "what it is about")],
      summary: "finds commands by what they are about",
      examples: [.init("help search pause", "everything that pauses")], searchWords: ["find", "apropos"], in: .help,
      shows: .drawn { $0.showHelp($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      .value(.text(try Help(catalog: session.catalog).search(arguments.text(0) ?? "")))
    },
  ]

  static let states: [StateEntry] = [
    StateEntry("clock", "now", "the session's present", neverRepeats: true) { $1 },
    StateEntry("clock", "elapsed", "the time since the session began", neverRepeats: true) { $1 - $0.start },
  ]
}

extension Session {
  func showHelp(_ value: Value) {
    guard let text = value.text else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // Headings start at the margin; what can be typed stands in the first column of indented lines.
      let isHeading = !line.hasPrefix(" ") && !line.isEmpty
      speaker.writeLine(StyledText(String(line), isHeading ? .heading : .plain))
    }
  }
}
