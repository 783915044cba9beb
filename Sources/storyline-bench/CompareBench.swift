import Foundation
import JSON

/// Compares two builds of the program in turn, so that a change can be judged on a busy machine:
///
///     swift run -c release storyline-bench compare OTHER        the build beside this program, and the program OTHER
///     swift run -c release storyline-bench compare OTHER loop   only the works with this word in their name
///
/// It compares the processor time, which other programs disturb least; the ratio is the median of the ratios of
/// single rounds, in each of which both ran, in changing order. Below 1 the build beside this program is faster; it is
/// called faster or slower only if the whole interval says so.
enum CompareBench {
  static func run(_ words: [String]) {
    guard let other = words.first else {
      Measure.fail("compare expects the other program: storyline-bench compare OTHER", 2)
    }
    for program in [Measure.storyline, other] where Measure.program(program, ["--version"], runs: 1) == nil {
      let next = program == other ? "" : "; try: swift build -c release --product storyline"
      Measure.fail("'\(program)' is not a program that starts\(next)", 2)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-compare-\(getpid())").path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let works = Work.chosen(Array(words.dropFirst()), in: folder)
    // Copies of both, made in the same way.
    let copies = (own: folder + "/own", other: folder + "/other")
    for (program, copy) in [(Measure.storyline, copies.own), (other, copies.other)] {
      guard Measure.copy(program, to: copy) else {
        Measure.fail("'\(program)' cannot be copied to \(folder); set TMPDIR to a folder with 400 MB", 1)
      }
    }
    Report.machine()
    Report.text(
      "milliseconds of the processor: this build, the other, and their ratio with its interval of 99 % "
        + "(below 1 this build is faster); about \(max(1, works.count / 3)) min")
    for work in works { compare(work, copies.own, copies.other) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func compare(_ work: Work, _ own: String, _ other: String) {
    let comparison = Comparison.inTurn(
      rounds: work.rounds, { Measure.processor(own, work.arguments) },
      { Measure.processor(other, work.arguments) })
    guard let comparison else {
      return Measure.note("left out: '\(work.name)', which one of the programs cannot run")
    }
    let (own, others) = (Measure.median(comparison.own) * 1e3, Measure.median(comparison.other) * 1e3)
    let ratio = comparison.ratio
    Report.json(
      [.init("work", .string(work.name)), .init("own_ms", .number(own)), .init("other_ms", .number(others))]
        + ratio.fields + [
          .init("level", .number(MedianInterval.level)), .init("rounds", .integer(Int64(work.rounds))),
          .init("verdict", .string(ratio.verdict.rawValue)),
        ])
    let times = [own, others].map { String(format: "%.1f", $0).leftPadded(9) }.joined()
    Report.text(
      "  \(work.name.padding(toLength: 38, withPad: " ", startingAt: 0))\(times)  \(ratio.text)  \(ratio.verdict.rawValue)"
    )
  }
}
