import Foundation
import JournalTesting
import Testing

/// Writers that are killed at any instant: the events they reported as saved are there, once, and the journal opens.
///
/// 40 kills in the normal run; JOURNAL_KILLS=500 asks for more. `storyline-bench faults` prints the figures.
@Suite struct KillTests {
  private static let kills = ProcessInfo.processInfo.environment["JOURNAL_KILLS"].flatMap(Int.init) ?? 40

  /// The path of JournalWriter, which lies beside the program that runs the tests.
  static var writer: URL? {
    let places = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let around = places + places.map { $0.deletingLastPathComponent() } + Bundle.allBundles.map(\.bundleURL)
    return (around + around.map { $0.deletingLastPathComponent() }).map { $0.appendingPathComponent("JournalWriter") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  @Test func everythingReportedSurvives() throws {
    var trial = KillTrial(program: try #require(Self.writer), seed: UInt64(Self.kills))
    var tally = Tally()
    for writers in KillTrial.Writers.allCases { tally += try trial.kill(writers, times: (Self.kills + 2) / 3) }
    #expect(tally.lost == 0 && tally.twice == 0 && tally.problems == [], "\(tally)")
    #expect(tally.reported > Self.kills && tally.found >= tally.reported && tally.written >= tally.found)
  }

  @Test func shellsThatSaveTheSameSaveItOnce() throws {
    var trial = KillTrial(program: try #require(Self.writer), seed: 1)
    let tally = try trial.race(times: 3)
    #expect(tally.isClean, "\(tally)")
    #expect(tally.found == tally.reported && tally.written == 2 * tally.found && tally.found > 30)
  }
}
