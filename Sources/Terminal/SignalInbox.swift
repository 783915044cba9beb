import System

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
