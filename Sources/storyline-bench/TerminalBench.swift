import Foundation

/// The real prompt on a pseudo-terminal: start, memory, keys, a paste, and what it costs to sit there.
enum TerminalBench {
  static func run() {
    Measure.title("the prompt on a terminal")
    var starts: [Double] = []
    for _ in 0..<15 {
      guard let terminal = PseudoTerminal(Measure.storyline, arguments) else {
        return print("  storyline is not built: swift build -c release")
      }
      starts.append(terminal.time(until: "›"))
      terminal.end()
    }
    Measure.row("a prompt after", Measure.median(starts) * 1e3, "ms")
    guard let terminal = PseudoTerminal(Measure.storyline, arguments) else { return }
    defer { terminal.end() }
    _ = terminal.time(until: "›")
    terminal.settle()
    Measure.row("memory in use", terminal.residentMegabytes, "MiB")
    Measure.row("processor time in 2 s idle", terminal.processorTime(during: 2) * 1e3, "ms")
    // A line of 300 characters, then the answer to one more key.
    terminal.send("post \"" + String(repeating: "hi #tag @bob.test and 15s ", count: 12))
    terminal.settle()
    let keys = (0..<200).map { index -> Double in
      let start = ContinuousClock.now
      terminal.send(index % 2 == 0 ? "x" : "\u{7F}")
      terminal.waitForOutput()
      return (ContinuousClock.now - start).inSeconds
    }
    terminal.settle()
    Measure.row("a key in 300 characters", Measure.median(keys) * 1e6, "µs", note: "until its answer is read")
    terminal.send("\u{03}")
    terminal.settle()
    let text = String(repeating: "post \"hi #tag\"; ", count: 100_000 / 16)
    let start = ContinuousClock.now
    terminal.send("\u{1B}[200~" + text + "\u{1B}[201~")
    let finished = terminal.settle()
    Measure.row("a paste of 100 kB", (finished - start).inSeconds * 1e3, "ms", note: "until the last of it is drawn")
  }

  private static let arguments = ["--practice", "--no-config", "--private"]
}

/// A program on a pseudo-terminal of 80 × 24.
final class PseudoTerminal {
  private let master: Int32
  private var child: pid_t = 0
  private let began: ContinuousClock.Instant
  private var pending: [UInt8] = []

  init?(_ path: String, _ arguments: [String]) {
    guard let (master, name) = Self.openTerminal() else { return nil }
    self.master = master
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), name, O_RDWR, 0) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Self.newSession)
    defer { posix_spawnattr_destroy(&attributes) }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let settings: [String] = ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/nonexistent", "PATH=/usr/bin:/bin"]
    var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    began = ContinuousClock.now
    guard posix_spawn(&child, path, &actions, &attributes, &words, &environment) == 0 else { return nil }
  }

  #if canImport(Darwin)
    private static let newSession = Int16(POSIX_SPAWN_SETSID)

    private static func openTerminal() -> (Int32, String)? {
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else { return nil }
      return (master, String(cString: name))
    }
  #else
    // Behind feature macros in the C headers, as the functions are that do what these requests do.
    private static let newSession: Int16 = 0x80

    private static func openTerminal() -> (Int32, String)? {
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (zero, number): (Int32, Int32) = (0, 0)
      guard master >= 0, ioctl(master, unlock, &zero) == 0, ioctl(master, askNumber, &number) == 0 else { return nil }
      return (master, "/dev/pts/\(number)")
    }
  #endif

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      // Reading in between keeps both directions of the terminal from filling up.
      let count = bytes.withUnsafeBytes { write(master, $0.baseAddress! + start, min(1_024, bytes.count - start)) }
      if count > 0 { start += count }
      while isReadable(0), read() {}
    }
  }

  private func isReadable(_ milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) == 1
  }

  @discardableResult
  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = buffer.withUnsafeMutableBytes { Foundation.read(master, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    pending += buffer[..<count]
    return true
  }

  /// Seconds from the program's start until it has written `text`.
  func time(until text: String) -> Double {
    let wanted = Array(text.utf8)
    while !pending.contains(wanted), isReadable(5_000), read() {}
    return (ContinuousClock.now - began).inSeconds
  }

  func waitForOutput() {
    if isReadable(2_000) { read() }
  }

  /// Reads until nothing has come for a tenth of a second; returns when the last thing came.
  @discardableResult
  func settle() -> ContinuousClock.Instant {
    var last = ContinuousClock.now
    while isReadable(100), read() { last = ContinuousClock.now }
    pending = []
    return last
  }

  var residentMegabytes: Double {
    let status = (try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan) / 1_024
  }

  /// Seconds of processor time that the program used while `seconds` went by.
  func processorTime(during seconds: UInt32) -> Double {
    func used() -> Double {
      let text = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
      let fields = text.split(separator: " ")
      guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return .nan }
      return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
    let before = used()
    sleep(seconds)
    return used() - before
  }

  func end() {
    kill(child, SIGKILL)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    close(master)
  }
}

extension [UInt8] {
  fileprivate func contains(_ pattern: [UInt8]) -> Bool {
    guard count >= pattern.count else { return false }
    return (0...(count - pattern.count)).contains { self[$0..<($0 + pattern.count)].elementsEqual(pattern) }
  }
}
