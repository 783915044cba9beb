import Moments
import System
import Timeline

/// Loads small pictures of photos beside the session, at most four at once, so that a slow disk or network never stalls
/// it: what is not there yet is asked for again. What was asked for last comes first, and the newest few are kept.
///
/// A file that does not answer within a second gives its place to the next; its picture still counts when it comes.
final class ThumbnailLoader: @unchecked Sendable {
  enum State: Sendable {
    case loading
    /// There is no picture of it that can be shown.
    case none
    case ready(Pixels)
  }

  /// The one for all screens of the program.
  static let shared = ThumbnailLoader()

  private let lock = Lock()
  private var states: [String: State] = [:]
  /// The paths in the order in which they were asked for.
  private var order: [String] = []
  private static let mostKept = 64
  /// More pixels than any terminal has columns of, and few enough to be decoded at once.
  static let width = 120

  /// What is still to be loaded, the last first, and since when others are being loaded, on the steady clock.
  private var waiting: [(path: String, metadata: Metadata?)] = []
  private var running: [Int: Int64] = [:]
  /// How many were begun: each has a number.
  private var begun = 0
  /// How many places were given away: a drive that never answers must not take a thread for every picture.
  private var late = 0
  private var hasNews = false
  private static let mostAtOnce = 4
  private static let mostLate = 16
  /// How long a file keeps its place, in microseconds.
  private let patience: Int64
  /// How often whoever waits looks again.
  private static let rhythm = Duration.milliseconds(2)

  /// How a picture is made; another way for tests.
  private let load: @Sendable (_ path: String, Metadata?) -> Pixels?

  init(
    patience: Duration = .seconds(1),
    load: @escaping @Sendable (_ path: String, Metadata?) -> Pixels? = {
      Thumbnail.pixels(of: $0, $1, atLeast: ThumbnailLoader.width)
    }
  ) {
    (self.patience, self.load) = (patience.microseconds, load)
  }

  /// A photo's picture, or that it is on its way from now on.
  /// - Parameters:
  ///   - path: its whole path.
  ///   - metadata: what it says; `nil` where nobody has read that yet.
  func state(of path: String, _ metadata: Metadata?) -> State {
    lock.holding {
      passOver()
      if let state = states[path] { return state }
      states[path] = .loading
      order.append(path)
      if order.count > Self.mostKept {
        let oldest = order.removeFirst()
        states[oldest] = nil
        waiting.removeAll { $0.path == oldest }
      }
      waiting.append((path, metadata))
      startNext()
      return .loading
    }
  }

  /// Gives away the places of files that do not answer. For whoever holds the lock.
  private func passOver() {
    let now = SystemClock.steady
    for (number, since) in running where now - since > patience && late < Self.mostLate {
      running[number] = nil
      late += 1
      startNext()
    }
  }

  /// Begins the next one, where there is room. For whoever holds the lock.
  private func startNext() {
    guard running.count < Self.mostAtOnce, let (path, metadata) = waiting.popLast() else { return }
    begun += 1
    let number = begun
    running[number] = SystemClock.steady
    let isBegun = SystemThread.detach { [self] in
      let pixels = load(path, metadata)
      lock.holding {
        if states[path] != nil { states[path] = pixels.map { .ready($0) } ?? State.none }
        if running.removeValue(forKey: number) == nil { late -= 1 }
        hasNews = true
        startNext()
      }
    }
    guard !isBegun else { return }
    // Without a thread there is no picture.
    running[number] = nil
    if states[path] != nil { states[path] = State.none }
  }

  /// Whether what is drawn now may be drawn anew soon: a picture is on its way, or has come since this was asked before.
  func isLoading() -> Bool {
    lock.holding {
      defer { hasNews = false }
      return !running.isEmpty || late > 0 || hasNews
    }
  }

  /// Waits until nothing is on its way, a little at most.
  /// - Returns: whether there was something.
  func settle(within patience: Duration) -> Bool {
    let end = SystemClock.now + patience
    guard isLoading() else { return false }
    while isLoading(), SystemClock.now < end { SystemClock.sleep(Self.rhythm) }
    return true
  }

  /// The same as `state`, waiting a little.
  func state(of path: String, _ metadata: Metadata?, within patience: Duration) -> State {
    let end = SystemClock.now + patience
    while true {
      let state = state(of: path, metadata)
      guard case .loading = state, SystemClock.now < end else { return state }
      SystemClock.sleep(Self.rhythm)
    }
  }
}
