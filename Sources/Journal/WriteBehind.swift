import System

/// A writer that appends the pieces of one large group to a file on a separate thread, so that the caller formats the
/// next piece while the system writes the previous one.
///
/// From the first `submit` to `finish` only the thread uses the file: its calls come in the order of the pieces, one at
/// a time, as they would without a thread. `finish` must be called; the thread has ended when it returns.
final class WriteBehind {
  private let file: any JournalFile
  /// The place of the next piece in the file.
  private var end: Int64
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var thread: SystemThread?

  // State shared by both threads, protected by the mutex.
  private var piece: UnsafeRawBufferPointer?
  private var failure: FileError?
  private var isOver = false

  /// - Parameter end: the end of the file.
  /// - Returns: `nil` if the system cannot create a thread; the pieces can be written without one.
  init?(_ file: any JournalFile, at end: Int64) {
    (self.file, self.end) = (file, end)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    // The caller retains `self` until `finish`.
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

  /// Waits until the previous piece is written and hands this one to the thread; its bytes must stay valid until the
  /// next call.
  /// - Throws: the failure of the previous piece; the file then gets no more pieces.
  func submit(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    pthread_mutex_lock(mutex)
    while piece != nil { pthread_cond_wait(changed, mutex) }
    if failure == nil { piece = bytes }
    let failure = failure
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
    if let failure { throw failure }
  }

  /// Waits until everything is written and the thread has ended.
  /// - Throws: the failure of a piece.
  func finish() throws(FileError) {
    pthread_mutex_lock(mutex)
    isOver = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
    thread?.join()
    if let failure { throw failure }
  }

  /// The thread's body: writes piece after piece until the end.
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
