import Testing

@testable import JournalTesting

@Suite struct InjectionTests {
  @Test(arguments: InjectionTrial.allCases)
  func nothingReportedIsLost(trial: InjectionTrial) throws {
    let tally = try trial.run(times: 60, seed: 7)
    #expect(tally.isClean, "\(tally)")
    #expect(tally.runs == 60 && tally.reported > 300 && tally.found >= tally.reported && tally.written >= tally.found)
  }

  /// A trial that cannot find a fault is worthless: a file system that loses data must be noticed.
  @Test func aLossIsReported() {
    var tally = Tally()
    tally.count(["a", "b", "b"], written: 4, reported: ["a", "c"])
    #expect(tally.lost == 1 && tally.twice == 1 && tally.found == 2 && !tally.isClean)
  }
}
