#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where other threads leave what should appear above the line being typed. Its pipe wakes the editor's wait.
///
/// All members may be used from any thread.
public final class Mailbox: @unchecked Sendable {
  // `lock` guards `messages` and `isSignalled`; the descriptors never change.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var messages: [String] = []
  private var isSignalled = false
  private let pipe: Pipe

  public init() {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pipe = Pipe()
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
    pipe.close()
  }

  /// Readable while something is waiting; -1 if the system had no descriptors left.
  public var descriptor: Int32 { pipe.reading }

  /// Leaves a message, of any number of lines. It is sent to the terminal as it is.
  public func post(_ message: String) { leave(message) }

  /// Wakes the editor without a message: it calls `onWake`.
  public func wake() { leave(nil) }

  /// Takes everything; the second value says whether anybody had woken the editor.
  func take() -> (messages: [String], woken: Bool) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let result = (messages, isSignalled)
    messages = []
    if isSignalled { pipe.drain() }
    isSignalled = false
    return result
  }

  private func leave(_ message: String?) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if let message { messages.append(message) }
    // One byte is enough however much waits, so the pipe never fills.
    if !isSignalled { pipe.signal(1) }
    isSignalled = true
  }
}

/// A pipe that neither end blocks on and no child inherits.
struct Pipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      _ = Darwin.pipe(&ends)
    #else
      _ = Glibc.pipe(&ends)
    #endif
    reading = ends[0]
    writing = ends[1]
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL, 0) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  func signal(_ byte: UInt8) {
    var byte = byte
    _ = write(writing, &byte, 1)
  }

  @discardableResult
  func drain() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(reading, &buffer, buffer.count)
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  func close() {
    for end in [reading, writing] where end >= 0 {
      #if canImport(Darwin)
        _ = Darwin.close(end)
      #else
        _ = Glibc.close(end)
      #endif
    }
  }
}
