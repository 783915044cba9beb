import Foundation
import Stories
import Terminal
import Testing

@testable import StoriesWing

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
          let code = part.code(kind, in: situation)
          #expect((part == .app ? app : all).contains(code), "\(situation) \(kind): \(code)")
        }
      }
    }
    #expect(Set(MachineView.inputs.map(MachineView.name)).count == MachineView.inputs.count)
  }

  /// The apps' seven states, then all states; one state or one input alone; and the story's current state.
  @Test(arguments: [
    ("story machine", 21, " input        idle    entering playing held    buffering failed  dismissed"),
    ("story machine all", 28, " input        idle gone entr play paus p+bf buff fail hold h+pa h+pb h+bf h+fa"),
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
    ("buffer", " story buffer  buffering     entering or playing"),
    ("buffer", " story buffer  playing       buffering"),
    ("held", " story buffer  pausedByHold"), ("held", " tap           ignored: held"),
    ("pause", " pause  pausedBuffering      ignored: already paused"),
    ("paused", " pause         ignored: already paused"),
    ("pausedByHold", " story fail    pausedByHold"), ("pausedByHold", " release       entering or playing"),
    // An input as it is typed, of one word or several, with its argument or without.
    ("tap", " tap bar  pausedByHold  ignored: held"), ("tap bar", " tap bar  playing       another story"),
    ("\"tap bar\"", " tap bar  playing       another story"), ("tap bar 3", " tap bar  playing       another story"),
    ("tap right", " tap    playing       another story, or the end"), ("hold 2s", " hold   playing       pausedByHold"),
    ("swipe left", " swipe left  playing       another user"),
    ("story retry", " story retry  failed        entering or playing"),
    ("story play @ana", " story play  dismissed     another story"),
    ("100 ms pass", " 100 ms pass  entering      playing"),
    // The product's own states and inputs.
    ("all heldPlaying", " story fail    heldFailed"), ("all tap bar", " tap bar  heldBuffering        ignored: held"),
    ("all hold 2s", " hold 2s  buffering            heldBuffering"),
    ("dismissing", " story stop    no effect, forever"),
  ])
  func showsOneStateOrOneInput(_ topic: String, _ line: String) {
    let lines = ScriptRun()("story machine \(topic)").lines
    #expect(lines.contains(line) && lines.last == " now: idle", "\(lines)")
  }

  /// The product's own names do not appear in tables of the apps' states.
  @Test func theAppsStatesAreNamedAsTheyAre() {
    let own = Set(Player.Situation.allCases.map { "\($0)" }).subtracting(Player.State.allCases.map(\.rawValue))
    for topic in MachineView.topics
    where !["all", "pause", "resume", "paused", "hold 2s", "fail at 5s"].contains(topic) {
      let text = ScriptRun()("story machine \(topic)").lines.joined(separator: " ")
      #expect(!text.isEmpty && !own.contains { text.contains($0) }, "\(topic): \(text)")
    }
  }

  @Test(arguments: [
    ("story machine holt", "the table has no state or input 'holt' | did you mean 'hold'?"),
    (
      "story machine heldPlaying",
      "'heldPlaying' is a state of Storyline, not of the apps | try: story machine all heldPlaying"
    ),
    ("story machine all holding", "the table has no state or input 'all holding' | try: story machine"),
  ])
  func knowsItsTopics(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  @Test func missingAppStatesAreExplained() {
    #expect(
      ScriptRun()("story play 4; pause; story machine").lines.last == " now: paused (see `story machine all`)")
  }

  /// If viewing never ends, the table includes the state in which it is stuck, and names it as the current state.
  @Test func theTableShowsTheStuckEnding() {
    let run = ScriptRun()
    run("set ending stuck; story play @ben for 1s; wait 3s")
    let lines = run("story machine").lines
    #expect(lines.first == " input        idle    entering playing held    buffering failed  dismissing")
    #expect(lines.contains { $0.hasPrefix(" story play ") && $0.hasSuffix(" new") })
    #expect(lines.contains { $0.hasPrefix(" story stop ") && $0.hasSuffix(" ·") } && lines.last == " now: dismissing")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(run("story machine tap").lines.contains(" tap      dismissing    no effect, forever"))
    #expect(run("story machine dismissing").lines.contains(" story play    another story"))
  }

  @Test func theChartNamesEveryStateAndNoUnknownOne() {
    let chart = MachineView.markdown.components(separatedBy: "```mermaid\n")[1]
    for state in Player.State.allCases { #expect(chart.contains(state.rawValue)) }
    #expect(chart.contains("playing --> pausedByHold: hold, hold 2s"))
    #expect(chart.contains("viewing --> dismissed:"))
    #expect(chart.contains("pausedByHold --> playing: release"))
  }
}
