import ShellCore
import StoryScript
import Timers

enum TimerMachineCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "timer machine",
      summary: "shows the effect of each input in each state of a timer and of the questions after it",
      details: "The program itself uses these two tables.",
      examples: [
        .init(
          "let t = timer machine\nexpect ($t.completion | where input == \"rate\" | first).pin == \"refused: pin first\"",
          "no rating before the PIN")
      ],
      searchWords: ["states", "transitions", "chart", "table", "pin", "rating", "flow"], in: .timers,
      shows: .drawn { session, _ in TimerMachineView(session).show() }, role: .looks
    ) { (_, _) throws(Failure) in
      .value(
        .record([
          "timer": .list(TimerMachineView.timer.records), "completion": .list(TimerMachineView.completion.records),
        ]))
    }
  ]
}

/// The transition tables of the timer and of the questions after it.
struct TimerMachineView {
  private let output: Output
  private let printer: OutputPrinter

  init(_ session: Session) {
    output = session.output
    printer = session.printer
  }

  static let timer = TransitionView("the timer", name: name) {
    (state: Countdown.State, input: Countdown.InputKind) in
    switch Countdown.TransitionTable.cell(state, input) {
    case .accepted(let state): .init(words: state.rawValue, targets: [state.rawValue])
    // An older timer session is rated, which does not concern the timer.
    case .ignored(.nothingCompleted): .init(words: "ignored")
    case .ignored(let reason): .init(words: "ignored: \(TransitionView.spaced(reason.rawValue))")
    case .refused(let reason): .init(words: "refused: \(TransitionView.spaced(reason.rawValue))")
    case .never: .init(words: "never")
    }
  }

  /// Saving is internal: for the user it takes no time.
  static let completion = TransitionView(
    "after a timer ends", of: CompletionFlow.State.allCases.filter { $0 != .saving }, name: name
  ) { (state: CompletionFlow.State, input: CompletionFlow.InputKind) in
    switch CompletionFlow.TransitionTable.cell(state, input) {
    case .accepted(let next):
      let targets = next.possible.filter { $0 != .saving }.map { $0.rawValue }
      return .init(words: targets.listed("or"), targets: targets)
    case .ignored(let reason): return .init(words: "ignored: \(TransitionView.spaced(reason.rawValue))")
    case .refused(let reason): return .init(words: "refused: \(TransitionView.spaced(reason.rawValue))")
    }
  }

  private static func name(_ input: Countdown.InputKind) -> String? {
    switch input {
    case .start, .pause, .resume, .extend, .done, .stop: "timer \(input.name)"
    case .clear: "rate"
    case .timeUp: "time is up"
    }
  }

  private static func name(_ input: CompletionFlow.InputKind) -> String? {
    switch input {
    case .completed: "a timer ends"
    case .pinRight: "the right PIN"
    case .pinWrong: "a wrong PIN"
    case .rate: "rate"
    case .postpone: "rate later"
    // Reopening asks the same question as the end of a timer, and only the disk confirms that something is saved.
    case .reopened, .durable: nil
    }
  }

  /// Both tables and charts in Markdown.
  static var markdown: String { [timer, completion].map { $0.markdown }.joined(separator: "\n\n") }
}

extension TimerMachineView {
  func show() {
    for view in [TimerMachineView.timer, TimerMachineView.completion] {
      for line in view.lines(width: output.width, glyphs: output.line.glyphs) { printer.writeLine(line) }
    }
    printer.writeWrapped(
      "In every state, `rate` can also rate an earlier session: the newest unrated one, or with `of` the one that you name."
    )
  }
}
