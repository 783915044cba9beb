import Timeline

/// A change of a family's rest days: days without a session that break no streak.
public enum RestRule: Hashable, Sendable {
  /// From a day on, these weekdays are rest days, and no others: 1 is Monday, 7 is Sunday.
  case weekly(Set<Int>, from: LocalDay)
  /// These days are rest days, or are not, whatever their weekday: a holiday, or days of illness.
  case days(ClosedRange<LocalDay>, areRest: Bool)

  /// The largest number of days that one rule can name.
  public static let longest = 366

  /// `true` if the rule leaves a weekday for sessions, and its days are within the limits.
  public var isValid: Bool {
    switch self {
    case .weekly(let weekdays, _): weekdays.isSubset(of: 1...7) && weekdays.count < 7
    case .days(let days, _): days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 < Self.longest
    }
  }
}

/// The rest days of a family: the fold of its rules. Of several rules about a day the last one counts, and a rule
/// about single days precedes one about weekdays.
///
/// A rest day without a session neither counts nor ends a streak; with a session it counts like any other day. A weekly
/// rule applies from a day on, so that it never changes the stars of earlier days.
public struct RestCalendar: Hashable, Sendable {
  private var weekly: [(from: LocalDay, weekdays: Set<Int>)] = []
  /// The single days that are rest days, or are not.
  private var days: [LocalDay: Bool] = [:]

  public init() {}

  /// - Parameter rules: The rules in the order of their events.
  public init(_ rules: [RestRule]) {
    for rule in rules {
      switch rule {
      case .weekly(let weekdays, let from): weekly.append((from, weekdays))
      case .days(let range, let areRest):
        var day = range.lowerBound
        while true {
          days[day] = areRest
          guard day < range.upperBound else { break }
          day = day.adding(1)
        }
      }
    }
  }

  /// `true` if there has never been a rest day.
  public var isEmpty: Bool { days.isEmpty && weekly.isEmpty }

  /// The weekdays that are rest days on and after `day`.
  public func weekdays(on day: LocalDay) -> Set<Int> { weekly.last { $0.from <= day }?.weekdays ?? [] }

  public func isRest(_ day: LocalDay) -> Bool {
    if let known = days[day] { return known }
    return !weekly.isEmpty && weekdays(on: day).contains(day.date.weekday)
  }

  /// The individual rest days since a day, in order.
  public func singleDays(since first: LocalDay) -> [LocalDay] {
    days.filter { $0.value && $0.key >= first }.keys.sorted()
  }

  /// The days since a day that are no rest days, although their weekday is one, in order.
  public func exceptions(since first: LocalDay) -> [LocalDay] {
    days.filter { !$0.value && $0.key >= first && weekdays(on: $0.key).contains($0.key.date.weekday) }.keys.sorted()
  }

  public static func == (a: RestCalendar, b: RestCalendar) -> Bool {
    a.days == b.days && a.weekly.elementsEqual(b.weekly) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(days) }
}
