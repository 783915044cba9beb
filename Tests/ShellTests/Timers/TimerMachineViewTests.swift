import Terminal
import Testing
import Timers

@testable import Shell

@Suite struct TimerMachineViewTests {
  @Test(arguments: [80, 100, 60])
  func fitsAndHasEveryInput(_ width: Int) {
    for (view, inputs) in [
      (TimerMachineView.timer, Countdown.InputKind.allCases.map { "\($0)" }),
      (TimerMachineView.completion, CompletionFlow.InputKind.allCases.map { "\($0)" }),
    ] {
      #expect(view.rows.map(\.input) == inputs)
      let lines = view.lines(width: width, glyphs: .ascii).map(\.plain)
      #expect(lines.allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
      for input in inputs { #expect(lines.contains { $0.hasPrefix(" \(input)") }) }
      #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }
  }

  @Test func theChartsNameEveryStateAndLeaveOutWhatStays() {
    let charts = TimerMachineView.markdown.components(separatedBy: "```mermaid\n").dropFirst()
    #expect(charts.count == 2)
    for state in Countdown.State.allCases { #expect(charts.first?.contains(state.rawValue) == true) }
    for state in CompletionFlow.State.allCases { #expect(charts.last?.contains(state.rawValue) == true) }
    #expect(charts.first?.contains("running --> completed: done, timeUp\n") == true)
    #expect(charts.last?.contains("pin --> rating: completed, reopened, pinRight\n") == true)
    #expect(charts.last?.contains("saving --> idle: durable\n") == true)
    #expect(charts.allSatisfy { !$0.contains("pin --> pin") && !$0.contains("idle --> idle") })
  }
}
