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

    var kind: InputKind {
      switch self {
      case .start: return .start
      case .did: return .did
      case .skipStep: return .skipStep
      case .leave: return .leave
      case .resume: return .resume
      case .restart: return .restart
      }
    }
  }

  /// The inputs without payload.
  enum InputKind: String, Hashable, Sendable, CaseIterable {
    case start, did, skipStep, leave, resume, restart
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
    case resumed(Step)
    case stepDone(Step)
    case stepSkipped(Step)
    /// This step is shown now.
    case step(Step)
    case left(Step)
    /// The last step is over; so many of the nine were done.
    case finished(done: Int)
    case ignored(InputKind, Ignored)
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
      return [.resumed(step), .step(step)]
    case (.did(let sign), .walking):
      guard step.isCompleted(by: sign) else { return [.ignored(.did, .otherStep)] }
      done.insert(step)
      return [.stepDone(step)] + goOn()
    case (.skipStep, .walking):
      return [.stepSkipped(step)] + goOn()
    case (.leave, .notStarted), (.leave, .walking):
      state = .left
      return [.left(step)]
    case (.start, .walking), (.resume, .walking): return [.ignored(input.kind, .alreadyWalking)]
    case (_, .notStarted): return [.ignored(input.kind, .notStarted)]
    case (_, .left): return [.ignored(input.kind, .alreadyLeft)]
    case (_, .finished): return [.ignored(input.kind, .alreadyFinished)]
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
