import Foundation
import JournalTesting
import Testing

@testable import Journal

/// A durable append costs one write and one sync: the calls around them only take the lock and look at the file's
/// status, whatever the journal holds.
@Suite struct AppendCostTests {
  private typealias Call = CountingFileSystem.Call

  /// The calls of one append to an open journal.
  private static let calls = [
    Call("lock", "state/journal.lock"), Call("status", "state/kitchen.journal"),
    Call("append", "state/kitchen.journal"),
    Call("sync", "state/kitchen.journal"), Call("unlock", "state/journal.lock"),
  ]

  @Test(arguments: [0, 1, 300]) func anAppendIsOneWriteAndOneSync(others: Int) throws {
    let memory = MemoryFileSystem()
    for number in 0..<others {
      let device = Journal.DeviceID("device-\(number)")!
      memory["state/\(device.name).journal"] =
        Header(kind: .real, device: device.name).line
        + SavedEvent(event(1_000 + number), origin: .init(device: device, sequence: 1)).line
    }
    let files = CountingFileSystem(memory)
    let journal = try open(files)
    try journal.append([event(0)])
    _ = files.drainCalls()
    for number in 1...20 {
      try journal.append([event(number)])
      #expect(files.drainCalls() == Self.calls)
    }
    try journal.append((100..<600).map { event($0) })
    #expect(files.drainCalls() == Self.calls)
    try journal.void(id("e/3"), at: .practiceStart)
    #expect(files.drainCalls().filter { $0.name != "read" } == Self.calls)
    // What is saved already costs nothing.
    try journal.append([event(7)])
    #expect(files.drainCalls().allSatisfy { $0.name == "read" })
    // The first append of the next program also makes the file's name durable.
    let next = try open(files)
    try next.append([event(900)])
    #expect(files.drainCalls().suffix(4).map(\.name) == ["append", "sync", "syncFolder", "unlock"])
    try next.append([event(901)])
    #expect(files.drainCalls() == Self.calls)
  }

  /// The same count by the system, between two lines of a writer's output.
  @Test(.enabled(if: Strace.works, "strace is not installed, or may not be used here"))
  func theSystemSeesOneWriteAndOneSync() throws {
    let temporary = TemporaryFolder()
    let writer = try #require(KillTests.writer)
    let trace = try Strace.trace([writer.path, temporary.path + "/state", "kitchen", "7", "60"])
    var (groups, isPlain): ([[Strace.Call]], Bool) = ([], false)
    var group: [Strace.Call] = []
    for call in trace {
      if call.text.contains("\"try ") {
        // After a compaction the next append makes the file's name durable again.
        isPlain = !groups.isEmpty && !group.contains { $0.name.hasPrefix("rename") }
        group = []
      } else if call.text.contains("\"saved ") {
        groups.append(isPlain ? group : [])
        group = []
      } else {
        group.append(call)
      }
    }
    let plain = groups.filter { !$0.isEmpty }
    #expect(groups.count == 60 && plain.count > 40)
    for group in plain {
      #expect(
        group.map(\.name) == ["open", "stat", "flock", "stat", "stat", "write", "fdatasync", "close"], "\(group)")
      #expect(group.filter { $0.text.contains("kitchen.journal") }.map(\.name) == ["stat", "write", "fdatasync"])
    }
  }
}

/// The system calls of a program, by strace.
private enum Strace {
  struct Call: CustomStringConvertible {
    /// The name without the variants of one call: `open` for `openat`, `stat` for `newfstatat` and `fstat`.
    let name: String
    let text: String
    var description: String { text }
  }

  private static let path = "/usr/bin/strace"

  static let works = (try? run([path, "-o", "/dev/null", "true"])) == 0

  private static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Returns the calls of a program that concern files, in order.
  static func trace(_ arguments: [String]) throws -> [Call] {
    let temporary = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: temporary.path, withIntermediateDirectories: true)
    let output = temporary.path + "/trace"
    #expect(try run([path, "-f", "-y", "-s", "40", "-o", output, "-e", "trace=desc,file"] + arguments) == 0)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      guard let start = line.firstIndex(where: \.isLetter) else { return nil }
      let call = line[start...]
      let name = String(call.prefix { $0 != "(" })
      // Memory is mapped by calls about descriptors.
      if name.hasPrefix("mmap") { return nil }
      return Call(name: name.contains("stat") ? "stat" : name == "openat" ? "open" : name, text: String(call))
    }
  }
}
