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
