import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The selection of timer sessions in a command's arguments, the same for `history`, `stats` and exports.
struct TimerSessionQuery {
  let filter: TimerSessionFilter
  /// The selection as it was typed: `of reading since 2026-01-05`; empty for all timer sessions.
  let words: String

  /// A span of the calendar around a day.
  private enum Span: String, CaseIterable {
    case today, week, month, year

    /// Returns the whole span, including future days: a device in another time zone may be there already.
    func days(around today: LocalDay) -> ClosedRange<LocalDay> {
      switch self {
      case .today: return today...today
      case .week:
        let monday = today.week.monday
        return monday...monday.adding(6)
      case .month: return today.month.firstDay...today.month.lastDay
      case .year:
        let first = CivilTime(year: today.date.year, month: 1, day: 1).map { LocalDay($0) } ?? today
        let last = CivilTime(year: today.date.year, month: 12, day: 31).map { LocalDay($0) } ?? today
        return first...last
      }
    }
  }

  /// The parameters that select days and an activity.
  static let daysAndActivity: [Parameter] = [
    Parameter(
      "SPAN", .choice(Span.allCases.map { $0.rawValue }, orNumber: nil), optional: true,
      "today, or this week (from Monday), month or year"),
    Parameter(
      "ACTIVITY", after: "of", .name(.pastActivity), optional: true,
      "only this activity, even a removed one: its name, or its first letters"),
    Parameter("DATE", after: "since", .date, optional: true, "the first day"),
    Parameter("DATE", after: "until", .date, optional: true, "the last day"),
  ]

  /// The parameters that select days, an activity and ratings.
  static let parameters =
    daysAndActivity + [
      Parameter(
        "RATING", after: "rated", .choice(Rating.allCases.map { $0.words }, orNumber: nil), optional: true,
        group: "mark",
        "only sessions with this rating"),
      .flag("unrated", group: "mark", "only sessions that are not rated yet"),
    ]

  /// - Parameter first: the index of the first of `parameters` among the command's arguments.
  /// - Throws: an error about a name or the days.
  init(_ arguments: Arguments, from first: Int, in session: Session) throws(Failure) {
    var filter = TimerSessionFilter()
    var words: [String] = []
    let span = arguments.text(first).flatMap { Span(rawValue: $0) }
    if let span { words.append(span.rawValue) }
    if let name = arguments.text(first + 1) {
      let activity = try PastActivities(session).match(name)
      filter.activity = activity
      words.append("of \(Word.quotedIfNeeded(activity))")
    }
    let (since, until) = (
      PastActivities(session).day(arguments[first + 2]), PastActivities(session).day(arguments[first + 3])
    )
    if let since { words.append("since \(since)") }
    if let until { words.append("until \(until)") }
    if let since, let until, until < since {
      throw .refused("the last day, \(until), is before the first day, \(since)", "try: since \(until) until \(since)")
    }
    let spanned = span?.days(around: .today(in: session))
    if span != nil || since != nil || until != nil {
      let begin = max(since ?? .first, spanned?.lowerBound ?? .first)
      let end = min(until ?? .last, spanned?.upperBound ?? .last)
      guard begin <= end else {
        let name = span?.rawValue ?? ""
        throw .refused("\(name == "today" ? "today is" : "this \(name) is") outside these days", "leave out '\(name)'")
      }
      filter.days = begin...end
    }
    if arguments.count > first + 4 {
      if let rating = arguments.text(first + 4).flatMap({ Rating(spelled: $0) }) {
        filter.mark = .rated(rating)
        words.append("rated \(Word.quotedIfNeeded(rating.words))")
      }
      if arguments.flag(first + 5) {
        filter.mark = .unrated
        words.append("unrated")
      }
    }
    self.filter = filter
    self.words = words.joined(separator: " ")
  }
}

/// The activities of the list and of all timer sessions.
struct PastActivities {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the local day of a date in this session's time zone.
  func day(_ value: Value) -> LocalDay? {
    guard case .date(let instant) = value else { return nil }
    return LocalDay(session.options.zone.civil(instant))
  }

  /// Returns the full name of an existing or past activity.
  /// - Throws: a failure with the nearest names if none or several match.
  func match(_ text: String) throws(Failure) -> String {
    let listed = session.world.timers.activities.activities
    let names = Set(listed.map { $0.name.lowercased() })
    let all = listed + session.ledger.timerSessions.activities.filter { !names.contains($0.name.lowercased()) }
    let wanted = text.lowercased()
    if let whole = all.first(where: { $0.name.lowercased() == wanted }) { return whole.name }
    let beginning = all.filter { !wanted.isEmpty && $0.name.lowercased().hasPrefix(wanted) }
    if let only = beginning.first, beginning.count == 1 { return only.name }
    throw TimerWords.failure(
      beginning.isEmpty
        ? ActivityProblem.unknown(text, all: all) : ActivityProblem.ambiguous(text, candidates: beginning))
  }
}
