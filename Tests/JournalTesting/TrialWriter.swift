import Journal
import System
import Timeline

/// The program that trials kill: it appends groups of events and prints which events were reported as saved.
public enum TrialWriter {
  /// Runs as `FOLDER DEVICE SEED [GROUPS]`, endlessly or for that many groups. Events are `kill/SEED/0`,
  /// `kill/SEED/1` and so on; `try FIRST LAST` is printed before an append and `saved FIRST LAST` after it, each in
  /// one write.
  /// - Returns: the exit code.
  public static func run(_ arguments: [String]) -> Int32 {
    guard (3...4).contains(arguments.count), let device = Journal.DeviceID(arguments[1]),
      let seed = UInt64(arguments[2])
    else { return 2 }
    do {
      let journal = try Journal.open(folder: arguments[0], kind: .real, device: device)
      var chance = SeededGenerator(seed: seed)
      var next = 0
      var groups = arguments.count == 4 ? Int(arguments[3]) ?? 0 : .max
      while groups > 0 {
        groups -= 1
        let group = Self.group(seed, from: next, &chance)
        guard report("try \(next) \(next + group.count - 1)\n") else { return 1 }
        try journal.append(group)
        guard report("saved \(next) \(next + group.count - 1)\n") else { return 1 }
        next += group.count
        if Int.random(in: 0..<20, using: &chance) == 0 { try journal.compact() }
      }
      return 0
    } catch {
      _ = report("failed \(error)\n")
      return 1
    }
  }

  private static func group(_ seed: UInt64, from first: Int, _ chance: inout SeededGenerator) -> [Journal.Event] {
    (0..<Int.random(in: 1...8, using: &chance)).map { position in
      Journal.Event(
        id: .init(cause: "kill", "\(seed)", "\(first + position)"), type: "story.liked",
        instant: .practiceStart + .seconds(Int64(first + position)),
        payload: ["text": .string(String(repeating: "x", count: Int.random(in: 0...400, using: &chance)))])
    }
  }

  private static func report(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return write(1, bytes, bytes.count) == bytes.count
  }
}
