/// A program that runs beside this one, without its terminal: nobody waits for it.
public struct ChildProcess: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    case running
    /// Its status is as waitpid(2) tells it; 0 when all went well.
    case ended(status: Int32)
    /// Somebody else has fetched it.
    case unknown
  }

  private let number: pid_t

  /// Starts a program, its three standard descriptors on the null device and in a process group of its own: it neither
  /// writes over a prompt nor takes its keys, and ^C is not meant for it.
  public init(_ path: String, arguments: [String]) throws(SystemError) {
    if Seal.isClosed { throw .number(EPERM) }
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
    let problem = posix_spawn(&number, path, &actions, &attributes, &words, environ)
    guard problem == 0 else { throw .number(problem) }
    self.number = number
  }

  /// Fetches it when it has ended, which is needed once.
  public func look() -> State {
    var status: Int32 = 0
    switch waitpid(number, &status, WNOHANG) {
    case 0: return .running
    case number: return .ended(status: status)
    default: return errno == EINTR ? .running : .unknown
    }
  }

  /// Has it fetched whenever it ends, since nobody looks any more: else it would stay in the system's table of processes.
  public func release() {
    guard case .running = look() else { return }
    let number = number
    _ = SystemThread.detach {
      var status: Int32 = 0
      while waitpid(number, &status, 0) < 0, errno == EINTR {}
    }
  }
}
