import JSON
import Timeline

/// The delivery of a post in the outbox: its state, and when it is tried next.
public struct Delivery: Hashable, Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// The post waits to be sent.
    case waiting
    /// The post goes out by itself at an instant.
    case scheduled
    /// The post is being sent.
    case sending
    /// The post may be on the server: the server is asked before the post is sent again.
    case unsure
    case sent
    /// The server rejects the post as it is.
    case refused
  }

  /// The events of a delivery.
  public enum Input: UInt8, CaseIterable, Hashable, Sendable {
    case schedule, send, due, accepted, declined, unanswered, unreached, remove
  }

  /// The effect of an input in a state.
  public enum Cell: Hashable, Sendable {
    case to(State)
    /// The post leaves the outbox.
    case gone
    /// The input cannot occur in this state.
    case never
    case ignored(Reason)
  }

  public enum Reason: String, Hashable, Sendable {
    case isSent
    case isInProgress = "isUnderWay"
    case mayBeThere
    case needsNumber = "goesByNumber"
  }

  /// The effect of every input in every state. Deliveries look up their transitions here, and a diagram is drawn from
  /// it.
  public enum TransitionTable {
    /// - Complexity: O(1).
    public static func cell(_ state: State, _ input: Input) -> Cell {
      let row = rows[Int(input.rawValue)]
      switch state {
      case .waiting: return row.waiting
      case .scheduled: return row.scheduled
      case .sending: return row.sending
      case .unsure: return row.unsure
      case .sent: return row.sent
      case .refused: return row.refused
      }
    }

    private typealias Row = (
      input: Input, waiting: Cell, scheduled: Cell, sending: Cell, unsure: Cell, sent: Cell, refused: Cell
    )
    private static let plan = Cell.to(.scheduled)
    private static let send = Cell.to(.sending)
    private static let look = Cell.to(.unsure)
    private static let done = Cell.to(.sent)
    private static let no = Cell.to(.refused)
    private static let wait = Cell.to(.waiting)
    private static let busy = Cell.ignored(.isInProgress)
    private static let there = Cell.ignored(.isSent)
    private static let maybe = Cell.ignored(.mayBeThere)
    private static let asked = Cell.ignored(.needsNumber)
    private static let xx = Cell.never

    // In the order of `Input`. A post in doubt is looked for on the server, and never simply sent again.
    // swift-format-ignore
    private static let rows: [Row] = [
      //             waiting scheduled sending unsure sent   refused
      (.schedule,    plan,   plan,     busy,   maybe, there, plan),
      (.send,        send,   send,     busy,   look,  there, send),
      (.due,         send,   send,     busy,   look,  there, asked),
      (.accepted,    xx,     xx,       done,   done,  there, xx),
      (.declined,    xx,     xx,       no,     no,    there, xx),
      (.unanswered,  xx,     xx,       look,   look,  there, xx),
      (.unreached,   xx,     xx,       wait,   look,  there, xx),
      (.remove,      .gone,  .gone,    busy,   .gone, there, .gone),
    ]
  }

  public private(set) var state = State.waiting
  /// The time of the next automatic try; `nil` if only a command starts one.
  public private(set) var due: Instant?
  /// The record that is sent, once it has been tried.
  public private(set) var attempt: Publishing.Attempt?
  /// The blobs of pictures that the server already has.
  public private(set) var blobs: [String: JSON] = [:]
  /// The reason of the last failure, in the words of the server or the network.
  public private(set) var words: String?
  /// `true` if only the network was missing: when it returns, the post is sent at once.
  public private(set) var isWaitingForNetwork = false
  private var failures = 0
  /// The time at which a rate limit resets: the post is not tried by itself before then.
  public private(set) var limit: Instant?

  /// The longest time for which a rate limit is observed.
  public static let longestLimit = Duration.hours(24)

  public init() {}

  /// Creates the delivery of a post that an earlier session tried without learning the outcome.
  public init(tried attempt: Publishing.Attempt) { (self.attempt, state) = (attempt, .unsure) }

  /// Creates the delivery of a post that a server has rejected.
  public init(refused words: String) { (self.words, state) = (words, .refused) }

  /// Creates the delivery of a post that a server's rate limit delayed, maybe in an earlier session.
  /// - Parameters:
  ///   - attempt: the record to be sent, if it is known.
  ///   - isUnsure: whether the post may be on the server all the same.
  public init(limited words: String, until limit: Instant, _ attempt: Publishing.Attempt?, isUnsure: Bool = false) {
    (self.words, self.limit, self.attempt) = (words, limit, attempt)
    if isUnsure { state = .unsure }
  }

  /// Handles an input.
  /// - Returns: the table's cell for the input.
  @discardableResult
  public mutating func handle(_ input: Input) -> Cell {
    let cell = TransitionTable.cell(state, input)
    if case .to(let next) = cell { state = next }
    return cell
  }

  /// Schedules the next automatic try.
  /// - Parameter isPlanned: whether the user chose that instant.
  public mutating func schedule(_ instant: Instant, isPlanned: Bool) {
    if isPlanned { handle(.schedule) }
    // A limit that a clock far ahead has saved is over.
    let limit = limit.flatMap { $0 <= instant + Self.longestLimit ? $0 : nil }
    (due, isWaitingForNetwork) = (max(instant, limit ?? .distantPast), false)
  }

  /// Moves the next try to another instant.
  public mutating func postpone(to instant: Instant) { due = instant }

  /// Applies a rate limit that another post of the same account has met: this post is not tried by itself before it
  /// resets.
  /// - Parameter words: the server's explanation.
  public mutating func hold(until limit: Instant, _ words: String) {
    (self.limit, self.words) = (max(limit, self.limit ?? .distantPast), words)
    due = due.map { max($0, limit) }
  }

  /// Waits for a command or for the previous post of the thread.
  public mutating func park(_ words: String?) { (due, self.words, isWaitingForNetwork) = (nil, words, false) }

  /// Begins a try.
  /// - Returns: `true` if there is something to do.
  public mutating func begin(_ input: Input) -> Bool {
    guard case .to = handle(input) else { return false }
    (due, isWaitingForNetwork, limit) = (nil, false, nil)
    // After a command the outcome is reported even if it is the same as before.
    if input == .send { words = nil }
    return true
  }

  /// Stores the record that is about to be sent.
  public mutating func keep(_ attempt: Publishing.Attempt) { self.attempt = attempt }

  /// Stores the blobs of the pictures that were sent.
  public mutating func keep(_ blobs: [String: JSON]) { self.blobs = blobs }

  /// Applies the outcome of a try.
  /// - Parameter jitter: a random fraction from 0 to 1, so that posts that failed together are not all retried at
  ///   once.
  /// - Returns: `true` if the outcome is the same as that of the previous try.
  @discardableResult
  public mutating func end(_ outcome: Publishing.Outcome, at instant: Instant, jitter: Double = 0) -> Bool {
    let before = failures > 0 ? words : nil
    let wasUnsure = state == .unsure
    due = nil
    switch outcome {
    case .sent:
      handle(.accepted)
      words = nil
    case .refused(let error):
      handle(.declined)
      words = error.words
      attempt = nil
    case .missing(let words):
      handle(.declined)
      self.words = words
      attempt = nil
    case .locked(let error):
      handle(.unreached)
      words = error.words
    case .offline(let words):
      handle(.unreached)
      wait(words, until: nil, from: instant, jitter)
      isWaitingForNetwork = true
    case .later(let words, let until):
      handle(.unreached)
      wait(words, until: until, from: instant, jitter)
    case .unsure(let words, let until):
      handle(.unanswered)
      wait(words, until: until, from: instant, jitter)
    }
    return due != nil && words == before && wasUnsure == (state == .unsure)
  }

  /// Doubles the delay after each failure, from one second to ten minutes, adds up to half of it at random, and never
  /// ends before a rate limit resets.
  private mutating func wait(_ words: String, until: Instant?, from instant: Instant, _ jitter: Double) {
    self.words = words
    failures += 1
    let length = min(Duration.seconds(1 << min(failures - 1, 10)), .minutes(10))
    let longer = Duration(microseconds: Int64(Double(length.microseconds) * jitter / 2))
    limit = until.map { min($0, instant + Self.longestLimit) }
    due = max(instant + length + longer, limit ?? .distantPast)
  }
}
