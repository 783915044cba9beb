import SessionState
import TerminalText
import Timeline
import Timers

/// A calendar sheet of days: one column for each week, Monday on top, two cells wide so that a day is about square.
///
/// The sign of a day is readable without colour, and in ASCII as well.
struct DayCalendar {
  /// The multiplier of a day's stars.
  enum Level: Int, CaseIterable {
    case one, oneAndAHalf, two

    init(multiplier: Double) { self = multiplier >= 2 ? .two : multiplier >= 1.5 ? .oneAndAHalf : .one }

    func sign(_ glyphs: GlyphSet) -> String {
      switch self {
      case .one: glyphs == .unicode ? "░" : "-"
      case .oneAndAHalf: glyphs == .unicode ? "▒" : "+"
      case .two: glyphs == .unicode ? "█" : "#"
      }
    }

    var style: Style {
      switch self {
      case .one: .shade(red: 116, green: 196, blue: 118)
      case .oneAndAHalf: .shade(red: 65, green: 171, blue: 93)
      case .two: .shade(red: 35, green: 139, blue: 69)
      }
    }
  }

  /// The days with a timer session.
  var days: [LocalDay: Level]
  /// Days outside this range stay empty.
  var range: ClosedRange<LocalDay>

  private static let margin = 6

  /// Returns the sheet, with as many of the range's last weeks as fit.
  func lines(width: Int, glyphs: GlyphSet) -> [StyledText] {
    let room = max(1, (width - Self.margin + 1) / 2)
    let last = range.upperBound.week.monday
    let wanted = Int(last.daysSince1970 - range.lowerBound.week.monday.daysSince1970) / 7 + 1
    let mondays = (0..<min(room, wanted)).map { last.adding(-7 * (min(room, wanted) - 1 - $0)) }
    var lines = [heading(mondays, width: width)]
    for weekday in 0..<7 {
      let cells = mondays.map { cell($0.adding(weekday), weekday, glyphs) }
      // Nothing follows the last day of a line.
      let shown = cells.prefix((cells.lastIndex { $0 != " " } ?? -1) + 1)
      var line = StyledText(" " + TimeText.weekdays[weekday] + (shown.isEmpty ? "" : " "), .dim)
      for cell in shown { line += " " + cell }
      lines.append(line)
    }
    return lines
  }

  /// Returns the meanings of the signs.
  static func legend(_ glyphs: GlyphSet) -> String {
    let times = glyphs == .unicode ? "×" : "x"
    return "\(Level.one.sign(glyphs)) a day  \(Level.oneAndAHalf.sign(glyphs)) 3+ in a row \(times)1.5  "
      + "\(Level.two.sign(glyphs)) 7+ \(times)2"
  }

  private func cell(_ day: LocalDay, _ weekday: Int, _ glyphs: GlyphSet) -> StyledText {
    // A week may extend beyond the calendar's last day.
    guard range.contains(day), day.date.weekday == weekday + 1 else { return " " }
    guard let level = days[day] else { return StyledText(glyphs == .unicode ? "·" : ".", .dim) }
    return StyledText(level.sign(glyphs), level.style)
  }

  /// Returns the months' names, each above the week that contains its first day; on a sheet of more than a year,
  /// January is shown as the year. Names that do not fit are left out.
  private func heading(_ mondays: [LocalDay], width: Int) -> StyledText {
    var text = ""
    for (column, monday) in mondays.enumerated() {
      let sunday = monday.adding(6).date
      let begins = sunday.day <= 7
      // The first column names its month unless the next name would run into it.
      guard begins || column == 0 && mondays.prefix(2).allSatisfy({ $0.adding(6).date.day > 7 }) else { continue }
      let month = begins ? sunday.month : monday.date.month
      let name = month == 1 && begins && mondays.count > 53 ? String(sunday.year) : TimeText.months[month - 1]
      guard Self.margin - 1 + 2 * column + name.count <= width else { continue }
      text += String(repeating: " ", count: max(0, Self.margin - 1 + 2 * column - text.count)) + name
    }
    return StyledText(text, .dim)
  }
}
