import System

/// Messages from other threads that should appear above the line being typed. Its pipe wakes the editor's wait.
///
/// All members may be used from any thread.
public final class Mailbox: @unchecked Sendable {
  // `lock` protects `messages` and `isSignalled`; the descriptors never change.
  private let lock = Lock()
  private var messages: [String] = []
  private var isSignalled = false
  private let pipe = WakePipe()
  public init() {}

  deinit { pipe.close() }

  /// Readable while a message or a wake-up waits; -1 if the system had no descriptors left.
  public var descriptor: Int32 { pipe.reading }
  /// Posts a message, of any number of lines. It is sent to the terminal unchanged.
  public func post(_ message: String) { deposit(message) }
  /// Wakes the editor without a message: it calls `onWake`.
  public func wake() { deposit(nil) }

  /// Removes and returns all messages; the second value is `true` if the editor was woken.
  func drain() -> (messages: [String], woken: Bool) {
    lock.holding {
      let result = (messages, isSignalled)
      messages = []
      if isSignalled { pipe.drain() }
      isSignalled = false
      return result
    }
  }

  private func deposit(_ message: String?) {
    lock.holding {
      if let message { messages.append(message) }
      // One byte is enough however many messages wait, so the pipe never fills.
      if !isSignalled { pipe.signal(1) }
      isSignalled = true
    }
  }
}

/// The signals during an interactive line, as bytes of a pipe that the editor's wait watches. Signals are caught only
/// while a line is being read; then their previous handlers are restored.
enum SignalInbox {
  private static let watched = [SIGINT, SIGTSTP, SIGWINCH, SIGCONT]
  private static let pipe = WakePipe()
  private nonisolated(unsafe) static var previous: [sigaction] = []
  /// Readable while a signal waits.
  static var descriptor: Int32 { pipe.reading }

  static func open() {
    pipe.drain()
    previous = watched.map { signal in
      var action = sigaction.calling { number in
        let error = errno
        SignalInbox.pipe.signal(UInt8(number))
        errno = error
      }
      var before = sigaction()
      sigaction(signal, &action, &before)
      return before
    }
  }

  static func close() {
    for (signal, action) in zip(watched, previous) {
      var action = action
      sigaction(signal, &action, nil)
    }
    previous = []
  }

  /// Returns the numbers of the signals that arrived, in order.
  static func drain() -> [Int32] { pipe.drain().map(Int32.init) }

  /// Stops the process as ^Z does without an editor, and returns when the process continues.
  static func stopProcess() {
    var standard = sigaction.standard
    var ours = sigaction()
    sigaction(SIGTSTP, &standard, &ours)
    raise(SIGTSTP)
    sigaction(SIGTSTP, &ours, nil)
  }
}
