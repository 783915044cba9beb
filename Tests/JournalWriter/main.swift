import Journal
import Timeline

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// JournalWriter FOLDER DEVICE SEED: appends events for ever and writes `FIRST LAST` to its output for each group that
// was reported saved. Tests kill it at any instant and look whether all of those are there.

let arguments = CommandLine.arguments
guard arguments.count == 4, let device = Journal.DeviceID(arguments[2]), let seed = UInt64(arguments[3]) else {
  exit(2)
}
let journal = try Journal.open(folder: arguments[1], kind: .real, device: device)
var chance = SeededGenerator(seed: seed)
var next = 0
while true {
  let group = (0..<Int.random(in: 1...8, using: &chance)).map { position in
    Journal.Event(
      id: .init(cause: "kill", "\(seed)", "\(next + position)"), type: "story.liked",
      instant: .practiceStart + .seconds(Int64(next + position)),
      payload: ["text": .string(String(repeating: "x", count: Int.random(in: 0...400, using: &chance)))])
  }
  try journal.append(group)
  let line = Array("\(next) \(next + group.count - 1)\n".utf8)
  guard write(1, line, line.count) == line.count else { exit(1) }
  next += group.count
  if Int.random(in: 0..<20, using: &chance) == 0 { try journal.compact() }
}
