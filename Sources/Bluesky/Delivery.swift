import JSON
import Timeline

/// How far a post of the outbox has come, and when it is tried next.
public struct Delivery: Hashable, Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// It waits to be sent.
    case waiting
    /// It goes out at an instant by itself.
    case scheduled
    /// It is on its way.
    case sending
    /// It may be there: that is looked for before it is tried again.
    case unsure
    case sent
    /// The server does not want it as it is.
    case refused
  }

  /// What can happen to it.
  public enum Input: UInt8, CaseIterable, Hashable, Sendable {
    case schedule, send, due, accepted, declined, unanswered, unreached, remove
  }

  /// What an input does in a state.
  public enum Cell: Hashable, Sendable {
    case to(State)
    /// It leaves the outbox.
    case gone
    /// Nothing of the kind can come then.
    case never
    case ignored(Reason)
  }

  public enum Reason: String, Hashable, Sendable { case isSent, isUnderWay, mayBeThere, goesByNumber }

  /// Every input in every state: what a post does is looked up here, and a picture is drawn from it.
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
    private static let busy = Cell.ignored(.isUnderWay)
    private static let there = Cell.ignored(.isSent)
    private static let maybe = Cell.ignored(.mayBeThere)
    private static let asked = Cell.ignored(.goesByNumber)
    private static let xx = Cell.never

    // In the order of `Input`. What is unsure is looked for, and is never simply sent again.
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
  /// When it is tried by itself; `nil`: only when somebody says so.
  public private(set) var due: Instant?
  /// What is sent, once that was tried.
  public private(set) var attempt: Publishing.Attempt?
  /// What the server calls pictures that it has already.
  public private(set) var blobs: [String: JSON] = [:]
  /// Why it was not sent the last time, in the server's words or the network's.
  public private(set) var words: String?
  /// Whether nothing but the network was missing: when it comes back, the post need not wait any longer.
  public private(set) var isWaitingForNetwork = false
  private var failures = 0
  /// When a limit that was reached counts anew: before that it is not tried by itself.
  public private(set) var limit: Instant?

  public init() {}

  /// One that a session before this has tried, and not heard the end of.
  public init(tried attempt: Publishing.Attempt) { (self.attempt, state) = (attempt, .unsure) }

  /// One that a server has refused.
  public init(refused words: String) { (self.words, state) = (words, .refused) }

  /// One that a server's limit has kept from going out, also in a session before this.
  /// - Parameters:
  ///   - attempt: what is to be sent, where that is known.
  ///   - isUnsure: whether it may be there all the same.
  public init(limited words: String, until limit: Instant, _ attempt: Publishing.Attempt?, isUnsure: Bool = false) {
    (self.words, self.limit, self.attempt) = (words, limit, attempt)
    if isUnsure { state = .unsure }
  }

  /// Takes an input in.
  /// - Returns: what the table says of it.
  @discardableResult
  public mutating func handle(_ input: Input) -> Cell {
    let cell = TransitionTable.cell(state, input)
    if case .to(let next) = cell { state = next }
    return cell
  }

  /// Goes out at an instant by itself.
  /// - Parameter isPlanned: whether somebody chose that instant.
  public mutating func schedule(_ instant: Instant, isPlanned: Bool) {
    if isPlanned { handle(.schedule) }
    (due, isWaitingForNetwork) = (max(instant, limit ?? .distantPast), false)
  }

  /// Is tried at another instant instead.
  public mutating func postpone(to instant: Instant) { due = instant }

  /// Heeds a limit that another post of the same account has met: before that it is not tried by itself.
  /// - Parameter words: what the server says of it.
  public mutating func hold(until limit: Instant, _ words: String) {
    (self.limit, self.words) = (max(limit, self.limit ?? .distantPast), words)
    due = due.map { max($0, limit) }
  }

  /// Waits for somebody, or for the post before it.
  public mutating func rest(_ words: String?) { (due, self.words, isWaitingForNetwork) = (nil, words, false) }

  /// Begins a try.
  /// - Returns: whether there is something to do.
  public mutating func begin(_ input: Input) -> Bool {
    guard case .to = handle(input) else { return false }
    (due, isWaitingForNetwork, limit) = (nil, false, nil)
    // Who says so hears how it ended, also when that is as before.
    if input == .send { words = nil }
    return true
  }

  /// Takes in what is about to be sent.
  public mutating func keep(_ attempt: Publishing.Attempt) { self.attempt = attempt }

  /// Takes in which pictures were sent.
  public mutating func keep(_ blobs: [String: JSON]) { self.blobs = blobs }

  /// Takes in how a try has ended.
  /// - Parameter jitter: a part of one, by chance: those who failed together do not all come back at once.
  /// - Returns: whether that is as it was after the try before.
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

  /// Waits twice as long after each failure, from a second to ten minutes, up to half as long again by chance, and never
  /// before a limit counts anew.
  private mutating func wait(_ words: String, until: Instant?, from instant: Instant, _ jitter: Double) {
    self.words = words
    failures += 1
    let length = min(Duration.seconds(1 << min(failures - 1, 10)), .minutes(10))
    let longer = Duration(microseconds: Int64(Double(length.microseconds) * jitter / 2))
    limit = until.map { min($0, instant + .hours(24)) }
    due = max(instant + length + longer, limit ?? .distantPast)
  }
}
