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
