import Moments
import System
import Timeline

/// Loads small pictures of photos in the background, at most four at once, so that a slow disk or network never
/// stalls the session: callers ask again for a picture that is not there yet. The last request comes first, and the
/// newest few pictures are kept.
///
/// A file that does not answer within a second gives its place to the next; its picture still counts when it arrives.
final class ThumbnailLoader: @unchecked Sendable {
  enum State: Sendable {
    case loading
    /// The file has no displayable picture.
    case none
    case ready(Pixels)
  }

  /// The loader for all screens of the program.
  static let shared = ThumbnailLoader()

  private let lock = Lock()
  private var states: [String: State] = [:]
  /// The paths in the order of their requests.
  private var order: [String] = []
  private static let mostKept = 64
  /// More pixels than any terminal has columns for, and few enough to be decoded at once.
  static let width = 120

  /// The pending requests, the last first, and the start times of the running ones, on the steady clock.
  private var waiting: [(path: String, metadata: Metadata?)] = []
  private var running: [Int: Int64] = [:]
  /// The number of loads started: each has a number.
  private var begun = 0
  /// The number of files that gave their place away: a drive that never answers must not take a thread for every
  /// picture.
  private var late = 0
  private var hasNews = false
  private static let mostAtOnce = 4
  private static let mostLate = 16
  /// The time in microseconds for which a file keeps its place.
  private let patience: Int64
  /// The interval between checks of a waiting caller.
  private static let interval = Duration.milliseconds(2)

  /// Loads a picture; tests replace it.
  private let load: @Sendable (_ path: String, Metadata?) -> Pixels?

  init(
    patience: Duration = .seconds(1),
    load: @escaping @Sendable (_ path: String, Metadata?) -> Pixels? = {
      Thumbnail.pixels(of: $0, $1, atLeast: ThumbnailLoader.width)
    }
  ) {
    (self.patience, self.load) = (patience.microseconds, load)
  }

  /// Returns a photo's picture, or starts to load it.
  /// - Parameters:
  ///   - path: the photo's full path.
  ///   - metadata: the file's metadata; `nil` if it was not read yet.
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

  /// Gives away the places of files that do not answer. The caller must hold the lock.
  private func passOver() {
    let now = SystemClock.steady
    for (number, since) in running where now - since > patience && late < Self.mostLate {
      running[number] = nil
      late += 1
      startNext()
    }
  }

  /// Starts the next load, if there is room. The caller must hold the lock.
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

  /// Returns whether the screen may soon have to be drawn again: a picture is loading, or has arrived since the last
  /// call.
  func isLoading() -> Bool {
    lock.holding {
      defer { hasNews = false }
      return !running.isEmpty || late > 0 || hasNews
    }
  }

  /// Waits until nothing is loading, for at most `patience`.
  /// - Returns: `true` if something was loading.
  func settle(within patience: Duration) -> Bool {
    let end = SystemClock.now + patience
    guard isLoading() else { return false }
    while isLoading(), SystemClock.now < end { SystemClock.sleep(Self.interval) }
    return true
  }

  /// Returns a photo's picture like `state(of:_:)`, waiting for at most `patience`.
  func state(of path: String, _ metadata: Metadata?, within patience: Duration) -> State {
    let end = SystemClock.now + patience
    while true {
      let state = state(of: path, metadata)
      guard case .loading = state, SystemClock.now < end else { return state }
      SystemClock.sleep(Self.interval)
    }
  }
}
