import StoryScript
import Timeline

/// The commands for the log and its explanation.
package struct LogCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "events",
      [
        Parameter(
          "N", .number(1...100_000, whole: true), optional: true,
          "how many of the newest events to list (default: 20 shown, all in the value)")
      ],
      summary: "lists the session's events, each with its time and cause",
      details: """
        The log contains inputs, their effects, and events that time alone caused. `undo` and `rewind` remove nothing \
        from the log. It holds the last 100,000 entries; commands that only show something are left out. The newest \
        20 events are shown unless you ask for more; the value has all events.
        """,
      examples: [
        .init(
          "story play 4 for 15s\nwait 16s\nlet last = (events | last)\nexpect $last.kind == \"story.started\"\nexpect $last.cause == \"time\"",
          "the next story started by itself")
      ],
      searchWords: ["log", "trace", "history", "what happened", "cause"],
      givesRows: ["number", "at", "kind", "what", "cause", "fields"], in: .past,
      shows: .drawn { LogRecords($0).showEvents($1) }, role: .looks, needsPast: true
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      session.past.ask(forEvents: arguments.number(0).map { Int($0) })
      return .value(.list(LogRecords(session).latest(last: session.past.eventsAskedFor ?? .max)))
    },
    CommandEntry(
      "explain",
      [
        Parameter(
          "SWITCH", .choice(["on", "off"], orNumber: nil), optional: true,
          "`on` explains every line from now on, `off` stops that (default: explains only the last input)")
      ],
      summary: "explains what the last input did, and why",
      details: """
        The last input is the last command that did more than show something: a gesture, a timer command, a post, \
        `undo`. After `explain on`, the prompt explains each line.
        """,
      examples: [
        .init("story play 4\nhold\ntap right\nexpect (contains (explain) \"resting thumb\")", "a tap while held")
      ],
      searchWords: ["why", "reason", "what happened", "ignored"], in: .past,
      shows: .drawn { Explanations($0).show($1) },
      role: .looks, needsPast: true
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      if let word = arguments.text(0) { return .value(.text(try LogCommands(session).explain(word == "on"))) }
      return .value(.text(Explanations(session).text()))
    },
  ]
}

extension LogCommands {
  /// Switches the prompt's explanation after each line on or off.
  fileprivate func explain(_ isOn: Bool) throws(Failure) -> String {
    guard let prompt = session.questions.prompt else {
      throw .refused("`explain \(isOn ? "on" : "off")` needs a prompt, and a script has none", "try: explain")
    }
    prompt.explains = isOn
    return isOn ? "From now on, each line is explained; `explain off` stops that." : "Lines are no longer explained."
  }

  /// Explains the input that was just typed, if this is switched on.
  func explainAutomatically() {
    guard session.questions.prompt?.explains == true, session.output.format == .text, session.watch == nil else {
      return
    }
    Explanations(session).show(.text(Explanations(session).text()))
  }
}
