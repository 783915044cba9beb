extension RoutineRun {
  /// An input, or an event that happens by itself: a row of the transition table.
  public enum InputKind: String, Hashable, Sendable, CaseIterable {
    case start, later, next, skip, stop
    /// The timer of the current step ended with a session.
    case stepDone
    /// The timer of the current step was stopped.
    case stepStopped
    case breakOver

    init(_ input: Input) {
      self =
        switch input {
        case .later: .later
        case .next: .next
        case .skip: .skip
        case .stop: .stop
        }
    }
  }

  /// `Refusal` without payloads.
  public enum RefusedKind: String, Hashable, Sendable, CaseIterable {
    case alreadyOn, noRoutineIsOn, noBreak, lastStep
  }

  /// The effect of an input in a state.
  public enum Cell: Hashable, Sendable {
    /// One of these states follows; only the last of all steps may be refused.
    case accepted([State], lastStep: RefusedKind? = nil)
    case refused(RefusedKind)
    /// An event that cannot occur in this state.
    case never
  }

  /// The effect of every input in every state. The run acts on this table, and a state chart can be drawn from it.
  public enum TransitionTable {
    /// - Complexity: O(1).
    public static func cell(_ state: State, _ input: InputKind) -> Cell {
      switch (input, state) {
      case (.start, .over): .accepted([.step])
      case (.start, _): .refused(.alreadyOn)
      case (.stepDone, .step), (.stepStopped, .step): .accepted([.step, .rest, .over])
      // Over if another program has started a timer.
      case (.breakOver, .rest): .accepted([.step, .over])
      case (.stepDone, _), (.stepStopped, _), (.breakOver, _): .never
      case (_, .over): .refused(.noRoutineIsOn)
      case (.later, _): .accepted([state], lastStep: .lastStep)
      case (.next, .step): .refused(.noBreak)
      case (.next, .rest): .accepted([.step])
      case (.skip, _): .accepted([state, .over])
      case (.stop, _): .accepted([.over])
      }
    }
  }

  /// Returns the reason to refuse an input now; `nil` if it is accepted.
  func refusal(of input: Input) -> Refusal? {
    let kind: RefusedKind? =
      switch TransitionTable.cell(state, InputKind(input)) {
      case .refused(let kind): kind
      case .accepted(_, let lastStep): waiting.count > 1 ? nil : lastStep
      case .never: nil
      }
    guard let kind else { return nil }
    guard let step = waiting.first else { return .isOver(routine) }
    return switch kind {
    case .alreadyOn: .alreadyOn(routine)
    case .noRoutineIsOn: .isOver(routine)
    case .noBreak: .noBreak(step.activity)
    case .lastStep: .lastStep(step.activity)
    }
  }
}
