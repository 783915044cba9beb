import StoryScript
import Terminal
import Timeline

extension Catalog {
  static let generalCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "help",
        [
          Parameter("WORD", .name(of: NameList.subject), optional: true, NameList.subject),
          Parameter("WORD", .text, optional: true, "its second word"),
        ],
        summary: "explains the commands",
        examples: [
          .init("help", "all commands"), .init("help story play", "one command"),
          .init("help wait", "a word of the language"),
        ],
        searchWords: ["explain", "manual", "usage", "?"]),
      shows: .help, role: .looks
    ) { (_, arguments) throws(Failure) in
      let words = [arguments.text(0), arguments.text(1)].compactMap { $0 }
      return .value(.text(try Help.text(for: words)))
    },
    CommandEntry(
      Command(
        "help search", [Parameter("WORD", .text, "what it is about")],
        summary: "finds commands by what they are about",
        examples: [.init("help search pause", "everything that pauses")], searchWords: ["find", "apropos"]),
      shows: .help, role: .looks
    ) { (_, arguments) throws(Failure) in
      .value(.text(try Help.search(arguments.text(0) ?? "")))
    },
  ]

  static let clockStates: [StateEntry] = [
    StateEntry(StateField("clock", "now", .date, "the session's present", neverRepeats: true)) { _, instant in
      .date(instant)
    },
    StateEntry(StateField("clock", "elapsed", .duration, "the time since the session began", neverRepeats: true)) {
      session, instant in .duration(instant - session.start)
    },
  ]
}

extension Session {
  func showHelp(_ value: Value) {
    guard let text = value.text else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // Headings start at the margin; what can be typed stands in the first column of indented lines.
      let isHeading = !line.hasPrefix(" ") && !line.isEmpty
      writeLine(StyledText(String(line), isHeading ? .heading : .plain))
    }
  }
}
