import Foundation
import Stories
import Timeline

/// A year of playback: the player alone, and the whole program beside a C program that writes the same bytes.
enum YearBench {
  private static func script(_ days: Int) -> [String] { ["-c", "story play 1 for 15s; wait \(days)d"] }
  private static let rounds = 9

  static func run() {
    Measure.title("a simulated year of playback, 2.1 million advances at 15 s")
    let core = Measure.time(player)
    Measure.row(
      "the player alone", core * 1e3, "ms", note: String(format: "%.0f million transitions a second", 4.2048 / core))
    for (name, isJSON) in [("storyline, every line written", false), ("storyline --json", true)] {
      let (options, peer) = (isJSON ? ["--json"] : [], PeerPrograms.playback(days: 365, asJSON: isJSON))
      guard
        PeerPrograms.agree(
          (Measure.storyline, options + script(30)),
          (Measure.this.path, PeerPrograms.playback(days: 30, asJSON: isJSON)))
      else {
        Measure.note("left out: '\(name)', because the C program in Sources/CPeers/Playback.c writes other bytes")
        continue
      }
      let turns = Comparison.inTurn(
        rounds: rounds, { Measure.processor(Measure.storyline, options + script(365)) },
        { Measure.processor(Measure.this.path, peer) })
      guard let turns else { continue }
      Measure.row(name, .milliseconds, turns, goal: 4, note: "beside the same bytes by printf in C")
      Measure.row(isJSON ? "the same JSON in C" : "the same lines in C", Measure.median(turns.other) * 1e3, "ms")
    }
    let forms = Comparison.inTurn(
      rounds: rounds, { Measure.processor(Measure.storyline, ["--json"] + script(365)) },
      { Measure.processor(Measure.storyline, script(365)) })
    if let forms { Measure.row("JSON beside text", .milliseconds, forms, goal: 1.3) }
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
