import Timeline

extension Countdown {
  /// When the timer next says something by itself, always after `now`; `nil` unless it runs.
  public var nextDeadline: Instant? { state == .running ? origin + nextMark(after: now - origin) : nil }

  /// Moves on to `instant` and delivers everything that happens until then, that instant included, in order.
  ///
  /// In how many steps one goes makes no difference. At the same instant: colour, message, halfway, one minute left,
  /// tick, completion. An earlier instant than `now` changes nothing.
  /// - Complexity: O(events), at most 13 for a timer without ticks.
  public mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    while state == .running {
      let elapsed = nextMark(after: now - origin)
      guard origin + elapsed <= instant else { break }
      now = origin + elapsed
      meetMarks(at: elapsed, deliver)
    }
    if instant > now { now = instant }
  }

  /// As `advance(to:_:)`, with the events in an array.
  @discardableResult
  public mutating func advance(to instant: Instant) -> [Event] {
    var events: [Event] = []
    advance(to: instant) { events.append($0) }
    return events
  }

  private var halfway: Duration { total.passed(leaving: 50) }
  private var warningMark: Duration? { total > Countdown.warning ? total - Countdown.warning : nil }

  /// The first own time after `elapsed` at which the timer says something; its end at the latest.
  private func nextMark(after elapsed: Duration) -> Duration {
    var next = total
    func consider(_ mark: Duration?) {
      if let mark, mark > elapsed, mark < next { next = mark }
    }
    for colour in RingColour.allCases { consider(colour.begins(total: total)) }
    for message in Encouragement.allCases { consider(message.begins(total: total)) }
    consider(halfway)
    consider(warningMark)
    if ticks { consider(.seconds(elapsed.microseconds / 1_000_000 + 1)) }
    return next
  }

  private mutating func meetMarks(at elapsed: Duration, _ deliver: (Event) -> Void) {
    func say(_ kind: Event.Kind) { deliver(Event(at: now, kind: kind)) }
    for colour in RingColour.allCases where colour.begins(total: total) == elapsed {
      say(.colourChanged(colour))
    }
    for message in Encouragement.allCases where message.begins(total: total) == elapsed {
      say(.messageChanged(message))
    }
    if elapsed == halfway { say(.halfway(.halfway)) }
    if elapsed == warningMark { say(.oneMinuteLeft(.oneMinuteLeft)) }
    if elapsed == total {
      assert(TransitionTable.cell(state, .timeUp) == .accepted(.completed))
      complete(.timeUp, deliver)
    } else if ticks, elapsed.microseconds % 1_000_000 == 0 {
      say(.tick(remaining: total - elapsed, .tick))
    }
  }

  /// Ends the run with a stint.
  mutating func complete(_ ending: Stint.Ending, _ deliver: (Event) -> Void) {
    frozen = elapsed(at: now)
    state = .completed
    guard let activity else { return }
    let stint = Stint(
      activity: activity, started: started, ended: now, ending: ending, allocated: total, actual: frozen)
    deliver(Event(at: now, kind: .completed(stint, .completion)))
  }
}
