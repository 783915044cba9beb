import Foundation
import JSON

/// Timing, medians and peers.
enum Measure {
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  /// Returns the median time of `body` in seconds.
  static func time(runs: Int = 5, _ body: () -> Void) -> Double {
    median(
      (0..<runs).map { _ in
        let start = ContinuousClock.now
        body()
        return (ContinuousClock.now - start).inSeconds
      })
  }

  /// Returns the median time of a whole program in seconds; `nil` if it is not installed or fails.
  static func program(_ path: String, _ arguments: [String], runs: Int = 20) -> Double? {
    var times: [Double] = []
    var usage = rusage()
    for _ in 0..<runs {
      let start = ContinuousClock.now
      guard spawn(path, arguments, &usage) == 0 else { return nil }
      times.append((ContinuousClock.now - start).inSeconds)
    }
    return median(times)
  }

  /// Returns the processor time of a whole program, run once, in seconds; `nil` if it fails.
  static func processor(_ path: String, _ arguments: [String]) -> Double? {
    var usage = rusage()
    guard spawn(path, arguments, &usage) == 0 else { return nil }
    let parts = [usage.ru_utime, usage.ru_stime]
    return parts.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  /// Returns the processor time of `body` in this program, run once, in seconds.
  static func processor(_ body: () -> Void) -> Double {
    let start = clock()
    body()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }

  /// Returns the median processor time of a whole program in seconds; `nil` if it fails.
  static func processorMedian(_ path: String, _ arguments: [String], runs: Int = 9) -> Double? {
    let times = (0..<runs).compactMap { _ in processor(path, arguments) }
    return times.count == runs ? median(times) : nil
  }

  /// Returns the peak memory of a whole program, in bytes; `nil` if it is not installed or fails.
  ///
  /// A fresh copy of this program starts it, since Linux includes the memory of the starting program.
  static func memory(_ path: String, _ arguments: [String]) -> Int? {
    output([memoryWord, path] + arguments).flatMap { Int($0) }
  }

  /// The peak memory of this process, in bytes. `getrusage` is not used, since it includes the memory of the process
  /// that started this one.
  static var peakMemory: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1_024 } ?? .nan
  }

  /// The path of this program.
  static let this = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()

  static func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(code)
  }

  /// Tells the user something beside the rows.
  static func note(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }

  /// Returns the output of a program; `nil` if it does not start or fails.
  /// - Parameters:
  ///   - program: `nil` for a fresh copy of this one.
  ///   - isQuiet: `true` to discard its errors.
  static func output(_ arguments: [String], of program: String? = nil, isQuiet: Bool = false) -> String? {
    let (process, output) = (Process(), Pipe())
    process.executableURL = program.map { URL(filePath: $0) } ?? this
    process.arguments = arguments
    process.standardOutput = output
    if isQuiet { process.standardError = FileHandle.nullDevice }
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : nil
  }

  /// The argument for the fresh copy.
  static let memoryWord = "--memory-of"

  /// Prints the peak memory of a program, in the fresh copy.
  static func printMemory(of path: String, _ arguments: [String]) {
    var usage = rusage()
    guard spawn(path, arguments, &usage) == 0 else { return }
    print(usage.ru_maxrss * 1_024, terminator: "")
  }

  /// Runs a program, discards its output, and waits for it.
  private static func spawn(_ path: String, _ arguments: [String], _ usage: inout rusage) -> Int32 {
    guard let child = start(path, arguments, 1...2, on: "/dev/null") else { return -1 }
    var status: Int32 = 0
    wait4(child, &status, 0, &usage)
    return status
  }

  /// Starts a program without Foundation's own costs.
  /// - Parameters:
  ///   - descriptors: opened on `file`, which becomes the terminal of a new session if it is one.
  ///   - variables: its environment; `nil` for this program's own.
  static func start(
    _ path: String, _ arguments: [String], _ descriptors: ClosedRange<Int32>, on file: String,
    flags: Int16 = 0, variables: [String]? = nil
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for number in descriptors { posix_spawn_file_actions_addopen(&actions, number, file, O_RDWR, 0) }
    posix_spawnattr_setflags(&attributes, flags)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var environment = (variables ?? []).map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    var child: pid_t = 0
    let problem =
      variables == nil
      ? posix_spawn(&child, path, &actions, &attributes, &words, environ)
      : posix_spawn(&child, path, &actions, &attributes, &words, &environment)
    return problem == 0 ? child : nil
  }

  /// Copies a program with cp, which writes large pieces. A file fresh from the linker, or one copied in small pieces,
  /// starts up to a third slower, because its pages are scattered.
  static func copy(_ program: String, to path: String) -> Bool {
    find("cp").flatMap { output([program, path], of: $0) } != nil
  }

  /// Returns the path of a program on the PATH.
  static func find(_ name: String) -> String? {
    for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
      let path = "\(folder)/\(name)"
      // A shim that starts the real program would be included in the time.
      if access(path, X_OK) == 0, !path.contains("/shims/") { return path }
    }
    return nil
  }

  /// The program under test, in this program's folder.
  static var storyline: String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "storyline").path
  }

  /// Measures `body` and prints the time of one of its rounds.
  static func row(
    _ name: String, _ unit: Unit, rounds: Int = 1, runs: Int = 5, note: String = "", _ body: () -> Void
  ) {
    row(name, time(runs: runs, body) / Double(rounds) * unit.perSecond, unit.rawValue, note: note)
  }

  enum Unit: String {
    case milliseconds = "ms"
    case microseconds = "µs"
    case nanoseconds = "ns"

    var perSecond: Double {
      switch self {
      case .milliseconds: 1e3
      case .microseconds: 1e6
      case .nanoseconds: 1e9
      }
    }
  }

  /// The present part and its present title, and the figures of all parts so far, by `part/name`.
  nonisolated(unsafe) static var part = ""
  nonisolated(unsafe) private static var section = ""
  nonisolated(unsafe) private(set) static var figures: [String: String] = [:]

  static func title(_ text: String) {
    section = text
    Report.text("\n\(text)")
  }

  static func row(_ name: String, _ value: Double, _ unit: String, ratio: Double? = nil, note: String = "") {
    let share = ratio.map { String(format: "× %.2f", $0) } ?? ""
    write(name, value, unit, share, ratio.map { [.init("ratio", .number($0))] } ?? [], note)
  }

  /// Reports the time of a work, and its ratio to another one's; the goal is the highest ratio.
  static func row(
    _ name: String, _ unit: Unit, _ comparison: Comparison, rounds: Int = 1, goal: Double? = nil, note: String = ""
  ) {
    row(name, unit, of: comparison.own, comparison, rounds, goal, note)
  }

  /// Reports the time of the other work.
  static func row(_ name: String, _ unit: Unit, beside comparison: Comparison, rounds: Int = 1, goal: Double? = nil) {
    row(name, unit, of: comparison.other, comparison, rounds, goal, "")
  }

  private static func row(
    _ name: String, _ unit: Unit, of times: [Double], _ comparison: Comparison, _ rounds: Int, _ goal: Double?,
    _ note: String
  ) {
    let ratio = comparison.ratio
    var (fields, note) = (ratio.fields, note)
    if let goal {
      let isMet = ratio.median <= goal
      fields += [.init("goal", .number(goal)), .init("met", .bool(isMet))]
      note += "\(note.isEmpty ? "" : "; ")at most × \(String(format: "%.3g", goal))\(isMet ? "" : ": missed")"
    }
    write(name, median(times) / Double(rounds) * unit.perSecond, unit.rawValue, ratio.text, fields, note)
  }

  private static func write(
    _ name: String, _ value: Double, _ unit: String, _ ratio: String, _ fields: [JSON.Field], _ note: String
  ) {
    let number = value >= 100 ? String(format: "%.0f", value) : String(format: "%.2f", value)
    figures["\(part)/\(name)"] = "\(value >= 10 ? String(format: "%.0f", value) : number) \(unit)"
    Report.json(
      [
        .init("part", .string(part)), .init("title", .string(section)), .init("row", .string(name)),
        .init("value", value.isFinite ? .number(value) : .null), .init("unit", .string(unit)),
      ] + fields + (note.isEmpty ? [] : [.init("note", .string(note))]))
    Report.text(
      "  \(name.padding(toLength: max(26, name.count), withPad: " ", startingAt: 0))\(number.leftPadded(9)) \(unit)"
        + [ratio, note].filter { !$0.isEmpty }.map { "  " + $0 }.joined())
  }
}

extension Duration {
  var inSeconds: Double { self / .seconds(1) }
}

extension String {
  func leftPadded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
