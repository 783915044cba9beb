import Foundation

/// What the builds of `compare` and `commits` do in turn: scripts of some tenths of a second each, except for the start.
struct Work {
  let name: String
  let arguments: [String]

  init(_ name: String, _ arguments: [String]) { (self.name, self.arguments) = (name, arguments) }

  /// Enough rounds for an interval that leaves out the two extreme ratios at each end.
  var rounds: Int { name == "start" ? 61 : 15 }

  /// Returns the works whose names contain one of the words; all of them if there are no words. Stops if a word is in no
  /// name.
  /// - Parameter folder: for the files of some works; the caller deletes it.
  static func chosen(_ words: [String], in folder: String) -> [Work] {
    let names = scripts.map(\.name) + [photosName, textName, openedName, statisticsName]
    for word in words where !names.contains(where: { $0.contains(word) }) {
      Measure.fail("no work is called '\(word)'; there are \(names.joined(separator: "; "))", 2)
    }
    func isWanted(_ name: String) -> Bool { words.isEmpty || words.contains { name.contains($0) } }
    let wanted = names.filter(isWanted)
    return scripts.filter { isWanted($0.name) } + withFiles(wanted, in: folder)
  }

  static let scripts = [
    Work("start", ["-c", "print 1"]),
    Work("loop with a call", ["-c", "def step x { return $x + 1 }\nlet i = 0\nwhile $i < 5000000 { i = (step $i) }"]),
    Work("trivial commands", ["-c", "story play 4; hold; repeat 600000 { tap right }"]),
    Work("state reads", ["-c", "let x = 0; repeat 3000000 { x = clock.now }"]),
    Work("90 days of playback, every line", ["-c", "story play 1 for 15s; wait 90d"]),
    Work("the same as JSON", ["--json", "-c", "story play 1 for 15s; wait 90d"]),
    Work("blocks that run later", ["-c", "let n = 0; every 1s { n = $n + 1 }; wait 400000s"]),
    Work("where, sort, group", ["-c", list + "print ($a | where v > 5 | sort by v desc | group by g | count)"]),
    Work("records made and changed", ["-c", list + "i = 0; while $i < 200000 { a[$i].v = 1; i = $i + 1 }"]),
    Work(
      "text that grows",
      ["-c", "let t = \"\"; let i = 0; while $i < 600000 { t = $t + \"ab\"; i = $i + 1 }; print (length $t)"]),
    Work("posts queued and undone", ["-c", "repeat 2000 { post \"hi #tag @bob\" }; repeat 1900 { undo }"]),
  ]
  private static let list =
    "let a = []; let i = 0; while $i < 200000 { a = (append $a {v: $i mod 97, g: $i mod 7}); i = $i + 1 }\n"
  private static let photosName = "3,000 photos read, divided and named"
  private static let textName = "mentions and tags of a long text"
  private static let openedName = "a state of 50,000 sessions opened"
  private static let statisticsName = "its statistics"

  private static func withFiles(_ wanted: [String], in folder: String) -> [Work] {
    let (photos, state) = (folder + "/photos", folder + "/state")
    var works: [Work] = []
    if wanted.contains(photosName) {
      if copyPhotos(to: photos) {
        works.append(Work(photosName, ["--quiet", "-c", "let m = cluster '\(photos)'"]))
      } else {
        Measure.note(
          "left out: '\(photosName)', because 'Examples/Photos' is not here; try again in the project's folder")
      }
    }
    let line = "The quick brown fox jumps over the lazy dog, and so do we all, every day of the week. #fox @dog.test "
    if wanted.contains(textName) {
      works.append(Work(textName, ["-c", "let t = (repeated \"\(line)\" 4000); repeat 10 { let f = facets $t }"]))
    }
    let needsState = [openedName, statisticsName].filter(wanted.contains)
    if !needsState.isEmpty, importSessions(from: folder + "/sessions.csv", into: state) {
      let scripts = [openedName: ["-c", "print 1"], statisticsName: ["--quiet", "-c", "let s = stats"]]
      works += needsState.map { Work($0, ["--real", "--state", state] + (scripts[$0] ?? [])) }
    }
    return works
  }

  private static func copyPhotos(to folder: String) -> Bool {
    let examples = FileManager.default.subpaths(atPath: "Examples/Photos") ?? []
    let pictures = examples.filter { $0.lowercased().hasSuffix(".jpg") }.sorted()
    guard !pictures.isEmpty else { return false }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<3_000 {
      try? FileManager.default.copyItem(
        atPath: "Examples/Photos/\(pictures[number % pictures.count])", toPath: "\(folder)/\(number).jpg")
    }
    return true
  }

  private static func importSessions(from file: String, into state: String) -> Bool {
    try? sessions(50_000).write(toFile: file, atomically: true, encoding: .utf8)
    let words = ["--real", "--state", state, "--quiet", "-c", "history import '\(file)'"]
    return Measure.program(Measure.storyline, words, runs: 1) != nil
  }

  /// Returns sessions of many years, in the format of `history export`.
  static func sessions(_ count: Int, aDay: Int = 3) -> String {
    var lines = [
      "id,day,started,ended,activity,icon,allocated_seconds,actual_seconds,saved_seconds,ending,rating,device"
    ]
    for number in 0..<count {
      let days = number / aDay
      let day = String(format: "%04d-%02d-%02d", 2000 + days / 336, days / 28 % 12 + 1, days % 28 + 1)
      let hour = 8 + number % aDay * 12 / aDay
      lines.append(
        "bench/\(number),\(day),\(day)T\(hour < 10 ? "0" : "")\(hour):00:00+01:00,"
          + "\(day)T\(hour < 10 ? "0" : "")\(hour):20:00+01:00,reading,📖,1200,1200,0,timeUp,good,bench")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
