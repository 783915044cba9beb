import Timeline
import Timers

extension TimeText {
  /// `Thu 3 Oct`, with the year where that is not `year`: `Thu 3 Oct 2025`.
  static func day(_ day: LocalDay, in year: Int?) -> String {
    let date = day.date
    let text = "\(weekdays[date.weekday - 1]) \(date.day) \(months[date.month - 1])"
    return date.year == year ? text : "\(text) \(date.year)"
  }
}

extension LocalDay {
  /// Reads `2026-11-20`.
  init?(text: String?) {
    guard let date = text.flatMap({ CivilTime(parsing: $0.utf8) }) else { return nil }
    self.init(date)
  }
}
