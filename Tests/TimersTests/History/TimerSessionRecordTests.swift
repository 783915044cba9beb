import Testing
import Timeline
import Timers

@Suite struct TimerSessionRecordTests {
  static func copy(
    activity: String = "reading", started: Instant = zero, ended: Instant = zero + .minutes(20),
    icon: Character = "📖", device: String = "kitchen", day: LocalDay = monday, offset: Duration = .zero,
    allocated: Duration = .minutes(20),
    actual: Duration = .minutes(20), ending: TimerSession.Ending = .timeUp
  ) throws -> TimerSessionRecord {
    try TimerSessionRecord(
      id: TimerSessionID(device: "kitchen", started: started), activity: activity, icon: icon, started: started,
      ended: ended, day: day, offset: offset, allocated: allocated, actual: actual, ending: ending, rating: nil,
      device: device)
  }

  @Test func comesFromATimer() throws {
    var timer = try started(.minutes(20))
    guard case .completed(let timerSession, _)? = try timer.handle(.done, at: zero + .seconds(725)).last?.kind else {
      Issue.record("not completed")
      return
    }
    let record = TimerSessionRecord(timerSession, device: "kitchen", offset: .hours(15) + .milliseconds(300))
    #expect(record.day == monday.adding(1), "15 hours ahead, 09:12 UTC is the next day")
    #expect(record.offset == .hours(15))
    #expect(record.saved == .seconds(475))
    #expect(record.rating == nil && record.ending == .early)
    #expect(record.id.text == "kitchen/1767603600000000")
    let stored = try TimerSessionRecord(
      id: record.id, activity: record.activity, icon: record.icon, started: record.started, ended: record.ended,
      day: record.day, offset: record.offset, allocated: record.allocated, actual: record.actual,
      ending: record.ending, rating: nil, device: record.device)
    #expect(stored == record)
  }

  @Test func damagedValuesSayWhatIsWrong() throws {
    _ = try Self.copy()
    #expect(throws: TimerSessionProblem.badActivity(" ")) { try Self.copy(activity: " ") }
    #expect(throws: TimerSessionProblem.badActivity("a\nb")) { try Self.copy(activity: "a\nb") }
    #expect(throws: TimerSessionProblem.badIcon("\n")) { try Self.copy(icon: "\n") }
    #expect(throws: TimerSessionProblem.badDevice("")) { try Self.copy(device: "") }
    #expect(throws: TimerSessionProblem.badDevice("a\nb")) { try Self.copy(device: "a\nb") }
    #expect(throws: TimerSessionProblem.endsBeforeStart) { try Self.copy(ended: zero - .seconds(1)) }
    #expect(throws: TimerSessionProblem.instantOutOfRange) { try Self.copy(started: .distantPast) }
    #expect(throws: TimerSessionProblem.instantOutOfRange) { try Self.copy(ended: .distantFuture) }
    #expect(throws: TimerSessionProblem.badOffset(.hours(19))) { try Self.copy(offset: .hours(19)) }
    #expect(throws: TimerSessionProblem.badOffset(.milliseconds(1))) { try Self.copy(offset: .milliseconds(1)) }
    #expect(throws: TimerSessionProblem.dayDoesNotFit(monday.adding(1), expected: monday)) {
      try Self.copy(day: monday.adding(1))
    }
    #expect(throws: TimerSessionProblem.allocatedOutOfRange(.zero, allowed: Countdown.lengths)) {
      try Self.copy(allocated: .zero)
    }
    #expect(throws: TimerSessionProblem.actualOutOfRange(.minutes(21), allowed: .zero ... .minutes(20))) {
      try Self.copy(actual: .minutes(21))
    }
    #expect(throws: TimerSessionProblem.endingDoesNotFit(.early)) { try Self.copy(ending: .early) }
    #expect(throws: TimerSessionProblem.endingDoesNotFit(.timeUp)) { try Self.copy(actual: .zero) }
  }

  @Test func finishedTimersCanAlwaysBeStored() throws {
    let timerSession = TimerSession(
      activity: Activity(name: "x", icon: "\n", minutes: 5, kind: .own), started: zero, ended: zero, ending: .timeUp,
      allocated: .minutes(5), actual: .minutes(5))
    let record = TimerSessionRecord(timerSession, device: "Ana\nBen", offset: .hours(100))
    #expect(record.icon == "⏱" && record.device == "Ana-Ben" && record.offset == .hours(18))
    #expect(TimerSessionRecord(timerSession, device: "", offset: .zero).device == "device")
    #expect(try TimerSessionCSV.read(TimerSessionCSV.text([record])).records == [record])
  }

  @Test func idsAreDerivedAndSafe() {
    #expect(TimerSessionID(device: "Ana's Mac/1", started: zero).text == "Ana's-Mac-1/1767603600000000")
    #expect(TimerSessionID(device: "kitchen", started: zero, ordinal: 2).text == "kitchen/1767603600000000.2")
    let long = TimerSessionID(device: String(repeating: "é", count: 300), started: .distantPast, ordinal: .max)
    #expect(TimerSessionID(long.text) == long)
    for text in ["", "a b", "a\"b", "a\\b", "ä", String(repeating: "x", count: 201)] {
      #expect(TimerSessionID(text) == nil)
    }
  }
}
