import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText

/// The tables of the five gesture designs, side by side.
enum GestureMachine {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "gestures machine", summary: "compares how the five gesture designs interpret each touch",
      details: """
        The app's authors wanted "hold anywhere to pause, release to resume" and tried five designs; four failed. \
        `set gestures NAME` chooses a design for the same player, and `explain` tells you what went wrong. You can \
        also turn on three other faults of the app: `set ending stuck`, `set clock ticking`, `set animation restart`.
        """,
      examples: [
        .init(
          "let up = (gestures machine | where finger == \"long\" | first)\nexpect $up.longpress == \"fault: nothing\"",
          "the `longpress` design does not notice the release"),
        .init(
          "set gestures toggle\nstory play 4\nhold 1s\nwait 1s\nexpect story.state == paused",
          "lifting the finger has no effect"),
      ],
      searchWords: [
        "recogniser", "recognizer", "touch", "table", "states", "long press", "designs", "teach", "lesson",
      ],
      in: .gestures,
      shows: .drawn { session, _ in GestureView(session).show() }, role: .looks
    ) { (_, _) in
      .value(
        .list(
          rows.map { row in
            var record: Record = ["finger": .text(row.finger.rawValue), "touch": .text(words(row.touch))]
            for (design, cell) in zip(Recognizer.Design.allCases, row.cells) {
              record[design.rawValue] = .text(
                cell.map { ($0.step.isFault ? "fault: " : "") + words($0.step) } ?? "never")
            }
            return .record(record)
          }))
    }
  ]

  typealias Row = (finger: Recognizer.Finger, touch: Recognizer.Touch, cells: [Recognizer.Cell?])

  /// The rows in which any design has a cell.
  static var rows: [Row] {
    Recognizer.Finger.allCases.flatMap { finger in
      Recognizer.Touch.allCases.map { touch in
        (finger, touch, Recognizer.Design.allCases.map { Recognizer.cell($0, finger, touch) })
      }
    }.filter { (row: Row) in row.cells.contains { $0 != nil } }
  }

  static func words(_ touch: Recognizer.Touch) -> String {
    switch touch {
    case .down: "goes down"
    case .up: "goes up"
    case .time: "350 ms pass"
    }
  }

  static func words(_ step: Recognizer.Step) -> String {
    switch step {
    case .waits: "waits"
    case .taps: "tap"
    case .pauses, .holds: "pause"
    case .releases: "resume"
    case .alsoTaps: "tap as well"
    case .unheard: "nothing"
    case .toggles: "pause or resume"
    case .needsTap: "no pause yet"
    case .armed: "waits for tap"
    case .heldBack: "held back"
    case .swallowed: "tap lost"
    case .tapsLate: "tap, late"
    case .pausesLate: "pause, late"
    }
  }

  static let legend = [
    "long: down for 350 ms or more; armed: up again, a tap may follow; second: down",
    "for that tap; waiting: up, perhaps a tap. The design `hold` has no long press:",
    "its taps are separate, and the player's own table (`story machine`) ignores",
    "them while the story is held.",
  ]
}

/// The tables of the gestures, for people.
struct GestureView {
  private let output: Output
  private let printer: OutputPrinter
  private let world: World

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    world = session.world
  }

  func show() {
    let chosen = world.stories.viewer.choices.gestures
    let failed = Mark.failed.text(output.line.glyphs)
    let columns =
      [RowColumn<GestureMachine.Row>("finger", overflow: .wrap) { StyledText($0.finger.rawValue) }]
      + [.init("touch", overflow: .wrap) { StyledText(GestureMachine.words($0.touch)) }]
      + Recognizer.Design.allCases.enumerated().map { place, design in
        let title = design.rawValue + (design == chosen ? " *" : "")
        return .init(title, overflow: .wrap) { row in
          guard let cell = row.cells[place] else { return "" }
          let words = GestureMachine.words(cell.step)
          return cell.step.isFault ? StyledText("\(failed) \(words)", .error) : StyledText(words)
        }
      }
    printer.writeTable(GestureMachine.rows, leading: 2, columns)
    for text in GestureMachine.legend + ["*: `set gestures \(chosen.rawValue)`."] {
      for line in StyledText(" " + text, .dim).wrapped(to: output.width) { printer.writeLine(line) }
    }
  }
}
