import Timeline

/// Loads lists of the feed as the apps do: after a delay, and not always.
///
/// A plain value without a clock, as the player: `handle` takes inputs, `deadline` says when a list arrives, `advance`
/// goes there. The network is simulated: delay and failures come from the settings and from a seed, so that a run
/// repeats exactly. What a list holds is the feed's matter; the loader only says when it is there.
public struct FeedLoader: Hashable, Sendable {
  /// What a viewer sees of the feed.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Nothing was asked for yet.
    case idle
    /// The list is on its way: the apps show a shimmer.
    case loading
    case loaded
    /// The list did not come; `retry` asks again.
    case failed
  }

  /// Which list was asked for.
  public enum Request: Hashable, Sendable {
    /// Page n, from 1.
    case page(Int)
    /// A list that fills up: from the beginning, or from a cursor on; everybody's, or one author's.
    case list(author: String?, after: FeedCursor?)
  }

  /// What a viewer can set.
  public struct Settings: Hashable, Sendable {
    /// How long a list takes.
    public var delay = Duration.milliseconds(500)
    /// The share of requests that fail, 0 … 1: off here, 25 % in the apps.
    public var failureRate = 0.0

    public init() {}
  }

  public enum Input: Hashable, Sendable {
    /// Asks for a list, in place of one that is still on its way.
    case load(Request)
    /// Asks again for the list that did not come.
    case retry
  }

  /// The rows of the transition table: every input without its payload, then what time brings.
  public enum InputKind: UInt8, Hashable, Sendable, CaseIterable {
    case load, retry
    /// The list is there.
    case arrived
    /// The list does not come.
    case lost

    /// Whether it comes from time and not from a viewer.
    public var isTime: Bool { self == .arrived || self == .lost }
  }

  /// Why an input did nothing.
  public enum Ignored: String, Hashable, Sendable, CaseIterable {
    case loading, notFailed
  }

  /// Nothing was asked for yet, so nothing can be asked for again.
  public struct Refusal: Error, Hashable, Sendable {
    public init() {}
  }

  /// What happened, and exactly when.
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

  /// What one input does in one state.
  public enum Cell: Hashable, Sendable {
    case to(State)
    case ignored(Ignored)
    case refused
    /// Time brings this only while a list is on its way.
    case never
  }

  public var settings: Settings
  public private(set) var state = State.idle
  /// What was last asked for.
  public private(set) var request: Request?
  /// How many requests there were: each has this number of its own while it is the newest.
  public private(set) var number = 0
  /// When the list that is on its way arrives or is lost; `distantFuture` while none is.
  public private(set) var deadline = Instant.distantFuture
  private var asked = Instant.distantPast
  /// Drawn when the request is made, so that what happens meanwhile never changes it.
  private var isLost = false
  private var chance: SeededGenerator

  /// - Parameter seed: where failures come from.
  public init(settings: Settings = Settings(), seed: UInt64 = 0) {
    self.settings = settings
    chance = SeededGenerator(seed: seed, stream: 2)
  }

  /// Takes `input` in at `instant` and delivers what follows from it; what is due by then comes first.
  /// - Throws: `Refusal` when there is nothing to ask for again.
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

  /// Moves on to `instant` and delivers what happens until then, that instant included.
  /// - Complexity: O(1).
  public mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    guard deadline <= instant, deadline != .distantFuture, let request else { return }
    guard case .to(let next) = FeedLoader.cell(state, isLost ? .lost : .arrived) else { return }
    let (at, waited) = (deadline, deadline - asked)
    state = next
    deadline = .distantFuture
    deliver(Event(at: at, kind: isLost ? .failed(request, waited: waited) : .loaded(request, waited: waited)))
  }

  /// The same loader as if everything had happened `length` later.
  public func shifted(by length: Duration) -> FeedLoader {
    var moved = self
    if asked != .distantPast { moved.asked += length }
    if deadline != .distantFuture { moved.deadline += length }
    return moved
  }

  /// What `input` does in `state`: the loader looks up here what to do, and the state chart is drawn from it.
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
