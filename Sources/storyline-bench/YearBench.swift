import Foundation
import RichText
import Stories
import StoryScript
import Timeline

/// Parts measured inside this process.
enum YearBench {
  static func run() {
    Measure.title("a simulated year of playback, 2.1 million advances at 15 s")
    let core = Measure.time(player)
    Measure.row(
      "the player alone", core * 1e3, "ms", note: String(format: "%.0f million transitions a second", 4.2048 / core))
    let script = "story play 1 for 15s; wait 365d"
    if let text = Measure.program(Measure.storyline, ["-c", script], runs: 5) {
      Measure.row("storyline, every line written", text * 1e3, "ms")
    }
    if let json = Measure.program(Measure.storyline, ["--json", "-c", script], runs: 5) {
      Measure.row("storyline --json", json * 1e3, "ms")
    }
  }

  /// Runs a year of the player alone.
  static func player() {
    var player = Player(at: .practiceStart)
    var count = 0
    try! player.handle(.open(.classic, length: .seconds(15)), at: .practiceStart) { _ in }
    player.advance(to: .practiceStart + .days(365)) { _ in count += 1 }
    precondition(count > 2_102_400)
  }
}
