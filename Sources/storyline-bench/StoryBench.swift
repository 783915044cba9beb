import Foundation
import SessionState
import Shell
import ShellCore
import Stories
import StoryScript
import Timeline

/// Stories and their feed: the player, the cache, copies of the world, and distant pages.
enum StoryBench {
  static func run() {
    Measure.title("stories")
    transitions()
    Measure.row("a simulated year", .milliseconds, note: "at most 200", YearBench.player)
    cache()
    copies()
    undo()
    pages()
  }

  private static func transitions() {
    let rounds = 1_000_000
    let inputs: [Player.Input] = [.hold(), .release, .pause, .resume, .tap(x: 0.9), .next, .previous, .like]
    let time = Measure.time {
      var player = Player(at: .practiceStart)
      var count = 0
      try! player.handle(.open(.classic), at: .practiceStart) { _ in }
      for round in 0..<rounds {
        let now = .practiceStart + .milliseconds(Int64(round))
        for input in inputs { try! player.handle(input, at: now) { _ in count += 1 } }
      }
      precondition(count >= rounds * inputs.count)
    }
    Measure.row(
      "inputs to a player", Double(rounds * inputs.count) / time / 1e6, "million a second", note: "at least 20")
  }

  private static func cache() {
    let rounds = 4_000_000
    let media = (0..<40).map { MediaCache.Medium(key: $0 &* 0x9E37_79B9_7F4A_7C1, name: "m", bytes: 1_000_000) }
    for (name, count) in [("a cache's hit", 10), ("a cache's miss", 40)] {
      Measure.row(name, .nanoseconds, rounds: rounds, runs: 3) {
        var cache = MediaCache()
        for round in 0..<rounds {
          let medium = media[round % count]
          cache.use(medium.key, medium)
        }
        precondition(cache.count <= 24)
      }
    }
  }

  private static func copies() {
    let count = 100_000
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    if let source = try? Source(name: "bench", text: "story play 4"), let function = try? session.load(source) {
      try? session.runtime.run(function)
    }
    let world = session.world
    var copies: [World] = []
    let note = "at most 1000; \(MemoryLayout<World>.size) bytes"
    Measure.row("a copy of the world", .nanoseconds, rounds: count, note: note) {
      copies = []
      copies.reserveCapacity(count)
      for _ in 0..<count { copies.append(world) }
    }
    precondition(copies.count == count)
  }

  private static func undo() {
    let start = "story play 4\n"
    let end = "if session.undoable < 100000 { print session.undoable }\nundo 3"
    guard let idle = Measure.memory(Measure.storyline, ["-c", start + end.replacing("3", with: "1")]) else { return }
    for (name, line) in [("tap right", "tap right"), ("like", "like")] {
      guard let full = Measure.memory(Measure.storyline, ["-c", start + "repeat 100000 { \(line) }\n" + end]) else {
        continue
      }
      Measure.row(
        "100,000 steps of \(name)", Double(full - idle) / 1e6, "MB",
        note: String(format: "%.0f bytes a step, the log included; at most 50 MB", Double(full - idle) / 1e5))
    }
  }

  private static func pages() {
    let feed = Feed(sessionStart: .practiceStart)
    let rounds = 20_000
    let times = [1, 1_000_000].map { page in
      Measure.time { for _ in 0..<rounds { precondition(feed.page(page, at: .practiceStart).count == 20) } }
    }
    Measure.row("page 1", times[0] / Double(rounds) * 1e6, "µs")
    Measure.row("page 1,000,000", times[1] / Double(rounds) * 1e6, "µs", ratio: times[1] / times[0])
    let memory = [1, 1_000_000].compactMap { Measure.memory(Measure.storyline, ["-c", "stories page \($0)"]) }
    guard memory.count == 2 else { return }
    Measure.row(
      "memory, page 1,000,000", Double(memory[1]) / 1e6, "MB", ratio: Double(memory[1]) / Double(memory[0]),
      note: "beside page 1")
  }
}
