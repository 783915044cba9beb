/// A thread of one's own that runs one function and is waited for. Signals do not reach it: they are for the program's
/// own threads, which know what to do with them.
public final class SystemThread {
  private let body: () -> Void
  #if canImport(Darwin)
    private var thread: pthread_t?
  #else
    private var thread = pthread_t()
  #endif

  /// Starts the thread. `join` must be called before the last reference goes.
  /// - Returns: `nil` when the system has no thread to give.
  public init?(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    guard pthread_create(&thread, nil, Self.start, Unmanaged.passUnretained(self).toOpaque()) == 0 else { return nil }
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
    Unmanaged<SystemThread>.fromOpaque(this).takeUnretainedValue().body()
    return nil
  }
}
