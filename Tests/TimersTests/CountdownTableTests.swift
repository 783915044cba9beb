import Testing
import Timeline
import Timers

@Suite struct CountdownTableTests {
  static let inputs: [Countdown.Input] = [
    .start(.custom, length: .minutes(5)), .pause, .resume, .extend(.minutes(5)), .done, .stop, .clear,
  ]

  /// The table again, in the order of the rules.
  static let expected: [Countdown.State: String] = [
    .idle: "running refused refused refused refused refused ignored never",
    .running: "refused paused ignored running completed idle ignored completed",
    .paused: "refused ignored running paused completed idle ignored never",
    .completed: "running refused refused refused refused refused idle never",
  ]

  static func timer(in state: Countdown.State) throws -> Countdown {
    var timer = try started(.minutes(20))
    let later = zero + .minutes(1)
    switch state {
    case .idle: try timer.handle(.stop, at: later)
    case .running: timer.advance(to: later)
    case .paused: try timer.handle(.pause, at: later)
    case .completed: try timer.handle(.done, at: later)
    }
    return timer
  }

  @Test func eachInputHasTheNameOfItsCase() {
    for kind in Countdown.InputKind.allCases { #expect(kind.name == String(describing: kind)) }
  }

  @Test(arguments: Countdown.State.allCases)
  func everyCellIsAsTheRulesSay(state: Countdown.State) throws {
    let words = Countdown.InputKind.allCases.map { kind in
      switch Countdown.TransitionTable.cell(state, kind) {
      case .accepted(let next): return next.rawValue
      case .ignored: return "ignored"
      case .refused: return "refused"
      case .never: return "never"
      }
    }
    #expect(words.joined(separator: " ") == Self.expected[state])
  }

  @Test(arguments: Countdown.State.allCases)
  func timerDoesWhatTheTableSays(state: Countdown.State) throws {
    #expect(Self.inputs.map(\.kind) + [.timeUp] == Countdown.InputKind.allCases)
    for input in Self.inputs {
      let before = try Self.timer(in: state)
      #expect(before.state == state)
      var timer = before
      let label: Comment = "\(state) \(input.kind)"
      switch Countdown.TransitionTable.cell(state, input.kind) {
      case .accepted(let next):
        let events = try timer.handle(input, at: before.now)
        #expect(events.count == 1, label)
        #expect(timer.state == next, label)
      case .ignored:
        let events = try timer.handle(input, at: before.now)
        guard case .ignored(input.kind, _)? = events.first?.kind, timer == before else {
          Issue.record(label)
          continue
        }
      case .refused(.alreadyStarted):
        let refusal = Countdown.Refusal.alreadyStarted(reading, remaining: .minutes(19), state: state)
        #expect(throws: refusal, label) { try timer.handle(input, at: before.now) }
        #expect(timer == before, label)
      case .refused(.nothingRuns):
        let refusal = Countdown.Refusal.nothingRuns(input.kind, last: state == .completed ? reading : nil)
        #expect(throws: refusal, label) { try timer.handle(input, at: before.now) }
        #expect(timer == before, label)
      case .never:
        Issue.record(label)
      }
    }
  }
}
