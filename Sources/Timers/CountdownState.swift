import Timeline

extension Countdown {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// No timer has been started, or the last one was stopped or cleared.
    case idle
    case running
    case paused
    /// The timer is done, early or by time. Its session waits for a rating elsewhere, and the next timer may start.
    case completed
  }

  /// An input to a timer from outside.
  public enum Input: Hashable, Sendable {
    /// Starts `activity` for `length`, which must be in `Countdown.lengths`.
    case start(Activity, length: Duration)
    /// Starts `activity` as if `start` had come at `instant`, which must be in the past, but not longer ago than the
    /// timer lasts.
    case startEarlier(Activity, length: Duration, at: Instant)
    case pause
    case resume
    /// Makes the timer longer by this much, which must be positive. The whole length must be in `Countdown.lengths`.
    case extend(Duration)
    /// The activity is done: "I'm done!"
    case done
    /// The activity was done at `instant`, which must be in the past. The time since then does not count.
    case doneEarlier(at: Instant)
    /// Ends the timer without a session. A caller that wants a confirmation asks for it first.
    case stop
    /// Clears a completed timer.
    case clear

    public var kind: InputKind {
      switch self {
      case .start, .startEarlier: return .start
      case .pause: return .pause
      case .resume: return .resume
      case .extend: return .extend
      case .done, .doneEarlier: return .done
      case .stop: return .stop
      case .clear: return .clear
      }
    }
  }

  /// The columns of the transition table: the inputs without payload, followed by the event of time.
  public enum InputKind: UInt8, Hashable, Sendable, CaseIterable {
    case start, pause, resume, extend, done, stop, clear
    case timeUp

    /// The name of the case.
    public var name: String { Self.names[Int(rawValue)] }
    /// Written out: reflection takes a microsecond, and Embedded Swift does not have it.
    private static let names = ["start", "pause", "resume", "extend", "done", "stop", "clear", "timeUp"]
  }

  /// The reason why an input had no effect. Not an error.
  public enum Ignored: Hashable, Sendable {
    case alreadyPaused(since: Instant)
    case alreadyRunning
    /// There is no completed timer to clear.
    case nothingCompleted
  }

  /// The reason why an input was refused; the timer is unchanged.
  public enum Refusal: Error, Hashable, Sendable {
    /// Only one timer at a time: this one is `running` or `paused` and has this much time left.
    case alreadyStarted(Activity, remaining: Duration, state: State)
    /// No timer is running for the input to act on. `last` is the completed activity, if any.
    case nothingRuns(InputKind, last: Activity?)
    case lengthOutOfRange(Duration, allowed: ClosedRange<Duration>)
    /// An extension must be positive, and the longer timer within `allowed`; `total` is the timer's present length.
    case extensionOutOfRange(Duration, total: Duration, allowed: ClosedRange<Duration>)
    /// A timer of this length that had started then would be over, or has not started yet; `now` is the timer's present.
    case startOutOfRange(Instant, length: Duration, now: Instant)
    /// The instant is in the future, or the activity had not spent any time by then; `earliest` is when it had.
    case endOutOfRange(Instant, earliest: Instant, now: Instant)
  }

  /// An event and its exact time.
  public struct Event: Hashable, Sendable {
    public let at: Instant
    public let kind: Kind

    public init(at: Instant, kind: Kind) { (self.at, self.kind) = (at, kind) }

    /// The order of the cases from `colourChanged` to `completed` is the order of events at the same instant.
    public enum Kind: Hashable, Sendable {
      /// The ring is now periwinkle, and the message is "Let's do this!".
      case started(Activity, total: Duration)
      case paused(remaining: Duration)
      case resumed(pausedFor: Duration, remaining: Duration)
      /// The timer is longer by `by`. A changed colour and a changed message follow as events of their own.
      case extended(by: Duration, total: Duration, remaining: Duration)
      /// The timer ended without a session.
      case stopped(Activity, actual: Duration, remaining: Duration)
      case cleared
      case ignored(InputKind, Ignored)
      case colourChanged(RingColour)
      case messageChanged(Encouragement)
      case halfway(TimerAlert)
      /// Only for timers of more than a minute.
      case oneMinuteLeft(TimerAlert)
      /// The time left: 5 min, 2 min or 30 s of a longer timer.
      case warning(left: Duration, TimerAlert)
      /// A whole second has passed, except at the start and the end. Only if `ticks` is on.
      case tick(remaining: Duration, TimerAlert)
      case completed(TimerSession, TimerAlert)
    }
  }
}

extension Countdown {
  /// The effect of an input in a state.
  public enum Cell: Hashable, Sendable {
    case accepted(State)
    case ignored(IgnoredKind)
    case refused(RefusedKind)
    /// An event of time that occurs only for a running timer.
    case never
  }

  /// `Ignored` and `Refusal` without payloads, as in the transition table.
  public enum IgnoredKind: String, Hashable, Sendable, CaseIterable {
    case alreadyPaused, alreadyRunning, nothingCompleted
  }
  public enum RefusedKind: String, Hashable, Sendable, CaseIterable {
    case alreadyStarted, nothingRuns
  }

  /// The effect of every input in every state. The timer acts on this table, and a state chart can be drawn from it.
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
      (.extend,  none,    runs,    rest,    none),
      (.done,    none,    done,    done,    none),
      (.stop,    none,    idle,    idle,    none),
      (.clear,   unclear, unclear, unclear, idle),
      (.timeUp,  never,   done,    never,   never),
    ]
  }
}
