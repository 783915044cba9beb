import Foundation
import Stories
import Terminal
import Testing

@testable import Shell

@Suite struct MachineViewTests {
  @Test func fitsAndHasEveryInput() {
    for glyphs in [GlyphSet.unicode, .ascii] {
      let lines = MachineView.lines(glyphs: glyphs).map(\.plain)
      #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
      for (kind, line) in zip(Player.InputKind.allCases, lines.dropFirst()) {
        #expect(line.hasPrefix(" \(kind.name) "), "\(line)")
      }
      if glyphs == .ascii { #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }) }
    }
  }

  @Test(arguments: [80, 60, 40, 20])
  func aNarrowWindowHasTheStatesInBlocks(width: Int) {
    let lines = MachineView.lines(glyphs: .unicode, width: width).map(\.plain)
    #expect(lines.allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
    let titles = lines.filter { $0.hasPrefix(" input") }.flatMap { $0.split(separator: " ").dropFirst() }
    #expect(titles.map(String.init) == Player.Situation.allCases.map(MachineView.heading))
  }

  @Test func everyCodeIsInTheHeadingOrTheLegend() {
    let known = Set(
      Player.Situation.allCases.map(MachineView.heading) + ["new", "next", "user", "b/f", "=", "·", "✗", ""])
    for situation in Player.Situation.allCases {
      for kind in Player.InputKind.allCases {
        #expect(known.contains(MachineView.code(Player.TransitionTable.cell(situation, kind), from: situation)))
      }
    }
  }

  @Test func theChartNamesEveryStateAndNoUnknownOne() {
    let chart = MachineView.markdown.components(separatedBy: "```mermaid\n")[1]
    for state in Player.State.allCases { #expect(chart.contains(state.rawValue)) }
    #expect(chart.contains("playing --> pausedByHold: hold, press"))
    #expect(chart.contains("viewing --> dismissed:"))
    #expect(chart.contains("pausedByHold --> playing: release"))
  }
}
