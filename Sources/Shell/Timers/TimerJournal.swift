import JSON
import Journal
import Timeline
import Timers

/// How timers are written into the journal: types, ids and fields, as Grammar.md describes them.
///
/// Instants and durations are whole microseconds, so that they come back exactly.
enum TimerJournal {
  static let saved = "timer.saved"
  static let rated = "timer.rated"

  // MARK: Ids

  static func id(saving record: StintRecord) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: saved, record.id.text, "\(record.ended.microseconds)", "\(record.actual.microseconds)",
      "\(record.allocated.microseconds)", record.activity)
  }

  /// Another event than the one that the session's own device saved: to undo an import takes back what was imported, and
  /// never the session from the device where it ran. With its rating, so that all who read the same file agree.
  static func id(importing record: StintRecord) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: "timer.imported", record.id.text, "\(record.ended.microseconds)", "\(record.actual.microseconds)",
      "\(record.allocated.microseconds)", record.activity, record.rating?.rawValue ?? "")
  }

  static func id(rating session: StintID, _ rating: Rating, at instant: Instant) -> Journal.Event.ID {
    Journal.Event.ID(cause: rated, session.text, "\(instant.microseconds)", rating.rawValue)
  }

  // MARK: Writing

  /// - Parameter offset: how far the clock on the wall is ahead of Greenwich, for what has no day of its own.
  /// - Returns: `nil` for what voids: the journal has events of its own for that.
  static func event(_ event: TimerEvent, offset: Duration) -> Journal.Event? {
    guard let id = Journal.Event.ID(event.id) else { return nil }
    let instant = event.stamp.instant
    switch event.fact {
    case .saved(let record):
      return Journal.Event(
        id: id, type: saved, instant: instant, local: Journal.LocalDay(day: record.day.date, offset: record.offset),
        payload: payload(record))
    case .rated(let session, let rating):
      return Journal.Event(
        id: id, type: rated, instant: instant, local: Journal.LocalDay(at: instant, offset: offset),
        payload: ["session": .string(session.text), "rating": .string(rating.rawValue)])
    case .voided: return nil
    }
  }

  private static func payload(_ record: StintRecord) -> Journal.Payload {
    var fields: [JSON.Field] = [
      .init("session", .string(record.id.text)),
      .init("activity", .string(record.activity)),
      .init("icon", .string(String(record.icon))),
      .init("started", .integer(record.started.microseconds)),
      .init("ended", .integer(record.ended.microseconds)),
      .init("allocated", .integer(record.allocated.microseconds)),
      .init("actual", .integer(record.actual.microseconds)),
      .init("ending", .string(record.ending.rawValue)),
      .init("device", .string(record.device)),
    ]
    if let rating = record.rating { fields.append(.init("rating", .string(rating.rawValue))) }
    return Journal.Payload(fields)
  }

  // MARK: Reading

  /// - Returns: `nil` for an event that is not about sessions, or that says something that cannot be.
  static func event(_ saved: Journal.SavedEvent) -> TimerEvent? {
    let event = saved.event
    let stamp = TimerEvent.Stamp(
      instant: event.instant, device: saved.origin.device.name, run: saved.origin.run, sequence: saved.origin.sequence)
    guard let payload = try? event.payload.json, let fact = fact(event, payload) else { return nil }
    return TimerEvent(id: event.id.text, stamp: stamp, fact: fact)
  }

  private static func fact(_ event: Journal.Event, _ payload: JSON) -> TimerEvent.Fact? {
    guard let session = payload["session"]?.stringValue.flatMap({ StintID($0) }) else { return nil }
    let rating = payload["rating"]?.stringValue.flatMap { Rating(rawValue: $0) }
    switch event.type {
    case saved: return record(session, event.local, payload, rating).map { .saved($0) }
    case rated: return rating.map { .rated(session, $0) }
    default: return nil
    }
  }

  private static func record(
    _ id: StintID, _ local: Journal.LocalDay?, _ payload: JSON, _ rating: Rating?
  ) -> StintRecord? {
    guard let local, let activity = payload["activity"]?.stringValue,
      let icon = payload["icon"]?.stringValue, icon.count == 1, let character = icon.first,
      let started = payload["started"]?.integerValue, let ended = payload["ended"]?.integerValue,
      let allocated = payload["allocated"]?.integerValue, let actual = payload["actual"]?.integerValue,
      let ending = payload["ending"]?.stringValue.flatMap({ Stint.Ending(rawValue: $0) }),
      let device = payload["device"]?.stringValue
    else { return nil }
    return try? StintRecord(
      id: id, activity: activity, icon: character, started: Instant(microseconds: started),
      ended: Instant(microseconds: ended), day: LocalDay(local.day), offset: local.offset,
      allocated: Duration(microseconds: allocated), actual: Duration(microseconds: actual), ending: ending,
      rating: rating, device: device)
  }
}
