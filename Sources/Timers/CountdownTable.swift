extension Countdown {
  /// The effect of one input in one state.
  public enum Cell: Hashable, Sendable {
    case accepted(State)
    case ignored(IgnoredKind)
    case refused(RefusedKind)
    /// Time brings this only to a running timer.
    case never
  }

  /// `Ignored` and `Refusal` without payloads, as the table says them.
  public enum IgnoredKind: String, Hashable, Sendable, CaseIterable {
    case alreadyPaused, alreadyRunning, nothingCompleted
  }
  public enum RefusedKind: String, Hashable, Sendable, CaseIterable {
    case alreadyStarted, nothingRuns
  }

  /// Every input in every state: the timer looks up here what to do, and a state chart can be drawn from it.
  public enum TransitionTable {
    /// - Complexity: O(1).
    public static func cell(_ state: State, _ input: InputKind) -> Cell {
      let row = rows[Int(input.rawValue)]
      return switch state {
      case .idle: row.idle
      case .running: row.running
      case .paused: row.paused
      case .completed: row.completed
      }
    }

    private typealias Row = (input: InputKind, idle: Cell, running: Cell, paused: Cell, completed: Cell)
    private static let busy = Cell.refused(.alreadyStarted)
    private static let none = Cell.refused(.nothingRuns)
    private static let idle = Cell.accepted(.idle)
    private static let runs = Cell.accepted(.running)
    private static let rest = Cell.accepted(.paused)
    private static let done = Cell.accepted(.completed)
    private static let inPause = Cell.ignored(.alreadyPaused)
    private static let running = Cell.ignored(.alreadyRunning)
    private static let unclear = Cell.ignored(.nothingCompleted)
    private static let never = Cell.never

    // In the order of `InputKind`.
    // swift-format-ignore
    private static let rows: [Row] = [
      //         idle     running  paused   completed
      (.start,   runs,    busy,    busy,    runs),
      (.pause,   none,    rest,    inPause, none),
      (.resume,  none,    running, runs,    none),
      (.done,    none,    done,    done,    none),
      (.stop,    none,    idle,    idle,    none),
      (.clear,   unclear, unclear, unclear, idle),
      (.timeUp,  never,   done,    never,   never),
    ]
  }
}
