import Dispatch
import Moments
import System
import Timeline

/// Loads small pictures of photos beside the session, at most four at once, so that a slow disk or network never stalls
/// it: what is not there yet is asked for again. The newest few are kept.
final class ThumbnailLoader: @unchecked Sendable {
  enum State: Sendable {
    case loading
    /// There is no picture of it that can be shown.
    case none
    case ready(Pixels)
  }

  /// The one for all screens of the program.
  static let shared = ThumbnailLoader()

  private let queue = DispatchQueue(label: "thumbnails", attributes: .concurrent)
  private let lock = Lock()
  private var states: [String: State] = [:]
  /// The paths in the order in which they were asked for.
  private var order: [String] = []
  private static let mostKept = 64
  /// More pixels than any terminal has columns of, and few enough to be decoded at once.
  static let width = 120

  /// What is still to be loaded, the first first, and how many are being loaded.
  private var waiting: [(path: String, metadata: Metadata?)] = []
  private var running = 0
  private var hasNews = false
  private static let mostAtOnce = 4
  /// How often whoever waits looks again.
  private static let rhythm = Duration.milliseconds(2)

  private init() {}

  /// A photo's picture, or that it is on its way from now on.
  /// - Parameters:
  ///   - path: its whole path.
  ///   - metadata: what it says; `nil` where nobody has read that yet.
  func state(of path: String, _ metadata: Metadata?) -> State {
    lock.holding {
      if let state = states[path] { return state }
      states[path] = .loading
      order.append(path)
      if order.count > Self.mostKept { states[order.removeFirst()] = nil }
      waiting.append((path, metadata))
      startNext()
      return .loading
    }
  }

  /// Begins the next one, where there is room. For whoever holds the lock.
  private func startNext() {
    guard running < Self.mostAtOnce, !waiting.isEmpty else { return }
    let (path, metadata) = waiting.removeFirst()
    running += 1
    queue.async { [self] in
      let pixels = Thumbnail.pixels(of: path, metadata, atLeast: Self.width)
      lock.holding {
        if states[path] != nil { states[path] = pixels.map { .ready($0) } ?? State.none }
        (running, hasNews) = (running - 1, true)
        startNext()
      }
    }
  }

  /// Whether what is drawn now may be drawn anew soon: a picture is on its way, or has come since this was asked before.
  func isLoading() -> Bool {
    lock.holding {
      defer { hasNews = false }
      return running > 0 || hasNews
    }
  }

  /// The same, waiting a little.
  func state(of path: String, _ metadata: Metadata?, within patience: Duration) -> State {
    let end = SystemClock.now + patience
    while true {
      let state = state(of: path, metadata)
      guard case .loading = state, SystemClock.now < end else { return state }
      SystemClock.sleep(Self.rhythm)
    }
  }
}
