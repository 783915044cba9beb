import StoryScript
import Terminal
import Timeline

/// The events of the session itself, with their sentences.
enum SessionEvents {
  static let all = [undone.row, redone.row, rewound.row, forked.row, kept.row, dropped.row]

  /// A command that was undone or redone.
  struct Taken: Sendable {
    let command: String
    /// The present state of what the command affected; `nil` if there is nothing to say. It is determined at the time
    /// of the event, because an event that must be durable may be reported much later.
    let standing: String?
  }

  static let undone = EventEntry<Taken>(
    "session.undone", "`undo` took a command back", lasts: true,
    fields: [takenBack],
    says: { line, step, _ in
      line.mark(.previous)
      line.add("undone: ")
      line.add(text: step.command)
      addStanding(step, &line)
    },
    reason: { fields, _ in
      [
        "`\(takenBack.text(in: fields))` was taken back: what it had changed is as it was before."
      ]
    })

  static let redone = EventEntry<Taken>(
    "session.redone", "`redo` did a command again", lasts: true,
    fields: [doneAgain],
    says: { line, step, _ in
      line.mark(.next)
      line.add("done again: ")
      line.add(text: step.command)
      addStanding(step, &line)
    },
    reason: { fields, _ in
      ["`\(doneAgain.text(in: fields))` was done again, as if it had not been taken back."]
    })

  private static let takenBack = command("what was taken back")
  private static let doneAgain = command("what was done again")

  private static func command(_ summary: String) -> EventField<Taken> {
    .init("command", summary) { .text($0.command) }
  }

  static let rewound = EventEntry<(from: Instant, to: Instant)>(
    "session.rewound", "`rewind` went back in time",
    fields: [.init("from", "when it was") { .date($0.from) }, .init("to", "when it is now") { .date($0.to) }],
    says: { line, jump, session in
      line.mark(.previous)
      line.add("back by ")
      line.add(jump.from - jump.to)
      for wing in session.catalog.wings { wing.addRewound(session, to: &line) }
    },
    reason: { _, _ in
      ["Clock and world went back; what had happened since has not happened.", "Scheduled blocks stay."]
    })

  static let forked = EventEntry<(depth: Int, back: Duration?)>(
    "session.forked", "`fork` began a trial", fields: [depth { $0.depth }],
    says: { line, fork, session in
      line.mark(.note)
      line.add("fork")
      if fork.depth > 1 {
        line.add(" ")
        line.add(fork.depth)
      }
      guard let back = fork.back else {
        return line.add(": try what you like; `fork drop` comes back to here, `fork keep` stays")
      }
      line.add(", ", back, " back")
      for wing in session.catalog.wings { wing.addRewound(session, to: &line) }
      line.add("; `fork drop` returns to the present, `fork keep` stays")
    },
    reason: { _, _ in
      ["A trial began.", "`fork drop` comes back to this instant, `fork keep` stays with what was tried."]
    })

  static let kept = EventEntry<Int>(
    "session.kept", "`fork keep` kept a trial", fields: [depth { $0 }],
    says: { line, _, _ in
      line.mark(.done)
      line.add("kept: what was tried belongs to the session")
    },
    reason: { _, _ in ["What was tried belongs to the session now, and `undo` can take it back."] })

  static let dropped = EventEntry<(depth: Int, tried: Duration)>(
    "session.dropped", "`fork drop` went back to before a trial", fields: [depth { $0.depth }],
    says: { line, fork, _ in
      line.mark(.previous)
      line.add("dropped: as before the fork")
      if fork.tried > .zero {
        line.add(", back by ")
        line.add(fork.tried)
      }
    },
    reason: { _, _ in ["Clock and world are as they were before the trial.", "Scheduled blocks stay."] })

  private static func depth<Payload>(_ depth: @escaping @Sendable (Payload) -> Int) -> EventField<Payload> {
    .init("depth", "how many forks are open") { .number(Double(depth($0))) }
  }

  /// Adds the present state of what came back, if the command's name does not say it.
  private static func addStanding(_ step: Taken, _ line: inout LineWriter) {
    guard let words = step.standing else { return }
    line.add("; ")
    line.add(text: words)
  }
}
