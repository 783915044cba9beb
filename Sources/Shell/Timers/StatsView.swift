import StoryScript
import Terminal
import Timeline
import Timers

/// Sums for people. Pictures only at a terminal; the words are the same in a pipe.
extension Session {
  func showStatistics(_ value: Value) {
    guard let record = value.record, let total = record["total"]?.record else { return }
    guard count(total, "sessions") > 0 else {
      return writeWrapped(
        stints.count > 0
          ? "no session on these days; there are \(stints.count) in all: stats"
          : "no timer has ended yet: timer start reading 20")
    }
    showTotal(total, from: record["from"]?.text, to: record["to"]?.text)
    showActivities(record)
    if isShort(record) { showDays(record) } else { showSpans(record) }
    showCalendar(record)
  }

  private func count(_ record: Record, _ name: String) -> Int { Int(record[name]?.number ?? 0) }
  private func length(_ record: Record, _ name: String) -> Duration { record[name]?.duration ?? .zero }
  private func records(_ record: Record, _ name: String) -> [Record] {
    (record[name]?.list ?? []).compactMap(\.record)
  }

  private func showTotal(_ total: Record, from: String?, to: String?) {
    let dash = output.line.glyphs == .unicode ? "–" : "-"
    var text = TimeText.count(count(total, "sessions"), "session")
    text += " on \(TimeText.count(count(total, "days"), "day"))"
    if let first = LocalDay(text: from), let last = LocalDay(text: to) {
      let year = today.date.year
      text +=
        first == last
        ? ", \(TimeText.day(first, in: year))"
        : ", \(TimeText.day(first, in: last.date.year)) \(dash) \(TimeText.day(last, in: year))"
    }
    writeWrapped(text, .plain)
    text = "\(TimeText.spent(length(total, "actual"))) spent, \(TimeText.spent(length(total, "saved"))) saved, "
    text += TimeText.count(count(total, "stars"), "star")
    if count(total, "unrated") > 0 { text += ", \(count(total, "unrated")) not rated yet" }
    writeWrapped(text, .plain)
    speaker.writeLine("")
  }

  private func showActivities(_ record: Record) {
    let glyphs = output.line.glyphs
    let lines = records(record, "activities")
    let most = lines.map { length($0, "actual").seconds }.max() ?? 0
    let barWidth = !output.isTerminal || output.width < 60 ? 0 : output.width < 80 ? 8 : 16
    let isWide = output.width >= 50
    var columns: [Table.Column] = [.init("activity"), .init(isWide ? "sessions" : "", alignment: .right)]
    columns.append(.init("time", alignment: .right, overflow: .keep))
    if barWidth > 0 { columns.append(.init("", overflow: .keep)) }
    if isWide { columns.append(.init("saved", alignment: .right, overflow: .keep)) }
    columns.append(.init("stars", alignment: .right, overflow: .keep))
    let rows = lines.map { line -> [StyledText] in
      var cells = [StyledText(activityText(line, glyphs)), StyledText(String(count(line, "sessions")))]
      cells.append(StyledText(TimeText.spent(length(line, "actual")), .duration))
      if barWidth > 0 {
        let seconds = length(line, "actual").seconds
        cells.append(StyledText(Picture.bar(seconds, of: most, width: barWidth, glyphs: glyphs), .tag))
      }
      let saved = length(line, "saved")
      if isWide { cells.append(StyledText(saved > .zero ? TimeText.spent(saved) : "", .dim)) }
      return cells + [StyledText(String(count(line, "stars")))]
    }
    for line in Table(columns: columns, rows: rows).lines(width: output.width, glyphs: glyphs) {
      speaker.writeLine(line)
    }
  }

  /// Whether its days are so few that weeks would be too coarse and a calendar too empty.
  private func isShort(_ record: Record) -> Bool {
    let days = calendarDays(record).keys
    guard let first = days.min(), let last = days.max() else { return true }
    return last.daysSince1970 - first.daysSince1970 < 14
  }

  /// A few days one by one.
  private func showDays(_ record: Record) {
    let lines = records(record, "days")
    guard let last = LocalDay(text: lines.last?["day"]?.text), lines.count > 1 else { return }
    speaker.writeLine("")
    let glyphs = output.line.glyphs
    let most = lines.map { length($0, "actual").seconds }.max() ?? 0
    var columns: [Table.Column] = [.init("day", overflow: .keep), .init("sessions", alignment: .right)]
    columns.append(.init("time", alignment: .right, overflow: .keep))
    let barWidth = !output.isTerminal || output.width < 50 ? 0 : 8
    if barWidth > 0 { columns.append(.init("", overflow: .keep)) }
    columns.append(.init("stars", alignment: .right, overflow: .keep))
    let rows = lines.map { line -> [StyledText] in
      let day = LocalDay(text: line["day"]?.text) ?? last
      var cells = [StyledText(TimeText.day(day, in: last.date.year)), StyledText(String(count(line, "sessions")))]
      cells.append(StyledText(TimeText.spent(length(line, "actual")), .duration))
      if barWidth > 0 {
        let seconds = length(line, "actual").seconds
        cells.append(StyledText(Picture.bar(seconds, of: most, width: barWidth, glyphs: glyphs), .tag))
      }
      return cells + [StyledText(String(count(line, "stars")))]
    }
    for line in Table(columns: columns, rows: rows).lines(width: output.width, glyphs: glyphs) {
      speaker.writeLine(line)
    }
  }

  // MARK: Weeks and months

  private func showSpans(_ record: Record) {
    let weeks = records(record, "weeks").compactMap { line -> (ISOWeek, Duration)? in
      LocalDay(text: line["monday"]?.text).map { ($0.week, length(line, "actual")) }
    }
    let months = records(record, "months").compactMap { line -> (Month, Duration)? in
      LocalDay(text: line["month"]?.text.map { $0 + "-01" }).map { ($0.month, length(line, "actual")) }
    }
    speaker.writeLine("")
    let byWeek = Dictionary(weeks, uniquingKeysWith: +)
    showSpark(
      "weeks", latest(weeks, previous: { ISOWeek($0.monday.adding(-7)) }, time: { byWeek[$0] ?? .zero }),
      best(weeks) { "the week of " + TimeText.day($0.monday, in: today.date.year) })
    guard months.count > 1 else { return }
    let byMonth = Dictionary(months, uniquingKeysWith: +)
    showSpark(
      "months", latest(months, previous: { Month($0.firstDay.adding(-1)) }, time: { byMonth[$0] ?? .zero }),
      best(months) { "\(TimeText.months[$0.number - 1]) \($0.year)" })
  }

  /// One value for each span up to the last, those without a session included, as many as a line is wide.
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

  private func best<Span>(_ lines: [(Span, Duration)], name: (Span) -> String) -> String {
    guard let most = lines.max(by: { $0.1 < $1.1 }) else { return "" }
    return "most in \(name(most.0)): \(TimeText.spent(most.1))"
  }

  private func showSpark(_ title: String, _ spans: (values: [Double], areAll: Bool), _ words: String) {
    let label = " " + title.padding(to: 8)
    guard output.isTerminal else { return speaker.writeLine(StyledText(label, .dim) + StyledText(words)) }
    let count = spans.values.count
    let note = spans.areAll ? words : "the last \(count); \(words)"
    let spark = Picture.sparkline(spans.values, glyphs: output.line.glyphs)
    let fits = 9 + count + 2 + DisplayWidth.of(note) <= output.width
    let line = StyledText(label, .dim) + StyledText(spark, .tag)
    speaker.writeLine(fits ? line + StyledText("  " + note, .dim) : line)
    guard !fits else { return }
    for part in StyledText(note, .dim).wrapped(to: max(20, output.width - 10)) {
      speaker.writeLine(StyledText(String(repeating: " ", count: 9)) + part)
    }
  }

  // MARK: The calendar

  private func showCalendar(_ record: Record) {
    let days = calendarDays(record)
    guard output.isTerminal, !isShort(record), let first = LocalDay(text: record["from"]?.text) ?? days.keys.min(),
      let to = LocalDay(text: record["to"]?.text) ?? days.keys.max()
    else { return }
    // What lies ahead is empty in any case.
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
    speaker.writeLine("")
    for line in calendar.lines(width: min(output.width, 6 + 2 * 53), glyphs: glyphs) { speaker.writeLine(line) }
    writeWrapped(DayCalendar.legend(glyphs))
  }

  // MARK: Stars and streak

  func showStars(_ value: Value) {
    guard let record = value.record else { return }
    let glyphs = output.line.glyphs
    let text =
      "\(TimeText.count(count(record, "total"), "star")): \(count(record, "today")) today, "
      + "\(count(record, "week")) this week"
    speaker.writeLine(StyledText(" " + Mark.star.text(glyphs) + " ", .held) + StyledText(text))
    // The heading says what they are.
    let isNarrow = output.width < 48
    let rows = records(record, "ratings").filter { count($0, "sessions") > 0 }.map { line -> [StyledText] in
      [
        StyledText(line["rating"]?.text ?? ""), StyledText(TimeText.count(count(line, "sessions"), "session"), .dim),
        StyledText(isNarrow ? "\(count(line, "stars"))" : TimeText.count(count(line, "stars"), "star")),
      ]
    }
    let columns = [
      Table.Column("", overflow: .keep), Table.Column("", alignment: .right, overflow: .keep),
      Table.Column("", alignment: .right, overflow: .keep),
    ]
    for line in Table(columns: columns, rows: rows, indent: 3).lines(width: output.width, glyphs: glyphs) {
      speaker.writeLine(line)
    }
    let unrated = count(record, "unrated")
    if unrated > 0 {
      writeWrapped("\(TimeText.count(unrated, "session")) \(unrated == 1 ? "waits" : "wait") for a rating: rate good")
    }
    writeWrapped(nextStars(record["multiplier"]?.number ?? 1))
  }

  private func times(_ factor: Double) -> String {
    "\(output.line.glyphs == .unicode ? "×" : "x")\(TimeText.decimal(factor))"
  }

  private func nextStars(_ multiplier: Double) -> String {
    let streak = stints.streak(on: today)
    let days = streak.afterStintToday
    let words =
      "the next session today counts \(times(multiplier))"
      + (multiplier > 1 ? ", for \(TimeText.count(days, "day")) in a row" : "")
    guard let (next, away) = streak.next else { return words }
    return words + "; \(times(next.factor)) \(Self.away(away, includesToday: streak.includesToday))"
  }

  /// The day from which the next multiplier holds, if none is left out.
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
      speaker.writeLine(mark + StyledText("\(TimeText.count(length, "day")) in a row, today included"))
    } else if carried > 0 {
      speaker.writeLine(mark + StyledText("\(TimeText.count(carried, "day")) in a row up to yesterday"))
      writeWrapped("a session today makes it \(carried + 1); without one it ends")
    } else {
      speaker.writeLine(mark + StyledText("no streak: a session today begins one"))
    }
    writeWrapped(nextStars(record["multiplier"]?.number ?? 1))
    if let day = LocalDay(text: record["bestDay"]?.text) {
      let best = count(record, "best")
      let date = TimeText.day(day, in: today.date.year)
      writeWrapped(
        length == best && day == today
          ? "the longest so far" : "the longest was \(TimeText.count(best, "day")), up to \(date)")
    }
    guard output.isTerminal, let day = calendarDays(record).keys.min() else { return }
    let monday = today.week.monday.adding(-7 * (Self.streakWeeks - 1))
    let first = max(monday, min(day, today.week.monday.adding(-7 * 3)))
    writeCalendar(DayCalendar(days: calendarDays(record), range: first...max(first, today)))
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
