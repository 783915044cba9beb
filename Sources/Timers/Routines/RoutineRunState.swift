import Timeline

extension RoutineRun {
  /// An input to a routine that is played. The timer's own inputs, such as pause, go to the timer.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// Moves the present step behind the others. Its time stops; it has as much time left when its turn comes again.
    case later
    /// Ends a break.
    case next
    /// Leaves the present step out: no session.
    case skip
    /// Ends the routine; the present step does not count.
    case stop
  }

  /// The reason why an input was refused; nothing has changed.
  public enum Refusal: Error, Hashable, Sendable {
    /// Another routine is already on: the one of this name.
    case alreadyOn(String)
    /// The routine is over.
    case isOver(String)
    /// There is no other step to move this one behind.
    case lastStep(Activity)
    /// There is no break to end: this step is on.
    case noBreak(Activity)
    case timer(Countdown.Refusal)
  }

  /// An event of the routine or of its timer, in the order in which they happen.
  public enum Output: Hashable, Sendable {
    case routine(Event)
    case timer(Countdown.Event)
  }

  public struct Event: Hashable, Sendable {
    public let routine: String
    public let at: Instant
    public let kind: Kind

    public enum Kind: Hashable, Sendable {
      case started(steps: Int, length: Duration)
      /// A step begins or continues; its place counts from 1 in the order of playing.
      case step(Step, place: Int, of: Int, at: Instant)
      case later(Step, left: Duration, at: Instant)
      /// A break before this step.
      case rest(Step, length: Duration, at: Instant)
      case leftOut(Step, at: Instant)
      /// The sessions are those of the finished steps.
      case finished([TimerSessionID], of: Int, took: Duration, at: Instant)
      case stopped(finished: Int, of: Int, at: Instant)

      /// The instant of the event; `nil` for the start.
      var instant: Instant? {
        switch self {
        case .started: nil
        case .step(_, _, _, let at), .later(_, _, let at), .rest(_, _, let at), .leftOut(_, let at): at
        case .finished(_, _, _, let at), .stopped(_, _, let at): at
        }
      }
    }
  }
}

extension RoutineRun {
  /// Restores a stored run.
  /// - Returns: `nil` for an impossible run: without steps, too many steps, a step twice, or lengths out of range.
  public init?(
    routine: String, started: Instant, state: State, waiting: [Step], past: [Past], until: Instant
  ) {
    let numbers = waiting.map { $0.number } + past.map { $0.number }
    guard Routine.stepCounts.contains(numbers.count), Set(numbers).count == numbers.count,
      numbers.allSatisfy(Routine.stepCounts.contains), (try? Routine.checked(routine)) == routine,
      waiting.allSatisfy({ step in
        Routine.lengths.contains(step.length) && (step.picture.map(Routine.Step.isPicture) ?? true)
          && step.begun.map { Countdown($0) != nil && $0.pausedSince != nil && $0.activity == step.activity } ?? true
      }),
      (state == .over) == waiting.isEmpty,
      TimerSessionRecord.instants.contains(started), TimerSessionRecord.instants.contains(until)
    else { return nil }
    self.init(kept: routine, started: started, state: state, waiting: waiting, past: past, until: until)
  }

  /// The part of a run that decides what it will do, relative to now: equal signatures have the same future.
  public struct Signature: Hashable, Sendable {
    private let state: State
    private let waiting: [Int]
    private let left: [Duration]
    private let rest: Duration

    fileprivate init(_ run: RoutineRun, at instant: Instant, _ hold: Instant?) {
      state = run.state
      waiting = run.waiting.map { $0.number }
      left = run.waiting.map { $0.left }
      rest = (run.state == .rest ? run.until : hold).map { $0 - instant } ?? .zero
    }
  }

  /// - Parameter hold: The instant at which the paused timer of the present step will be resumed; `nil` for none.
  public func signature(at instant: Instant, hold: Instant? = nil) -> Signature { Signature(self, at: instant, hold) }
}
