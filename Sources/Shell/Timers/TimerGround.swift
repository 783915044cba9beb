import JSON
import Journal
import System
import Timeline
import Timers

/// Where a kept timer runs, and by which clock: what its own times do not tell.
struct TimerGround: Hashable, Sendable {
  /// How far the clock on the wall is ahead of Greenwich when its time is up, where it was last started, paused or resumed:
  /// a session that ends while no prompt is open belongs to the day of that place, whoever notices it from elsewhere.
  var offset: Duration?
  /// What the steady clock showed at the instant at which the timer is kept.
  var moment: SteadyMoment?

  init(offset: Duration?, moment: SteadyMoment? = nil) { (self.offset, self.moment) = (offset, moment) }

  /// The ground as a line of the journal tells it. Lines of older versions tell the offset of their writing alone.
  init(_ json: JSON, _ local: Journal.LocalDay?) {
    let seconds = json["offset"]?.integerValue.flatMap { (-64_800...64_800).contains($0) ? $0 : nil }
    offset = seconds.map { .seconds($0) } ?? local?.offset
    if let boot = json["boot"]?.stringValue, let steady = json["steady"]?.integerValue {
      moment = SteadyMoment(boot: boot, steady: steady)
    }
  }

  var fields: [JSON.Field] {
    var fields: [JSON.Field] = []
    if let offset { fields.append(.init("offset", .integer(offset.microseconds / 1_000_000))) }
    if let moment {
      fields.append(.init("boot", .string(moment.boot)))
      fields.append(.init("steady", .integer(moment.steady)))
    }
    return fields
  }

  /// The same timer as if it had come there `length` later.
  func shifted(by length: Duration) -> TimerGround {
    TimerGround(offset: offset, moment: moment?.shifted(by: length))
  }
}

/// A moment of a clock that nobody sets, which is good for as long as the machine is not started again.
struct SteadyMoment: Hashable, Sendable {
  /// The run of the machine.
  let boot: String
  /// Microseconds of `SystemClock.steady`.
  let steady: Int64

  /// `nil` where the system does not tell its runs apart.
  init?(at present: Instant) {
    guard let boot = SystemClock.boot else { return nil }
    self.init(boot: boot, steady: SystemClock.steady(at: present.microseconds))
  }

  init(boot: String, steady: Int64) { (self.boot, self.steady) = (boot, steady) }

  func shifted(by length: Duration) -> SteadyMoment {
    let (sum, isTooFar) = steady.addingReportingOverflow(length.microseconds)
    return SteadyMoment(boot: boot, steady: isTooFar ? steady : sum)
  }

  /// The time from here to another moment; `nil` if that is of another run of the machine, or earlier by more than the
  /// steps of several sessions may differ.
  func passed(until other: SteadyMoment?) -> Duration? {
    guard let other, other.boot == boot else { return nil }
    let (passed, isTooFar) = other.steady.subtractingReportingOverflow(steady)
    return isTooFar || passed < -Self.slack ? nil : Duration(microseconds: passed)
  }

  private static let slack: Int64 = 60_000_000
}

/// How the timer of a session's world differs from the one that is kept.
struct TimerLink: Hashable, Sendable {
  /// How far the session's clock is ahead of the clock by which the timer was kept. Not zero where that was set since: then
  /// the session sees the timer by its own clock, and the journal keeps the instants that it has, by which all sessions
  /// know the timer.
  var shift = Duration.zero
  /// The ground that the journal has for the timer; `nil` once this session has started, paused or resumed it.
  var ground: TimerGround?

  /// Less than this is how clocks are read, not set.
  private static let tolerance = Duration(microseconds: 100_000)

  /// The link between a timer that was kept and the session that meets it.
  ///
  /// A clock that was set forward is believed, because a machine that was off shows the same. One that was set back is
  /// not: the timer continues with the time it had left, by the steady clock where that goes back so far, else from the
  /// instant at which it was kept.
  /// - Parameters:
  ///   - now: the session's present.
  ///   - isOpen: whether the session was there when it was kept: then the steady clock alone tells what passed since.
  init(_ saved: Countdown.Saved, _ ground: TimerGround?, at now: Instant, isOpen: Bool) {
    self.ground = ground
    let present = SteadyMoment(at: now)
    if let passed = ground?.moment?.passed(until: present) {
      let ahead = now - (saved.savedAt + passed)
      let isSet = ahead < .zero - Self.tolerance || isOpen && ahead > Self.tolerance
      shift = isSet ? ahead : min(.zero, now - saved.savedAt)
    } else if now < saved.savedAt {
      shift = now - saved.savedAt
      // From here on the steady clock counts: else each session would begin with the same time left.
      self.ground = TimerGround(offset: ground?.offset, moment: present)
    }
  }

  init() {}
}

extension KeptPlace {
  /// Where a timer runs that was last touched in this session, and by which clock.
  func ground(of timer: Countdown.Saved) -> TimerGround {
    TimerGround(offset: zone.offset(at: timer.savedAt + timer.total), moment: SteadyMoment(at: timer.savedAt))
  }
}

extension Countdown.Saved {
  /// The same timer as if everything had happened `length` later.
  func shifted(by length: Duration) -> Countdown.Saved {
    var moved = self
    moved.started += length
    moved.savedAt += length
    moved.pausedSince = pausedSince.map { $0 + length }
    return moved
  }
}
