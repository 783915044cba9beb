import Foundation
import Shell
import ShellCore
import StoryScript
import Timeline
import Timers

/// Ten years of a family's timers: 15,000 sessions.
enum HistoryBench {
  private static let count = 15_000

  static func run() {
    Measure.title("ten years of timers, \(count) sessions")
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(getpid())").path
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/ten.csv"
    guard (try? TimerSessionCSV.text(sessions()).write(toFile: file, atomically: true, encoding: .utf8)) != nil else {
      return
    }

    var states = 0
    Measure.row("imported and synced", .milliseconds, runs: 3) {
      states += 1
      perform("history import '\(file)'", open("\(folder)/\(states)"))
    }
    let state = folder + "/1"
    Measure.row("that state opened", .milliseconds) { _ = open(state) }
    let session = open(state)
    Measure.row("stats, shown on a terminal", .milliseconds, runs: 15) { perform("stats", session) }
    Measure.row("stats of one activity", .milliseconds, runs: 15) { perform("stats of reading", session) }
    Measure.row("history", .microseconds, runs: 15) { perform("history", session) }
    Measure.row("history all | count", .milliseconds) { perform("history all | count", session) }
    for kind in ["csv", "json"] {
      Measure.row("exported as \(kind)", .milliseconds) {
        perform("history export to '\(folder)/out.\(kind)' replace", session)
      }
    }
    if let time = Measure.program(Measure.storyline, ["--state", state, "-c", "stats"], runs: 9) {
      Measure.row("storyline -c stats", time * 1e3, "ms", note: "the whole program")
    }
  }

  private static func open(_ folder: String) -> Session {
    let session = Session(output: Output(to: .nowhere, width: 80, isTerminal: true), catalog: Catalog.standard)
    try! session.openState(folder)
    return session
  }

  private static func perform(_ script: String, _ session: Session) {
    try! session.runtime.run(try! session.load(try! Source(name: "bench", text: script)))
    session.flush()
  }

  private static func sessions() -> [TimerSessionRecord] {
    var chance = SeededGenerator(seed: 10)
    let activities = Activity.presets
    return (0..<count).map { number in
      let activity = activities[Int.random(in: 0..<activities.count, using: &chance)]
      let allocated = Duration.minutes(Int64(activity.minutes))
      let isUp = Bool.random(using: &chance)
      let actual = isUp ? allocated : .seconds(Int64.random(in: 0..<Int64(activity.minutes * 60), using: &chance))
      let day = Duration.days(Int64(number * 3_650 / count))
      let ended = Instant.practiceStart - .days(3_651) + day + .minutes(Int64(number % 4 * 90))
      var session = TimerSessionRecord(
        TimerSession(
          activity: activity, started: ended - actual, ended: ended, ending: isUp ? .timeUp : .early,
          allocated: allocated, actual: actual),
        device: "kitchen", id: TimerSessionID(device: "kitchen", started: ended - actual, ordinal: number),
        offset: .hours(1))
      session.rating = (Rating.allCases + [nil]).randomElement(using: &chance) ?? nil
      return session
    }
  }
}
