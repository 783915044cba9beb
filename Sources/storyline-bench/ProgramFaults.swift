import Foundation
import JournalTesting
import Timeline

/// Tests the real program with kills, failing disks, changed clocks, foreign files and concurrent programs: after
/// reopening the folder, no acknowledged event may be missing or duplicated, and no run may hang.
struct ProgramFaults {
  /// A kind of fault.
  struct Trial: Sendable {
    let name: String
    /// A program that the trial needs.
    var tool: String?
    /// The number of runs for each hundred requested; lower for slow trials.
    var share = 100
    let run: @Sendable (inout ProgramFaults) -> Void
  }

  private(set) var tally = Tally()
  private var chance: SeededGenerator
  private let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-faults-\(getpid())").path
  /// The acknowledged events of this trial, and the number of written ones.
  private var acknowledged: Set<String> = []
  private var written = 0
  /// The run's number among all runs of this program.
  private let number: Int
  /// The seconds after which a run counts as hung: longer than any wait for a lock.
  private static let timeout = 30.0

  private init(seed: UInt64, number: Int) { (chance, self.number) = (SeededGenerator(seed: seed), number) }

  /// Runs a trial many times, several runs at once, since most of a run is spent waiting for a process or for the
  /// disk.
  static func run(_ trial: Trial, times: Int, seed: UInt64) -> Tally {
    let all = Runs(times: times)
    let workers = (0..<Self.workers).map { _ in
      let worker = Thread {
        while let number = all.next() {
          // Each run has its own seed, so that its result does not depend on the worker.
          var faults = ProgramFaults(seed: seed &* 1_000_003 &+ UInt64(number), number: number)
          faults.run(trial)
          all.add(faults.tally)
        }
        all.leave()
      }
      return worker
    }
    for worker in workers { worker.start() }
    return all.await(workers.count)
  }

  private static let workers = max(2, 2 * ProcessInfo.processInfo.activeProcessorCount)

  /// The runs of a trial, shared by the workers.
  private final class Runs: @unchecked Sendable {
    private let condition = NSCondition()
    private let times: Int
    private var begun = 0
    private var left = 0
    private var tally = Tally()

    init(times: Int) { self.times = times }

    /// Returns the number of the next run; `nil` if all have begun.
    func next() -> Int? {
      condition.withLock {
        guard begun < times else { return nil }
        begun += 1
        return begun
      }
    }
    func add(_ tally: Tally) { condition.withLock { self.tally += tally } }
    func leave() {
      condition.withLock {
        left += 1
        condition.signal()
      }
    }
    /// Returns the figures of all runs, once all workers have finished.
    func await(_ workers: Int) -> Tally {
      condition.withLock {
        while left < workers { condition.wait() }
        return tally
      }
    }
  }

  // MARK: Trials

  static let trials = [
    Trial(name: "kill -9, practice") { $0.killRounds(["--speed", "100", "--state", $0.state]) },
    Trial(name: "kill -9, real") { $0.killRounds(["--real", "--state", $0.state]) },
    Trial(name: "kill -9 at a system call", tool: "strace", share: 40) { trial in
      let call = trial.pick(calls)
      trial.traced("trace=\(call)", "inject=\(call):signal=KILL:when=\(trial.roll(call == "openat" ? 45 : 25))")
    },
    Trial(name: "a call fails once", tool: "strace", share: 40) { trial in
      let call = trial.pick(failingCalls)
      trial.traced("trace=\(call)", "inject=\(call):error=\(trial.pick(["ENOSPC", "EIO"])):when=\(trial.roll(25))")
    },
    Trial(name: "a call fails from then on", tool: "strace", share: 40) { trial in
      let call = trial.pick(failingCalls)
      trial.traced("trace=\(call)", "inject=\(call):error=\(trial.pick(["ENOSPC", "EROFS"])):when=\(trial.roll(25))+")
    },
    Trial(name: "a disk with no room left", share: 60) { trial in
      let limited = "ulimit -f \(trial.roll(24)); exec \"$0\" \"$@\""
      trial.work(["-c", limited, Measure.storyline] + trial.kind(), with: "/bin/sh")
    },
    Trial(name: "loss of power", tool: "strace", share: 8) { $0.losePower() },
    Trial(name: "a routine, killed", share: 4) { $0.playRoutine() },
    Trial(name: "a routine, loss of power", tool: "strace", share: 4) { $0.losePowerInRoutine() },
    Trial(name: "clocks that are set", tool: "faketime", share: 20) { trial in
      for _ in 0..<3 {
        let shift = "\(trial.pick(["+", "-"]))\(trial.roll(400))\(trial.pick(["m", "h", "d"]))"
        trial.work(
          ["-f", shift, Measure.storyline, "--real", "--state", trial.state], with: Measure.find("faketime") ?? "")
      }
    },
    Trial(name: "ten writers", share: 10) { trial in
      let kind = trial.kind()
      trial.work(Array(repeating: kind, count: 10), killing: false)
    },
    Trial(name: "ten writers, killed", share: 10) { trial in
      let kind = trial.kind()
      trial.work(Array(repeating: kind, count: 10), killing: true)
    },
    Trial(name: "devices, killed syncs", share: 10) { $0.devices() },
    Trial(name: "pipes, links, open folders", share: 10) { $0.checkForeignState() },
    Trial(name: "another owner's folder", tool: "setpriv", share: 10) { $0.owned() },
    Trial(name: "hostile shared folders", share: 15) { $0.hostile() },
    Trial(name: "a new machine's name", tool: "unshare", share: 5) { $0.renamedMachine() },
    Trial(name: "without HOME", tool: "setpriv", share: 5) { $0.checkWithoutHome() },
  ]

  private static let calls = [
    "write", "fdatasync", "fsync", "rename", "link", "unlink", "mkdir", "flock", "close", "openat", "ftruncate",
  ]
  private static let failingCalls = ["write", "fdatasync", "fsync", "rename", "link", "mkdir", "openat", "ftruncate"]

  /// Runs one trial in a separate folder, and checks the folder at the end.
  private mutating func run(_ trial: Trial) {
    try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    tally.runs += 1
    trial.run(&self)
    if FileManager.default.fileExists(atPath: state) { check(state) }
  }

  private var place: String { "\(folder)/\(number)" }
  private var state: String { place + "/state" }

  private mutating func kind() -> [String] {
    Bool.random(using: &chance) ? ["--real", "--state", state] : ["--state", state]
  }
  private mutating func roll(_ most: Int) -> Int { Int.random(in: 1...most, using: &chance) }
  private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &chance) ?? "" }

  /// Runs up to three rounds on one folder, each killed at a random time.
  private mutating func killRounds(_ options: [String]) {
    for _ in 0..<roll(3) { work([options], killing: true) }
  }

  private mutating func traced(_ what: String...) {
    let filters = what.flatMap { ["-e", $0] }
    work(["-f", "-o", "/dev/null"] + filters + [Measure.storyline] + kind(), with: Measure.find("strace") ?? "")
  }

  private mutating func devices() {
    let (names, shared) = (["a", "b", "c"], place + "/shared")
    for _ in 0..<8 {
      let device = "\(place)/\(pick(names))"
      work([["--state", device]], killing: Bool.random(using: &chance))
      // The sync acknowledges nothing that could be lost.
      run([["--state", device, "-c", "sync '\(shared)'"]], killing: Bool.random(using: &chance))
    }
    for _ in 0..<2 {
      for name in names { run([["--state", "\(place)/\(name)", "-c", "sync '\(shared)'"]], killing: false) }
    }
    for name in names { check("\(place)/\(name)") }
    tally.runs += 16
  }

  private mutating func checkForeignState() {
    let real = place + "/real"
    try? FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: true)
    try? FileManager.default.createDirectory(atPath: place + "/shared", withIntermediateDirectories: true)
    symlink(real, state)
    for path in ["state/x.journal", "shared/evil.journal"] { mkfifo("\(place)/\(path)", 0o600) }
    // Then nothing can be rated, and the script ends there.
    if roll(4) == 1 { mkfifo(real + "/pin", 0o600) }
    if Bool.random(using: &chance) { mkfifo(real + "/device", 0o600) }
    let isOpen = Bool.random(using: &chance)
    chmod(real, isOpen ? 0o777 : 0o700)
    work([["--state", state]], killing: false)
    run([["--state", state, "-c", "sync '\(place)/shared'"]], killing: false)
    // A folder that others may write to is refused until its mode is fixed.
    if isOpen, !acknowledged.isEmpty { tally.problems.append("something was claimed in a folder of mode 777") }
    chmod(real, 0o700)
  }

  /// Runs with a folder that cannot be written, so that nothing may be acknowledged.
  private mutating func owned() {
    let mode = pick(["555", "700", "444"])
    try? FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    chmod(state, mode_t(mode, radix: 8) ?? 0o700)
    let other = ["--reuid=65534", "--regid=65534", "--clear-groups", Measure.storyline, "--state", state]
    work(other, with: Measure.find("setpriv") ?? "")
    if !acknowledged.isEmpty { tally.problems.append("\(acknowledged.count) claimed in a folder of mode \(mode)") }
    chmod(state, 0o700)
  }

  /// Records the program's system calls and checks the folder after a loss of power at several acknowledgements.
  private mutating func losePower() {
    let lines = recorded(kind() + ["--json", "-c", script()])
    let told = lines.indices.filter { lines[$0].contains(" write(1<") }
    if told.isEmpty { tally.problems.append("no acknowledgement was recorded") }
    let all = acknowledged
    defer { acknowledged = all }
    for loss in RecordedFiles.Loss.allCases {
      guard let last = told.randomElement(using: &chance) else { return }
      var files = RecordedFiles(in: state)
      for line in lines[...last] { files.apply(line) }
      let left = "\(place)/left-\(loss)"
      try? files.write(to: left, loss: loss, &chance)
      acknowledged = Set(Self.facts(in: files.output))
      let count = acknowledged.count
      check(left)
      tally.runs += 1
      if count == 0 && last != told.first { tally.problems.append("nothing was reported before the power failed") }
    }
  }

  /// Runs the program and returns its system calls.
  private mutating func recorded(_ words: [String]) -> [Substring] {
    let recording = place + "/calls"
    let options = ["-f", "-y", "-xx", "-s", "1000000", "-e", "trace=\(RecordedFiles.calls)", "-o", recording]
    run([options + [Measure.storyline] + words], with: Measure.find("strace") ?? "", killing: false)
    return Self.wholeCalls(in: (try? String(contentsOfFile: recording, encoding: .utf8)) ?? "")
  }

  /// Returns the calls of a recording, one per line, even if another thread's call interrupted one.
  private static func wholeCalls(in recording: String) -> [Substring] {
    var begun: [Substring: Substring] = [:]
    return recording.split(separator: "\n").compactMap { line in
      let process = line.prefix { $0 != " " }
      if let cut = line.range(of: " <unfinished ...>") {
        begun[process] = line[..<cut.lowerBound]
        return nil
      }
      guard let resumed = line.range(of: " resumed>"), let beginning = begun.removeValue(forKey: process) else {
        return line
      }
      return beginning + line[resumed.upperBound...]
    }
  }

  // MARK: Routines

  private static let steps = ["a", "b", "c", "d"]
  private static let actions = [
    "timer done", "routine later", "routine next", "timer pause", "timer resume", "timer done",
  ]

  /// The words that begin a routine with breaks of a random length.
  private mutating func routineBegins() -> String {
    written += Self.steps.count
    let steps = Self.steps.map { "\($0) 10m" }.joined(separator: ", ")
    return "set sound off; set routine-break \(pick(["0s", "5m"])); routine add m \"\(steps)\"; routine start"
  }

  /// Plays a routine with programs that are killed, each beside another one that looks and synchronises.
  private mutating func playRoutine() {
    let words = ["--json", "--real", "--state", state, "-c"]
    run([words + [routineBegins()]], killing: false)
    for _ in 0..<6 {
      let other = pick(["sync '\(place)/shared'; routine status", "routine status; wait 20ms; routine status"])
      run([words + [pick(Self.actions)], words + [other]], killing: true)
      tally.runs += 2
    }
    checkSteps(state)
  }

  /// Cuts the power between any two system calls of a program that plays a routine and synchronises.
  private mutating func losePowerInRoutine() {
    let actions =
      (0..<4).map { _ in "try { \(pick(Self.actions)) } catch e { print $e.message }" } + [
        "sync '\(place)/shared'", "timer done",
      ]
    let lines = recorded(
      ["--json", "--real", "--state", state, "-c", ([routineBegins()] + actions).joined(separator: "; ")])
    let all = acknowledged
    defer { acknowledged = all }
    for loss in RecordedFiles.Loss.allCases {
      guard let last = lines.indices.randomElement(using: &chance) else { return }
      var files = RecordedFiles(in: state)
      for line in lines[...last] { files.apply(line) }
      guard files.output.contains("routine.step") else { continue }
      let left = "\(place)/left-\(loss)"
      try? files.write(to: left, loss: loss, &chance)
      acknowledged = Set(Self.facts(in: files.output))
      check(left)
      checkSteps(left)
      tally.runs += 1
    }
  }

  /// Ends a routine that was begun: each of its steps counts exactly once, or a note says why it did not continue.
  private mutating func checkSteps(_ state: String) {
    let script = """
      repeat 9 {
        if routine.state == "rest" { routine next }
        if timer.state == "paused" { timer resume }
        if timer.state == "running" { timer done }
      }
      print (history all | each { $it.activity })
      """
    let ended = run([["--json", "--real", "--state", state, "-c", script]], killing: false)[0]
    var found: [String] = []
    for line in ended.output.split(separator: "\n") {
      let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if event?["event"] as? String == "print" { found = (event?["value"] as? [String]) ?? [] }
    }
    if found.sorted() != Self.steps, !ended.output.contains("cannot continue") {
      tally.problems.append("the steps a, b, c and d became \(found.sorted().joined(separator: ", "))")
    }
  }

  // MARK: Other users of a shared folder

  private mutating func hostile() {
    let (shared, kind) = (place + "/shared", kind())
    run([["--json"] + kind + ["-c", script()]], killing: false)
    run([kind + ["-c", "sync '\(shared)'"]], killing: false)
    var stranger = HostileFolder(
      shared: shared, outside: place + "/outside", isReal: kind.contains("--real"), seed: UInt64(roll(1 << 30)))
    do {
      for _ in 0..<2 {
        try stranger.prepare()
        run([kind + ["-c", "sync '\(shared)'"]], killing: false)
        run([["--json"] + kind + ["-c", script()]], killing: false)
        tally.problems += stranger.changedFiles().map { "\($0) (\(stranger.plantedTraps.joined(separator: ", ")))" }
      }
    } catch {
      tally.problems.append("\(error)")
    }
    if acknowledged.count < 48 {
      tally.problems.append(
        "\(acknowledged.count) of 48 could be saved (\(stranger.plantedTraps.joined(separator: ", ")))")
    }
    tally.runs += 4
  }

  // MARK: Machines and homes

  /// Checks that neither a new name of the machine nor damage to the device's name ends a timer or loses a setting.
  private mutating func renamedMachine() {
    let words = ["--real", "--state", state, "--json", "-c"]
    run([words + ["timer start reading 60; set press 100ms"]], killing: false)
    for _ in 0..<3 {
      if Bool.random(using: &chance), var name = FileManager.default.contents(atPath: state + "/device"), !name.isEmpty
      {
        name[Int.random(in: 0..<name.count, using: &chance)] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        try? name.write(to: URL(filePath: state + "/device"))
      }
      let identity = place + "/machine-id"
      try? Data("\(String(UInt64.random(in: 0 ... .max, using: &chance), radix: 16))\n".utf8).write(
        to: URL(filePath: identity))
      let shell = "mount --bind '\(identity)' /etc/machine-id && exec \"$0\" \"$@\""
      let question = "print timer.activity; print (settings | where name == \"press\")"
      let answer = run(
        [["-m", "sh", "-c", shell, Measure.storyline] + words + [question]], with: Measure.find("unshare") ?? "",
        killing: false)[0]
      if answer.status != 0 || !answer.output.contains("reading") || !answer.output.contains("0.1") {
        tally.problems.append("the timer or a setting is gone on a new machine: \(answer.output.prefix(300))")
      }
      tally.runs += 1
    }
  }

  /// Checks that without HOME the user database's home folder is used; without either, nothing may be acknowledged.
  private mutating func checkWithoutHome() {
    let home = pick(["-uHOME", "HOME=", "HOME=elsewhere"])
    let words = [home, Measure.storyline, "--real", "--json", "-c", script()]
    let nobody = ["--reuid=54321", "--regid=54321", "--clear-groups", "env"] + words
    let refused = run([nobody], with: Measure.find("setpriv") ?? "", killing: false)[0]
    if refused.status == 0 || !acknowledged.isEmpty {
      tally.problems.append("\(acknowledged.count) claimed without a home, status \(refused.status)")
    }
    acknowledged = []
    // A relative HOME is a mistake, and refused for everyone.
    guard home != "HOME=elsewhere", let entry = getpwuid(getuid()), let unshare = Measure.find("unshare") else {
      return
    }
    let (known, mine) = (String(cString: entry.pointee.pw_dir), place + "/home")
    try? FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: true)
    let shell = "mount --bind '\(mine)' '\(known)' && exec env \"$0\" \"$@\""
    run([["-m", "sh", "-c", shell] + words], with: unshare, killing: false)
    if acknowledged.isEmpty { tally.problems.append("nothing was kept in the home of the user database") }
    check(mine + "/.local/share/storyline")
    acknowledged = []
    tally.runs += 1
  }

  // MARK: Running

  /// Runs a script of events that must be saved, and records the acknowledged ones.
  private mutating func work(_ arguments: [String], with program: String) {
    run([arguments + ["--json", "-c", script()]], with: program, killing: false)
  }

  /// Runs such a script in several programs at once.
  private mutating func work(_ options: [[String]], killing: Bool) {
    run(options.map { ["--json"] + $0 + ["-c", script()] }, killing: killing)
  }

  private mutating func script() -> String {
    let (tag, rounds) = (UInt32.random(in: 0 ... .max, using: &chance), 8)
    written += 3 * rounds
    return """
      let i = 0
      repeat \(rounds) {
        i = $i + 1
        post "\(tag)-{$i}"
        timer start reading 5
        timer done
        rate good
        wait 1ms
      }
      """
  }

  /// Runs several programs at once, and records the events that they acknowledge.
  /// - Returns: the output and the exit status of each.
  @discardableResult
  private mutating func run(
    _ calls: [[String]], with program: String = Measure.storyline, killing: Bool
  ) -> [(output: String, status: Int32)] {
    var children: [(process: pid_t, output: String)] = []
    for (index, words) in calls.enumerated() {
      let output = "\(place)/out-\(index)"
      try? Data().write(to: URL(filePath: output))
      // Machines set the wall clock, not the monotonic one.
      let environment = [
        "HOME=\(place)", "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
        "FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1",
      ]
      guard let child = Measure.start(program, words, 1...1, on: output, variables: environment) else {
        tally.problems.append("\(program) does not start")
        continue
      }
      children.append((child, output))
    }
    if killing {
      for child in children {
        usleep(UInt32.random(in: 0...120_000, using: &chance))
        kill(child.process, SIGKILL)
      }
    }
    let end = ContinuousClock.now + .seconds(Self.timeout)
    return children.map { child in
      let status = wait(for: child.process, until: end)
      let output = (try? String(contentsOfFile: child.output, encoding: .utf8)) ?? ""
      acknowledged.formUnion(Self.facts(in: output))
      return (output, status)
    }
  }

  private mutating func wait(for process: pid_t, until end: ContinuousClock.Instant) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now > end {
        tally.hung += 1
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        break
      }
      usleep(500)
    }
    return status
  }

  /// Returns the events that complete lines of JSON acknowledge.
  private static func facts(in output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { return nil }
      return switch event["event"] as? String {
      case "post.queued": "post \(event["text"] ?? "")"
      case "timer.saved": "session \(event["session"] ?? "")"
      case "timer.rated": "rating \(event["session"] ?? "")"
      default: nil
      }
    }
  }

  /// Reopens the folder and compares its events with the acknowledged ones.
  private mutating func check(_ state: String) {
    let files = FileManager.default
    let isReal = ((try? files.contentsOfDirectory(atPath: state)) ?? []).contains { name in
      let path = "\(state)/\(name)"
      // Opening a pipe would block.
      guard name.hasSuffix(".journal"),
        (try? files.attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeRegular
      else { return false }
      return String(decoding: files.contents(atPath: path)?.prefix(200) ?? Data(), as: UTF8.self).contains("\"real\"")
    }
    let script = """
      print (outbox | each { "post " + $it.text })
      print (history all | each { "session " + $it.session })
      print (history all | where rating != none | each { "rating " + $it.session })
      """
    let opened = run([["--json"] + (isReal ? ["--real"] : []) + ["--state", state, "-c", script]], killing: false)
    var found: [String] = []
    for line in (opened.first?.output ?? "").split(separator: "\n") {
      let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if event?["event"] as? String == "print" { found += (event?["value"] as? [String]) ?? [] }
    }
    if opened.first?.status != 0 { tally.problems.append("the folder does not open again") }
    tally.count(found, written: written, reported: acknowledged)
    let missing = acknowledged.subtracting(found)
    if let first = missing.sorted().first { tally.problems.append("lost: \(first)") }
  }
}
