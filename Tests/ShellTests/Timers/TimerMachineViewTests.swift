import Terminal
import Testing
import Timers

@testable import ShellCore
@testable import TimersWing

@Suite struct TimerMachineViewTests {
  @Test(arguments: [80, 100, 60])
  func fitsAndHasEveryInput(_ width: Int) {
    for (view, inputs) in [
      (
        TimerMachineView.timer,
        [
          "timer start", "timer pause", "timer resume", "timer extend", "timer done", "timer stop", "rate",
          "time is up",
        ]
      ),
      (TimerMachineView.completion, ["a timer ends", "the right PIN", "a wrong PIN", "rate", "rate later"]),
    ] {
      #expect(view.rows.map(\.input) == inputs)
      let lines = view.lines(width: width, glyphs: .ascii).map(\.plain)
      #expect(lines.allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
      for input in inputs { #expect(lines.contains { $0.hasPrefix(" \(input.prefix(8))") }) }
      #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }
  }

  @Test func theChartsNameEveryStateAndLeaveOutWhatStays() {
    let charts = TimerMachineView.markdown.components(separatedBy: "```mermaid\n").dropFirst()
    #expect(charts.count == 2)
    for state in Countdown.State.allCases { #expect(charts.first?.contains(state.rawValue) == true) }
    for state in ["idle", "pin", "rating"] { #expect(charts.last?.contains(state) == true) }
    #expect(charts.first?.contains("running --> completed: timer done, time is up\n") == true)
    #expect(charts.first?.contains("completed --> idle: rate\n") == true)
    #expect(charts.last?.contains("pin --> rating: a timer ends, the right PIN\n") == true)
    #expect(charts.last?.contains("rating --> idle: rate, rate later\n") == true)
    for inner in ["clear", "reopened", "durable", "saving"] {
      #expect(!TimerMachineView.markdown.contains(inner), "a message inside the program")
    }
    #expect(charts.allSatisfy { !$0.contains("pin --> pin") && !$0.contains("idle --> idle") })
  }
}
