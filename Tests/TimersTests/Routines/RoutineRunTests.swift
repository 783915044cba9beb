import Testing
import Timeline

@testable import Timers

/// The table of a routine that is played: an input, its time, and the events that follow.
@Suite struct RoutineRunTests {
  private enum Do {
    case start, time
    case routine(RoutineRun.Input)
    case timer(Countdown.Input)
  }

  /// Plays rows of seconds, inputs and expected events, and returns the play.
  private func play(
    rest: Duration = .zero, _ rows: [(Int64, Do, [String])], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RoutinePlay {
    var play = RoutinePlay()
    play.rest = rest
    for (second, input, expected) in rows {
      let instant = zero + .seconds(second)
      let words: [String] =
        switch input {
        case .start: try play.start(at: instant)
        case .time: play.advance(to: instant)
        case .routine(let input): try play.handle(input, at: instant)
        case .timer(let input): try play.handle(input, at: instant)
        }
      #expect(words.filter { !$0.isEmpty } == expected, "at \(second) s", sourceLocation: sourceLocation)
    }
    return play
  }

  private let beginning: (Int64, Do, [String]) = (
    0, .start, ["morning: 3 steps, 1380.0 s", "step 1/3 dress", "timer dress 300.0 s"]
  )

  @Test func stepsFollowOneAnother() throws {
    let play = try play([
      beginning,
      (299, .time, []),
      (300, .time, ["done dress 300.0 s", "step 2/3 breakfast", "timer breakfast 900.0 s"]),
      (600, .timer(.done), ["done breakfast 300.0 s", "step 3/3 teeth", "timer teeth 180.0 s"]),
      (780, .time, ["done teeth 180.0 s", "finished 3/3 in 780.0 s"]),
      (9_999, .time, []),
    ])
    #expect(play.run?.isOn == false && play.run?.finishedCount == 3)
    #expect(play.sessions.map(\.ended) == [zero + .seconds(300), zero + .seconds(600), zero + .seconds(780)])
  }

  /// A long absence misses nothing: every step ends at its own instant.
  @Test func oneJumpEqualsManySteps() throws {
    let play = try play([
      beginning,
      (
        9_999, .time,
        [
          "done dress 300.0 s", "step 2/3 breakfast", "timer breakfast 900.0 s", "done breakfast 900.0 s",
          "step 3/3 teeth", "timer teeth 180.0 s", "done teeth 180.0 s", "finished 3/3 in 1380.0 s",
        ]
      ),
    ])
    #expect(play.sessions.map { ($0.ended - zero).seconds } == [300, 1_200, 1_380])
  }

  @Test func laterKeepsTheTimeLeft() throws {
    let play = try play([
      beginning,
      (100, .routine(.later), ["later dress, 200.0 s left", "step 1/3 breakfast", "timer breakfast 900.0 s"]),
      (200, .timer(.done), ["done breakfast 100.0 s", "step 2/3 teeth", "timer teeth 180.0 s"]),
      (210, .timer(.done), ["done teeth 10.0 s", "step 3/3 dress", "resumed after 110.0 s, 200.0 s left"]),
      (410, .time, ["done dress 300.0 s", "finished 3/3 in 410.0 s"]),
    ])
    let dress = try #require(play.sessions.last)
    #expect(dress.started == zero && dress.actual == .minutes(5) && dress.allocated == .minutes(5))
    #expect(play.run?.past.map(\.number) == [2, 3, 1])
  }

  /// A run that ends before its steps keeps them, so that its count stays.
  @Test func aStoppedRunKnowsItsOpenSteps() throws {
    let play = try play([
      beginning, (10, .routine(.skip), ["left out dress", "step 2/3 breakfast", "timer breakfast 900.0 s"]),
      (20, .timer(.done), ["done breakfast 10.0 s", "step 3/3 teeth", "timer teeth 180.0 s"]),
      (30, .routine(.stop), ["stopped 1/3"]),
    ])
    #expect(play.run?.count == 3 && play.run?.finishedCount == 1)
    #expect(play.run?.past.map(\.isOpen) == [false, false, true])
  }

  @Test func aHeldStepCanGoLaterToo() throws {
    _ = try play([
      beginning,
      (60, .timer(.pause), ["paused"]),
      (100, .routine(.later), ["later dress, 240.0 s left", "step 1/3 breakfast", "timer breakfast 900.0 s"]),
      (101, .routine(.later), ["later breakfast, 899.0 s left", "step 1/3 teeth", "timer teeth 180.0 s"]),
      (
        102, .routine(.later),
        ["later teeth, 179.0 s left", "step 1/3 dress", "resumed after 42.0 s, 240.0 s left"]
      ),
    ])
  }

  @Test func aBreakLiesBetweenSteps() throws {
    _ = try play(
      rest: .seconds(30),
      [
        beginning,
        (300, .time, ["done dress 300.0 s", "rest 30.0 s before breakfast"]),
        (310, .routine(.later), ["later breakfast, 900.0 s left"]),
        (329, .time, []),
        (330, .time, ["step 2/3 teeth", "timer teeth 180.0 s"]),
        (340, .timer(.done), ["done teeth 10.0 s", "rest 30.0 s before breakfast"]),
        (345, .routine(.next), ["step 3/3 breakfast", "timer breakfast 900.0 s"]),
        (350, .routine(.skip), ["left out breakfast", "finished 2/3 in 350.0 s"]),
      ])
  }

  @Test func stepsCanBeLeftOut() throws {
    let play = try play([
      beginning,
      (10, .routine(.skip), ["left out dress", "step 2/3 breakfast", "timer breakfast 900.0 s"]),
      (20, .timer(.stop), ["stopped breakfast", "left out breakfast", "step 3/3 teeth", "timer teeth 180.0 s"]),
      (30, .routine(.stop), ["stopped 0/3"]),
      (9_999, .time, []),
    ])
    #expect(play.sessions.isEmpty && play.timer.state == .idle && play.run?.isOn == false)
  }

  @Test func refusalsChangeNothing() throws {
    var play = RoutinePlay()
    _ = try play.start(at: zero)
    let now = zero + .seconds(1)
    _ = play.advance(to: now)
    let before = play
    #expect(throws: RoutineRun.Refusal.alreadyOn("morning")) { try play.start(at: now) }
    #expect(throws: RoutineRun.Refusal.noBreak(play.run!.present!.activity)) { try play.handle(.next, at: now) }
    #expect(play == before)
    _ = try play.handle(.skip, at: now)
    _ = try play.handle(.skip, at: now)
    let last = play
    #expect(throws: RoutineRun.Refusal.lastStep(last.run!.present!.activity)) { try play.handle(.later, at: now) }
    #expect(play == last)
    _ = try play.handle(RoutineRun.Input.stop, at: now)
    for input in RoutineRun.Input.allCases {
      #expect(throws: RoutineRun.Refusal.isOver("morning")) { try play.handle(input, at: now) }
    }
    _ = try play.handle(.start(reading, length: .minutes(1)), at: now)
    #expect(throws: RoutineRun.Refusal.timer(.alreadyStarted(reading, remaining: .minutes(1), state: .running))) {
      try play.start(at: now)
    }
    #expect(play.run?.isOn == false)
  }

  /// Every cell of the table: an input leads only to the states that the table names, to each of them in some
  /// situation, and is refused only for the reason that it names.
  @Test func theTableIsWhatARunDoes() throws {
    typealias Effect = Set<String>
    var seen: [RoutineRun.State: [RoutineRun.InputKind: Effect]] = [:]
    let now = zero + .seconds(10)
    for rest in [Duration.zero, .seconds(30)] {
      for skipped in 0...2 {
        for state in RoutineRun.State.allCases {
          for input in RoutineRun.InputKind.allCases {
            var play = RoutinePlay()
            play.rest = rest
            _ = try play.start(at: zero)
            for _ in 0..<skipped { _ = try play.handle(.skip, at: zero) }
            if state == .rest { _ = try play.handle(Countdown.Input.done, at: zero) }
            if state == .over { _ = try play.handle(RoutineRun.Input.stop, at: zero) }
            guard play.run?.state == state else { continue }
            _ = play.advance(to: now)
            let before = play
            var effect: String?
            do {
              switch input {
              case .start: _ = try play.start(at: now)
              case .later: _ = try play.handle(RoutineRun.Input.later, at: now)
              case .next: _ = try play.handle(RoutineRun.Input.next, at: now)
              case .skip: _ = try play.handle(RoutineRun.Input.skip, at: now)
              case .stop: _ = try play.handle(RoutineRun.Input.stop, at: now)
              case .stepDone where state == .step: _ = try play.handle(Countdown.Input.done, at: now)
              case .stepStopped where state == .step: _ = try play.handle(Countdown.Input.stop, at: now)
              case .breakOver where state == .rest: _ = play.advance(to: zero + .seconds(30))
              case .stepDone, .stepStopped, .breakOver: continue
              }
              effect = play.run?.state.rawValue
            } catch let error as RoutineRun.Refusal {
              #expect(play == before)
              effect =
                switch error {
                case .alreadyOn: "alreadyOn"
                case .isOver: "noRoutineIsOn"
                case .noBreak: "noBreak"
                case .lastStep: "lastStep"
                case .timer: "timer"
                }
            }
            seen[state, default: [:]][input, default: []].insert(effect ?? "")
          }
        }
      }
    }
    for state in RoutineRun.State.allCases {
      for input in RoutineRun.InputKind.allCases {
        var expected: Effect
        switch RoutineRun.TransitionTable.cell(state, input) {
        case .accepted(let states, let lastStep):
          expected = Set(states.map(\.rawValue)).union(lastStep.map { [$0.rawValue] } ?? [])
          // Only another program's timer ends a routine here.
          if input == .breakOver { expected.remove("over") }
        case .refused(let reason): expected = [reason.rawValue]
        case .never: expected = []
        }
        #expect(seen[state]?[input] ?? [] == expected, "\(input) in \(state)")
      }
    }
  }

  @Test func segmentsAreTheBarOfADeck() throws {
    var play = RoutinePlay()
    _ = try play.start(at: zero)
    let now = zero + .seconds(100)
    #expect(play.run?.segments(play.timer, at: now).map { ($0 * 300).rounded() } == [100, 0, 0])
    _ = try play.handle(.later, at: now)
    #expect(play.run?.segments(play.timer, at: now).map { ($0 * 300).rounded() } == [0, 0, 100])
    #expect(play.run?.left(play.timer, at: now) == .seconds(1_280))
    _ = try play.handle(.done, at: now)
    #expect(play.run?.segments(play.timer, at: now).map { ($0 * 300).rounded() } == [300, 0, 100])
  }

  /// A step of one of the family's activities is a session of that activity.
  @Test func stepsAreActivities() throws {
    let catalog = ActivityCatalog()
    let steps = try Routine.steps("READING 7m, 🛁 shower, walk 4m", catalog)
    #expect(steps.map(\.name) == ["reading", "shower", "walk"])
    #expect(steps.map { catalog.activity(of: $0).kind } == [.preset, .preset, .custom])
    #expect(steps.map { catalog.activity(of: $0).icon } == ["📖", "🛁", "⭐"])
  }

  @Test(arguments: [
    ([Int](), [1, 2, 3], RoutineRun.State.over), ([1, 1], [], .step), ([], [], .over), ([1], [], .over),
    ([0], [], .step), ([21], [], .rest),
  ])
  func impossibleRunsAreRefused(waiting: [Int], past: [Int], state: RoutineRun.State) {
    let run = RoutineRun(
      routine: "morning", started: zero, state: state,
      waiting: waiting.map { .init(number: $0, activity: reading, length: .minutes(1)) },
      past: past.map { .init(number: $0, activity: reading, session: nil) }, until: zero)
    #expect((run != nil) == (past == [1, 2, 3]))
  }
}
