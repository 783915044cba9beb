import JSON
import StoryScript
import Timeline

extension JSONWriter {
  /// Writes a value: durations as seconds, dates as RFC 3339 texts in `zone`, `none` as null.
  mutating func add(_ value: Value, _ zone: Zone) {
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
      for item in items { add(item, zone) }
      endArray()
    case .record(let record):
      beginObject()
      for (name, value) in zip(record.names, record.values) {
        add(name: name)
        add(value, zone)
      }
      endObject()
    }
  }

  /// Writes a number, a whole one without a fraction as far as a `Double` tells whole numbers apart.
  mutating func add(plain number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { add(whole) } else { add(number) }
  }
}
