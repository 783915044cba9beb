import Stories
import StoryScript
import Timers

@testable import PostsWing
@testable import SessionState
@testable import ShellCore
@testable import StoriesWing
@testable import TimersWing

/// The lists in Grammar.md and beside the code, made from the tables that the program uses, so that they cannot differ.
struct Reference {
  private let catalog: CommandCatalog
  init(_ catalog: CommandCatalog) { self.catalog = catalog }

  var sections: [ReferenceSection] {
    [
      ReferenceSection(name: "keywords", markdown: Self.keywords),
      ReferenceSection(name: "commands", markdown: commands),
      ReferenceSection(name: "state", markdown: states), ReferenceSection(name: "settings", markdown: settings),
      ReferenceSection(name: "functions", markdown: Self.functions),
      ReferenceSection(name: "events", markdown: events), ReferenceSection(name: "kept", markdown: Self.kept),
      ReferenceSection(name: "machine", markdown: MachineView.markdown),
      ReferenceSection(name: "loader", markdown: LoaderView.markdown),
      ReferenceSection(name: "gestures", markdown: Self.gestures),
      ReferenceSection(name: "timer machine", markdown: TimerMachineView.markdown),
      ReferenceSection(name: "routine machine", markdown: Self.routine.markdown),
      ReferenceSection(name: "outbox machine", markdown: OutboxMachineView.markdown),
    ]
  }

  /// Returns the document with each marked part generated again.
  func updating(_ document: String) -> String {
    var lines: [Substring] = []
    var skipping = false
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "<!-- end -->" { skipping = false }
      if !skipping { lines.append(line) }
      if let section = sections.first(where: { line == "<!-- \($0.name) -->" }) {
        lines += ["", section.markdown[...], ""]
        skipping = true
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    let all = [titles, titles.map { _ in "---" }] + rows
    return all.map { row in
      "| " + row.map { $0.split(separator: "|").joined(separator: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private static var keywords: String {
    let shown = Keyword.allCases.filter { $0 != .else && $0 != .catch }
    return Self.table(
      ["statement", "what it does"],
      shown.map { ["`\($0.usage)`", $0.summary] }
        + LessonWord.allCases.map { ["`\($0.usage)`", "in a \($0.room): \($0.summary)"] })
  }

  private var commands: String {
    Self.table(
      ["command", "what it does", "takes time"],
      catalog.schema.vocabulary.commands.commands.map {
        ["`\($0.usage)`", $0.summary, $0.advancesClock ? "yes" : ""]
      })
  }

  private var states: String {
    Self.table(
      ["path", "kind", "what it says"],
      catalog.schema.states.map { field in
        let kind =
          switch field.kind {
          case .choice(let cases): cases.map { "`\($0)`" }.joined(separator: " ")
          case .bool: "true or false"
          default: "\(field.kind)"
          }
        return ["`\(field.path)`", kind, field.summary]
      })
  }

  private var settings: String {
    let world = World(at: .practiceStart)
    return Self.table(
      ["setting", "what it is", "can be", "at first"],
      catalog.settings.map { ["`\($0.name)`", $0.summary, $0.range, ValueWriter().text($0.read(world))] })
  }

  private static var functions: String {
    Self.table(
      ["call", "gives", "example"],
      Functions.all.map {
        ["`(\($0.name) \($0.parameters))`", $0.summary, "`(\($0.example.call))` is `\($0.example.result)`"]
      })
  }

  private var events: String {
    Self.table(
      ["event", "when", "fields"],
      catalog.schema.events.map { kind in
        ["`\(kind.name)`", kind.summary, kind.fields.map { "`\($0.name)` \($0.summary)" }.joined(separator: "; ")]
      })
  }

  /// The five gesture designs, as `gestures machine` prints them; a fault is in bold.
  private static var gestures: String {
    table(
      ["finger", "touch"] + Recognizer.Design.allCases.map { "`\($0)`" },
      GestureMachine.rows.map { row in
        ["`\(row.finger)`", GestureMachine.words(row.touch)]
          + row.cells.map { cell in
            guard let cell else { return "never" }
            let words = GestureMachine.words(cell.step)
            return (cell.step.isFault ? "**\(words)**" : words) + " → \(cell.next)"
          }
      })
  }

  /// The transition table of a routine.
  private static let routine = TransitionView("a routine", name: name) {
    (state: RoutineRun.State, input: RoutineRun.InputKind) in
    switch RoutineRun.TransitionTable.cell(state, input) {
    case .accepted(let next, let lastStep):
      let words = next.map(\.rawValue).joined(separator: " or ")
      let unless = lastStep.map { "; refused: \(TransitionView.spaced($0.rawValue))" } ?? ""
      return .init(words: words + unless, targets: next.map(\.rawValue))
    case .refused(let reason): return .init(words: "refused: \(TransitionView.spaced(reason.rawValue))")
    case .never: return .init(words: "never")
    }
  }

  private static func name(_ input: RoutineRun.InputKind) -> String? {
    switch input {
    case .start: "routine start"
    case .later: "routine later"
    case .next: "routine next"
    case .skip: "routine skip"
    case .stop: "routine end"
    case .stepDone: "the step's timer ends"
    case .stepStopped: "timer stop"
    case .breakOver: "the break ends"
    }
  }

  /// The types of events in the journal, with all their earlier names.
  private static var kept: String {
    table(
      ["type", "what it says", "fields of `data`", "who may say it", "once written as"],
      World.Persisted.kinds.map(\.kind).map { kind in
        [
          "`\(kind.name)`", kind.summary, kind.fields.map { "`\($0.key)` \($0.value)" }.joined(separator: "; "),
          kind.authority.rawValue, kind.formerly.map { "`\($0)`" }.joined(separator: ", "),
        ]
      })
  }
}
