/// A program that runs beside this one, without its terminal; nothing waits for its end.
public struct ChildProcess: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    case running
    /// The program has ended with a status as in waitpid(2); 0 means success.
    case ended(status: Int32)
    /// The status has been fetched elsewhere.
    case unknown
  }

  private let number: pid_t

  /// Starts a program with its three standard descriptors on the null device and in its own process group: it neither
  /// writes over a prompt nor reads its keys, and ^C does not reach it.
  public init(_ path: String, arguments: [String]) throws(SystemError) {
    if ThreadSandbox.isClosed { throw .number(EPERM) }
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
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var number: pid_t = 0
    let problem = Environment.withVariablesForOthers {
      posix_spawn(&number, path, &actions, &attributes, &words, $0)
    }
    guard problem == 0 else { throw .number(problem) }
    self.number = number
  }

  /// Returns the program's state, and fetches its status if it has ended, which is necessary once.
  public func look() -> State {
    var status: Int32 = 0
    switch waitpid(number, &status, WNOHANG) {
    case 0: return .running
    case number: return .ended(status: status)
    default: return errno == EINTR ? .running : .unknown
    }
  }

  /// Fetches the program's status in the background once it ends: otherwise it would stay in the system's process
  /// table.
  public func release() {
    guard case .running = look() else { return }
    let number = number
    _ = SystemThread.detach {
      var status: Int32 = 0
      while waitpid(number, &status, 0) < 0, errno == EINTR {}
    }
  }
}
