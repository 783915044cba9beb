import Foundation
import Journal
import Timeline

/// Writers that are killed at any instant, or that run beside each other: the events they reported as saved are
/// there, once, and the journal opens.
public struct KillTrial {
  public enum Writers: String, CaseIterable, Sendable {
    case one = "one writer"
    case twoShells = "two shells"
    case twoDevices = "two devices"

    var devices: [String] {
      switch self {
      case .one: ["kitchen"]
      case .twoShells: ["kitchen", "kitchen"]
      case .twoDevices: ["kitchen", "phone"]
      }
    }
  }

  /// A program that runs `TrialWriter` with the arguments that follow `arguments`.
  let program: URL
  let arguments: [String]
  private var chance: SeededGenerator
  private var folder = TemporaryFolder()
  private var reported: Set<String> = []
  private var written = 0
  private var runs = 0

  public init(program: URL, arguments: [String] = [], seed: UInt64) {
    (self.program, self.arguments) = (program, arguments)
    chance = SeededGenerator(seed: seed)
  }

  /// Starts writers, kills them (SIGKILL, after which no code of a program can run) 1 to 60 ms later, and checks the
  /// journal; repeats this `times` times.
  public mutating func kill(_ writers: Writers, times: Int) throws -> Tally {
    var tally = Tally()
    for run in 0..<times {
      // A new folder now and then, so that the journal does not grow larger than the trial needs.
      if run % 8 == 0 { renew() }
      let children = try writers.devices.map { try start($0, groups: nil) }
      usleep(UInt32.random(in: 1_000...60_000, using: &chance))
      for child in children { Foundation.kill(child.process.processIdentifier, SIGKILL) }
      for child in children {
        if !finish(child, &tally) { tally.problems.append("a writer ended by itself") }
      }
      // The events of a folder are counted once, after its last kill.
      try look(writers, isLast: run % 8 == 7 || run == times - 1, &tally)
    }
    tally.runs = times
    return tally
  }

  /// Runs two shells of one device that save the same events at the same time, to their ends.
  public mutating func race(times: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<times {
      renew()
      let seed = UInt64.random(in: 0...1_000_000, using: &chance)
      let children = try (0..<2).map { _ in try start("kitchen", seed: seed, groups: 12) }
      for child in children where finish(child, &tally) { tally.problems.append("a writer was killed") }
      try look(.twoShells, isLast: true, &tally)
    }
    tally.runs = times
    return tally
  }

  private mutating func renew() { (folder, reported, written) = (TemporaryFolder(), [], 0) }

  private struct Child {
    let seed: UInt64
    let process: Process
    let output: Pipe
  }

  private mutating func start(_ device: String, seed: UInt64? = nil, groups: Int?) throws -> Child {
    runs += 1
    let child = Child(seed: seed ?? UInt64(1_000_000 + runs), process: Process(), output: Pipe())
    child.process.executableURL = program
    child.process.arguments =
      arguments + [folder.path, device, "\(child.seed)"] + (groups.map { ["\($0)"] } ?? [])
    child.process.standardOutput = child.output
    try child.process.run()
    return child
  }

  /// Waits for a writer and adds its reports to the tally.
  /// - Returns: `true` if it was killed.
  private mutating func finish(_ child: Child, _ tally: inout Tally) -> Bool {
    let output = String(decoding: child.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.process.waitUntilExit()
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let first = Int(words[1]), let last = Int(words[2]), first <= last else {
        tally.problems.append("a writer said: \(line)")
        continue
      }
      if words[0] == "try" { written += last - first + 1 }
      if words[0] == "saved" { reported.formUnion((first...last).map { "kill/\(child.seed)/\($0)" }) }
    }
    return child.process.terminationReason == .uncaughtSignal
  }

  private func look(_ writers: Writers, isLast: Bool, _ tally: inout Tally) throws {
    let journal = try Journal.open(folder: folder.path, kind: .real, device: Journal.DeviceID(nearest: "kitchen"))
    let ids = try journal.fold(into: [String]()) { $0.append($1.event.id.text) }
    if isLast {
      tally.count(ids, written: written, reported: reported)
    } else {
      tally.lost += reported.subtracting(ids).count
    }
    for notice in journal.notices {
      switch notice {
      // What a kill may cost: a line that was not acknowledged, or the end of one that is read all the same.
      case .torn, .unended: continue
      default: tally.problems.append(notice.description)
      }
    }
    for device in Set(writers.devices) {
      // A writer may have been killed before it made its file.
      guard let text = try? String(contentsOfFile: "\(folder.path)/\(device).journal", encoding: .utf8) else {
        continue
      }
      let lines = text.split(separator: "\n").dropFirst()
      tally.twice += lines.count - Set(lines.map { $0.drop { $0 != " " } }).count
    }
  }
}
