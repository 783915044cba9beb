import Timeline

/// Loads lists of the feed as the apps do: after a delay, and sometimes without success.
///
///     var loader = FeedLoader()
///     try loader.handle(.load(.page(1)), at: start) { print($0.kind) }  // loading
///     loader.advance(to: loader.deadline) { print($0.kind) }            // loaded, after half a second
///
/// A plain value without a clock, like the player: `handle` takes inputs, `deadline` is the time at which a list
/// arrives, and `advance` moves there. The network is simulated: the delay comes from the settings, and failures come
/// from the settings and a seed, so that a run is repeatable. The feed provides the contents of a list; the loader
/// only says when the list has arrived.
public struct FeedLoader: Hashable, Sendable {
  /// The state of the feed as the viewer sees it.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// No list has been requested yet.
    case idle
    /// The list is loading: the apps show a shimmer.
    case loading
    case loaded
    /// The list failed to load; `retry` requests it again.
    case failed
  }

  /// The requested list.
  public enum Request: Hashable, Sendable {
    /// Page n, from 1.
    case page(Int)
    /// A growing list: from the beginning or from a cursor, of all authors or one.
    case list(author: String?, after: FeedCursor?)
  }

  /// The settings that a viewer can change.
  public struct Settings: Hashable, Sendable {
    /// The time that a list takes to load.
    public var delay = Duration.milliseconds(500)
    /// The fraction of requests that fail, 0 … 1: none by default, 25 % in the apps.
    public var failureRate = 0.0

    public init() {}
  }

  public enum Input: Hashable, Sendable {
    /// Requests a list and replaces a pending request.
    case load(Request)
    /// Requests the list that failed again.
    case retry
  }

  /// The rows of the transition table: every input without its payload, followed by the events of time.
  public enum InputKind: UInt8, Hashable, Sendable, CaseIterable {
    case load, retry
    /// The list has arrived.
    case arrived
    /// The list has failed to load.
    case lost

    /// `true` for an event of time, `false` for a viewer's input.
    public var isTime: Bool { self == .arrived || self == .lost }

    /// The word for the input in tables and events, such as `retry`.
    public var name: String {
      switch self {
      case .load: "load"
      case .retry: "retry"
      case .arrived: "arrived"
      case .lost: "lost"
      }
    }
  }

  /// The reason why an input had no effect.
  public enum Ignored: String, Hashable, Sendable, CaseIterable {
    case loading, notFailed
  }

  /// Thrown by `retry` if no list has been requested yet.
  public struct Refusal: Error, Hashable, Sendable {
    public init() {}
  }

  /// An event and its exact time.
  public struct Event: Hashable, Sendable {
    public let at: Instant
    public let kind: Kind

    public init(at: Instant, kind: Kind) { (self.at, self.kind) = (at, kind) }

    public enum Kind: Hashable, Sendable {
      case loading(Request)
      case loaded(Request, waited: Duration)
      case failed(Request, waited: Duration)
      case ignored(InputKind, Ignored)
    }
  }

  /// The effect of an input in a state.
  public enum Cell: Hashable, Sendable {
    case to(State)
    case ignored(Ignored)
    case refused
    /// An event of time that occurs only while a list is loading.
    case never
  }

  public var settings: Settings
  public private(set) var state = State.idle
  /// The last requested list.
  public private(set) var request: Request?
  /// The number of requests so far, which identifies the newest request.
  public private(set) var number = 0
  /// The instant at which the pending list arrives or fails; `distantFuture` if none is pending.
  public private(set) var deadline = Instant.distantFuture
  private var asked = Instant.distantPast
  /// Drawn when the request is made, so that later events never change the outcome.
  private var isLost = false
  private var chance: SeededGenerator

  /// - Parameter seed: The seed from which failures are drawn.
  public init(settings: Settings = Settings(), seed: UInt64 = 0) {
    self.settings = settings
    chance = SeededGenerator(seed: seed, stream: 2)
  }

  /// Handles `input` at `instant` and delivers the resulting events, after those that are due by then.
  /// - Throws: `Refusal` if there is no request to repeat.
  public mutating func handle(_ input: Input, at instant: Instant, _ deliver: (Event) -> Void) throws(Refusal) {
    advance(to: instant, deliver)
    switch FeedLoader.cell(state, input.kind) {
    case .refused, .never: throw Refusal()
    case .ignored(let reason): deliver(Event(at: instant, kind: .ignored(input.kind, reason)))
    case .to(let next):
      if case .load(let wanted) = input { request = wanted }
      guard let request else { throw Refusal() }
      state = next
      number += 1
      asked = instant
      deadline = instant + settings.delay
      isLost = settings.failureRate > 0 && chance.unit() < settings.failureRate
      deliver(Event(at: instant, kind: .loading(request)))
      advance(to: instant, deliver)  // without a delay it is there at once
    }
  }

  /// Moves to `instant` and delivers the events up to and including that instant.
  /// - Complexity: O(1).
  public mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    guard deadline <= instant, deadline != .distantFuture, let request else { return }
    guard case .to(let next) = FeedLoader.cell(state, isLost ? .lost : .arrived) else { return }
    let (at, waited) = (deadline, deadline - asked)
    state = next
    deadline = .distantFuture
    deliver(Event(at: at, kind: isLost ? .failed(request, waited: waited) : .loaded(request, waited: waited)))
  }

  /// Returns a copy shifted forward by `length`.
  public func shifted(by length: Duration) -> FeedLoader {
    var moved = self
    if asked != .distantPast { moved.asked += length }
    if deadline != .distantFuture { moved.deadline += length }
    return moved
  }

  /// Returns the effect of `input` in `state`. The loader acts on this table, and the state chart is drawn from it.
  public static func cell(_ state: State, _ input: InputKind) -> Cell {
    let row = rows[Int(input.rawValue)]
    return switch state {
    case .idle: row[0]
    case .loading: row[1]
    case .loaded: row[2]
    case .failed: row[3]
    }
  }

  // The columns follow `State`, the rows `InputKind`.
  // swift-format-ignore
  private static let rows: [[Cell]] = [
    // idle         loading             loaded                failed
    [.to(.loading), .to(.loading),      .to(.loading),        .to(.loading)],  // load
    [.refused,      .ignored(.loading), .ignored(.notFailed), .to(.loading)],  // retry
    [.never,        .to(.loaded),       .never,               .never],         // arrived
    [.never,        .to(.failed),       .never,               .never],         // lost
  ]
}

extension FeedLoader.Input {
  public var kind: FeedLoader.InputKind {
    switch self {
    case .load: return .load
    case .retry: return .retry
    }
  }
}
