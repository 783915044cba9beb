import Timeline

@testable import Timers

/// A routine with the family's timer, as a program plays it: what the shell's part does, without the shell.
struct RoutinePlay: Hashable {
  var timer = Countdown(at: zero)
  var run: RoutineRun?
  var rest = Duration.zero
  /// The sessions that ended, newest last.
  var sessions: [TimerSession] = []

  static let morning = Routine(
    name: "morning",
    steps: [
      .init(name: "dress", icon: "👕", length: .minutes(5)), .init(name: "breakfast", icon: "🥣", length: .minutes(15)),
      .init(name: "teeth", icon: "🪥", length: .minutes(3)),
    ])

  mutating func start(_ routine: Routine = morning, at instant: Instant) throws -> [String] {
    var words: [String] = []
    run = try RoutineRun.start(routine, ActivityCatalog(), after: run, on: &timer, at: instant) {
      words.append(Self.words($0))
    }
    return words
  }

  mutating func handle(_ input: RoutineRun.Input, at instant: Instant) throws -> [String] {
    var words = advance(to: instant)
    try run?.handle(input, on: &timer, rest: rest, at: instant) { words.append(Self.words($0)) }
    return words
  }

  mutating func handle(_ input: Countdown.Input, at instant: Instant) throws -> [String] {
    var words = advance(to: instant)
    for event in try timer.handle(input, at: instant) { words += follow(event) }
    return words
  }

  mutating func advance(to instant: Instant) -> [String] {
    var words: [String] = []
    while let next = [timer.nextDeadline, run?.nextDeadline].compactMap({ $0 }).min(), next <= instant {
      for event in timer.advance(to: next) { words += follow(event) }
      run?.advance(to: next, on: &timer) { words.append(Self.words($0)) }
    }
    _ = timer.advance(to: instant)
    return words
  }

  private mutating func follow(_ event: Countdown.Event) -> [String] {
    var words = [Self.words(.timer(event))]
    var id: TimerSessionID?
    switch event.kind {
    case .completed(let session, _):
      sessions.append(session)
      id = TimerSessionID("s-\(sessions.count)")
    case .stopped: break
    default: return words.filter { !$0.isEmpty }
    }
    run?.follow(id, on: &timer, rest: rest, at: event.at) { words.append(Self.words($0)) }
    return words.filter { !$0.isEmpty }
  }

  /// Returns an event in words; empty for the timer's colours, messages and warnings.
  static func words(_ output: RoutineRun.Output) -> String {
    switch output {
    case .routine(let event):
      switch event.kind {
      case .started(let steps, let length): "\(event.routine): \(steps) steps, \(length.seconds) s"
      case .step(let step, let place, let count, _): "step \(place)/\(count) \(step.activity.name)"
      case .later(let step, let left, _): "later \(step.activity.name), \(left.seconds) s left"
      case .rest(let step, let length, _): "rest \(length.seconds) s before \(step.activity.name)"
      case .leftOut(let step, _): "left out \(step.activity.name)"
      case .finished(let sessions, let count, let took, _): "finished \(sessions.count)/\(count) in \(took.seconds) s"
      case .stopped(let finished, let count, _): "stopped \(finished)/\(count)"
      }
    case .timer(let event):
      switch event.kind {
      case .started(let activity, let total): "timer \(activity.name) \(total.seconds) s"
      case .resumed(let length, let left): "resumed after \(length.seconds) s, \(left.seconds) s left"
      case .paused: "paused"
      case .stopped(let activity, _, _): "stopped \(activity.name)"
      case .completed(let session, _): "done \(session.activity.name) \(session.actual.seconds) s"
      default: ""
      }
    }
  }
}
