import Testing
import Timeline
import Timers

@Suite struct CompletionFlowTests {
  typealias Kind = CompletionFlow.Event.Kind

  static let first = sample(0)
  static let second = sample(0, minute: 40, activity: "shower")

  static func rated(_ record: TimerSessionRecord, _ rating: Rating) -> TimerSessionRecord {
    var rated = record
    rated.rating = rating
    return rated
  }

  /// Handles the inputs one by one and expects their events.
  func run(_ flow: inout CompletionFlow, _ rows: [(CompletionFlow.Input, [Kind])]) throws {
    for (number, row) in rows.enumerated() {
      let instant = zero + .seconds(Int64(number))
      let events = try flow.handle(row.0, at: instant)
      #expect(events == row.1.map { CompletionFlow.Event(at: instant, kind: $0) }, "row \(number)")
    }
  }

  @Test func pinThenRatingThenSaved() throws {
    var flow = CompletionFlow(needsPIN: true)
    let good = Self.rated(Self.first, .good)
    try run(
      &flow,
      [
        (.completed(Self.first), [.store(.timerSession(Self.first)), .askedPIN(Self.first)]),
        (.durable(.timerSession(Self.first.id)), [.saved(Self.first)]),
        (.pinWrong, [.wrongPIN(Self.first)]),
        (.pinRight, [.askedRating(Self.first)]),
        (.pinRight, [.ignored(.pinRight, .noPINNeeded)]),
        (.rate(.good), [.store(.rating(good))]),
        (.durable(.rating(Self.first.id)), [.rated(good)]),
      ])
    #expect(flow == CompletionFlow(needsPIN: true))
  }

  @Test func withoutAPINTheRatingComesAtOnce() throws {
    var flow = CompletionFlow()
    let good = Self.rated(Self.first, .good)
    try run(
      &flow,
      [
        (.completed(Self.first), [.store(.timerSession(Self.first)), .askedRating(Self.first)]),
        (.rate(.good), [.store(.rating(good))]),
        (.durable(.rating(Self.first.id)), [.rated(good)]),
        (.durable(.rating(Self.first.id)), [.ignored(.durable, .notAwaited)]),
        (.durable(.timerSession(Self.first.id)), [.saved(Self.first)]),
      ])
    #expect(flow.state == .idle)
  }

  @Test func aPostponedTimerSessionWaitsAndIsTakenUpAgain() throws {
    var flow = CompletionFlow(needsPIN: true)
    let amazing = Self.rated(Self.first, .amazing)
    try run(
      &flow,
      [
        (.completed(Self.first), [.store(.timerSession(Self.first)), .askedPIN(Self.first)]),
        (.postpone, [.postponed(Self.first)]),
        (.reopened(Self.first), [.ignored(.reopened, .alreadyTaken)]),
        (.durable(.timerSession(Self.first.id)), [.saved(Self.first)]),
        (.postpone, [.ignored(.postpone, .nothingAsked)]),
        (.reopened(Self.first), [.askedPIN(Self.first)]),
        (.pinRight, [.askedRating(Self.first)]),
        (.rate(.amazing), [.store(.rating(amazing))]),
        (.durable(.rating(Self.first.id)), [.rated(amazing)]),
        (.reopened(amazing), [.ignored(.reopened, .ratedBefore)]),
      ])
  }

  @Test func theNextTimerSessionPostponesTheOneBefore() throws {
    var flow = CompletionFlow()
    try run(
      &flow,
      [
        (.completed(Self.first), [.store(.timerSession(Self.first)), .askedRating(Self.first)]),
        (.completed(Self.first), [.ignored(.completed, .alreadyTaken)]),
        (
          .completed(Self.second),
          [.postponed(Self.first), .store(.timerSession(Self.second)), .askedRating(Self.second)]
        ),
        (.durable(.timerSession(Self.first.id)), [.saved(Self.first)]),
        (.postpone, [.postponed(Self.second)]),
      ])
    #expect(flow.state == .saving && flow.unconfirmed == [.timerSession(Self.second)])
  }

  @Test func aFinishedTimerSessionIsStoredUnrated() throws {
    var flow = CompletionFlow()
    let events = try flow.handle(.completed(Self.rated(Self.first, .good)), at: zero)
    #expect(events.first?.kind == .store(.timerSession(Self.first)))
  }

  /// Half a million random inputs, with a store that confirms at random times or never.
  @Test func nothingIsSavedBeforeItLasts() {
    var chance = SeededGenerator(seed: 77)
    var flow = CompletionFlow()
    var asked: [CompletionFlow.FactID] = []
    var lasting: Set<CompletionFlow.FactID> = []
    var told: Set<CompletionFlow.FactID> = []
    var mistakes = 0
    func check(_ condition: Bool) { if !condition { mistakes += 1 } }

    for round in 0..<500_000 {
      flow.needsPIN = round & 64 != 0
      let input: CompletionFlow.Input
      switch chance.next() % 16 {
      case 0, 1: input = .completed(sample(round / 1_000, minute: round % 1_000))
      case 2: input = .reopened(sample(Int(chance.next() % 500), minute: Int(chance.next() % 1_000)))
      case 3, 4: input = .pinRight
      case 5: input = .pinWrong
      case 6, 7: input = .rate(.good)
      case 8: input = .postpone
      default:
        guard let id = asked.randomElement(using: &chance) else { continue }
        input = .durable(id)
        lasting.insert(id)
      }
      let (before, waiting) = (flow.state, flow.record)
      guard let events = try? flow.handle(input, at: zero) else {
        check(flow.state == before && flow.record == waiting)
        continue
      }
      for event in events {
        switch event.kind {
        case .store(let fact): asked.append(fact.id)
        case .saved(let record):
          check(lasting.contains(.timerSession(record.id)) && told.insert(.timerSession(record.id)).inserted)
        case .rated(let record):
          check(record.rating != nil && lasting.contains(.rating(record.id)))
        case .askedPIN: check(flow.state == .pin)
        case .askedRating: check(flow.state == .rating && !(before != .pin && flow.needsPIN))
        default: break
        }
      }
      if asked.count > 8 {
        // Unconfirmed saves stay; the others were reported.
        asked = flow.unconfirmed.map(\.id)
        lasting.formIntersection(asked)
        told.removeAll()
      }
      check((flow.record != nil) == (flow.state == .pin || flow.state == .rating))
      check(flow.state != .idle || flow.unconfirmed.isEmpty)
      check(flow.state != .saving || !flow.unconfirmed.isEmpty)
    }
    #expect(mistakes == 0)
  }
}
