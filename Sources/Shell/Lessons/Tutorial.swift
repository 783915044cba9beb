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
      case (.startTimer, .timerStarted), (.customTimer, .timerStarted(isCustom: true)), (.clockBadge, .activityChanged),
        (.stars, .rated), (.streak, .streakShown), (.done, .timerCompleted), (.history, .historyShown),
        (.settings, .settingsShown), (.pin, .pinSet):
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
    /// An activity was changed: how long it lasts, mostly.
    case activityChanged
    case rated, streakShown
    case timerCompleted
    case historyShown
    /// Settings were listed, or one was changed.
    case settingsShown
    case pinSet
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

  /// A walk as it was stored; steps that it cannot have come to count as not done.
  init(state: State, step: Step, done: Set<Step>) {
    let last = state == .notStarted ? .startTimer : state == .finished ? .pin : step
    self.state = state
    self.step = last
    self.done = done.filter { $0 < last || (state == .finished && $0 == last) }
  }
}

extension Tutorial {
  /// The things that can happen to the walk.
  enum Input: Hashable, Sendable {
    /// Begins it, or goes on where it was left.
    case start
    /// Something was done.
    case did(Sign)
    /// On to the next step without doing this one.
    case skipStep
    /// Not now, or not at all.
    case leave
    case resume
    /// From the first step again.
    case restart
  }

  /// Why an input did nothing. Not an error.
  enum Ignored: String, Hashable, Sendable, CaseIterable {
    case notStarted, alreadyWalking, alreadyLeft
    /// `restart` begins it anew.
    case alreadyFinished
    /// The current step is about something else.
    case otherStep
  }

  enum Event: Hashable, Sendable {
    case started
    case stepDone(Step)
    case stepSkipped(Step)
    /// This step is shown now; `goesOn` where the walk was left before and is taken up again with it.
    case step(Step, goesOn: Bool = false)
    case left(Step)
    /// The last step is over; so many of the nine were done.
    case finished(done: Int)
    case ignored(Ignored)
  }

  /// Takes an input in.
  /// - Returns: what follows, in order; an input without effect says so with an `ignored` event. Signs that the current
  ///   step is not about come all the time: who does not ask about them passes over `otherStep`.
  @discardableResult
  mutating func handle(_ input: Input) -> [Event] {
    switch (input, state) {
    case (.restart, _), (.start, .notStarted), (.resume, .notStarted):
      self = Tutorial()
      state = .walking
      return [.started, .step(step)]
    case (.start, .left), (.resume, .left):
      state = .walking
      return [.step(step, goesOn: true)]
    case (.did(let sign), .walking):
      guard step.isCompleted(by: sign) else { return [.ignored(.otherStep)] }
      done.insert(step)
      return [.stepDone(step)] + goOn()
    case (.skipStep, .walking):
      return [.stepSkipped(step)] + goOn()
    case (.leave, .notStarted), (.leave, .walking):
      state = .left
      return [.left(step)]
    case (.start, .walking), (.resume, .walking): return [.ignored(.alreadyWalking)]
    case (_, .notStarted): return [.ignored(.notStarted)]
    case (_, .left): return [.ignored(.alreadyLeft)]
    case (_, .finished): return [.ignored(.alreadyFinished)]
    }
  }

  private mutating func goOn() -> [Event] {
    guard let next = step.next else {
      state = .finished
      return [.finished(done: done.count)]
    }
    step = next
    return [.step(next)]
  }
}
