import Foundation

/// A program on a pseudo-terminal of 80 × 24; mostly the prompt of a practice session.
final class PseudoTerminal {
  private let master: Int32
  private let child: pid_t
  private let began: ContinuousClock.Instant
  private var pending: [UInt8] = []
  /// The seconds until the prompt appeared.
  private(set) var start = Double.nan

  /// - Parameter prompt: the end of the program's prompt.
  init?(
    _ program: String = Measure.storyline, _ arguments: [String] = ["--practice", "--no-config", "--private"],
    until prompt: String = "›"
  ) {
    // Constants that are hidden behind feature macros in the C headers, like the functions that make these requests.
    let (unlock, askNumber, newSession): (UInt, UInt, Int16) = (0x4004_5431, 0x8004_5430, 0x80)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (zero, number): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, unlock, &zero) == 0, ioctl(master, askNumber, &number) == 0 else { return nil }
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    began = ContinuousClock.now
    let child = Measure.start(
      program, arguments, 0...2, on: "/dev/pts/\(number)", flags: newSession,
      variables: ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/nonexistent", "PATH=/usr/bin:/bin"])
    guard let child else { return nil }
    self.child = child
    start = time(until: prompt)
  }

  deinit {
    kill(child, SIGKILL)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    close(master)
  }

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

  /// Returns the seconds from the program's start until it has written `text`; not a number if it never does.
  func time(until text: String) -> Double {
    while pending.firstRange(of: text.utf8) == nil {
      guard isReadable(5_000), read() else { return .nan }
    }
    return (ContinuousClock.now - began).inSeconds
  }

  func waitForOutput() { if isReadable(2_000) { read() } }

  /// Returns the seconds until a key is answered.
  func answer(to key: String) -> Double {
    let start = ContinuousClock.now
    send(key)
    waitForOutput()
    return (ContinuousClock.now - start).inSeconds
  }

  /// Reads until there is no output for a tenth of a second; returns the instant of the last output.
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

  /// Returns whether a library is in the program's memory; `nil` if the system does not report that.
  func hasMapped(_ library: String) -> Bool? {
    (try? String(contentsOfFile: "/proc/\(child)/maps", encoding: .utf8))?.contains(library)
  }

  /// Returns the seconds of processor time that the program used during `seconds`.
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
}
