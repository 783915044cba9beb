import StoryScript
import Terminal

/// What the tutorial says, as events. Most of its words come after what a command shows, and are no lines of events.
enum TutorialEvents {
  static let all = [started.row, step.row, done.row, left.row, finished.row]

  static let started = EventEntry<Void>(
    "tutorial.started", "the tutorial begins with its first step", reason: { _, _ in [] })

  static let step = EventEntry<(step: Tutorial.Step, line: String)>(
    "tutorial.step", "the tutorial shows a step",
    fields: [
      .init("step", "its name") { $0.step.rawValue },
      .init("number", "1 to 9") { $0.step.number },
      .init("command", "the line that does it") { $0.line },
    ],
    reason: { fields, _ in
      [
        "The tutorial is at step \(fields["number"]?.number.map { Int($0) } ?? 0) of 9, which is done by doing it: `\(fields["command"]?.text ?? "")`."
      ]
    })

  static let done = EventEntry<(step: Tutorial.Step, isSkipped: Bool)>(
    "tutorial.done", "a step of the tutorial is over",
    fields: [
      .init("step", "its name") { $0.step.rawValue },
      .init("number", "1 to 9") { $0.step.number },
      .init("skipped", "whether it was passed over") { $0.isSkipped },
    ], reason: { _, _ in [] })

  static let left = EventEntry<Tutorial.Step>(
    "tutorial.left", "the tutorial was left",
    fields: [.init("step", "where it waits") { $0.rawValue }, .init("number", "1 to 9") { $0.number }],
    says: { line, step, _ in
      line.say(.note, "the tutorial waits at step ", step.number, " of 9: `tutorial resume` goes on")
    }, reason: { _, _ in ["The tutorial was left, and `tutorial resume` goes on where it waits."] })

  static let finished = EventEntry<Int>(
    "tutorial.finished", "the tutorial is over",
    fields: [.init("done", "how many of the nine steps were done") { $0 }],
    reason: { _, _ in ["That was the tutorial's last step, and `tutorial restart` walks it again."] })
}
