/// A time of day, on a day that is named relative to today: `18:00`, `tomorrow 9:00`, `friday 18:30`.
///
/// It names no instant by itself: that needs a clock and a time zone.
public struct DayTime: Hashable, Sendable {
  public enum Day: Hashable, Sendable {
    /// The day on which the time comes next.
    case next
    case today, tomorrow, yesterday
    /// The next such day, from 1 for Monday to 7 for Sunday.
    case weekday(Int)
  }

  public let day: Day
  public let hour: Int
  public let minute: Int

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// - Returns: `nil` for a text of any other form.
  public init?(_ text: String) {
    let words = text.lowercased().split(separator: " ")
    guard let time = words.last, (1...2).contains(words.count) else { return nil }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    func number(_ part: Substring, _ range: Range<Int>, _ digits: ClosedRange<Int>) -> Int? {
      guard digits.contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(part).flatMap { range.contains($0) ? $0 : nil }
    }
    guard parts.count == 2, let hour = number(parts[0], 0..<24, 1...2), let minute = number(parts[1], 0..<60, 2...2)
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    switch words.count == 2 ? words[0] : nil {
    case nil: day = .next
    case "today": day = .today
    case "tomorrow": day = .tomorrow
    case "yesterday": day = .yesterday
    case let word?:
      guard let place = Self.weekdays.firstIndex(of: String(word)) else { return nil }
      day = .weekday(place + 1)
    }
  }
}
