import JSON
import Journal
import System
import Timeline
import Timers

/// The place and the clock of a saved timer, which its own times do not contain.
package struct TimerAnchor: Hashable, Sendable {
  /// The offset from UTC at the end of the timer, in the place where it was last started, paused or resumed. A timer
  /// session that ends while no prompt is open belongs to the day of that place, whichever session notices it from
  /// elsewhere.
  var offset: Duration?
  /// The first change of that offset after the end of the timer, such as the end of summer time; only in a routine,
  /// whose next steps may end after it.
  var change: OffsetChange?
  /// The steady clock's time when the timer was saved.
  var moment: SteadyMoment?
  /// The time that the timer had certainly spent, in all, when a session last saw it run; `nil` for none. After a
  /// restart of the machine, whose clock may be wrong, no more time is left than there was then.
  var seen: Duration?

  struct OffsetChange: Hashable, Sendable {
    let instant: Instant
    /// The offset from then on.
    let offset: Duration
  }

  init(offset: Duration?, change: OffsetChange? = nil, moment: SteadyMoment? = nil, seen: Duration? = nil) {
    (self.offset, self.change, self.moment, self.seen) = (offset, change, moment, seen)
  }

  /// Returns the offset at the end of the timer, or of a step that follows it.
  func offset(at end: Instant) -> Duration? {
    if let change, end >= change.instant { return change.offset }
    return offset
  }

  /// Reads the anchor from a line of the journal. Lines of older versions contain only the offset of their writing.
  init(_ json: JSON, _ local: Journal.LocalDay?) {
    func length(_ json: JSON?) -> Duration? {
      json?.integerValue.flatMap { (-64_800...64_800).contains($0) ? .seconds($0) : nil }
    }
    offset = length(json["offset"]) ?? local?.offset
    if let instant = json["changes"]?.integerValue, let next = length(json["nextOffset"]) {
      change = OffsetChange(instant: Instant(microseconds: instant), offset: next)
    }
    moment = SteadyMoment(json)
    seen = json["seen"]?.integerValue.flatMap {
      (1...Countdown.lengths.upperBound.microseconds).contains($0) ? Duration(microseconds: $0) : nil
    }
  }

  var fields: [JSON.Field] {
    var fields: [JSON.Field] = []
    if let offset { fields.append(.init("offset", .integer(offset.microseconds / 1_000_000))) }
    if let change {
      fields.append(.init("changes", .integer(change.instant.microseconds)))
      fields.append(.init("nextOffset", .integer(change.offset.microseconds / 1_000_000)))
    }
    fields += moment?.fields ?? []
    if let seen { fields.append(.init("seen", .integer(seen.microseconds))) }
    return fields
  }

  /// Returns the anchor of the same timer moved forward by `length`.
  func shifted(by length: Duration) -> TimerAnchor {
    TimerAnchor(offset: offset, change: change, moment: moment?.shifted(by: length), seen: seen)
  }
}

/// The difference between the timer of a session's world and the saved one.
package struct TimerLink: Hashable, Sendable {
  /// The time by which the session's clock is ahead of the clock of the saved timer. It is not zero if the clock was
  /// set since: then the session uses its own clock, and the journal keeps the original instants, which identify the
  /// timer for all sessions.
  var shift = Duration.zero
  /// The anchor in the journal; `nil` once this session has started, paused or resumed the timer.
  var anchor: TimerAnchor?
  /// The time that the timer has certainly spent, as this session last saw it.
  var seen = Duration.zero
  /// The device that started the timer, or the routine to which it belongs; `nil` for this device. The timer's session
  /// and those of the steps that follow keep the ID that they have there, so each counts once.
  var deviceOfStart: String?
  /// The timer's number among those that started at one instant.
  var ordinal = 0
  /// The steady clock's time at the end of a break that another session began; `nil` without such a break.
  var rest: SteadyMoment?
  /// The child of the timer, or of the routine to which it belongs; `nil` for the first child.
  package var child: ChildID?

  /// A smaller difference comes from reading the clocks, not from setting them.
  private static let tolerance = Duration(microseconds: 100_000)

  /// Creates the link between a saved timer and the session that adopts it.
  ///
  /// Until the machine restarts, only the steady clock counts, however the wall clock was set. After that, a clock that
  /// is ahead is trusted, because a machine that was off shows the same. A clock that is behind is not: the timer
  /// continues from the last time at which it was seen.
  /// - Parameter now: the session's present.
  init(_ saved: Countdown.Saved, _ anchor: TimerAnchor?, at now: Instant) {
    self.anchor = anchor
    let present = SteadyMoment(at: now)
    let isPaused = saved.pausedSince != nil
    seen = isPaused ? saved.elapsed : min(max(saved.elapsed, anchor?.seen ?? .zero), saved.total)
    let earliest = saved.savedAt + (seen - saved.elapsed)
    if let passed = anchor?.moment?.passed(until: present) {
      let ahead = Self.noticeable(now - (saved.savedAt + passed))
      // A session that was idle when another one started the timer is behind that start, and its clock will catch up.
      shift = ahead == .zero ? (passed < .zero ? .zero : min(.zero, now - saved.savedAt)) : ahead
    } else if now < earliest {
      shift = now - earliest
      // From here on the steady clock counts: otherwise each session would begin with the same remaining time. A
      // running timer is saved as of its beginning.
      self.anchor = TimerAnchor(
        offset: anchor?.offset, change: anchor?.change, moment: present?.shifted(by: isPaused ? .zero : .zero - seen),
        seen: anchor?.seen)
    }
  }

  init() {}

  /// Returns a difference between two clocks, or zero if it comes from reading them.
  static func noticeable(_ ahead: Duration) -> Duration {
    ahead < .zero - tolerance || ahead > tolerance ? ahead : .zero
  }

  /// Returns the link of a timer that follows this one by itself at `instant`, as the next step of a routine does: by
  /// the same clock, and in the same place.
  func following(at instant: Instant) -> TimerLink {
    var next = TimerLink()
    next.shift = shift
    next.deviceOfStart = deviceOfStart
    next.child = child
    next.anchor = anchor.map {
      TimerAnchor(offset: $0.offset, change: $0.change, moment: SteadyMoment(at: instant))
    }
    return next
  }
}

extension PersistedPlace {
  /// Returns the place and the clock of a timer that was last changed in this session.
  /// - Parameter isStep: whether steps of a routine may follow.
  func anchor(of timer: Countdown.Saved, isStep: Bool = false) -> TimerAnchor {
    let end = timer.savedAt + timer.total
    return TimerAnchor(
      offset: zone.offset(at: end), change: isStep ? change(after: end) : nil, moment: SteadyMoment(at: timer.savedAt))
  }

  /// Returns the first change of the zone's offset in the longest time that a routine lasts.
  private func change(after instant: Instant) -> TimerAnchor.OffsetChange? {
    let offset = zone.offset(at: instant)
    var (before, after) = (instant, instant + .days(3))
    guard zone.offset(at: after) != offset else { return nil }
    while after - before > Duration(microseconds: 1) {
      let middle = before + Duration(microseconds: (after - before).microseconds / 2)
      if zone.offset(at: middle) == offset { before = middle } else { after = middle }
    }
    return TimerAnchor.OffsetChange(instant: after, offset: zone.offset(at: after))
  }
}

extension Countdown.Saved {
  /// Returns a copy moved forward by `length`.
  func shifted(by length: Duration) -> Countdown.Saved {
    var moved = self
    moved.started += length
    moved.savedAt += length
    moved.pausedSince = pausedSince.map { $0 + length }
    moved.pauses = pauses.map { $0.shifted(by: length) }
    return moved
  }
}
