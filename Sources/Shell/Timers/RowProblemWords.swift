import StoryScript
import Timeline
import Timers

/// Why a row of a file is no stint, in words.
enum RowProblemWords {
  static func sentence(_ problem: RowProblem) -> String {
    switch problem {
    case .fieldCount(let found, let expected):
      "the row has \(TimeText.count(found, "field")), the first one \(expected)"
    case .quoteNotClosed: "a quote is not closed on its line"
    case .cutOff(let column): "the file ends in the middle of \(column.rawValue)"
    case .strayQuote: "a quote stands inside a field; a field with quotes is quoted, and quotes in it are doubled"
    case .syntax(let expected): "\(expected) should stand here"
    case .wrongType(let column):
      "\(column.rawValue) is \(column.isLength ? "a number of seconds" : "a text in quotes")"
    case .unknownColumn(let name): "there is no field '\(brief(name))'"
    case .doubledColumn(let column): "\(column.rawValue) is there twice"
    case .missing(let column): "\(column.rawValue) is missing"
    case .empty(let column): "\(column.rawValue) is empty"
    case .unreadable(let column, let text): "\(column.rawValue) is \(needs(column)), not '\(brief(text))'"
    case .savedDoesNotFit(_, let expected):
      "saved_seconds does not fit: allocated less actual is \(TimeText.length(expected))"
    case .stint(let problem): sentence(problem)
    }
  }

  private static func sentence(_ problem: StintProblem) -> String {
    switch problem {
    case .badActivity(let name): "'\(brief(name))' cannot be an activity's name"
    case .badIcon: "the icon is white space"
    case .badDevice(let name): "'\(brief(name))' cannot be a device's name"
    case .endsBeforeStart: "the session ends before it starts"
    case .instantOutOfRange: "the session lies outside the years 1 to 9999"
    case .badOffset(let offset): "the distance from Greenwich is at most 18 hours, not \(TimeText.length(offset))"
    case .dayDoesNotFit(let day, let expected): "the day is \(day), but the session ended on \(expected)"
    case .allocatedOutOfRange(let length, let allowed):
      "allocated_seconds lies from \(number(allowed.lowerBound)) to \(number(allowed.upperBound)), not \(number(length))"
    case .actualOutOfRange(let length, let allowed):
      "actual_seconds lies from 0 to the \(number(allowed.upperBound)) there were, not \(number(length))"
    case .endingDoesNotFit(.timeUp): "the time was not up: less than all of it was spent"
    case .endingDoesNotFit(.early): "it did not end early: all of the time was spent"
    }
  }

  private static func number(_ length: Duration) -> String { NumberText.plain(length.seconds) }

  private static func needs(_ column: StintColumn) -> String {
    switch column {
    case .id: "letters, digits and signs without spaces"
    case .day: "a date such as 2026-11-20"
    case .started, .ended: "a time such as 2026-11-20T10:00:00+01:00"
    case .icon: "one character"
    case .allocated, .actual, .saved: "a number of seconds"
    case .ending: "timeUp or early"
    case .rating: "amazing, good, needsWork or nothing"
    case .activity, .device: "a text"
    }
  }

  /// A file's own words, cut where they would be too long for a line.
  static func brief(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}

extension StintColumn {
  fileprivate var isLength: Bool { self == .allocated || self == .actual || self == .saved }
}
