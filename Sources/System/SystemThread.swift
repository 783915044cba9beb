/// A separate thread that runs one function and is joined. Signals do not reach it: only the program's own threads
/// handle them.
public final class SystemThread {
  private let body: () -> Void
  private let isDetached: Bool
  /// The sandbox of the thread that starts this one.
  private let sandbox = ThreadSandbox.current
  #if canImport(Darwin)
    private var thread: pthread_t?
  #else
    private var thread = pthread_t()
  #endif

  /// Starts the thread. Call `join` before the last reference is released.
  /// - Returns: `nil` if the system cannot create a thread.
  public convenience init?(_ body: @escaping @Sendable () -> Void) { self.init(body, holdsItself: false) }

  /// - Parameter isDetached: whether the thread itself keeps this object alive while it runs.
  private init?(_ body: @escaping @Sendable () -> Void, holdsItself isDetached: Bool) {
    self.body = body
    self.isDetached = isDetached
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let this = isDetached ? Unmanaged.passRetained(self) : Unmanaged.passUnretained(self)
    guard pthread_create(&thread, nil, Self.start, this.toOpaque()) == 0 else {
      if isDetached { this.release() }
      return nil
    }
  }

  /// Starts a thread that is never joined. It does not use Dispatch, whose threads end the program if there is no
  /// `/proc`, as in a bare root folder.
  /// - Returns: `false` if the system cannot create a thread; then the function does not run.
  public static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = SystemThread(body, holdsItself: true) else { return false }
    #if canImport(Darwin)
      if let id = thread.thread { pthread_detach(id) }
    #else
      pthread_detach(thread.thread)
    #endif
    return true
  }

  /// Runs a function for each number below `count`, on as many threads as there are processors, and waits for all.
  public static func each(of count: Int, _ body: @Sendable (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      let round = Round(count)
      let helpers = min(count, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) - 1
      let threads = (0..<max(0, helpers)).compactMap { _ in SystemThread { round.run(body) } }
      round.run(body)
      for thread in threads { thread.join() }
    }
  }

  /// The numbers that no thread has taken yet.
  private final class Round: @unchecked Sendable {
    private let lock = Lock()
    private var rest: Range<Int>
    init(_ count: Int) { rest = 0..<count }

    func run(_ body: (Int) -> Void) {
      while let number = lock.holding({ rest.popFirst() }) { body(number) }
    }
  }

  /// Waits until the function has returned.
  public func join() {
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }

  #if canImport(Darwin)
    private static let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { run($0) }
  #else
    private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { run($0!) }
  #endif

  private static func run(_ this: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let thread = Unmanaged<SystemThread>.fromOpaque(this)
    let own = thread.takeUnretainedValue()
    if let sandbox = own.sandbox { ThreadSandbox.set(sandbox) }
    own.body()
    ThreadSandbox.set(nil)
    if own.isDetached { thread.release() }
    return nil
  }
}

/// The native stack, which limits the depth of recursion.
public enum Stack {
  /// The maximum size of the program's stack in bytes, as set at startup: `ulimit -s`. Threads get the same size.
  public static let size: Int = {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    #else
      let resource = RLIMIT_STACK
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur <= rlim_t(standard) else { return standard }
    return Int(limit.rlim_cur)
  }()

  /// The usual size, used if the limit is higher or there is none.
  private static let standard = 8 << 20
}
