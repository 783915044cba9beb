import JSON
import StoryScript
import Timeline

extension JSONWriter {
  /// Writes a value: durations as seconds, dates as RFC 3339 texts in `zone`, `none` as null.
  /// - Parameter isStopped: asked between the items of lists; then what has been written is of no use.
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

  /// Writes a number, a whole one without a fraction as far as a `Double` tells whole numbers apart.
  mutating func add(plain number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { add(whole) } else { add(number) }
  }
}
