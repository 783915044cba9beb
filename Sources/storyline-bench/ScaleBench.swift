import Foundation
import Journal
import Timeline

/// Large amounts, which must cost linear time or less: each row at three sizes, and the exponent of its growth.
enum ScaleBench {
  private static let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-scale-\(getpid())").path

  static func run() {
    Measure.title("large amounts, processor time of the whole program")
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    scripts()
    history()
    journals()
  }

  // MARK: Scripts

  private static let rows: [(name: String, sizes: [Int], script: String)] = [
    (
      "handlers, each run 41 times", [2_500, 5_000, 10_000],
      "let n = 0; repeat N { when story.started { n += 1 } }; story play 1 for 15s; wait 10m"
    ),
    (
      "handlers of other events, 40,000 events", [2_500, 5_000, 10_000],
      "repeat N { when timer.paused { print 1 } }; story play 1 for 15s; wait 10000m"
    ),
    ("blocks that wait", [2_500, 5_000, 10_000], "let n = 0; repeat N { after 1h { n += 1 } }; wait 2h"),
    ("undo steps", [100_000, 300_000, 1_000_000], "story play 4; repeat N { tap right }; undo"),
    ("undo steps, 20,000 undone", [100_000, 300_000, 1_000_000], "story play 4; repeat N { tap right }; undo 20000"),
    ("forks deep, then kept", [25, 50, 100], "repeat N { fork; repeat 100 { tap right } }; repeat N { fork keep }"),
    ("forks deep, then dropped", [25, 50, 100], "repeat N { fork; repeat 100 { tap right } }; repeat N { fork drop }"),
  ]

  private static func scripts() {
    let idle = Measure.processorMedian(Measure.storyline, ["-c", "print 1"]) ?? 0
    for row in rows {
      measure(row.name, row.sizes) { count in
        let script = row.script.replacingOccurrences(of: "N", with: "\(count)")
        // Forks are made in a story that plays.
        let text = row.name.hasPrefix("forks") ? "story play 4; \(script)" : script
        return Measure.processorMedian(Measure.storyline, ["--quiet", "-c", text], runs: 5).map { $0 - idle }
      }
    }
    memory()
  }

  /// Measures the memory of undo steps: only the last 100,000 are kept, so it must stay the same.
  private static func memory() {
    for count in [100_000, 1_000_000] {
      let words = ["--quiet", "-c", "story play 4; repeat \(count) { tap right }; undo"]
      guard let peak = Measure.memory(Measure.storyline, words) else { continue }
      Measure.row("memory of \(grouped(count)) undo steps", Double(peak) / 1e6, "MB")
    }
  }

  /// Measures one row at each size.
  /// - Parameter work: returns the seconds; `nil` if it fails, which leaves out the size.
  private static func measure(_ name: String, _ sizes: [Int], _ work: (Int) -> Double?) {
    var growth = Growth()
    for size in sizes {
      guard let time = work(size) else {
        Measure.note("left out: '\(grouped(size)) \(name)', which the program does not run")
        continue
      }
      growth.add(size, time)
      Measure.row("\(grouped(size)) \(name)", time * 1e3, "ms", note: growth.text)
    }
  }

  /// Returns a size as it is read: `10,000`.
  private static func grouped(_ size: Int) -> String {
    size < 1_000 ? "\(size)" : grouped(size / 1_000) + "," + String(format: "%03d", size % 1_000)
  }

  // MARK: Timers

  private static func history() {
    let sizes = [25_000, 50_000, 100_000]
    func state(_ size: Int) -> [String] { ["--state", "\(folder)/timers-\(size)", "--quiet", "-c"] }
    measure("timers imported", sizes) { size in
      let file = "\(folder)/timers.csv"
      try? Work.sessions(size, aDay: 12).write(toFile: file, atomically: true, encoding: .utf8)
      return Measure.processor(Measure.storyline, state(size) + ["history import '\(file)'"])
    }
    for (name, script) in [
      ("timers opened", "print 1"), ("timers in stats", "stats"), ("timers counted", "history all | count"),
    ] {
      measure(name, sizes) { Measure.processorMedian(Measure.storyline, state($0) + [script], runs: 5) }
    }
  }

  // MARK: Shared folders

  /// Measures a folder that thousands of devices share, each with ten events.
  private static func journals() {
    let sizes = [1_250, 2_500, 5_000]
    func shared(_ size: Int) -> String { "\(folder)/shared-\(size)" }
    do {
      for size in sizes { try fill(shared(size), size) }
    } catch {
      return Measure.note("left out: journals in a shared folder: \(error)")
    }
    func state(_ size: Int) -> [String] { ["--state", "\(folder)/devices-\(size)", "--quiet", "-c"] }
    func sync(_ size: Int) -> Double? {
      Measure.processor(Measure.storyline, state(size) + ["sync '\(shared(size))'"])
    }
    measure("journals in a shared folder, first sync", sizes, sync)
    measure("journals, synced again", sizes) { size in Measure.median((0..<3).compactMap { _ in sync(size) }) }
    measure("journals, their state opened", sizes) {
      Measure.processorMedian(Measure.storyline, state($0) + ["print 1"], runs: 3)
    }
  }

  /// Writes the journals of devices that share a folder.
  private static func fill(_ shared: String, _ count: Int) throws {
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    for number in 0..<count {
      let device = Journal.DeviceID(nearest: "device-\(number)")
      let own = "\(folder)/device"
      let journal = try Journal.open(folder: own, kind: .practice, device: device)
      try journal.append((0..<10).map { event(number * 10 + $0) })
      try FileManager.default.moveItem(
        atPath: "\(own)/\(device.name).journal", toPath: "\(shared)/\(device.name).journal")
      try FileManager.default.removeItem(atPath: own)
    }
  }

  private static func event(_ number: Int) -> Journal.Event {
    let at = Instant.practiceStart + .seconds(Int64(number % 86_400) - 86_400)
    return Journal.Event(
      id: .init(cause: "story", "liked", "\(number)", "\(at.microseconds)"), type: "story.liked", instant: at,
      local: .init(at: at, offset: .hours(1)), payload: ["story": .integer(Int64(number))])
  }
}
