import Foundation
import Testing
import Timeline

@testable import Journal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writers that are killed at any instant: what they reported as saved is there, once, and the journal opens.
///
/// 40 kills in the normal run; JOURNAL_KILLS=500 asks for more.
@Suite struct KillTests {
  private static let kills = ProcessInfo.processInfo.environment["JOURNAL_KILLS"].flatMap(Int.init) ?? 40

  /// JournalWriter lies beside the program that runs the tests.
  private static var writer: URL? {
    let places = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let around = places + places.map { $0.deletingLastPathComponent() } + Bundle.allBundles.map(\.bundleURL)
    return (around + around.map { $0.deletingLastPathComponent() }).map { $0.appendingPathComponent("JournalWriter") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  @Test func everythingReportedSurvives() throws {
    let writer = try #require(Self.writer)
    var chance = SeededGenerator(seed: UInt64(Self.kills))
    var temporary = try TemporaryFolder()
    var reported: Set<String> = []
    var total = 0
    for kill in 0..<Self.kills {
      // A new folder now and then, so that the journal does not grow beyond what a kill is about.
      if kill % 8 == 0 { (temporary, reported) = (try TemporaryFolder(), []) }
      // Alone, two shells of one device, or two devices.
      let devices = [["kitchen"], ["kitchen", "kitchen"], ["kitchen", "phone"]].randomElement(using: &chance)!
      let children = try devices.enumerated().map { number, device in
        let seed = UInt64(kill * 10 + number)
        return (seed, try Self.start(writer, [temporary.path, device, "\(seed)"]))
      }
      usleep(UInt32.random(in: 1_000...60_000, using: &chance))
      for (seed, child) in children {
        SystemKill.kill(child.process.processIdentifier)
        let output = child.output.fileHandleForReading.readDataToEndOfFile()
        child.process.waitUntilExit()
        #expect(child.process.terminationReason == .uncaughtSignal, "the writer ended by itself")
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
          let ends = line.split(separator: " ").compactMap { Int($0) }
          guard ends.count == 2 else { continue }
          reported.formUnion((ends[0]...ends[1]).map { "kill/\(seed)/\($0)" })
          total += ends[1] - ends[0] + 1
        }
      }
      let journal = try Journal.open(folder: temporary.path, kind: .real, device: kitchen)
      let ids = try journal.ids
      #expect(Set(ids).count == ids.count)
      #expect(reported.isSubset(of: ids), "lost \(reported.subtracting(ids).count) events at kill \(kill)")
      #expect(journal.notices.allSatisfy { if case .torn = $0 { true } else { false } }, "\(journal.notices)")
      for device in Set(devices) where FileManager.default.fileExists(atPath: "\(temporary.path)/\(device).journal") {
        let text = try String(contentsOfFile: "\(temporary.path)/\(device).journal", encoding: .utf8)
        let lines = text.split(separator: "\n").dropFirst().map { $0.dropFirst(Format.prefixLength) }
        #expect(Set(lines).count == lines.count)
      }
    }
    #expect(total > Self.kills)
  }

  private static func start(_ program: URL, _ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    return (process, output)
  }
}

private enum SystemKill {
  /// SIGKILL: nothing in the program can run after it.
  static func kill(_ process: Int32) {
    #if canImport(Darwin)
      _ = Darwin.kill(process, SIGKILL)
    #elseif canImport(Musl)
      _ = Musl.kill(process, SIGKILL)
    #else
      _ = Glibc.kill(process, SIGKILL)
    #endif
  }
}
