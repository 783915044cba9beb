import StoryScript
import TerminalText
import Timeline

/// The events of the session itself, with their sentences.
package enum SessionEvents {
  package static let all = [undone.row, redone.row, rewound.row, forked.row, kept.row, dropped.row]

  /// A command that was undone or redone.
  struct RevertedCommand: Sendable {
    let command: String
    /// The present state of the affected part; `nil` if there is nothing to report. It is determined at the time of the
    /// event, because an event that must be durable may be reported much later.
    let stateWords: String?
  }

  static let undone = EventEntry<RevertedCommand>(
    "session.undone", "`undo` undid a command", lasts: true,
    fields: [undoneCommand],
    says: { line, step, _ in
      line.mark(.previous)
      line.add("undone: ")
      line.add(text: step.command)
      addStateWords(step, &line)
    },
    reason: { fields, _ in
      [
        "`\(undoneCommand.text(in: fields))` was undone: everything that it changed was restored."
      ]
    })

  static let redone = EventEntry<RevertedCommand>(
    "session.redone", "`redo` redid a command", lasts: true,
    fields: [redoneCommand],
    says: { line, step, _ in
      line.mark(.next)
      line.add("redone: ")
      line.add(text: step.command)
      addStateWords(step, &line)
    },
    reason: { fields, _ in
      ["`\(redoneCommand.text(in: fields))` was redone, as if it had never been undone."]
    })

  private static let undoneCommand = command("the command that was undone")
  private static let redoneCommand = command("the command that was redone")

  private static func command(_ summary: String) -> EventField<RevertedCommand> {
    .init("command", summary) { .text($0.command) }
  }

  static let rewound = EventEntry<(from: Instant, to: Instant)>(
    "session.rewound", "`rewind` went back in time",
    fields: [
      .init("from", "the time before `rewind`") { .date($0.from) },
      .init("to", "the time after `rewind`") { .date($0.to) },
    ],
    says: { line, jump, session in
      line.mark(.previous)
      line.add("back by ")
      line.add(jump.from - jump.to)
      for wing in session.catalog.wings { wing.addRewound(session, to: &line) }
    },
    reason: { _, _ in
      [
        "The session went back in time: everything that happened in between is gone.",
        "Scheduled blocks are kept.",
      ]
    })

  static let forked = EventEntry<(depth: Int, back: Duration?)>(
    "session.forked", "`fork` started a trial", fields: [depth { $0.depth }],
    says: { line, fork, session in
      line.mark(.note)
      line.add("fork")
      if fork.depth > 1 {
        line.add(" ")
        line.add(fork.depth)
      }
      guard let back = fork.back else {
        return line.add(": try anything; `fork drop` returns to this point, and `fork keep` keeps the result")
      }
      line.add(", ", back, " back")
      for wing in session.catalog.wings { wing.addRewound(session, to: &line) }
      line.add("; `fork drop` returns to the present, and `fork keep` continues from here")
    },
    reason: { _, _ in
      ["A trial has started.", "`fork drop` returns to the moment before the fork, and `fork keep` keeps the result."]
    })

  static let kept = EventEntry<Int>(
    "session.kept", "`fork keep` kept a trial", fields: [depth { $0 }],
    says: { line, _, _ in
      line.mark(.done)
      line.add("kept: the trial is now part of the session")
    },
    reason: { _, _ in ["The trial is now part of the session, and `undo` can undo it."] })

  static let dropped = EventEntry<(depth: Int, tried: Duration)>(
    "session.dropped", "`fork drop` discarded a trial", fields: [depth { $0.depth }],
    says: { line, fork, _ in
      line.mark(.previous)
      line.add("dropped: everything is as before the fork")
      if fork.tried > .zero {
        line.add(", back by ")
        line.add(fork.tried)
      }
    },
    reason: { _, _ in ["The clock and the world are as they were before the trial.", "Scheduled blocks are kept."] })

  private static func depth<Payload>(_ depth: @escaping @Sendable (Payload) -> Int) -> EventField<Payload> {
    .init("depth", "the number of open forks") { .number(Double(depth($0))) }
  }

  /// Adds the present state of the restored part, if the command's name does not say it.
  private static func addStateWords(_ step: RevertedCommand, _ line: inout LineWriter) {
    guard let words = step.stateWords else { return }
    line.add("; ")
    line.add(text: words)
  }
}
