/// The walk through the timers in nine steps.
///
/// A step is completed by doing what it shows: the shell passes on each `Sign`, and only the current step's counts, so
/// that nothing is skipped unseen. The walk can be left and taken up again where it was, and restarted at any time, also
/// after its end. The sentences of the steps are the shell's.
struct Tutorial: Hashable, Sendable {
  /// The steps in their order.
  enum Step: String, Hashable, Sendable, CaseIterable, Comparable {
    case startTimer, clockBadge, customTimer, stars, streak, done, history, settings, pin

    /// 1 … 9.
    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
    /// The step after this one; `nil` for the last.
    var next: Step? { Self.allCases.dropFirst(number).first }

    /// Whether `sign` completes the step. A timer that ends by itself is as good as `timer done`.
    func isCompleted(by sign: Sign) -> Bool {
      switch (self, sign) {
      case (.startTimer, .timerStarted), (.customTimer, .timerStarted(isCustom: true)), (.clockBadge, .statusShown),
        (.stars, .starsShown), (.streak, .streakShown), (.done, .timerCompleted), (.history, .historyShown),
        (.settings, .settingsShown), (.pin, .pinAnswered):
        return true
      default:
        return false
      }
    }

    static func < (a: Step, b: Step) -> Bool { a.number < b.number }
  }

  /// Something that was done and that a step may be about.
  enum Sign: Hashable, Sendable {
    case timerStarted(isCustom: Bool)
    case statusShown, starsShown, streakShown
    case timerCompleted
    case historyShown, settingsShown
    /// A PIN was set, or its set-up declined.
    case pinAnswered

    /// One of each.
    static let all: [Sign] = [
      .timerStarted(isCustom: false), .timerStarted(isCustom: true), .statusShown, .starsShown, .streakShown,
      .timerCompleted, .historyShown, .settingsShown, .pinAnswered,
    ]
  }

  enum State: String, Hashable, Sendable, CaseIterable {
    case notStarted
    /// `step` waits for its sign.
    case walking
    /// Left at `step`; `resume` goes on there.
    case left
    /// Through: no step is current.
    case finished
  }

  var state = State.notStarted
  /// The step that waits, or that was left; the first before the start, the last after the end.
  var step = Step.startTimer
  /// Steps that were done in this walk; the others up to `step` were skipped.
  var done: Set<Step> = []

  /// A walk that has not been started.
  init() {}

  /// The step that is shown now; `nil` unless somebody is walking.
  var current: Step? { state == .walking ? step : nil }

  /// The state from which the walk can be resumed after a restart.
  struct Saved: Hashable, Sendable {
    var state: State
    var step: Step
    /// In the order of the steps.
    var done: [Step]
  }

  var saved: Saved { Saved(state: state, step: step, done: done.sorted()) }

  /// A walk as it was stored; steps that it cannot have come to count as not done.
  init(_ saved: Saved) {
    state = saved.state
    step = state == .notStarted ? .startTimer : state == .finished ? .pin : saved.step
    let last = step
    done = Set(saved.done.filter { $0 < last || (saved.state == .finished && $0 == last) })
  }
}
