import Foundation

/// Compares two builds of the program in turn, so that a change can be judged on a busy machine:
///
///     swift run -c release storyline-bench compare OTHER        the build beside this program, and the program OTHER
///
/// It compares the processor time, which other programs disturb least; the ratio is the median of the ratios of
/// single rounds, in each of which both ran, in changing order. Below 1 the build beside this program is faster.
enum CompareBench {
  private static let word = "compare"

  /// The scripts: some tenths of a second each, except for the start.
  private static let works: [(name: String, rounds: Int, arguments: [String])] = [
    ("start", 60, ["-c", "print 1"]),
    ("loop with a call", 9, ["-c", "def step x { return $x + 1 }\nlet i = 0\nwhile $i < 5000000 { i = (step $i) }"]),
    ("trivial commands", 9, ["-c", "story play 4; hold; repeat 600000 { tap right }"]),
    ("state reads", 9, ["-c", "let x = 0; repeat 3000000 { x = clock.now }"]),
    ("90 days of playback, every line", 9, ["-c", "story play 1 for 15s; wait 90d"]),
    ("the same as JSON", 9, ["--json", "-c", "story play 1 for 15s; wait 90d"]),
    ("blocks that run later", 9, ["-c", "let n = 0; every 1s { n = $n + 1 }; wait 400000s"]),
    ("where, sort, group", 9, ["-c", list + "print ($a | where v > 5 | sort by v desc | group by g | count)"]),
    ("records made and changed", 9, ["-c", list + "i = 0; while $i < 200000 { a[$i].v = 1; i = $i + 1 }"]),
    (
      "text that grows", 9,
      ["-c", "let t = \"\"; let i = 0; while $i < 600000 { t = $t + \"ab\"; i = $i + 1 }; print (length $t)"]
    ),
    ("posts queued and undone", 9, ["-c", "repeat 2000 { post \"hi #tag @bob\" }; repeat 1900 { undo }"]),
  ]
  /// Returns scripts that use files, in a folder that is deleted afterwards.
  private static func worksWithFiles(in folder: String) -> [(name: String, rounds: Int, arguments: [String])] {
    let (photos, state) = (folder + "/photos", folder + "/state")
    let examples = FileManager.default.subpaths(atPath: "Examples/Photos") ?? []
    let pictures = examples.filter { $0.lowercased().hasSuffix(".jpg") }.sorted()
    var works: [(name: String, rounds: Int, arguments: [String])] = []
    if !pictures.isEmpty {
      try? FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
      for number in 0..<3_000 {
        try? FileManager.default.copyItem(
          atPath: "Examples/Photos/\(pictures[number % pictures.count])", toPath: "\(photos)/\(number).jpg")
      }
      works.append(("3,000 photos read, divided and named", 9, ["--quiet", "-c", "let m = cluster '\(photos)'"]))
    }
    let line = "The quick brown fox jumps over the lazy dog, and so do we all, every day of the week. #fox @dog.test "
    works.append(
      (
        "mentions and tags of a long text", 9,
        ["-c", "let t = (repeated \"\(line)\" 4000); repeat 10 { let f = facets $t }"]
      ))
    let sessions = folder + "/sessions.csv"
    try? sessionsFile(50_000).write(toFile: sessions, atomically: true, encoding: .utf8)
    let kept = Measure.program(
      Measure.storyline, ["--real", "--state", state, "--quiet", "-c", "history import '\(sessions)'"], runs: 1)
    if kept != nil {
      works.append(("a state of 50,000 sessions opened", 9, ["--real", "--state", state, "-c", "print 1"]))
      works.append(("its statistics", 9, ["--real", "--state", state, "--quiet", "-c", "let s = stats"]))
    }
    return works
  }

  /// Returns sessions of many years, in the format of `history export`.
  private static func sessionsFile(_ count: Int) -> String {
    var lines = [
      "id,day,started,ended,activity,icon,allocated_seconds,actual_seconds,saved_seconds,ending,rating,device"
    ]
    for number in 0..<count {
      let day = String(format: "%04d-%02d-%02d", 2000 + number / 3 / 336, number / 3 / 28 % 12 + 1, number / 3 % 28 + 1)
      let hour = 8 + number % 3 * 4
      lines.append(
        "bench/\(number),\(day),\(day)T\(hour < 10 ? "0" : "")\(hour):00:00+01:00,"
          + "\(day)T\(hour < 10 ? "0" : "")\(hour):20:00+01:00,reading,📖,1200,1200,0,timeUp,good,bench")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let list =
    "let a = []; let i = 0; while $i < 200000 { a = (append $a {v: $i mod 97, g: $i mod 7}); i = $i + 1 }\n"

  static func runIfRequested() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.first == word else { return }
    compare(words)
    exit(0)
  }

  private static func compare(_ words: [String]) {
    guard words.count == 2 else { Measure.fail("it needs the other program: storyline-bench compare OTHER", 2) }
    let programs = [Measure.storyline, words[1]]
    for program in programs where access(program, X_OK) != 0 { Measure.fail("'\(program)' is not a program", 2) }
    Measure.title("milliseconds of the processor: this build, the other, and their ratio (median of rounds)")
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-compare-\(getpid())").path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for work in works + worksWithFiles(in: folder) {
      var times: [[Double]] = [[], []]
      for round in 0..<work.rounds {
        for side in round % 2 == 0 ? [0, 1] : [1, 0] {
          guard let time = Measure.processor(programs[side], work.arguments) else {
            Measure.fail("'\(programs[side])' cannot run '\(work.name)'", 1)
          }
          times[side].append(time)
        }
      }
      let ratio = Measure.median(zip(times[0], times[1]).map { $0 / $1 })
      let other = String(format: "%.1f", Measure.median(times[1]) * 1e3)
      Measure.row(
        work.name, Measure.median(times[0]) * 1e3, "ms", note: "\(other) ms; " + String(format: "× %.2f", ratio))
    }
  }
}
