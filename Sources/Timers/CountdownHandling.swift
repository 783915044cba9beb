import Timeline

extension Countdown {
  /// Takes `input` in at `instant` and delivers what follows from it.
  ///
  /// What is due by `instant` comes first (as `advance(to:_:)`), then the input. An instant before `now` counts as `now`.
  /// - Throws: `Refusal` when the input cannot be taken. The timer has then come to `instant` and is otherwise as it was.
  public mutating func handle(
    _ input: Input, at instant: Instant, _ deliver: (Event) -> Void
  ) throws(Refusal) {
    advance(to: instant, deliver)
    switch TransitionTable.cell(state, input.kind) {
    case .refused(.alreadyStarted):
      guard let activity else { return }
      throw .alreadyStarted(activity, remaining: remaining(at: now), state: state)
    case .refused(.nothingRuns), .never:
      throw .nothingRuns(input.kind, last: activity)
    case .ignored(let kind):
      deliver(Event(at: now, kind: .ignored(input.kind, ignored(kind))))
    case .accepted(let next):
      try perform(input, next, deliver)
    }
  }

  /// As `handle(_:at:_:)`, with the events in an array; a refusal leaves the timer untouched, its time included.
  @discardableResult
  public mutating func handle(_ input: Input, at instant: Instant) throws(Refusal) -> [Event] {
    var next = self
    var events: [Event] = []
    try next.handle(input, at: instant) { events.append($0) }
    self = next
    return events
  }

  private mutating func perform(_ input: Input, _ next: State, _ deliver: (Event) -> Void) throws(Refusal) {
    switch input {
    case .start(let activity, let length):
      guard Countdown.lengths.contains(length) else {
        throw .lengthOutOfRange(length, allowed: Countdown.lengths)
      }
      self.activity = activity
      total = length
      started = now
      origin = now
      state = next
      deliver(Event(at: now, kind: .started(activity, total: length)))
    case .pause:
      frozen = elapsed(at: now)
      pausedSince = now
      state = next
      deliver(Event(at: now, kind: .paused(remaining: total - frozen)))
    case .resume:
      origin = now - frozen
      state = next
      deliver(Event(at: now, kind: .resumed(pausedFor: now - pausedSince, remaining: total - frozen)))
    case .done:
      complete(.early, deliver)
    case .stop:
      let actual = elapsed(at: now)
      let kind = activity.map { Event.Kind.stopped($0, actual: actual, remaining: total - actual) }
      putAway(next)
      if let kind { deliver(Event(at: now, kind: kind)) }
    case .clear:
      putAway(next)
      deliver(Event(at: now, kind: .cleared))
    }
  }

  private mutating func putAway(_ next: State) {
    state = next
    activity = nil
    total = .zero
    frozen = .zero
  }

  private func ignored(_ kind: IgnoredKind) -> Ignored {
    switch kind {
    case .alreadyPaused: return .alreadyPaused(since: pausedSince)
    case .alreadyRunning: return .alreadyRunning
    case .nothingCompleted: return .nothingCompleted
    }
  }
}
