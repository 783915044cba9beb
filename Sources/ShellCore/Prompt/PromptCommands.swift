import SessionState
import StoryScript
import TerminalText
import Timeline

/// The commands for the prompt.
package struct PromptCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "recall", [Parameter("TEXT", .text, optional: true, "text that the lines contain")],
      summary: "lists lines typed at the prompt, newest last",
      details:
        "A line that begins with a space, or contains a PIN or a password, is never saved. `--private` saves no lines.",
      examples: [.init("expect error { recall story }", "only at a prompt: a script has no typed lines")],
      searchWords: ["history", "typed", "lines", "again"], in: .prompt,
      shows: .drawn { PromptCommands($0).showLines($1, orElse: " nothing in your history matches") }, role: .looks
    ) { (session, arguments) throws(Failure) in
      guard let prompt = session.questions.prompt else {
        throw .refused("`recall` needs a prompt: a script has no typed lines", "try: storyline")
      }
      let found = prompt.history.search(arguments.text(0) ?? "").filter { $0 != prompt.line }
      return .value(.list(found.reversed().map { .text($0) }))
    },
    CommandEntry(
      "recall delete", [Parameter("TEXT", .text, "the whole line, in quotes")],
      summary: "deletes a line from the history and its file",
      examples: [.init("expect error { recall delete \"story play 4\" }", "only at a prompt")],
      searchWords: ["history", "forget", "remove", "erase", "typed"], effect: .outside, in: .prompt, role: .looks
    ) { (session, arguments) throws(Failure) in
      guard let prompt = session.questions.prompt else {
        throw .refused("`recall delete` needs a prompt: a script has no typed lines", "try: storyline")
      }
      let line = arguments.text(0) ?? ""
      guard prompt.history.entries.contains(line) else {
        throw .refused("the history has no such line", "try: recall").about(0)
      }
      prompt.history.remove(line)
      // The recorded line contains the same text.
      prompt.history.remove(prompt.line)
      session.notice(
        prompt.history.isBehind
          ? "deleted here, but the history file cannot be changed now: Storyline tries again with each line you enter"
          : "deleted from the history")
    },
    CommandEntry(
      "suggestions", [Parameter("SWITCH", .choice(["on", "off"], orNumber: nil), "on or off")],
      summary: "turns the grey suggestions at the prompt on or off",
      details: "Right or End accepts a suggestion; Alt-F accepts one word of it.",
      examples: [.init("suggestions off", "to keep them off, put this in your config.story")],
      searchWords: ["hints", "ghost", "autosuggestion"], in: .prompt, role: .looks
    ) { (session, arguments) throws(Failure) in
      // A script for a prompt may run elsewhere, too.
      session.questions.prompt?.suggests = arguments.text(0) != "off"
    },
    CommandEntry(
      Stopwatch.word, [Parameter("LINE", .text, "the line, as you would type it without `time`")],
      summary: "runs a line and reports how long it took",
      details: """
        `time` reports the real time and the processor time, and in a practice session also the time on the session's clock. It \
        works only at the prompt, because a script must give the same output on each run.
        """,
      examples: [.init("expect error { time \"story play 4\" }", "at the prompt: time story play 4")],
      searchWords: ["measure", "duration", "speed", "profile", "timeit", "stopwatch"], in: .prompt, role: .looks
    ) { (_, _) throws(Failure) in throw Failure(Stopwatch.onlyAtPrompt) },
    CommandEntry(
      "clear", summary: "clears the screen; the session does not change",
      examples: [.init("clear", "an empty screen with only the prompt")],
      searchWords: ["cls", "screen", "empty"],
      in: .prompt, role: .looks
    ) { (session, _) throws(Failure) in
      if session.output.isTerminal { session.output.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
    },
    leave("exit", ["leave", "quit", "end", "q", "bye"]),
    leave("quit", ["leave", "exit", "end"]),
  ]

  private static func leave(_ word: String, _ searchWords: [String]) -> CommandEntry {
    CommandEntry(
      word,
      [Parameter("CODE", .number(0...255, whole: true), optional: true, "the script's exit code (default 0)")],
      summary: "leaves the prompt, as ^D does, or ends the script",
      details:
        "In a practice session or a lesson begun in another session, it returns to that session, as `practice end` does.",
      examples: [
        .init("if story.state == playing { \(word) 3 }", "exit code 3 tells the caller what went wrong")
      ],
      searchWords: searchWords, in: .prompt, role: .looks
    ) { (session, arguments) throws(Failure) in
      guard let prompt = session.questions.prompt else {
        throw Failure(.ended(code: Int32(arguments.number(0) ?? 0)))
      }
      prompt.ask(for: .leave)
    }
  }
}

extension PromptCommands {
  /// Writes typed lines, one below the other; if there are many, only the newest.
  func showLines(_ value: Value, orElse otherwise: String) {
    let lines = (value.list ?? []).compactMap { $0.text }
    if lines.isEmpty { return session.printer.writeLine(StyledText(otherwise, .dim)) }
    let shown = lines.suffix(50)
    if shown.count < lines.count {
      session.printer.writeLine(StyledText(" \(TimeText.count(lines.count - shown.count, "older line"))", .dim))
    }
    let highlighter = Highlighter(schema: session.catalog.schema)
    for line in shown {
      let clean = sanitized(line, keepingLines: true, glyphs: session.output.glyphs)
      // Colours match the original line; a line that had to be sanitized is shown without them.
      let ranges = clean == line ? highlighter.ranges(in: line) : []
      for (index, part) in StyledText(clean, ranges: ranges).lines.enumerated() {
        session.printer.writeLine(StyledText(index == 0 ? " " : "   ") + part)
      }
    }
  }
}
