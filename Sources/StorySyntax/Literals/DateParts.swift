import Timeline

/// The fields of a date: `$d.year`.
package enum DateParts {
  package static let names = ["year", "month", "day", "hour", "minute", "second", "weekday"]

  /// Returns one field of a date; weekdays count from 1 for Monday. `nil` for any other name.
  package static func value(_ name: String, of civil: CivilTime) -> Int? {
    let values = [civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second, civil.weekday]
    return names.firstIndex(of: name).map { values[$0] }
  }
}
