import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// Statistics for people. Pictures appear only at a terminal; the words are the same in a pipe.
struct StatsView {
  private let output: Output
  private let printer: OutputPrinter
  private let ledger: TimerLedger
  private let today: LocalDay
  /// The name of the child, if there are several.
  private let child: String?

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    ledger = Children(session).ledger
    today = LocalDay.today(in: session)
    child = Children(session).activeNameIfSeveral
  }

  func show(_ value: Value) {
    guard let record = value.record, let total = record["total"]?.record else { return }
    guard count(total, "sessions") > 0 else {
      return printer.writeWrapped(
        ledger.count > 0
          ? "no sessions match; there \(ledger.count == 1 ? "is 1" : "are \(ledger.count)") in all; try: stats"
          : "\(child.map { "\($0) has no session yet" } ?? "no timer has ended yet"); try: timer start reading 20")
    }
    showTotal(total, from: record["from"]?.text, to: record["to"]?.text)
    showActivities(record)
    showRoutines(record)
    if isShort(record) { showDays(record) } else { showSpans(record) }
    showCalendar(record)
  }

  private func count(_ record: Record, _ name: String) -> Int { Int(record[name]?.number ?? 0) }
  private func length(_ record: Record, _ name: String) -> Duration { record[name]?.duration ?? .zero }
  /// Returns a time of a line, as it is shown.
  private func shown(_ record: Record, _ name: String) -> Duration {
    record["shown"]?.record.map { length($0, name) } ?? .zero
  }
  private func records(_ record: Record, _ name: String) -> [Record] {
    (record[name]?.list ?? []).compactMap { $0.record }
  }

  private func showTotal(_ total: Record, from: String?, to: String?) {
    let dash = output.line.glyphs == .unicode ? "–" : "-"
    var text = (child.map { "\($0): " } ?? "") + TimeText.count(count(total, "sessions"), "session")
    text += " on \(TimeText.count(count(total, "days"), "day"))"
    if let first = LocalDay(text: from), let last = LocalDay(text: to) {
      let year = today.date.year
      text +=
        first == last
        ? ", \(TimeText.day(first, in: year))"
        : ", \(TimeText.day(first, in: last.date.year)) \(dash) \(TimeText.day(last, in: year))"
    }
    printer.writeWrapped(text, .plain)
    text = "\(TimeText.shown(shown(total, "spent"))) spent, \(TimeText.shown(shown(total, "saved"))) saved, "
    text += TimeText.count(count(total, "stars"), "star")
    if count(total, "unrated") > 0 { text += ", \(count(total, "unrated")) not rated yet" }
    printer.writeWrapped(text, .plain)
    printer.writeLine("")
  }

  private func showActivities(_ record: Record) {
    let glyphs = output.line.glyphs
    let isWide = output.width >= 50
    let lines = records(record, "activities")
    printer.writeTable(
      lines,
      [
        .init("activity") { StyledText(HistoryView.activityText($0, glyphs)) },
        sessions, time,
        bar(lines, width: output.width < 60 ? 0 : output.width < 80 ? 8 : 16),
        .init("saved", .right, rank: 2, if: isWide) { HistoryView.savedCell(self.shown($0, "saved")) },
        stars,
      ])
  }

  private func showRoutines(_ record: Record) {
    let lines = records(record, "routines")
    guard !lines.isEmpty else { return }
    printer.writeLine("")
    printer.writeTable(
      lines,
      [
        .init("routine") { StyledText(sanitized($0["routine"]?.text ?? "", glyphs: self.output.glyphs)) },
        .init("times", .right, rank: 1) { StyledText(String(self.count($0, "runs"))) },
        .init("in time", .right, rank: 1) { StyledText(String(self.count($0, "inTime"))) },
        .init("steps done", .right, rank: 3, if: output.width >= 60) {
          StyledText("\(self.count($0, "finished")) of \(self.count($0, "steps"))", .dim)
        },
        .init("average", .right) {
          // An average of several runs has a fraction that none of them had.
          let average = self.length($0, "average")
          let whole = Duration.seconds((average.microseconds + 500_000) / 1_000_000)
          return StyledText(TimeText.shown(average < .seconds(1) ? average : whole), .duration)
        },
        stars,
      ])
  }

  // MARK: Columns

  private var sessions: RowColumn<Record> {
    .init("sessions", .right, rank: 1) { StyledText(String(self.count($0, "sessions"))) }
  }

  private var time: RowColumn<Record> {
    .init("time", .right) { StyledText(TimeText.shown(self.shown($0, "spent")), .duration) }
  }

  private var stars: RowColumn<Record> { .init("stars", .right) { StyledText(String(self.count($0, "stars"))) } }

  /// Returns a column with the time spent as a bar, at a terminal.
  private func bar(_ lines: [Record], width: Int) -> RowColumn<Record> {
    let most = lines.map { length($0, "actual").seconds }.max() ?? 0
    let glyphs = output.line.glyphs
    return .init(rank: 3, if: output.isTerminal && width > 0) {
      StyledText(Picture.bar(self.length($0, "actual").seconds, of: most, width: width, glyphs: glyphs), .tag)
    }
  }

  /// Returns whether the days are so few that weeks would be too coarse and a calendar too empty.
  private func isShort(_ record: Record) -> Bool {
    let days = calendarDays(record).keys
    guard let first = days.min(), let last = days.max() else { return true }
    return last.daysSince1970 - first.daysSince1970 < 14
  }

  /// Lists a few days one by one.
  private func showDays(_ record: Record) {
    let lines = records(record, "days")
    guard let last = LocalDay(text: lines.last?["day"]?.text), lines.count > 1 else { return }
    printer.writeLine("")
    printer.writeTable(
      lines,
      [
        .init("day") { StyledText(TimeText.day(LocalDay(text: $0["day"]?.text) ?? last, in: last.date.year)) },
        sessions, time, bar(lines, width: output.width < 50 ? 0 : 8), stars,
      ])
  }

  // MARK: Weeks and months

  private func showSpans(_ record: Record) {
    let weeks = records(record, "weeks").compactMap { line -> (ISOWeek, Duration)? in
      LocalDay(text: line["monday"]?.text).map { ($0.week, length(line, "actual")) }
    }
    let months = records(record, "months").compactMap { line -> (Month, Duration)? in
      LocalDay(text: line["month"]?.text.map { $0 + "-01" }).map { ($0.month, length(line, "actual")) }
    }
    printer.writeLine("")
    let byWeek = Dictionary(weeks, uniquingKeysWith: +)
    showSpark(
      "weeks", latest(weeks, previous: { ISOWeek($0.monday.adding(-7)) }, time: { byWeek[$0] ?? .zero }),
      best(records(record, "weeks")) { line in
        LocalDay(text: line["monday"]?.text).map { "the week of " + TimeText.day($0, in: today.date.year) }
      })
    guard months.count > 1 else { return }
    let byMonth = Dictionary(months, uniquingKeysWith: +)
    showSpark(
      "months", latest(months, previous: { Month($0.firstDay.adding(-1)) }, time: { byMonth[$0] ?? .zero }),
      best(records(record, "months")) { line in
        LocalDay(text: line["month"]?.text.map { $0 + "-01" }).map {
          "\(TimeText.months[$0.month.number - 1]) \($0.month.year)"
        }
      })
  }

  /// Returns one value for each span up to the last, including spans without a timer session, as many as fit into a
  /// line.
  private func latest<Span: Comparable>(
    _ lines: [(Span, Duration)], previous: (Span) -> Span, time: (Span) -> Duration
  ) -> (values: [Double], areAll: Bool) {
    guard let first = lines.first?.0, var span = lines.last?.0 else { return ([], true) }
    let room = max(8, min(output.width - 10, 70))
    var values: [Double] = []
    while values.count < room {
      values.append(time(span).seconds)
      guard span > first else { break }
      span = previous(span)
    }
    return (values.reversed(), span <= first)
  }

  private func best(_ lines: [Record], name: (Record) -> String?) -> String {
    guard let most = lines.max(by: { length($0, "actual") < length($1, "actual") }) else { return "" }
    return "most in \(name(most) ?? ""): \(TimeText.shown(shown(most, "spent")))"
  }

  private func showSpark(_ title: String, _ spans: (values: [Double], areAll: Bool), _ words: String) {
    let label = " " + title + String(repeating: " ", count: 8 - title.count)
    guard output.isTerminal else { return printer.writeLine(StyledText(label, .dim) + StyledText(words)) }
    let count = spans.values.count
    let note = spans.areAll ? words : "the last \(count); \(words)"
    let spark = Picture.sparkline(spans.values, glyphs: output.line.glyphs)
    let fits = 9 + count + 2 + DisplayWidth.of(note) <= output.width
    let line = StyledText(label, .dim) + StyledText(spark, .tag)
    printer.writeLine(fits ? line + StyledText("  " + note, .dim) : line)
    guard !fits else { return }
    for part in StyledText(note, .dim).wrapped(to: max(20, output.width - 10)) {
      printer.writeLine(StyledText(String(repeating: " ", count: 9)) + part)
    }
  }

  // MARK: The calendar

  private func showCalendar(_ record: Record) {
    let days = calendarDays(record)
    guard output.isTerminal, !isShort(record), let first = LocalDay(text: record["from"]?.text) ?? days.keys.min(),
      let to = LocalDay(text: record["to"]?.text) ?? days.keys.max()
    else { return }
    // Days in the future are empty in any case.
    let last = max(min(to, max(today, days.keys.max() ?? today)), first)
    writeCalendar(DayCalendar(days: days, range: first...last))
  }

  private func calendarDays(_ record: Record) -> [LocalDay: DayCalendar.Level] {
    var days: [LocalDay: DayCalendar.Level] = [:]
    for line in records(record, "days") {
      guard let day = LocalDay(text: line["day"]?.text) else { continue }
      days[day] = DayCalendar.Level(multiplier: line["multiplier"]?.number ?? 1)
    }
    return days
  }

  private func writeCalendar(_ calendar: DayCalendar) {
    let glyphs = output.line.glyphs
    printer.writeLine("")
    for line in calendar.lines(width: min(output.width, 6 + 2 * 53), glyphs: glyphs) { printer.writeLine(line) }
    printer.writeWrapped(DayCalendar.legend(glyphs))
  }

  // MARK: Stars and streak

  func showStars(_ value: Value) {
    guard let record = value.record else { return }
    let glyphs = output.line.glyphs
    let text =
      "\(child.map { "\($0) has " } ?? "")\(TimeText.count(count(record, "total"), "star")): \(count(record, "today")) today, "
      + "\(count(record, "week")) this week"
    printer.writeLine(StyledText(" " + Mark.star.text(glyphs) + " ", .held) + StyledText(text))
    if let goal = record["goal"]?.number.map({ Int($0) }) {
      let week = count(record, "week")
      let bar =
        output.isTerminal ? Picture.bar(Double(min(week, goal)), of: Double(goal), width: 20, glyphs: glyphs) : ""
      let words = week >= goal ? "this week's goal is reached: \(goal)" : "\(week) of \(goal) this week"
      printer.writeLine(
        StyledText("   ") + StyledText(bar, .held) + StyledText(bar.isEmpty ? "" : " ") + StyledText(words))
    }
    if count(record, "spent") > 0 {
      let (spent, left) = (count(record, "spent"), count(record, "balance"))
      let rest = left < 0 ? "\(-left) more than were earned" : "\(left) left"
      printer.writeWrapped("\(spent) spent, \(rest); try: stars spent")
    }
    // The heading names the unit.
    let isNarrow = output.width < 48
    printer.writeTable(
      records(record, "ratings").filter { count($0, "sessions") > 0 }, indent: 3,
      [
        .init { StyledText($0["rating"]?.text ?? "") },
        .init("", .right) { StyledText(TimeText.count(self.count($0, "sessions"), "session"), .dim) },
        .init("", .right) {
          let stars = self.count($0, "stars")
          return StyledText(isNarrow ? "\(stars)" : TimeText.count(stars, "star"))
        },
      ])
    let unrated = count(record, "unrated")
    if unrated > 0 {
      printer.writeWrapped(
        "\(TimeText.count(unrated, "session")) \(unrated == 1 ? "has" : "have") not been rated yet; try: rate good")
    }
    printer.writeWrapped(nextStars(record["multiplier"]?.number ?? 1))
  }

  private func times(_ factor: Double) -> String {
    "\(output.line.glyphs == .unicode ? "×" : "x")\(TimeText.decimal(factor))"
  }

  private func nextStars(_ multiplier: Double) -> String {
    let streak = ledger.streak(on: today)
    let days = streak.afterTimerSessionToday
    let words =
      "the next session today counts \(times(multiplier))"
      + (multiplier > 1 ? ", for \(TimeText.count(days, "day")) in a row" : "")
    guard let (next, away) = streak.next else { return words }
    return words + "; \(times(next.factor)) \(Self.away(away, includesToday: streak.includesToday))"
  }

  /// Returns the day from which the next multiplier applies, if no day is missed.
  private static func away(_ days: Int, includesToday: Bool) -> String {
    switch (days, includesToday) {
    case (1, true): "tomorrow"
    case (1, false): "today"
    case (_, true): "in \(days) days"
    case (2, false): "tomorrow"
    case (_, false): "in \(days - 1) days"
    }
  }

  func showStreak(_ value: Value) {
    guard let record = value.record else { return }
    let (length, carried) = (count(record, "length"), count(record, "yesterday"))
    let mark = StyledText(" " + Mark.star.text(output.line.glyphs) + " ", .held)
    if length > 0 {
      printer.writeLine(mark + StyledText("\(TimeText.count(length, "day")) in a row, today included"))
    } else if carried > 0 {
      printer.writeLine(mark + StyledText("\(TimeText.count(carried, "day")) in a row up to yesterday"))
      let without =
        ledger.streak(on: today).restsToday
        ? "today is a rest day, so the streak continues even without a session" : "without a session, the streak ends"
      printer.writeWrapped("a session today makes it \(carried + 1) days; \(without)")
    } else {
      printer.writeLine(mark + StyledText("no streak: a session today starts one"))
    }
    printer.writeWrapped(nextStars(record["multiplier"]?.number ?? 1))
    if let day = LocalDay(text: record["bestDay"]?.text) {
      let best = count(record, "best")
      let date = TimeText.day(day, in: today.date.year)
      printer.writeWrapped(
        length == best && day == today
          ? "the longest so far" : "the longest was \(TimeText.count(best, "day")), up to \(date)")
    }
    guard output.isTerminal, let day = calendarDays(record).keys.min() else { return }
    let monday = today.week.monday.adding(-7 * (StatsCommands.streakWeeks - 1))
    let first = max(monday, min(day, today.week.monday.adding(-7 * 3)))
    writeCalendar(DayCalendar(days: calendarDays(record), range: first...max(first, today)))
  }
}
