import Foundation

/// Two builds of the program in turn, so that a change can be judged on a machine that is busy with something else:
///
///     swift run -c release storyline-bench compare OTHER        the build beside this program, and the program OTHER
///
/// What is compared is the time of the processor, which others disturb least; the ratio is the median of those of the single
/// rounds, in each of which both ran, in changing order. Below 1 the build beside this program is the faster one.
enum CompareBench {
  private static let word = "compare"

  /// What is run: some tenths of a second each, but for the start.
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
  private static let list =
    "let a = []; let i = 0; while $i < 200000 { a = (append $a {v: $i mod 97, g: $i mod 7}); i = $i + 1 }\n"

  static func runIfAsked() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.first == word else { return }
    guard words.count == 2 else { Measure.fail("it needs the other program: storyline-bench compare OTHER", 2) }
    let programs = [Measure.storyline, words[1]]
    for program in programs where access(program, X_OK) != 0 { Measure.fail("'\(program)' is no program", 2) }
    Measure.title("milliseconds of the processor: this build, the other, and their ratio (median of rounds)")
    for work in works {
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
    exit(0)
  }
}
