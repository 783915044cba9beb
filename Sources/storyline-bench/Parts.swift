import Foundation
import JSON
import NetworkTesting

/// A part of the measurements, and what it needs.
struct Part: Sendable {
  let name: String
  /// The programs to compare with. The rows of missing ones are left out.
  var peers: [String] = []
  /// A folder that it reads, as seen from the project's folder.
  var folder: String?
  /// The most that it writes to the folder for temporary files, and the most memory that it takes.
  var megabytes = 20
  var memory = 200
  var needsServer = false
  var needsTerminal = false
  /// About how long it takes on a slow machine with two cores.
  let minutes: Double
  let run: @Sendable () -> Void

  static let all = [
    Part(
      name: "start", peers: ["dash", "lua5.4", "tclsh", "fish", "python3"], megabytes: 200, minutes: 0.3,
      run: StartBench.run),
    Part(name: "loop", peers: ["lua5.4", "luajit", "python3", "tclsh"], minutes: 0.3, run: LoopBench.run),
    Part(name: "command", peers: ["lua5.4"], minutes: 0.3, run: CommandBench.run),
    Part(name: "parse", memory: 1_000, minutes: 0.3, run: ParseBench.run),
    Part(name: "growth", peers: ["python3"], memory: 1_000, minutes: 6, run: GrowthBench.run),
    Part(name: "scale", megabytes: 500, memory: 1_500, minutes: 3, run: ScaleBench.run),
    Part(name: "records", peers: ["python3"], memory: 1_500, minutes: 3, run: RecordsBench.run),
    Part(name: "json", peers: ["python3"], minutes: 0.1, run: JSONBench.run),
    Part(name: "year", minutes: 1, run: YearBench.run),
    Part(name: "text", minutes: 0.1, run: TextBench.run),
    Part(
      name: "photos", folder: "Examples/Photos", megabytes: 1_200, memory: 2_000, minutes: 4, run: PhotoBench.run),
    Part(name: "stats", megabytes: 100, minutes: 0.3, run: HistoryBench.run),
    Part(name: "prompt", minutes: 0.1, run: PromptBench.run),
    Part(name: "stories", memory: 500, minutes: 0.5, run: StoryBench.run),
    Part(name: "terminal", peers: ["fish", "ldd"], needsTerminal: true, minutes: 0.7, run: TerminalBench.run),
    Part(name: "watch", needsTerminal: true, minutes: 0.3, run: WatchBench.run),
    Part(name: "journal", megabytes: 500, memory: 1_000, minutes: 1, run: JournalBench.run),
    Part(name: "network", peers: ["curl"], needsServer: true, minutes: 1, run: NetworkBench.run),
    Part(name: "reading", memory: 500, minutes: 0.5, run: ReadingBench.run),
    Part(name: "stream", needsServer: true, minutes: 0.3, run: StreamBench.run),
    Part(name: "archive", megabytes: 100, memory: 500, minutes: 0.2, run: ArchiveBench.run),
    Part(name: "editor", memory: 300, minutes: 0.5, run: EditorBench.run),
  ]

  /// The name of the Debian package that has a program.
  private static let packages = ["tclsh": "tcl", "ldd": "libc-bin"]

  /// Runs parts, after a look at everything that they need.
  static func run(_ parts: [Part]) {
    check(parts)
    announce(parts)
    for part in parts {
      Measure.part = part.name
      if Report.form == .silent { Measure.note("\(part.name) …") }
      part.run()
    }
  }

  /// Stops if something is missing without which a part cannot run: before anything is measured, not after minutes.
  private static func check(_ parts: [Part]) {
    let names = parts.map(\.name)
    guard Measure.program(Measure.storyline, ["--version"], runs: 1) != nil else {
      Measure.fail(
        "'\(Measure.storyline)' does not start; try: swift build -c release --product storyline", 2)
    }
    for part in parts {
      if let problem = part.problem {
        let others = names.filter { $0 != part.name }.joined(separator: " ")
        let rest = others.isEmpty ? "" : ", or leave it out: storyline-bench \(others)"
        Measure.fail("the part '\(part.name)' cannot run: \(problem)\(rest)", 2)
      }
    }
  }

  /// Says what the parts take, and which rows are left out.
  private static func announce(_ parts: [Part]) {
    Report.machine()
    let minutes = parts.reduce(0) { $0 + $1.minutes }
    Report.text(
      "about \(minutes < 1 ? "a minute" : "\(Int(minutes.rounded(.up))) min on two slow cores"); "
        + "up to \(parts.map(\.megabytes).max() ?? 0) MB in \(temporary) and \(parts.map(\.memory).max() ?? 0) MB of memory"
    )
    for peer in Set(parts.flatMap(\.peers)).sorted() where Measure.find(peer) == nil {
      let parts = parts.filter { $0.peers.contains(peer) }.map(\.name)
      Report.text(
        "left out: the rows of \(peer) in \(parts.joined(separator: ", ")); to have them: "
          + "apt-get install \(packages[peer] ?? peer)")
      Report.json([
        .init("left_out", .string(peer)), .init("parts", .array(parts.map(JSON.string))),
      ])
    }
  }

  private static var temporary: String { FileManager.default.temporaryDirectory.path }

  /// The reason why the part cannot run here, with a next step; `nil` if it can.
  private var problem: String? {
    if let folder, !FileManager.default.fileExists(atPath: folder) {
      return "'\(folder)' is not here; try again in the project's folder"
    }
    if let free = Self.freeMegabytes(in: Self.temporary), free < megabytes {
      return "\(Self.temporary) has \(free) MB free, and \(megabytes) MB are needed; set TMPDIR to another folder"
    }
    if let free = Self.availableMemory, free < memory {
      return "\(free) MB of memory are available, and \(memory) MB are needed; end other programs"
    }
    if needsServer, Responder() == nil { return "the system refuses a server on 127.0.0.1" }
    if needsTerminal, access("/dev/ptmx", R_OK | W_OK) != 0 { return "'/dev/ptmx' cannot be opened" }
    return nil
  }

  private static func freeMegabytes(in folder: String) -> Int? {
    var status = statvfs()
    guard access(folder, W_OK) == 0, statvfs(folder, &status) == 0 else { return 0 }
    return Int(status.f_bavail) * Int(status.f_frsize) / 1_000_000
  }

  /// `nil` if the system does not say.
  private static var availableMemory: Int? {
    let status = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 / 1_000_000 }
  }
}
