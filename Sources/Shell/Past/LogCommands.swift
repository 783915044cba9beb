import StoryScript
import Timeline

enum LogCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "events",
      [
        Parameter(
          "N", .number(1...100_000, whole: true), optional: true, "how many of the newest events to list (default all)")
      ],
      summary: "lists the session's events, each with its time and cause",
      details: """
        The log contains inputs, their effects, and events that time alone caused. `undo` and `rewind` remove nothing \
        from the log. It holds the last 100,000 entries, without commands that only show something. The newest 20 \
        events are shown unless you ask for more; the value has all events.
        """,
      examples: [
        .init(
          "story play 4 for 15s\nwait 16s\nlet last = (events | last)\nexpect $last.kind == \"story.started\"\nexpect $last.cause == \"time\"",
          "the next story started by itself")
      ],
      searchWords: ["log", "trace", "history", "what happened", "cause"], in: .past,
      shows: .drawn { $0.showEvents($1) }, role: .looks, asksPast: true
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      session.past.ask(forEvents: arguments.number(0).map { Int($0) })
      return .value(.list(session.logRecords(last: session.past.eventsAskedFor ?? .max)))
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
      searchWords: ["why", "reason", "what happened", "ignored"], in: .past, shows: .drawn { $0.showExplanation($1) },
      role: .looks, asksPast: true
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      if let word = arguments.text(0) { return .value(.text(try session.explain(word == "on"))) }
      return .value(.text(session.explanation()))
    },
  ]
}

extension Session {
  /// Switches the prompt's explanation after each line on or off.
  fileprivate func explain(_ isOn: Bool) throws(Failure) -> String {
    guard let prompt = questions.prompt else {
      throw .refused("'explain \(isOn ? "on" : "off")' needs a prompt, and a script has none", "try: explain")
    }
    prompt.explains = isOn
    return isOn ? "From now on, each line is explained; `explain off` stops that." : "Lines are no longer explained."
  }

  /// Explains the input that was just typed, if this is switched on.
  func explainOnTheWay() {
    guard questions.prompt?.explains == true, output.format == .text, watch == nil else { return }
    showExplanation(.text(explanation()))
  }
}
