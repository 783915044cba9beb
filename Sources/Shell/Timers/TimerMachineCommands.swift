import StoryScript
import Timers

enum TimerMachineCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "timer machine", summary: "shows what each input does in each state of a timer, and of the questions after it",
      details: "Both are drawn from the tables in which the program looks up what to do.",
      examples: [
        .init(
          "let t = timer machine\nexpect ($t.completion | where input == \"rate\" | first).pin == \"refused: pin first\"",
          "no rating before the PIN")
      ],
      searchWords: ["states", "transitions", "chart", "table", "pin", "rating", "flow"], in: .timers,
      shows: .drawn { session, _ in session.showTimerMachine() }, role: .looks
    ) { (_, _) throws(Failure) in
      .value(
        .record([
          "timer": .list(TimerMachineView.timer.records), "completion": .list(TimerMachineView.completion.records),
        ]))
    }
  ]
}
