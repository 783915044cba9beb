import JSON
import SessionState
import StoryScript
import Timeline

extension JSONWriter {
  /// Writes a value: durations as seconds, dates as RFC 3339 texts in `zone`, `none` as null.
  /// - Parameter isStopped: called between the items of lists; once it returns `true`, the written text is useless.
  mutating func add(_ value: Value, _ zone: Zone, isStopped: () -> Bool = { false }) {
    switch value {
    case .none: addNull()
    case .bool(let bool): add(bool)
    case .number(let number): add(plain: number)
    case .whole(let whole): add(whole)
    case .duration(let duration): add(plain: duration.seconds)
    case .date(let instant): add(zone.rfc3339(instant))
    case .text(let text): add(text)
    case .list(let items):
      beginArray()
      for item in items {
        if isStopped() { break }
        add(item, zone, isStopped: isStopped)
      }
      endArray()
    case .record(let record):
      beginObject()
      for (name, value) in zip(record.names, record.values) {
        add(name: name)
        add(value, zone, isStopped: isStopped)
      }
      endObject()
    }
  }

  /// Writes a number; a whole number that a `Double` represents exactly has no fraction.
  mutating func add(plain number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { add(whole) } else { add(number) }
  }
}
