import Foundation
import Stories
import Terminal
import Testing

@testable import Shell

@Suite struct MachineViewTests {
  private static let parts = [MachineView.Part.app, .all]

  @Test(arguments: parts)
  func fitsAndHasEveryInput(_ part: MachineView.Part) {
    for glyphs in [GlyphSet.unicode, .ascii] {
      let lines = MachineView.lines(part, at: .playing, glyphs: glyphs).map(\.plain)
      #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") }, "\(lines)")
      for (kind, line) in zip(part.inputs, lines.dropFirst()) {
        #expect(line.hasPrefix(" \(MachineView.name(kind)) "), "\(line)")
      }
      #expect(lines.last == " now: playing")
      if glyphs == .ascii { #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }) }
    }
  }

  @Test(arguments: parts, [80, 60, 40, 24])
  func aNarrowWindowHasTheStatesInBlocks(_ part: MachineView.Part, width: Int) {
    let lines = MachineView.lines(part, at: .idle, glyphs: .unicode, width: width).map(\.plain)
    #expect(lines.allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
    let titles = lines.filter { $0.hasPrefix(" input") }.flatMap { $0.split(separator: " ").dropFirst() }
    #expect(titles.map(String.init) == part.situations.map(part.heading))
  }

  @Test func everyCodeIsInTheHeadingOrTheLegend() {
    let common: Set = ["new", "next", "user", "=", "·", "✗", ""]
    let app = common.union(["plays", "held", "waits", "fails", "ends", "idle"])
    let all = common.union(Player.Situation.allCases.map(MachineView.heading) + ["b/f"])
    for part in Self.parts {
      for situation in part.situations {
        for kind in part.inputs {
          let code = part.code(Player.TransitionTable.cell(situation, kind), from: situation)
          #expect((part == .app ? app : all).contains(code), "\(situation) \(kind): \(code)")
        }
      }
    }
    #expect(Set(Player.InputKind.allCases.map(MachineView.name)).count == Player.InputKind.allCases.count)
  }

  /// The seven states of the apps, then all; a state or an input alone; and where the story is.
  @Test(arguments: [
    ("story machine", 22, " input        idle    entering playing held    buffering failed  dismissed"),
    ("story machine all", 29, " input        idle gone entr play paus p+bf buff fail hold h+pa h+pb h+bf h+fa"),
  ])
  func showsSevenStatesOrAll(_ script: String, _ count: Int, _ heading: String) {
    let lines = ScriptRun()("story play 4; hold; \(script)").lines
    #expect(lines[2] == heading && lines.last == " now: pausedByHold", "\(lines)")
    #expect(ScriptRun()("expect (\(script) | count) == \(count)").error == nil)
  }

  @Test(arguments: [
    ("hold", " hold   playing       pausedByHold"),
    ("swipe", " swipe right  pausedByHold  ignored: held"),
    ("playing", " story play    another story"), ("pausedByHold", " tap           ignored: held"),
    ("buffer", " buffer again  buffering     entering or playing"),
    ("pause", " pause  pausedBuffering      ignored: alreadyPaused"),
  ])
  func showsOneStateOrOneInput(_ topic: String, _ line: String) {
    let lines = ScriptRun()("story machine \(topic)").lines
    #expect(lines.contains(line) && lines.last == " now: idle", "\(lines)")
  }

  @Test func knowsItsTopics() {
    #expect(ScriptRun.error("story machine holt")?.contains("not 'holt'") == true)
  }

  @Test func theChartNamesEveryStateAndNoUnknownOne() {
    let chart = MachineView.markdown.components(separatedBy: "```mermaid\n")[1]
    for state in Player.State.allCases { #expect(chart.contains(state.rawValue)) }
    #expect(chart.contains("playing --> pausedByHold: hold, hold 2s"))
    #expect(chart.contains("viewing --> dismissed:"))
    #expect(chart.contains("pausedByHold --> playing: release"))
  }
}
