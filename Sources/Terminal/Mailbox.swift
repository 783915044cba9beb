import System

/// Messages from other threads that should appear above the line being typed. Its pipe wakes the editor's wait.
///
/// All members may be used from any thread.
public final class Mailbox: @unchecked Sendable {
  // `lock` guards `messages` and `isSignalled`; the descriptors never change.
  private let lock = Lock()
  private var messages: [String] = []
  private var isSignalled = false
  private let pipe = WakePipe()
  public init() {}

  deinit { pipe.close() }

  /// Readable while something is waiting; -1 if the system had no descriptors left.
  public var descriptor: Int32 { pipe.reading }
  /// Leaves a message, of any number of lines. It is sent to the terminal as it is.
  public func post(_ message: String) { leave(message) }
  /// Wakes the editor without a message: it calls `onWake`.
  public func wake() { leave(nil) }

  /// Takes everything; the second value says whether anybody had woken the editor.
  func take() -> (messages: [String], woken: Bool) {
    lock.holding {
      let result = (messages, isSignalled)
      messages = []
      if isSignalled { pipe.drain() }
      isSignalled = false
      return result
    }
  }

  private func leave(_ message: String?) {
    lock.holding {
      if let message { messages.append(message) }
      // One byte is enough however much waits, so the pipe never fills.
      if !isSignalled { pipe.signal(1) }
      isSignalled = true
    }
  }
}

/// The signals of an interactive line, as bytes of a pipe that the editor's wait watches. They are caught only
/// while a line is being read; then whoever handled them before has them back.
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

  /// The numbers of the signals that came, in their order.
  static func take() -> [Int32] { pipe.drain().map(Int32.init) }

  /// Stops the process as ^Z does without an editor, and returns when it goes on.
  static func stopProcess() {
    var standard = sigaction.standard
    var ours = sigaction()
    sigaction(SIGTSTP, &standard, &ours)
    raise(SIGTSTP)
    sigaction(SIGTSTP, &ours, nil)
  }
}
