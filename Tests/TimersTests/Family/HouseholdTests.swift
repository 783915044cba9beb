import Testing
import Timeline
import Timers

@Suite struct HouseholdTests {
  private static let place = Household.Place(device: "kitchen", offset: { _ in .zero }, id: id(of:at:))

  @Sendable private static func id(of fact: CompletionFlow.Fact, at instant: Instant) -> String {
    switch fact {
    case .timerSession(let record): "timer.saved/\(record.id)"
    case .rating(let record): "timer.rated/\(record.id)/\(instant.microseconds)"
    }
  }

  private static func timerSession(started minutes: Int64) -> TimerSession {
    TimerSession(
      activity: reading, started: zero + .minutes(minutes), ended: zero + .minutes(minutes + 20), ending: .timeUp,
      allocated: .minutes(20), actual: .minutes(20))
  }

  private static func ids(_ household: Household) -> [String] {
    household.facts.newestFirst.reversed().compactMap {
      guard case .saved(let record) = $0.fact else { return nil }
      return record.id.description
    }
  }

  @Test func timerSessionsOfOneInstantHaveDifferentIDs() {
    var household = Household(place: Self.place)
    for _ in 0..<3 { _ = household.complete(Self.timerSession(started: 0)) }
    _ = household.complete(Self.timerSession(started: 30))
    #expect(Set(Self.ids(household)).count == 4)
    let alone = TimerSessionRecord(Self.timerSession(started: 30), device: "kitchen", offset: .zero)
    #expect(Self.ids(household).last == alone.id.description, "older stints do not number it")
  }

  /// A program that saw the end of the step before and one that did not give the next step's session the same ID.
  @Test func theIDDoesNotDependOnWhatWasSeen() {
    var (first, second) = (Household(place: Self.place), Household(place: Self.place))
    _ = first.complete(Self.timerSession(started: 0))
    // The next step starts at the instant at which the first one ends.
    let next = first.id(ofTimerStarted: zero + .minutes(20))
    for index in 0...1 {
      _ = index == 0 ? first.complete(Self.timerSession(started: 20)) : second.complete(Self.timerSession(started: 20))
    }
    #expect(Self.ids(first).last == next.text && Self.ids(second).last == next.text)
    #expect(first.ordinal(ofTimerStarted: zero + .minutes(20)) == 1)
    // A timer that began under another name of the device keeps that name, and its number.
    _ = second.complete(Self.timerSession(started: 40), deviceOfStart: "attic", ordinal: 3)
    #expect(Self.ids(second).last == "attic/\((zero + .minutes(40)).microseconds).3")
  }

  /// A timer that was put aside may end after timers that started later.
  @Test func timerSessionsThatEndOutOfOrderHaveDifferentIDs() {
    func session(_ started: Int64, _ ended: Int64) -> TimerSession {
      TimerSession(
        activity: reading, started: zero + .seconds(started), ended: zero + .seconds(ended), ending: .early,
        allocated: .minutes(20), actual: .zero)
    }
    var household = Household(place: Self.place)
    for (started, ended) in [(5, 5), (0, 5), (5, 5), (0, 9), (5, 9)] {
      _ = household.complete(session(Int64(started), Int64(ended)))
    }
    #expect(Set(Self.ids(household)).count == 5)
  }

  @Test func anImportedTimerSessionKeepsItsID() {
    var household = Household(place: Self.place)
    let imported = TimerSessionRecord(Self.timerSession(started: 0), device: "kitchen", offset: .zero)
    household.add(saved(imported))
    _ = household.complete(Self.timerSession(started: 0))
    _ = household.complete(Self.timerSession(started: 0))
    #expect(Set(Self.ids(household)).count == 3)
    #expect(Self.ids(household).first == imported.id.description)
  }

  @Test func idsDependOnEveryPart() throws {
    let first = Household(place: Self.place)
    var others = [Household](repeating: first, count: 4)
    try others[0].profile.rename("Ana")
    others[1].sounds.minute = false
    others[2].needsPIN = true
    others[3].add(saved(sample(0)))
    for other in others { #expect(other != first && other == other) }
    let elsewhere = Household.Place(device: "kitchen", offset: { _ in .zero }, id: Self.id(of:at:))
    #expect(Household(place: elsewhere) != first)
  }

  @Test func adoptingSessionsKeepsPINNameAndSounds() throws {
    var (past, present) = (Household(place: Self.place), Household(place: Self.place))
    _ = past.complete(Self.timerSession(started: 0))
    present.needsPIN = true
    try present.profile.rename("Ana")
    present.sounds.minute = false
    present.adoptTimerSessions(from: past)
    #expect(present.facts == past.facts && present.flow.state == .rating)
    #expect(present.needsPIN && present.profile.name == "Ana" && !present.sounds.minute)
  }
}
