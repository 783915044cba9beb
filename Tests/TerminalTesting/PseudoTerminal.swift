import System
import Testing

/// A program running on a pseudo-terminal, and the screen it draws.
package final class PseudoTerminal {
  package private(set) var screen: ScreenModel
  private let master: Int32
  package let process: pid_t
  package private(set) var status: Int32?
  /// `true` if an expectation about the screen has failed.
  package private(set) var hasFailed = false
  /// `false` for a terminal that does not tell where its cursor is.
  package var answersQueries = true
  /// An object that the program needs while it runs, such as a folder that its owner removes.
  package var companion: AnyObject?

  /// - Parameters:
  ///   - program: its name; the file is beside the tests' bundle.
  ///   - prompts: `true` to wait until the program reads keys.
  package init(
    _ program: String, _ arguments: [String] = [], columns: Int = 40, rows: Int = 10,
    environment: [String: String] = [:], prompts: Bool = true
  ) throws {
    screen = ScreenModel(columns: columns, rows: rows)
    let (master, name) = try #require(PseudoTerminal.openTerminal())
    self.master = master
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)

    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // A new session without a terminal takes the first terminal it opens. The tests' threads block signals, and a
    // child inherits that.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    // The process that started the tests may have them ignored, as a shell does for background jobs.
    var allSignals = sigset_t()
    sigfillset(&allSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    posix_spawnattr_setflags(
      &attributes, PseudoTerminal.newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)

    var variables = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
      // With backtraces enabled, a crash on a terminal would wait for a key.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    variables.merge(environment) { $1 }
    let path = program.hasPrefix("/") ? program : PseudoTerminal.folder + "/" + program
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer {
      for text in argv + envp { free(text) }
    }
    var process: pid_t = 0
    let error = posix_spawn(&process, path, &actions, &attributes, argv, envp)
    try #require(error == 0, "\(path) does not start")
    self.process = process
    if prompts { expect("the prompt") { $0.column > 0 && $0.lines.last?.isEmpty == false && !self.isCooked } }
  }

  deinit {
    close(master)
    if status == nil {
      kill(process, SIGKILL)
      var ignored: Int32 = 0
      waitpid(process, &ignored, 0)
    }
  }

  #if canImport(Darwin)
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
    // Hidden behind a feature macro in the C header.
    private static let newSession: Int16 = 0x80
  #endif

  /// Opens a new pseudo-terminal: the master's descriptor, and the name of the other end.
  package static func openTerminal() -> (master: Int32, name: String)? {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    #if canImport(Darwin)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else { return nil }
      return (master, String(cString: name))
    #else
      // Equivalents of the C functions, which are hidden behind feature macros too.
      let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (zero, number): (Int32, Int32) = (0, 0)
      guard master >= 0, ioctl(master, unlock, &zero) == 0, ioctl(master, askNumber, &number) == 0 else { return nil }
      return (master, "/dev/pts/\(number)")
    #endif
  }

  package static let folder: String = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while let last = folder.last, last == "MacOS" || last == "Contents" || last.hasSuffix(".xctest") {
      folder.removeLast()
    }
    return folder.joined(separator: "/")
  }()

  package func send(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { rest.removeFirst(count) } else { pump(atMost: 20) }
    }
  }

  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Reads the available output, and waits for the first bytes. Returns `false` if the program has closed the
  /// terminal.
  @discardableResult
  package func pump(atMost milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    if poll(&wait, 1, milliseconds) <= 0 { return true }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(master, &buffer, buffer.count)
    if count > 0 { screen.feed(buffer[..<count]) }
    if answersQueries {
      let answers = screen.answers
      screen.answers = []
      answers.forEach(send)
    }
    return count > 0 || errno == EAGAIN
  }

  /// Reads until the screen is as expected. Fails after twenty seconds with a picture of the screen: on a busy machine
  /// a program may have to wait for a processor.
  package func expect(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (ScreenModel) -> Bool
  ) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let end = now.tv_sec + 20
    while !condition(screen), now.tv_sec < end {
      if !pump(atMost: 20), !condition(screen) { break }
      clock_gettime(CLOCK_MONOTONIC, &now)
    }
    if condition(screen) { return }
    hasFailed = true
    let picture = screen.lines.map { "|\($0)|" }.joined(separator: "\n")
    Issue.record(
      "\(what); the screen is\n\(picture)\ncursor \(screen.row),\(screen.column)\nabove it \(screen.scrolledOff.suffix(8))",
      sourceLocation: sourceLocation)
  }

  /// Waits for these rows, from the top of the screen, and for the cursor position.
  package func expect(
    _ lines: [String], cursor: (Int, Int)? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect("expected \(lines), cursor \(cursor.map { "\($0)" } ?? "any")", sourceLocation: sourceLocation) {
      $0.lines == lines && (cursor == nil || ($0.row, $0.column) == cursor!)
    }
  }

  /// Waits for the program's end and returns its status, as `waitpid` gives it.
  package func waitForEnd() -> Int32 {
    var status: Int32 = 0
    for _ in 0..<250 {
      pump(atMost: 20)
      if waitpid(process, &status, WNOHANG) == process {
        self.status = status
        // Read the program's last output.
        for _ in 0..<10 { pump(atMost: 0) }
        return status
      }
      usleep(1000)
    }
    Issue.record("the program does not end")
    return -1
  }

  /// Returns `true` if the signal has ended the program, for a test that continues to type meanwhile.
  package func hasEnded(by signal: Int32) -> Bool {
    var status: Int32 = 0
    if self.status == nil, waitpid(process, &status, WNOHANG) == process { self.status = status }
    return self.status == signal
  }

  #if !canImport(Darwin)
    /// The processor time that the program has used so far, in seconds.
    package var processorTime: Double {
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the share of one processor that the program uses during the given time without input.
    package func load(for seconds: Double) -> Double {
      var (start, now) = (timespec(), timespec())
      clock_gettime(CLOCK_MONOTONIC, &start)
      let before = processorTime
      var passed = 0.0
      while passed < seconds {
        pump(atMost: 20)
        clock_gettime(CLOCK_MONOTONIC, &now)
        passed = Double(now.tv_sec - start.tv_sec) + Double(now.tv_nsec - start.tv_nsec) / 1e9
      }
      return (processorTime - before) / passed
    }
  #endif

  /// Turns on echo and line input, as another program does that uses the terminal meanwhile.
  package func cook() {
    var settings = termios()
    tcgetattr(master, &settings)
    settings.c_lflag |= tcflag_t(ICANON | ECHO)
    tcsetattr(master, TCSANOW, &settings)
  }

  /// `true` if the terminal echoes and reads whole lines, as it does without an editor.
  package var isCooked: Bool {
    var settings = termios()
    tcgetattr(master, &settings)
    return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }
}
