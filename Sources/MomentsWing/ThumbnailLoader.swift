import Moments
import ShellCore
import System
import Timeline

/// Loads the pictures of photos in the background, at most four at once, so that a slow disk or network never
/// stalls the session: callers ask again for a picture that is not there yet. The last request comes first, and the
/// newest few pictures are kept.
///
/// A file that does not answer within a second gives its place to the next; its picture still counts when it arrives.
final class ThumbnailLoader: @unchecked Sendable {
  enum State: Sendable {
    case loading
    /// The file has no displayable picture.
    case none
    /// The camera's thumbnail, while the photo itself is loading.
    case preview(Pixels)
    case ready(Pixels)
  }

  /// A picture of a photo.
  struct Request: Hashable, Sendable {
    /// The photo's full path.
    let path: String
    /// The size of the room on the screen, in pixels.
    let width, height: Int
    /// The middle of the part that is shown pixel by pixel; `nil` for the whole photo.
    var lens: PictureLens?

    init(_ path: String, _ room: PhotoRendering.Room, _ lens: PictureLens? = nil) {
      (self.path, width, height, self.lens) = (path, room.width, room.height, lens)
    }
  }

  /// The loader for all screens of the program.
  static let shared = ThumbnailLoader()

  private let lock = Lock()
  private var states: [Request: State] = [:]
  /// The requests in their order.
  private var order: [Request] = []
  private static let keptLimit = 64
  /// The maximum memory in bytes for pictures that are not on the screen.
  private static let byteLimit = 64 << 20
  /// The last photo whose followers were prepared.
  private var prepared: Request?

  /// The pending requests, the last first, and the start times of the running ones, on the steady clock.
  private var waiting: [(request: Request, metadata: Metadata?)] = []
  private var running: [Int: Int64] = [:]
  /// The number of loads started: each has a number.
  private var begun = 0
  /// The number of files that gave their place away: a drive that never answers must not take a thread for every
  /// picture.
  private var late = 0
  private var hasNews = false
  private static let concurrencyLimit = 4
  private static let lateLimit = 16
  /// The time in microseconds for which a file keeps its place.
  private let timeout: Int64
  /// The interval between checks of a waiting caller.
  private static let interval = Duration.milliseconds(2)

  /// Loads a picture; tests replace it.
  typealias Load = @Sendable (Request, Metadata?, _ preview: (Pixels) -> Void) -> Pixels?
  private let load: Load

  init(timeout: Duration = .seconds(1), load: @escaping Load = ThumbnailLoader.loaded) {
    (self.timeout, self.load) = (timeout.microseconds, load)
  }

  /// Loads a picture: first the camera's thumbnail, then the photo.
  @Sendable private static func loaded(
    _ request: Request, _ metadata: Metadata?, _ preview: (Pixels) -> Void
  ) -> Pixels? {
    let room = (request.width, request.height)
    if let bytes = ExamplePhotos.bytes(at: request.path) { return PhotoRendering.pixels(of: bytes, fitting: room) }
    if let lens = request.lens {
      return PhotoDecoding.detail(of: request.path, metadata, around: (lens.x, lens.y), fitting: room)
    }
    let thumbnail = PhotoRendering.preview(of: request.path, metadata)
    if let thumbnail { preview(thumbnail) }
    return PhotoDecoding.pixels(of: request.path, metadata, fitting: room) ?? thumbnail
  }

  /// Returns a photo's picture, or starts to load it.
  /// - Parameter metadata: the file's metadata; `nil` if it was not read yet.
  func state(of request: Request, _ metadata: Metadata?) -> State {
    lock.holding {
      abandonSlow()
      if let state = states[request] { return state }
      begin(request)
      waiting.append((request, metadata))
      startNext()
      return .loading
    }
  }

  /// Loads the pictures that are likely to be wanted next, after all others.
  /// - Parameter next: returns the requests; it is called once for each photo.
  func prepare(after request: Request, _ next: () -> [(Request, Metadata)]) {
    let isNew = lock.holding {
      defer { prepared = request }
      return prepared != request
    }
    guard isNew else { return }
    for (request, metadata) in next() {
      lock.holding {
        guard states[request] == nil else { return }
        begin(request)
        waiting.insert((request, metadata), at: 0)
        startNext()
      }
    }
  }

  /// Notes a new request, and forgets the oldest. The caller must hold the lock.
  private func begin(_ request: Request) {
    states[request] = .loading
    order.append(request)
    var bytes = states.values.reduce(0) { $0 + $1.byteCount }
    while order.count > Self.keptLimit || bytes > Self.byteLimit && order.count > Self.minimumKept {
      let oldest = order.removeFirst()
      bytes -= states[oldest]?.byteCount ?? 0
      states[oldest] = nil
      waiting.removeAll { $0.request == oldest }
    }
  }

  /// The pictures around the shown one, however large they are.
  private static let minimumKept = 6

  /// Gives away the places of files that do not answer. The caller must hold the lock.
  private func abandonSlow() {
    let now = SystemClock.steady
    for (number, since) in running where now - since > timeout && late < Self.lateLimit {
      running[number] = nil
      late += 1
      startNext()
    }
  }

  /// Starts the next load, if there is room. The caller must hold the lock.
  private func startNext() {
    guard running.count < Self.concurrencyLimit, let (request, metadata) = waiting.popLast() else { return }
    begun += 1
    let number = begun
    running[number] = SystemClock.steady
    let isBegun = SystemThread.detach { [self] in
      let pixels = load(request, metadata) { preview in
        lock.holding {
          if states[request] != nil { states[request] = .preview(preview) }
          hasNews = true
        }
      }
      lock.holding {
        if states[request] != nil { states[request] = pixels.map { .ready($0) } ?? State.none }
        if running.removeValue(forKey: number) == nil { late -= 1 }
        hasNews = true
        startNext()
      }
    }
    guard !isBegun else { return }
    // Without a thread there is no picture.
    running[number] = nil
    if states[request] != nil { states[request] = State.none }
  }

  /// Returns whether the screen may soon have to be drawn again: a picture is loading, or has arrived since the last
  /// call.
  func isLoading() -> Bool {
    lock.holding {
      defer { hasNews = false }
      return !running.isEmpty || late > 0 || hasNews
    }
  }

  /// Waits until nothing is loading, for at most `timeout`.
  /// - Returns: `true` if something was loading.
  func settle(within timeout: Duration) -> Bool {
    let end = SystemClock.now + timeout
    guard isLoading() else { return false }
    while isLoading(), SystemClock.now < end { SystemClock.sleep(Self.interval) }
    return true
  }

  /// Returns a photo's picture like `state(of:_:)`, waiting for at most `timeout` for the photo itself.
  /// - Parameter decoding: the longest wait once the thumbnail shows that the file can be read (default: the same).
  func state(
    of request: Request, _ metadata: Metadata?, within timeout: Duration, decoding: Duration? = nil
  ) -> State {
    let start = SystemClock.now
    while true {
      let state = state(of: request, metadata)
      let limit = if case .preview = state { decoding ?? timeout } else { timeout }
      guard state.isLoading, SystemClock.now < start + limit else { return state }
      SystemClock.sleep(Self.interval)
    }
  }
}

extension ThumbnailLoader.State {
  fileprivate var isLoading: Bool {
    switch self {
    case .loading, .preview: true
    case .none, .ready: false
    }
  }

  fileprivate var byteCount: Int {
    switch self {
    case .loading, .none: 0
    case .preview(let pixels), .ready(let pixels): pixels.bytes.count
    }
  }
}
