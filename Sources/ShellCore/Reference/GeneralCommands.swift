import StoryScript
import TerminalText
import Timeline

/// The commands that help.
package struct GeneralCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "help",
      [
        Parameter("WORD", .name(.subject), optional: true, NameKind.subject.rawValue),
        Parameter("WORD", .text, optional: true, "the second word of the command's name"),
        Parameter("WORD", .text, optional: true, "the third word of the command's name"),
      ],
      summary: "explains commands, the language, events, state and settings",
      details:
        "`help` alone fits on one screen; `help GROUP` lists a group, `help all` lists everything, and `help keys` lists the keys.",
      examples: [
        .init("help", "where to begin"), .init("help story play", "one command"), .init("help timers", "a group"),
        .init("help wait", "a keyword of the language"), .init("help story.state", "a value of the session's state"),
      ],
      searchWords: ["explain", "manual", "man", "usage", "?", "info"], in: .help,
      shows: .drawn { GeneralCommands($0).showHelp($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      let words = (0..<3).compactMap { arguments.text($0) }
      let isVi = session.questions.prompt?.hasViKeys(in: session) == true
      return .value(.list(try Help(catalog: session.catalog, isVi: isVi).page(for: words).map { $0.value }))
    },
    CommandEntry(
      "help search",
      [Parameter("WORD", .text, optional: true, "the word to look for; without one, explains the command `search`")],
      summary: "searches the help for a word, best matches first",
      examples: [.init("help search pause", "everything about pausing")], searchWords: ["find", "apropos"], in: .help,
      shows: .drawn { GeneralCommands($0).showHelp($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      let help = Help(catalog: session.catalog)
      guard let word = arguments.text(0) else { return .value(.list(try help.page(for: ["search"]).map { $0.value })) }
      return .value(.list(try help.search(word).map { $0.value }))
    },
  ]

  package static let states: [StateEntry] = [
    StateEntry("clock", "now", "the session's current time", neverRepeats: true) { $1 },
    StateEntry("clock", "elapsed", "the time since the session began", neverRepeats: true) { $1 - $0.start },
  ]
}

extension GeneralCommands {
  /// Writes pages of `help` at the window's width.
  func showHelp(_ value: Value) {
    for row in HelpLayout.rows((value.list ?? []).map { HelpLine($0) }, width: session.output.width) {
      session.printer.writeLine(row)
    }
  }
}
