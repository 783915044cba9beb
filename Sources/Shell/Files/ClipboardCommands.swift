import StoryScript
import Terminal

enum ClipboardCommands {
  /// Terminals take about 75,000 bytes as they are sent, four for each three of the text.
  static let limit = 50_000

  static let entries: [CommandEntry] = [
    CommandEntry(
      "copy", [Parameter("VALUE", .any, "what to copy; in a pipeline what comes before")],
      summary: "gives a value to the terminal for its clipboard, as `print` would write it",
      details: """
        At most 50,000 bytes. It works from afar as well, where the terminal lets programs reach its clipboard; some have \
        that switched off, and none says whether it did.
        """,
      examples: [.init("expect error { copy \"hello\" }", "only at a terminal: a pipe has no clipboard")],
      searchWords: ["clipboard", "yank", "paste"], takesTime: false, effect: .outside, in: .files, role: .looks
    ) { (session, arguments) throws(Failure) in
      if let word = arguments.text(0), let value = session.value(named: word) {
        throw .refused("'\(word)' is only a word here", "copy \(value)").about(0)
      }
      let text = session.runtime.writer.text(arguments[0])
      guard text.utf8.count <= limit else {
        throw .refused(
          "the clipboard of a terminal takes \(limit) bytes, and this has \(text.utf8.count)",
          "save writes it to a file"
        ).about(0)
      }
      session.flush()
      guard session.output.copy(text) else {
        throw .refused("there is no terminal with a clipboard here", "save writes it to a file")
      }
      session.notice("given to the terminal's clipboard: \(TimeText.count(text.count, "character"))")
      return .value(.none)
    }
  ]
}
