import System

/// Appends the pieces of one large group to a file on a thread of its own, so that the caller makes the next piece
/// while the system takes over the one before.
///
/// From the first `hand` to `finish` the file is the thread's alone: its calls come in the order of the pieces, one at
/// a time, as they would without a thread. `finish` must be called; the thread is gone when it returns.
final class WriteBehind {
  private let file: any JournalFile
  /// The place of the next piece in the file.
  private var end: Int64
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var thread: SystemThread?

  // What both threads see, under the mutex.
  private var piece: UnsafeRawBufferPointer?
  private var failure: FileError?
  private var isOver = false

  /// - Parameter end: where the file ends.
  /// - Returns: `nil` when the system has no thread to give; the pieces can be written without one.
  init?(_ file: any JournalFile, at end: Int64) {
    (self.file, self.end) = (file, end)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    // The caller holds on to `self` until `finish`.
    nonisolated(unsafe) let this = Unmanaged.passUnretained(self)
    thread = SystemThread { this.takeUnretainedValue().run() }
    if thread == nil { return nil }
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Waits until the piece before is written and gives the thread this one, whose bytes must stay until the next call.
  /// - Throws: what the piece before failed with; the file then gets no more.
  func hand(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    pthread_mutex_lock(mutex)
    while piece != nil { pthread_cond_wait(changed, mutex) }
    if failure == nil { piece = bytes }
    let failure = failure
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
    if let failure { throw failure }
  }

  /// Waits until everything is written and the thread is gone.
  /// - Throws: what a piece failed with.
  func finish() throws(FileError) {
    pthread_mutex_lock(mutex)
    isOver = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
    thread?.join()
    if let failure { throw failure }
  }

  /// The thread: piece after piece until it is over.
  private func run() {
    pthread_mutex_lock(mutex)
    while true {
      while piece == nil, !isOver { pthread_cond_wait(changed, mutex) }
      guard let bytes = piece else { break }
      pthread_mutex_unlock(mutex)
      let result = Result { () throws(FileError) in try write(bytes) }
      pthread_mutex_lock(mutex)
      if case .failure(let error) = result { failure = error }
      piece = nil
      pthread_cond_signal(changed)
    }
    pthread_mutex_unlock(mutex)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try file.appendAll(bytes)
    file.startSync(from: end, count: Int64(bytes.count))
    end += Int64(bytes.count)
  }
}
