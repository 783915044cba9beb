/// A child process that has run, with its output.
///
/// The program has no terminal, its own process group and a time limit, after which it and all programs that it has
/// started are ended.
public struct ChildOutput: Sendable {
  public enum Ending: Equatable, Sendable {
    /// The program has ended with this exit code; 128 and more for a signal.
    case ended(code: Int32)
    case timedOut
    /// The program wrote more than the limit.
    case wroteTooMuch
    /// `isStopped` returned `true`.
    case stopped
  }

  /// The text that the program wrote to its output and its error output, in order.
  public let bytes: [UInt8]
  public let ending: Ending

  /// Runs a program and waits for its end.
  /// - Parameters:
  ///   - input: the program's standard input.
  ///   - limit: the maximum number of bytes of output.
  ///   - timeout: the maximum time, in microseconds.
  ///   - isStopped: called several times a second; ends the program once it returns `true`.
  public init(
    of path: String, arguments: [String], input: [UInt8], limit: Int, timeout: Int64,
    unless isStopped: () -> Bool = { false }
  ) throws(SystemError) {
    if ThreadSandbox.isClosed { throw .number(EPERM) }
    let (file, reading, writing) = try Self.descriptors(input)
    defer { reading.close() }
    let number: pid_t
    do {
      defer {
        fclose(file)
        writing.close()
      }
      number = try Self.start(path, arguments, input: fileno(file), output: writing.number)
    }
    let end = SystemClock.steady + timeout
    var (bytes, ending): ([UInt8], Ending?) = ([], nil)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while ending == nil {
      var ready = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 100) > 0 {
        let count = (try? reading.read(into: &buffer)) ?? 0
        if count == 0 { break }
        bytes += buffer[..<count]
      }
      if isStopped() {
        ending = .stopped
      } else if SystemClock.steady >= end {
        ending = .timedOut
      } else if bytes.count > limit {
        ending = .wroteTooMuch
      }
    }
    // A program that has closed its output may still run.
    var status: Int32 = 0
    while ending == nil {
      let found = waitpid(number, &status, WNOHANG)
      if found == number || found < 0 && errno != EINTR { break }
      if isStopped() {
        ending = .stopped
      } else if SystemClock.steady >= end {
        ending = .timedOut
      } else {
        usleep(1_000)
      }
    }
    // Programs that it has started may still run.
    kill(-number, SIGKILL)
    if ending != nil { while waitpid(number, &status, 0) < 0, errno == EINTR {} }
    let signal = status & 0x7F
    self.ending = ending ?? .ended(code: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
    self.bytes = Array(bytes.prefix(limit))
  }

  /// Returns a file with the input, which has no name, and the two ends of a pipe for the output.
  private static func descriptors(
    _ input: [UInt8]
  ) throws(SystemError) -> (file: UnsafeMutablePointer<FILE>, reading: Descriptor, writing: Descriptor) {
    guard let file = tmpfile() else { throw .last }
    var ends: [Int32] = [-1, -1]
    let descriptor = Descriptor(fileno(file))
    do throws(SystemError) {
      try descriptor.writeAll(input)
      guard lseek(descriptor.number, 0, SEEK_SET) == 0, pipe(&ends) == 0 else { throw .last }
    } catch {
      fclose(file)
      throw error
    }
    for number in ends + [descriptor.number] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    return (file, Descriptor(ends[0]), Descriptor(ends[1]))
  }

  private static func start(
    _ path: String, _ arguments: [String], input: Int32, output: Int32
  ) throws(SystemError) -> pid_t {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
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
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    posix_spawnattr_setpgroup(&attributes, 0)
    // The thread that waits here blocks all signals; the program must not.
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK))
    var number: pid_t = 0
    let problem = Environment.withVariablesForOthers {
      posix_spawn(&number, path, &actions, &attributes, &words, $0)
    }
    guard problem == 0 else { throw .number(problem) }
    return number
  }
}
