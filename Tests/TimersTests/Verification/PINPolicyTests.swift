import Testing
import Timeline
import Timers

@Suite struct PINPolicyTests {
  /// Returns a policy after `wrong` wrong attempts, each at the earliest possible instant, and the instant of the
  /// last one.
  static func policy(wrong: Int) throws -> (policy: PINPolicy, last: Instant) {
    var (policy, now) = (PINPolicy(), zero)
    for _ in 0..<wrong {
      if case .locked(let until, _) = policy.access(at: now) { now = until }
      _ = try policy.tried(matches: false, at: now)
    }
    return (policy, now)
  }

  @Test(arguments: [
    (1, Int64(0)), (2, 0), (3, 0), (4, 30), (5, 60), (6, 300), (7, 900), (8, 3_600), (9, 3_600), (40, 3_600),
  ])
  func wrongTriesSlowDown(tries: Int, seconds: Int64) throws {
    var (policy, last) = try Self.policy(wrong: tries - 1)
    if case .locked(let until, _) = policy.access(at: last) { last = until }
    #expect(try policy.tried(matches: false, at: last) == .wrong(tries: tries, wait: .seconds(seconds)))
    let free = PINPolicy.Access.open(triesBeforeWait: 4 - tries)
    let locked = PINPolicy.Access.locked(until: last + .seconds(seconds), remaining: .seconds(seconds))
    #expect(policy.access(at: last) == (seconds == 0 ? free : locked))
    #expect(policy.access(at: last + .seconds(seconds)) == (seconds == 0 ? free : .open(triesBeforeWait: 1)))
  }

  @Test func aTryDuringTheWaitDoesNotCount() throws {
    var (policy, last) = try Self.policy(wrong: 4)
    let before = policy
    let locked = PINPolicy.Locked(until: last + .seconds(30), remaining: Duration(microseconds: 1))
    for matches in [true, false] {
      #expect(throws: locked) {
        try policy.tried(matches: matches, at: last + .seconds(30) - Duration(microseconds: 1))
      }
    }
    #expect(policy == before)
    #expect(try policy.tried(matches: true, at: last + .seconds(30)) == .accepted)
    #expect(policy == PINPolicy())
  }

  @Test func aRestartGivesNoFreeTries() throws {
    let (policy, last) = try Self.policy(wrong: 6)
    var restored = PINPolicy(policy.saved)
    #expect(restored == policy)
    #expect(restored.access(at: last + .minutes(4)) == .locked(until: last + .minutes(5), remaining: .minutes(1)))
  }

  @Test func settingTheClockBackNeitherHelpsNorPunishes() throws {
    var (policy, last) = try Self.policy(wrong: 6)
    let past = last - .days(400)
    #expect(policy.access(at: past) == .locked(until: past + .minutes(5), remaining: .minutes(5)))
    #expect(policy.access(at: past + .minutes(4)) == .locked(until: past + .minutes(5), remaining: .minutes(1)))
    #expect(policy.access(at: past + .minutes(5)) == .open(triesBeforeWait: 1))
    #expect(try policy.tried(matches: false, at: past + .minutes(5)) == .wrong(tries: 7, wait: .minutes(15)))
  }

  @Test func damagedRecordsDoNotOpen() {
    var policy = PINPolicy(.init(wrongTries: 5, lastWrong: nil))
    #expect(policy.access(at: zero) == .locked(until: zero + .minutes(1), remaining: .minutes(1)))
    #expect(policy.access(at: zero + .minutes(1)) == .open(triesBeforeWait: 1))
    #expect(PINPolicy(.init(wrongTries: -3, lastWrong: zero)) == PINPolicy())
    var last = PINPolicy(.init(wrongTries: .max, lastWrong: .distantPast))
    #expect(throws: Never.self) { try last.tried(matches: false, at: zero) }
    #expect(last.saved.wrongTries == .max)
  }

  /// The real time before an attempt is never shorter than in the table, whatever the clock does, as long as it is
  /// not set forward; and it is never so long that the parent is locked out.
  @Test func noClockSetBackShortensTheWait() throws {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let wrong = 4 + Int(chance.next() % 6)
      var (policy, last) = try Self.policy(wrong: wrong)
      let wait = PINPolicy.wait(after: wrong)
      var (passed, shown) = (Duration.zero, last)
      var lastSetBack = Duration.zero
      while true {
        if case .open = policy.access(at: shown) { break }
        if chance.next() % 3 == 0, passed < .hours(3) {
          shown = shown - Duration(microseconds: Int64(chance.next() % 7_200_000_000))
          lastSetBack = passed
        } else {
          let step = Duration(microseconds: Int64(chance.next() % 600_000_000))
          passed += step
          shown += step
        }
        if chance.next() % 4 == 0 { policy = PINPolicy(policy.saved) }
      }
      guard passed >= wait, passed <= lastSetBack + wait + wait + .minutes(10) else {
        Issue.record("\(wrong): \(passed.seconds) s")
        return
      }
    }
  }
}
