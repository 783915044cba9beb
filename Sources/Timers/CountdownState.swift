import Timeline

extension Countdown {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// No timer was started, or the last one was stopped or cleared away.
    case idle
    case running
    case paused
    /// Done, early or by time; its stint waits for a rating elsewhere, the next timer may start.
    case completed
  }

  /// The things that can happen to a timer from outside.
  public enum Input: Hashable, Sendable {
    /// Starts `activity` for `length`, `Countdown.lengths` allowing.
    case start(Activity, length: Duration)
    case pause
    case resume
    /// "I'm done!"
    case done
    /// Ends it without a stint. Whoever asks for a confirmation does so before.
    case stop
    /// Puts a completed timer away.
    case clear

    public var kind: InputKind {
      switch self {
      case .start: return .start
      case .pause: return .pause
      case .resume: return .resume
      case .done: return .done
      case .stop: return .stop
      case .clear: return .clear
      }
    }
  }

  /// The columns of the transition table: the inputs without payload, then what time itself brings.
  public enum InputKind: UInt8, Hashable, Sendable, CaseIterable {
    case start, pause, resume, done, stop, clear
    case timeUp

    /// The name of the case.
    public var name: String { Self.names[Int(rawValue)] }
    /// Written out: reflection takes a microsecond, and Embedded Swift has none.
    private static let names = ["start", "pause", "resume", "done", "stop", "clear", "timeUp"]
  }

  /// Why an input did nothing. Not an error.
  public enum Ignored: Hashable, Sendable {
    case alreadyPaused(since: Instant)
    case alreadyRunning
    /// There is no completed timer to put away.
    case nothingCompleted
  }

  /// Why an input could not be taken; the timer stays as it was.
  public enum Refusal: Error, Hashable, Sendable {
    /// One timer at a time: this one has so much left, and is `running` or `paused`.
    case alreadyStarted(Activity, remaining: Duration, state: State)
    /// Nothing runs that the input could be for. `last` is the activity that is completed already, if any.
    case nothingRuns(InputKind, last: Activity?)
    case lengthOutOfRange(Duration, allowed: ClosedRange<Duration>)
  }

  /// An event: something that happened, and exactly when.
  public struct Event: Hashable, Sendable {
    public let at: Instant
    public let kind: Kind

    public init(at: Instant, kind: Kind) { (self.at, self.kind) = (at, kind) }

    /// The order of the cases from `colourChanged` to `completed` is the order of events at the same instant.
    public enum Kind: Hashable, Sendable {
      /// The ring is periwinkle now and the message "Let's do this!".
      case started(Activity, total: Duration)
      case paused(remaining: Duration)
      case resumed(pausedFor: Duration, remaining: Duration)
      /// Ended without a stint.
      case stopped(Activity, actual: Duration, remaining: Duration)
      case cleared
      case ignored(InputKind, Ignored)
      case colourChanged(RingColour)
      case messageChanged(Encouragement)
      case halfway(Cue)
      /// Only for timers of more than a minute.
      case oneMinuteLeft(Cue)
      /// So much is left: 5 min, 2 min or 30 s of a longer timer.
      case warning(left: Duration, Cue)
      /// A whole second has passed; never at the start or the end. Only if `ticks` is on.
      case tick(remaining: Duration, Cue)
      case completed(Stint, Cue)
    }
  }
}

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
