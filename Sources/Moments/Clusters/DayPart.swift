import Timeline

/// The four parts of a day that titles speak of.
public enum DayPart: String, Hashable, Sendable, CaseIterable {
  /// 5:00 to before 12:00.
  case morning
  /// 12:00 to before 17:00.
  case afternoon
  /// 17:00 to before 21:00.
  case evening
  /// 21:00 to before 5:00; the small hours bear the name of the day that began at midnight.
  case night

  /// - Parameter hour: 0...23.
  public init(hour: Int) {
    switch hour {
    case 5..<12: self = .morning
    case 12..<17: self = .afternoon
    case 17..<21: self = .evening
    default: self = .night
    }
  }
}

extension LocalTime {
  public var dayPart: DayPart { DayPart(hour: hour) }

  /// `Monday` … `Sunday`.
  public var weekdayName: String { CivilTime.weekdayNames[weekday] }
}
