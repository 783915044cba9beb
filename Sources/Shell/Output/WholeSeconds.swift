import StoryScript
import Timeline

extension Instant {
  /// The second that it lies in: as people read the time of day.
  var toSecond: Instant { self - Duration(microseconds: (microseconds % 1_000_000 + 1_000_000) % 1_000_000) }
}

extension Value {
  /// The same for the eye, also in lists and records: instants as the second that they lie in, lengths as the seconds
  /// that they take at most.
  var toSeconds: Value {
    switch self {
    case .date(let instant): .date(instant.toSecond)
    case .duration(let length): .duration(.seconds((length + .milliseconds(999)).microseconds / 1_000_000))
    case .list(let items): .list(items.map(\.toSeconds))
    case .record(let record):
      .record(record.values.indices.reduce(into: record) { $0[record.names[$1]] = record.values[$1].toSeconds })
    default: self
    }
  }
}
