import Journal
import System
import Timeline

/// A random life of two shells on files whose calls fail: events reported as saved are there, once, and other events
/// are kept in memory and saved when the fault is over.
public enum InjectionTrial: String, CaseIterable, Sendable {
  case shortWrites = "short writes"
  case fullDisk = "full disk, ENOSPC"
  case brokenDisk = "broken disk, EIO"
  case death = "killed at any call"
  case powerLoss = "loss of power at any call"

  public func run(times: Int, seed: UInt64) throws -> Tally {
    var tally = Tally()
    for number in 0..<times {
      var chance = SeededGenerator(seed: seed &+ UInt64(number))
      try live(&tally, &chance)
    }
    tally.runs = times
    return tally
  }

  /// Returns the fault of the next call.
  private func fault(
    _ operation: FileError.Operation, _ chance: inout SeededGenerator
  ) -> FaultyFileSystem.Fault? {
    switch self {
    case .shortWrites:
      operation == .write ? .short(Int.random(in: 1...300, using: &chance)) : nil
    case .fullDisk:
      // Half a line is written, then nothing, for a while.
      switch Int.random(in: 0..<4, using: &chance) {
      case 0 where operation == .write: .short(Int.random(in: 1...300, using: &chance))
      case 1 where operation != .truncate && operation != .remove: .error(ENOSPC)
      default: nil
      }
    case .brokenDisk: Int.random(in: 0..<4, using: &chance) == 0 ? .error(EIO) : nil
    case .death, .powerLoss:
      Int.random(in: 0..<30, using: &chance) == 0 ? .crash(afterBytes: Int.random(in: 0...600, using: &chance)) : nil
    }
  }

  private func live(_ tally: inout Tally, _ chance: inout SeededGenerator) throws {
    let files = FaultyFileSystem()
    var shells = [try open(files), try open(files)]
    var generator = chance
    files.fault = { _, operation in self.fault(operation, &generator) }
    var reported: Set<String> = []
    var written: Set<String> = []
    for step in 0..<30 where !files.isDead {
      let group = (0..<Int.random(in: 1...6, using: &chance)).map { _ in
        // Both shells record some of the events.
        let number = Int.random(in: 0..<40, using: &chance) + 20 * step
        return Journal.Event(
          id: .init(cause: "fault", "\(number)"), type: "story.liked",
          instant: .practiceStart + .seconds(Int64(number)), payload: ["story": .integer(Int64(number))])
      }
      let shell = shells.randomElement(using: &chance) ?? shells[0]
      let waiting = shell.pending.map(\.id.text)
      written.formUnion(group.map(\.id.text))
      do {
        try shell.append(group)
        reported.formUnion(group.map(\.id.text) + waiting)
        if Int.random(in: 0..<8, using: &chance) == 0 { try shell.compact() }
      } catch  where !files.isDead {
        // Events whose save failed are not forgotten.
        let kept = Set(shell.pending.map(\.id.text))
        tally.lost += group.count { !kept.contains($0.id.text) && !shell.contains($0.id) }
      } catch {}
    }
    var left: any FileSystem = files
    switch self {
    case .powerLoss: left = try files.afterPowerLoss(&chance)
    case .death: left = files.base
    default:
      // The fault is over.
      files.revive()
      for shell in shells {
        let waiting = shell.pending.map(\.id.text)
        try shell.append([])
        reported.formUnion(waiting)
        tally.lost += shell.pending.count
      }
    }
    shells = []
    let journal = try open(left)
    let ids = try journal.fold(into: [String]()) { $0.append($1.event.id.text) }
    tally.count(ids, written: written.count, reported: reported)
    for notice in journal.notices {
      switch notice {
      // What a kill may cost: a line that was not acknowledged, or the end of one that is read all the same.
      case .torn, .unended: continue
      default: tally.problems.append(notice.description)
      }
    }
  }

  private func open(_ files: any FileSystem) throws -> Journal {
    try Journal.open(folder: "state", kind: .real, device: Journal.DeviceID(nearest: "kitchen"), files: files)
  }
}
