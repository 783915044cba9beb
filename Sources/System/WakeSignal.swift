/// A signal between threads: one waits for it, for a limited time, and others send it.
///
///     if !signal.wait(microseconds: 20_000) { look() }     // not sent within 20 ms
///
/// A signal that is sent while no thread waits ends the next wait at once. It does not use Dispatch, for the reason
/// given at `SystemThread.detach`.
public final class WakeSignal: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isSent = false

  public init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(changed, nil)
    #else
      // Setting the wall clock must neither lengthen nor shorten a wait.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  public func send() {
    pthread_mutex_lock(mutex)
    isSent = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until the signal is sent or the time is over.
  /// - Returns: `true` if it was sent; then it has been received and must be sent again for the next wait.
  @discardableResult
  public func wait(microseconds: Int64) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var end = timespec()
    #if !canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC, &end)
    #endif
    let nanoseconds = Int64(end.tv_nsec) + microseconds % 1_000_000 * 1_000
    end.tv_sec += time_t(microseconds / 1_000_000 + nanoseconds / 1_000_000_000)
    end.tv_nsec = .init(nanoseconds % 1_000_000_000)
    while !isSent {
      #if canImport(Darwin)
        let result = pthread_cond_timedwait_relative_np(changed, mutex, &end)
      #else
        let result = pthread_cond_timedwait(changed, mutex, &end)
      #endif
      if result != 0 { break }
    }
    defer { isSent = false }
    return isSent
  }
}
