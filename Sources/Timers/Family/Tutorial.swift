/// The walk through the timers in nine steps (behaviour, section 3: "tutorial").
///
/// A step is completed by doing what it shows: the shell passes on each `Sign`, and only the current step's counts, so
/// that nothing is skipped unseen. The walk can be left and taken up again where it was, and restarted at any time, also
/// after its end. The sentences of the steps are the shell's.
public struct Tutorial: Hashable, Sendable {
  /// The steps in their order.
  public enum Step: String, Hashable, Sendable, CaseIterable, Comparable {
    case startTimer, clockBadge, customTimer, stars, streak, done, history, settings, pin

    /// 1 … 9.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
    /// The step after this one; `nil` for the last.
    public var next: Step? { Self.allCases.dropFirst(number).first }

    /// The command that the step asks for.
    public var command: String {
      switch self {
      case .startTimer: return "timer start"
      case .clockBadge: return "timer status"
      case .customTimer: return "timer start custom"
      case .stars: return "stars"
      case .streak: return "streak"
      case .done: return "timer done"
      case .history: return "history"
      case .settings: return "settings"
      case .pin: return "pin"
      }
    }

    /// Whether `sign` completes the step. A timer that ends by itself is as good as `timer done`.
    public func isCompleted(by sign: Sign) -> Bool {
      switch (self, sign) {
      case (.startTimer, .timerStarted), (.customTimer, .timerStarted(.custom)), (.clockBadge, .statusShown),
        (.stars, .starsShown), (.streak, .streakShown), (.done, .timerCompleted), (.history, .historyShown),
        (.settings, .settingsShown), (.pin, .pinAnswered):
        return true
      default:
        return false
      }
    }

    public static func < (a: Step, b: Step) -> Bool { a.number < b.number }
  }

  /// Something that was done and that a step may be about.
  public enum Sign: Hashable, Sendable {
    case timerStarted(Activity.Kind)
    case statusShown, starsShown, streakShown
    case timerCompleted
    case historyShown, settingsShown
    /// A PIN was set, or its set-up declined.
    case pinAnswered

    /// One of each, for all kinds of activities.
    public static let all: [Sign] =
      Activity.Kind.allCases.map { .timerStarted($0) } + [
        .statusShown, .starsShown, .streakShown, .timerCompleted, .historyShown, .settingsShown, .pinAnswered,
      ]
  }

  public enum State: String, Hashable, Sendable, CaseIterable {
    case notStarted
    /// `step` waits for its sign.
    case walking
    /// Left at `step`; `resume` goes on there.
    case left
    /// Through: no step is current.
    case finished
  }

  public internal(set) var state = State.notStarted
  /// The step that waits, or that was left; the first before the start, the last after the end.
  public internal(set) var step = Step.startTimer
  /// Steps that were done in this walk; the others up to `step` were skipped.
  public internal(set) var done: Set<Step> = []

  /// A walk that has not been started.
  public init() {}

  /// The step that is shown now; `nil` unless somebody is walking.
  public var current: Step? { state == .walking ? step : nil }

  /// What must be stored so that the walk can be resumed after a restart.
  public struct Saved: Hashable, Sendable {
    public var state: State
    public var step: Step
    /// In the order of the steps.
    public var done: [Step]

    public init(state: State, step: Step, done: [Step]) {
      self.state = state
      self.step = step
      self.done = done
    }
  }

  public var saved: Saved { Saved(state: state, step: step, done: done.sorted()) }

  /// A walk as it was stored; steps that it cannot have come to count as not done.
  public init(_ saved: Saved) {
    state = saved.state
    step = state == .notStarted ? .startTimer : state == .finished ? .pin : saved.step
    let last = step
    done = Set(saved.done.filter { $0 < last || (saved.state == .finished && $0 == last) })
  }
}
