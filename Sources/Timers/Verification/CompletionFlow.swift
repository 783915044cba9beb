import Timeline

/// The steps after a finished stint, early or by time: PIN if one is set, then rating, then saved.
///
/// **Nothing is lost, nothing is claimed too early.** As soon as a stint is finished, the flow asks for it to be
/// stored, not rated yet (`store`); a rating is stored after it. So whoever quits at the question for the PIN loses
/// nothing but the question: the stint waits in the history for `rate`. That something *is saved* is said only when the
/// store has confirmed that it will last (`durable`), and only then does it belong into the ledger.
///
/// **Every state can be left.** PIN and rating can be postponed, and a newly finished stint postpones the one that is
/// being asked about. A store that never confirms keeps nobody from finishing the next stint.
///
/// The flow does nothing by itself, so it has no deadlines. A copy is small: it holds what is not confirmed yet.
public struct CompletionFlow: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Nothing is asked and all is saved.
    case idle
    /// Waits for the PIN.
    case pin
    /// Waits for a rating.
    case rating
    /// Nothing is asked; the store has not confirmed everything yet.
    case saving
  }

  /// A fact that must be stored.
  public enum Fact: Hashable, Sendable {
    /// A finished stint, not rated yet: `timer.saved`.
    case stint(StintRecord)
    /// The rating of the record, which is not `nil`: `timer.rated`.
    case rating(StintRecord)

    public var id: FactID {
      switch self {
      case .stint(let record): return .stint(record.id)
      case .rating(let record): return .rating(record.id)
      }
    }
  }

  /// Names a fact when the store confirms it.
  public enum FactID: Hashable, Sendable {
    case stint(StintID)
    case rating(StintID)
  }

  /// Whether a rating needs the PIN; what is asked already does not change.
  public var needsPIN: Bool
  public internal(set) var state = State.idle
  /// The stint that is being asked about.
  public internal(set) var record: StintRecord?
  /// The facts that the store has not confirmed yet, in the order in which it was asked to.
  public internal(set) var unconfirmed: [Fact] = []

  public init(needsPIN: Bool = false) { self.needsPIN = needsPIN }
}

extension CompletionFlow {
  /// The things that can happen to the flow.
  public enum Input: Hashable, Sendable {
    /// A timer has finished a stint, which is not stored yet.
    case completed(StintRecord)
    /// `rate` takes up a stored stint that waits for a rating.
    case reopened(StintRecord)
    /// The PIN that was typed matched. Tries and waits are `PINPolicy`'s.
    case pinRight
    case pinWrong
    case rate(Rating)
    /// Not now: the stint waits in the history.
    case postpone
    /// The store has confirmed that this will last.
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

  /// Why an input did nothing. Not an error.
  public enum Ignored: String, Hashable, Sendable, CaseIterable {
    /// This very stint is being asked about, or is not confirmed yet.
    case alreadyTaken
    /// The stint that is being asked about needs no PIN, or has had it.
    case noPINNeeded
    /// No question is open that could be postponed.
    case nothingAsked
    /// Confirmed before, or never asked to be stored.
    case notAwaited
    /// The stored stint has a rating.
    case ratedBefore
  }

  /// Why an input could not be taken; the flow stays as it was.
  public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No PIN is asked for.
    case noPINAsked
    /// A rating has to wait for the PIN.
    case pinFirst
    /// No stint is being asked about; `reopened` takes one up.
    case nothingToRate
  }

  /// An event: something that happened, and when.
  public struct Event: Hashable, Sendable {
    public let at: Instant
    public let kind: Kind

    public init(at: Instant, kind: Kind) { (self.at, self.kind) = (at, kind) }

    public enum Kind: Hashable, Sendable {
      /// To be stored now; `durable` confirms it.
      case store(Fact)
      case askedPIN(StintRecord)
      case askedRating(StintRecord)
      case wrongPIN(StintRecord)
      /// The stint waits for its rating.
      case postponed(StintRecord)
      /// The stint lasts: this is when it counts.
      case saved(StintRecord)
      /// The rating lasts.
      case rated(StintRecord)
      case ignored(InputKind, Ignored)
    }
  }
}

extension CompletionFlow {
  /// The way on after an accepted input.
  public enum Next: Hashable, Sendable {
    /// The stint is asked about: `pin` when one is needed, else `rating`. One that was asked about before is postponed.
    case ask
    case to(State)
    /// No question is left: `saving` while something is not confirmed, else `idle`.
    case settle

    /// Every state it can lead to.
    public var possible: [State] {
      switch self {
      case .ask: return [.pin, .rating]
      case .to(let state): return [state]
      case .settle: return [.idle, .saving]
      }
    }
  }

  /// The effect of one input in one state. Besides, `completed`, `reopened` and `durable` are ignored where their
  /// payload says nothing new.
  public enum Cell: Hashable, Sendable {
    case accepted(Next)
    case ignored(Ignored)
    case refused(Refusal)
  }

  /// Every input in every state: the flow looks up here what to do, and a state chart can be drawn from it.
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
  /// Takes `input` in at `instant`.
  /// - Returns: what follows from it, in order; an input without effect says so with an `ignored` event.
  /// - Throws: `Refusal` when the input cannot be taken; the flow is then as it was.
  /// - Complexity: O(facts that are not confirmed).
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

  /// Why an input that the table accepts has no effect with this payload.
  private func ignored(_ input: Input) -> Ignored? {
    switch input {
    case .completed(let new): return isTaken(new) ? .alreadyTaken : nil
    case .reopened(let new): return isTaken(new) ? .alreadyTaken : new.rating != nil ? .ratedBefore : nil
    case .durable(let id):
      return unconfirmed.contains { $0.id == id } ? nil : .notAwaited
    case .pinRight, .pinWrong, .rate, .postpone: return nil
    }
  }

  private func isTaken(_ new: StintRecord) -> Bool {
    record?.id == new.id || unconfirmed.contains { $0.id == .stint(new.id) || $0.id == .rating(new.id) }
  }

  private mutating func perform(_ input: Input, _ next: Next, _ kinds: inout [Event.Kind]) {
    switch input {
    case .completed(let new):
      var unrated = new
      unrated.rating = nil
      postpone(&kinds)
      store(.stint(unrated), &kinds)
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
    case .stint(let record): kinds.append(.saved(record))
    case .rating(let record): kinds.append(.rated(record))
    }
  }

  private mutating func postpone(_ kinds: inout [Event.Kind]) {
    if let record { kinds.append(.postponed(record)) }
    record = nil
  }
}
