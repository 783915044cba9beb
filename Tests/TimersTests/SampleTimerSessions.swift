import Timeline
import Timers

/// Day zero of every test: Monday, 2026-01-05.
let monday = LocalDay(at: zero, offset: .zero)

/// Returns a session that ended `minute` minutes after 09:00 UTC of a day counted from `monday`.
func sample(
  _ day: Int, minute: Int = 0, _ rating: Rating? = nil, activity: String = "reading", icon: Character = "📖",
  allocated: Int64 = 20, actual: Int64 = 20, offset: Duration = .zero, device: String = "kitchen"
) -> TimerSessionRecord {
  let ended = zero + .days(Int64(day)) + .minutes(Int64(minute))
  let timerSession = TimerSession(
    activity: Activity(name: activity, icon: icon, minutes: 20, kind: .own), started: ended - .minutes(actual),
    ended: ended, ending: actual == allocated ? .timeUp : .early, allocated: .minutes(allocated),
    actual: .minutes(actual))
  var record = TimerSessionRecord(timerSession, device: device, offset: offset)
  record.rating = rating
  return record
}

func saved(_ record: TimerSessionRecord, _ id: String? = nil, sequence: UInt32 = 0) -> TimerEvent {
  TimerEvent(
    id: id ?? "timer.saved/\(record.id)",
    stamp: .init(instant: record.ended, device: record.device, sequence: sequence), fact: .saved(record))
}

func rated(_ record: TimerSessionRecord, _ rating: Rating, _ id: String? = nil, after minutes: Int64 = 1) -> TimerEvent
{
  TimerEvent(
    id: id ?? "timer.rated/\(record.id)/\(minutes)",
    stamp: .init(instant: record.ended + .minutes(minutes), device: record.device), fact: .rated(record.id, rating))
}

/// Returns the event of a correction, some minutes after the first day.
func correction(_ fact: TimerEvent.Fact, _ id: String, after minutes: Int64) -> TimerEvent {
  TimerEvent(id: id, stamp: .init(instant: zero + .days(12) + .minutes(minutes), device: "sofa"), fact: fact)
}

extension TimerSessionRecord {
  /// Returns the corrected record of this session, with the values of another one.
  func replaced(by other: TimerSessionRecord) -> TimerSessionRecord {
    // The values are those of a valid record.
    (try? TimerSessionRecord(
      id: id, activity: other.activity, icon: other.icon, started: other.started, ended: other.ended, day: other.day,
      offset: other.offset, allocated: other.allocated, actual: other.actual, ending: other.ending, rating: nil,
      device: device)) ?? other
  }
}

func voided(_ event: TimerEvent) -> TimerEvent {
  TimerEvent(
    id: "void/\(event.id)", stamp: .init(instant: event.stamp.instant + .hours(1), device: event.stamp.device),
    fact: .voided(event.id))
}
