import Foundation
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

  private let queue = OperationQueue()
  private let changed = NSCondition()
  private var states: [String: State] = [:]
  /// The paths in the order in which they were asked for.
  private var order: [String] = []
  private static let mostKept = 64
  /// More pixels than any terminal has columns of, and few enough to be decoded at once.
  private static let width = 120

  private init() { queue.maxConcurrentOperationCount = 4 }

  /// A photo's picture, or that it is on its way from now on.
  /// - Parameters:
  ///   - path: its whole path.
  ///   - metadata: what it says; `nil` where nobody has read that yet.
  func state(of path: String, _ metadata: Metadata?) -> State {
    changed.lock()
    defer { changed.unlock() }
    if let state = states[path] { return state }
    states[path] = .loading
    order.append(path)
    if order.count > Self.mostKept { states[order.removeFirst()] = nil }
    queue.addOperation { [self] in
      let pixels = Thumbnail.pixels(of: path, metadata, atLeast: Self.width)
      changed.lock()
      if states[path] != nil { states[path] = pixels.map { .ready($0) } ?? State.none }
      changed.broadcast()
      changed.unlock()
    }
    return .loading
  }

  /// Whether a picture is on its way.
  var isLoading: Bool { queue.operationCount > 0 }

  /// The same, waiting a little.
  func state(of path: String, _ metadata: Metadata?, within patience: Duration) -> State {
    let end = Date(timeIntervalSinceNow: patience.seconds)
    while case .loading = state(of: path, metadata) {
      changed.lock()
      let isInTime = { if case .loading? = states[path] { changed.wait(until: end) } else { true } }()
      changed.unlock()
      if !isInTime { return .loading }
    }
    return state(of: path, metadata)
  }
}
