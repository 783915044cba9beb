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
