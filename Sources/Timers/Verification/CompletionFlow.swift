import Timeline

/// The steps after a finished session, early or by time: PIN if one is set, then rating, then saved.
///
///     var flow = CompletionFlow(needsPIN: true)
///     for event in try flow.handle(.completed(record), at: now) { print(event.kind) }  // store, askedPIN
///     _ = try flow.handle(.durable(.timerSession(record.id)), at: now)                  // saved, without a rating
///     _ = try flow.handle(.pinRight, at: now)
///     _ = try flow.handle(.rate(.amazing), at: now)
///
/// **Nothing is lost, and nothing is claimed too early.** As soon as a session is finished, the flow asks for it to be
/// stored, still unrated (`store`); a rating is stored afterwards. So a user who quits at the PIN prompt loses only
/// the prompt: the session waits in the history for `rate`. The flow reports *saved* only after the store has confirmed
/// that the fact is durable (`durable`), and only then does the fact belong in the ledger.
///
/// **Every state can be left.** PIN and rating can be postponed, and a newly finished session postpones the one in
/// question. A store that never confirms does not prevent the next session from finishing.
///
/// The flow does nothing by itself, so it has no deadlines. A copy is small: it holds only unconfirmed facts.
public struct CompletionFlow: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// No question is open, and all facts are saved.
    case idle
    /// The flow waits for the PIN.
    case pin
    /// The flow waits for a rating.
    case rating
    /// No question is open, but the store has not confirmed all facts yet.
    case saving
  }

  /// A fact that must be stored.
  public enum Fact: Hashable, Sendable {
    /// An unrated finished session: `timer.saved`.
    case timerSession(TimerSessionRecord)
    /// A record with its rating, which is not `nil`: `timer.rated`.
    case rating(TimerSessionRecord)

    public var id: FactID {
      switch self {
      case .timerSession(let record): return .timerSession(record.id)
      case .rating(let record): return .rating(record.id)
      }
    }
  }

  /// The identity of a fact, for the store's confirmation.
  public enum FactID: Hashable, Sendable {
    case timerSession(TimerSessionID)
    case rating(TimerSessionID)
  }

  /// `true` if a rating needs the PIN. A change does not affect an open question.
  public var needsPIN: Bool
  public internal(set) var state = State.idle
  /// The session of the open question.
  public internal(set) var record: TimerSessionRecord?
  /// The facts that the store has not confirmed yet, in the order of the requests.
  public internal(set) var unconfirmed: [Fact] = []

  public init(needsPIN: Bool = false) { self.needsPIN = needsPIN }
}

extension CompletionFlow {
  /// An input to the flow.
  public enum Input: Hashable, Sendable {
    /// A timer has finished a session, which is not stored yet.
    case completed(TimerSessionRecord)
    /// `rate` opens the question for a stored session without a rating.
    case reopened(TimerSessionRecord)
    /// The typed PIN was correct. `PINPolicy` handles attempts and waits.
    case pinRight
    case pinWrong
    case rate(Rating)
    /// The user postpones the rating; the session waits in the history.
    case postpone
    /// The store has confirmed that this fact is durable.
    case durable(FactID)

    public var kind: InputKind {
      switch self {
      case .completed: return .completed
      case .reopened: return .reopened
      case .pinRight: return .pinRight
      case .pinWrong: return .pinWrong
      case .rate: return .rate
      case .postpone: return .postpone
      case .durable: return .durable
      }
    }
  }

  /// The columns of the transition table: the inputs without payload.
  public enum InputKind: UInt8, Hashable, Sendable, CaseIterable {
    case completed, reopened, pinRight, pinWrong, rate, postpone, durable
  }

  /// The reason why an input had no effect. Not an error.
  public enum Ignored: String, Hashable, Sendable, CaseIterable {
    /// The session is already in question or not confirmed yet.
    case alreadyTaken
    /// The session in question needs no PIN, or its PIN has been entered.
    case noPINNeeded
    /// There is no open question to postpone.
    case nothingAsked
    /// The fact was confirmed before, or its storage was never requested.
    case notAwaited
    /// The stored session already has a rating.
    case ratedBefore
  }

  /// The reason why an input was refused; the flow is unchanged.
  public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
    /// There is no open question for a PIN.
    case noPINAsked
    /// The PIN must be entered before the rating.
    case pinFirst
    /// There is no session in question; `reopened` chooses one.
    case nothingToRate
  }

  /// An event and its time.
  public struct Event: Hashable, Sendable {
    public let at: Instant
    public let kind: Kind

    public init(at: Instant, kind: Kind) { (self.at, self.kind) = (at, kind) }

    public enum Kind: Hashable, Sendable {
      /// The fact to be stored now; `durable` confirms it.
      case store(Fact)
      case askedPIN(TimerSessionRecord)
      case askedRating(TimerSessionRecord)
      case wrongPIN(TimerSessionRecord)
      /// The session waits in the history for its rating.
      case postponed(TimerSessionRecord)
      /// The session is durable, and counts from now on.
      case saved(TimerSessionRecord)
      /// The rating is durable.
      case rated(TimerSessionRecord)
      case ignored(InputKind, Ignored)
    }
  }
}

extension CompletionFlow {
  /// The transition after an accepted input.
  public enum Next: Hashable, Sendable {
    /// Asks about the session: `pin` if a PIN is needed, otherwise `rating`. A session already in question is
    /// postponed.
    case ask
    case to(State)
    /// Closes the question: `saving` while any fact is unconfirmed, otherwise `idle`.
    case settle

    /// The states it can lead to.
    public var possible: [State] {
      switch self {
      case .ask: return [.pin, .rating]
      case .to(let state): return [state]
      case .settle: return [.idle, .saving]
      }
    }
  }

  /// The effect of an input in a state. In addition, `completed`, `reopened` and `durable` are ignored if their
  /// payload contains nothing new.
  public enum Cell: Hashable, Sendable {
    case accepted(Next)
    case ignored(Ignored)
    case refused(Refusal)
  }

  /// The effect of every input in every state. The flow acts on this table, and a state chart can be drawn from it.
  public enum TransitionTable {
    /// - Complexity: O(1).
    public static func cell(_ state: State, _ input: InputKind) -> Cell {
      let row = rows[Int(input.rawValue)]
      switch state {
      case .idle: return row.idle
      case .pin: return row.pin
      case .rating: return row.rating
      case .saving: return row.saving
      }
    }

    private typealias Row = (input: InputKind, idle: Cell, pin: Cell, rating: Cell, saving: Cell)
    private static let ask = Cell.accepted(.ask)
    private static let stays = Cell.accepted(.to(.pin))
    private static let rates = Cell.accepted(.to(.rating))
    private static let settle = Cell.accepted(.settle)
    private static let noPIN = Cell.refused(.noPINAsked)
    private static let first = Cell.refused(.pinFirst)
    private static let none = Cell.refused(.nothingToRate)
    private static let had = Cell.ignored(.noPINNeeded)
    private static let quiet = Cell.ignored(.nothingAsked)
    private static let known = Cell.ignored(.notAwaited)

    // In the order of `InputKind`.
    // swift-format-ignore
    private static let rows: [Row] = [
      //            idle    pin     rating  saving
      (.completed,  ask,    ask,    ask,    ask),
      (.reopened,   ask,    ask,    ask,    ask),
      (.pinRight,   noPIN,  rates,  had,    noPIN),
      (.pinWrong,   noPIN,  stays,  had,    noPIN),
      (.rate,       none,   first,  settle, none),
      (.postpone,   quiet,  settle, settle, quiet),
      (.durable,    known,  stays,  rates,  settle),
    ]
  }
}

extension CompletionFlow {
  /// Handles `input` at `instant`.
  /// - Returns: The resulting events, in order; an input without effect returns an `ignored` event.
  /// - Throws: `Refusal` if the input is not accepted; the flow is then unchanged.
  /// - Complexity: O(unconfirmed facts).
  @discardableResult
  public mutating func handle(_ input: Input, at instant: Instant) throws(Refusal) -> [Event] {
    var kinds: [Event.Kind] = []
    switch TransitionTable.cell(state, input.kind) {
    case .refused(let refusal): throw refusal
    case .ignored(let reason): kinds = [.ignored(input.kind, reason)]
    case .accepted(let next):
      if let reason = ignored(input) {
        kinds = [.ignored(input.kind, reason)]
      } else {
        perform(input, next, &kinds)
      }
    }
    return kinds.map { Event(at: instant, kind: $0) }
  }

  /// Returns the reason why an input that the table accepts has no effect with this payload, or `nil`.
  private func ignored(_ input: Input) -> Ignored? {
    switch input {
    case .completed(let new): return isTaken(new) ? .alreadyTaken : nil
    case .reopened(let new): return isTaken(new) ? .alreadyTaken : new.rating != nil ? .ratedBefore : nil
    case .durable(let id):
      return unconfirmed.contains { $0.id == id } ? nil : .notAwaited
    case .pinRight, .pinWrong, .rate, .postpone: return nil
    }
  }

  private func isTaken(_ new: TimerSessionRecord) -> Bool {
    record?.id == new.id || unconfirmed.contains { $0.id == .timerSession(new.id) || $0.id == .rating(new.id) }
  }

  private mutating func perform(_ input: Input, _ next: Next, _ kinds: inout [Event.Kind]) {
    switch input {
    case .completed(let new):
      var unrated = new
      unrated.rating = nil
      postpone(&kinds)
      store(.timerSession(unrated), &kinds)
      record = unrated
    case .reopened(let waiting):
      postpone(&kinds)
      record = waiting
    case .pinRight: break
    case .pinWrong:
      if let record { kinds.append(.wrongPIN(record)) }
    case .rate(let rating):
      if var rated = record {
        rated.rating = rating
        store(.rating(rated), &kinds)
      }
      record = nil
    case .postpone: postpone(&kinds)
    case .durable(let id): confirm(id, &kinds)
    }
    let before = state
    switch next {
    case .ask: state = needsPIN ? .pin : .rating
    case .to(let to): state = to
    case .settle: state = unconfirmed.isEmpty ? .idle : .saving
    }
    guard let record, next == .ask || state != before else { return }
    if state == .pin { kinds.append(.askedPIN(record)) }
    if state == .rating { kinds.append(.askedRating(record)) }
  }

  private mutating func store(_ fact: Fact, _ kinds: inout [Event.Kind]) {
    unconfirmed.append(fact)
    kinds.append(.store(fact))
  }

  private mutating func confirm(_ id: FactID, _ kinds: inout [Event.Kind]) {
    guard let place = unconfirmed.firstIndex(where: { $0.id == id }) else { return }
    switch unconfirmed.remove(at: place) {
    case .timerSession(let record): kinds.append(.saved(record))
    case .rating(let record): kinds.append(.rated(record))
    }
  }

  private mutating func postpone(_ kinds: inout [Event.Kind]) {
    if let record { kinds.append(.postponed(record)) }
    record = nil
  }
}
