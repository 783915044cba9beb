import Foundation
import JSON

/// The last commits that change the program, in turn: the ratio of each to the oldest of them.
///
///     swift run -c release storyline-bench commits           ten commits
///     swift run -c release storyline-bench commits 2 loop    two commits, only the works with this word in their name
///
/// Figures kept from earlier runs would not do: a machine is never as busy twice. So the programs are kept instead, in
/// `.build/bench`, and all of them are measured in the same rounds. A program that is not there yet is built, in a work
/// tree of its own that later builds use again.
enum CommitsBench {
  private struct Build {
    let hash, subject: String
    var program: String { "\(CommitsBench.folder)/storyline-\(hash)" }
    var isKept: Bool { access(program, X_OK) == 0 }
  }

  private static let folder = ".build/bench"
  private static let tree = ".build/bench/tree"

  static func run(_ words: [String]) {
    let count = words.first.flatMap { Int($0) }
    let (number, names) = (count ?? 10, Array(words.dropFirst(count == nil ? 0 : 1)))
    guard (2...100).contains(number) else {
      Measure.fail("commits expects 2 to 100 commits, as in: storyline-bench commits 10", 2)
    }
    for tool in ["git", "swift"] where Measure.find(tool) == nil {
      Measure.fail("commits needs \(tool), which is not on the PATH", 2)
    }
    guard FileManager.default.fileExists(atPath: "Package.swift"), let builds = builds(number), builds.count > 1 else {
      Measure.fail("commits needs the project's repository; try again in the project's folder", 2)
    }
    let files = FileManager.default.temporaryDirectory.appending(path: "storyline-commits-\(getpid())").path
    try? FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: files) }
    announce(builds)
    let kept = builds.filter { $0.isKept || make($0) }
    guard kept.count > 1 else { Measure.fail("fewer than two of the commits can be built", 1) }
    Report.machine()
    let works = Work.chosen(names, in: files)
    head(kept)
    for work in works { measure(work, kept) }
  }

  /// Returns the last commits in which the program differs from the commit before, the oldest first; `nil` if there is
  /// no repository.
  private static func builds(_ count: Int) -> [Build]? {
    let others = ["storyline-bench", "storyline-page", "storyline-web", "CPeers", "CWeb", "EmbeddedLibrary"]
    let paths = ["Package.swift", "Sources"] + others.map { ":!Sources/\($0)" } + [":!*.md"]
    let list = Repository.run(["log", "-\(count)", "--format=%h %s", "--abbrev=12", "--"] + paths)
    return list?.split(separator: "\n").reversed().map { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return Build(hash: parts[0], subject: parts.last ?? "")
    }
  }

  private static func announce(_ builds: [Build]) {
    let missing = builds.filter { !$0.isKept }.count
    guard missing > 0 else { return }
    let first = FileManager.default.fileExists(atPath: tree) ? "" : ", the first one from nothing"
    Measure.note(
      "\(missing) of \(builds.count) programs are to be built\(first). A build from nothing takes 10 to 25 minutes on two "
        + "slow cores, a further one what its change costs: 1 to 15 minutes. They are kept in \(folder), 100 MB each.")
  }

  /// Builds a commit's program; says so and returns `false` if that fails.
  private static func make(_ build: Build) -> Bool {
    let start = ContinuousClock.now
    // Checking out changes only files that differ, so the build repeats only their modules.
    let isThere = FileManager.default.fileExists(atPath: tree)
    let checkOut =
      isThere ? ["checkout", "-q", "--detach", build.hash] : ["worktree", "add", "-q", "--detach", tree, build.hash]
    guard Repository.run(checkOut, in: isThere ? tree : nil) != nil, let swift = Measure.find("swift") else {
      Measure.note("left out: \(build.hash), which git cannot check out in \(tree); try: git worktree prune")
      return false
    }
    let words = ["build", "-c", "release", "--package-path", tree, "--product", "storyline"]
    guard Measure.output(words, of: swift, isQuiet: true) != nil,
      Measure.copy("\(tree)/.build/release/storyline", to: build.program)
    else {
      Measure.note("left out: \(build.hash) does not build; to see why: swift \(words.joined(separator: " "))")
      return false
    }
    Measure.note("built \(build.hash) in \(Int((ContinuousClock.now - start).inSeconds)) s")
    return true
  }

  private static func head(_ builds: [Build]) {
    for build in builds {
      Report.text("  \(build.hash.prefix(8))  \(build.subject)")
      Report.json([.init("commit", .string(build.hash)), .init("subject", .string(build.subject))])
    }
    Report.text(
      "processor time beside the oldest of them; < or > marks a change that is certain (99 %) beside the one before")
    let columns = builds.map { String($0.hash.prefix(8)).leftPadded(10) }.joined()
    Report.text("  \("".padding(toLength: 38, withPad: " ", startingAt: 0))\(columns)")
  }

  private static func measure(_ work: Work, _ builds: [Build]) {
    // The programs take turns, and each round begins with another one.
    var times = [[Double]](repeating: [], count: builds.count)
    for round in 0...work.rounds {
      for index in builds.indices.map({ ($0 + round) % builds.count }) {
        let time = Measure.processor(builds[index].program, work.arguments)
        // The first round does not count.
        if round > 0 { times[index].append(time ?? .nan) }
      }
    }
    let line = builds.indices.map { cell(work, builds, times, $0) }.joined()
    Report.text("  \(work.name.padding(toLength: 38, withPad: " ", startingAt: 0))\(line)")
  }

  private static func cell(_ work: Work, _ builds: [Build], _ times: [[Double]], _ index: Int) -> String {
    guard !times[index].contains(where: \.isNaN) else { return "–".leftPadded(10) }
    let beside = Comparison(own: times[index], other: times[0]).ratio
    let before = Comparison(own: times[index], other: times[max(0, index - 1)]).ratio.verdict
    Report.json(
      [
        .init("work", .string(work.name)), .init("commit", .string(builds[index].hash)),
        .init("ms", .number(Measure.median(times[index]) * 1e3)),
      ] + beside.fields + [.init("verdict", .string(before.rawValue))])
    let mark = before == .faster ? "<" : before == .slower ? ">" : " "
    return (String(format: "%.2f", beside.median) + mark).leftPadded(10)
  }
}
