import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timers

/// The events of a family's children, with their sentences.
enum ChildEvents {
  static let all = [added.row, removed.row, chosen.row]

  private static func field<Payload>(_ child: @escaping @Sendable (Payload) -> Child) -> EventField<Payload> {
    .init("name", "the child's name") { Children.name(child($0)) }
  }

  static let added = EventEntry<Child>(
    "child.added", "a child was added", lasts: true, fields: [field { $0 }],
    says: { line, child, _ in line.write(.done, Children.name(child), " was added and is now active") },
    reason: { fields, _ in
      [
        "The stars, streak, history and routines of each child are separate. All commands now apply to \(name(fields)); `child` lists all children."
      ]
    })

  static let removed = EventEntry<(child: Child, active: Child)>(
    "child.removed", "a child was removed", lasts: true,
    fields: [field { $0.child }, .init("active", "the child who is active now") { Children.name($0.active) }],
    says: { line, gone, _ in
      line.write(.done, Children.name(gone.child), " removed; ", Children.name(gone.active), " is active")
    },
    reason: { fields, _ in
      [
        "\(name(fields)) no longer belongs to the family. Sessions and stars stay in the journal: `child add \(Word.quotedIfNeeded(name(fields)))` brings them back."
      ]
    })

  static let chosen = EventEntry<Child>(
    "child.chosen", "another child became active", lasts: true, fields: [field { $0 }],
    says: { line, child, session in
      let children = Children(session)
      let ledger = children.ledger(of: child.ids)
      line.write(.done, Children.name(child), " is active: ", TimeText.count(ledger.stars, "star"))
      let days = ledger.streak(on: LocalDay.today(in: session))
      let length = days.includesToday ? days.length : days.carried
      if length > 0 { line.add(", ", TimeText.count(length, "day"), " in a row") }
    },
    reason: { fields, _ in
      [
        "Timers, stars, history and routines are now \(name(fields))'s. A running timer stays with the child it was started for."
      ]
    }, already: { "\(name($0)) was already active" })

  private static func name(_ fields: Record) -> String { fields["name"]?.text ?? "" }
}
