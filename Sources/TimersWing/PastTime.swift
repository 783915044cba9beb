import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// An instant in the past that a command names: `14:20`, `yesterday 20:30`, `5m` (ago) or a date with a time.
struct PastTime {
  let session: Session
  /// The time zone of times of day.
  private let zone: Zone

  /// - Parameter zone: the time zone of times of day (default: the session's).
  init(_ session: Session, zone: Zone? = nil) {
    self.session = session
    self.zone = zone ?? session.options.zone
  }

  /// Returns the times of the place where a timer session was recorded, in which `history` lists it.
  init(_ session: Session, of record: TimerSessionRecord) {
    let own = session.options.zone
    self.init(
      session,
      zone: own.offset(at: record.ended) == record.offset ? own : Zone(offset: record.offset))
  }

  /// Returns the instant that an argument names: of a time of day the last one before now.
  /// - Parameter index: The argument's place, for the error.
  func instant(_ value: Value, _ index: Int, at now: Instant) throws(Failure) -> Instant {
    let instant: Instant
    switch value {
    case .date(let date): instant = date
    case .duration(let length): instant = now - length
    case .text(let text):
      guard let time = DayTime(text), let last = zone.instant(of: time, before: now) else {
        throw .refused("'\(text)' is not a time", "try: 14:20, or \"yesterday 20:30\"").about(index)
      }
      instant = last
    default: throw .refused("this needs a time", "try: 14:20, or \"yesterday 20:30\"").about(index)
    }
    guard instant <= now else {
      throw .refused("\(words(instant, at: now)) is in the future", "choose a time up to now").about(index)
    }
    return instant
  }

  /// Returns a note about a time of day that is still to come today, so that yesterday's was taken; `nil` for any other.
  /// - Parameter day: A day that is meant without a note.
  func remark(on value: Value, at now: Instant, except day: LocalDay? = nil) -> String? {
    guard case .text(let text) = value, let time = DayTime(text), time.day == .next,
      let instant = zone.instant(of: time, before: now)
    else { return nil }
    let taken = LocalDay(zone.civil(instant))
    guard taken != LocalDay(zone.civil(now)), taken != day else { return nil }
    return "\(TimeText.digits(time.hour, time.minute)) is still to come today, so it means \(words(instant, at: now))"
  }

  /// Returns the failure of a command with the remark on its time, if that time is at fault.
  /// - Parameter index: The argument's place.
  static func failure(_ failure: Failure, _ remark: String?, about index: Int) -> Failure {
    guard let remark, failure.argument == index, case .refused(let text, _) = failure.problem else { return failure }
    return .refused("\(text): \(remark)", "choose a time up to now").about(index)
  }

  /// Returns `14:20`, with the day if it is not today: `Thu 26 Nov, 14:20`; with the seconds if there are any.
  func words(_ instant: Instant, at now: Instant, hasSeconds: Bool = true) -> String {
    let (civil, today) = (zone.civil(instant), zone.civil(now))
    let time =
      civil.second == 0 || !hasSeconds
      ? TimeText.digits(civil.hour, civil.minute) : TimeText.digits(civil.hour, civil.minute, civil.second)
    let (day, present) = (LocalDay(civil), LocalDay(today))
    return day == present ? time : "\(TimeText.day(day, in: today.year)), \(time)"
  }
}
