import StoryScript
import Terminal
import Timeline
import Timers

/// Sessions for people: one line each, the newest first.
extension Session {
  func showHistory(_ value: Value) {
    let records = (value.list ?? []).compactMap(\.record)
    let glyphs = output.line.glyphs
    guard !records.isEmpty else {
      let total = stints.count
      let text =
        total > 0
        ? "no session is like that; there \(total == 1 ? "is 1" : "are \(total)") in all: history"
        : "no timer has ended yet: timer start reading 20"
      return writeWrapped(text)
    }
    let room = Room(width: output.width)
    var columns: [Table.Column] = [.init("day", overflow: .keep)]
    if room == .wide { columns.append(.init("", overflow: .keep)) }
    columns += [.init("activity"), .init("time", alignment: .right, overflow: .keep)]
    if room == .wide { columns.append(.init("saved", alignment: .right, overflow: .keep)) }
    if room > .narrow { columns.append(.init("rating", overflow: .keep)) }
    columns.append(.init("stars", alignment: .right, overflow: .keep))
    let rows = records.map { row($0, room, glyphs) }
    for line in Table(columns: columns, rows: rows).lines(width: output.width, glyphs: glyphs) {
      speaker.writeLine(line)
    }
    writeWrapped(footer(shown: records.count))
  }

  /// How much of a session a line can hold.
  private enum Room: Int, Comparable {
    case narrow, middle, wide

    init(width: Int) { self = width < 58 ? .narrow : width < 80 ? .middle : .wide }

    static func < (a: Room, b: Room) -> Bool { a.rawValue < b.rawValue }
  }

  private func row(_ record: Record, _ room: Room, _ glyphs: GlyphSet) -> [StyledText] {
    let day = LocalDay(text: record["day"]?.text) ?? today
    var cells = [StyledText(dayText(day, room))]
    if room == .wide, case .date(let ended)? = record["ended"] {
      let local = CivilTime(utc: ended + (record["offset"]?.duration ?? .zero))
      cells.append(StyledText(TimeText.hoursAndMinutes(local), .dim))
    }
    let allocated = record["allocated"]?.duration ?? .zero
    let actual = record["actual"]?.duration ?? .zero
    cells.append(StyledText(activityText(record, glyphs)))
    cells.append(StyledText(Self.share(actual, of: allocated, room == .narrow ? "/" : " of "), .duration))
    if room == .wide { cells.append(StyledText(Self.rest(actual, of: allocated), .dim)) }
    let waits = StyledText("waits", .held)
    let rating = record["rating"]?.text
    if room > .narrow { cells.append(rating.map { StyledText($0) } ?? waits) }
    let stars = StyledText(runtime.writer.text(record["stars"] ?? .number(0)))
    cells.append(rating != nil ? stars : room == .narrow ? waits : "")
    return cells
  }

  /// `Thu 3 Oct`, or `3 Oct 2025`: of another year nobody asks the weekday.
  private func dayText(_ day: LocalDay, _ room: Room) -> String {
    let (date, year) = (day.date, today.date.year)
    let short = "\(date.day) \(TimeText.months[date.month - 1])"
    if room == .narrow { return short }
    return date.year == year ? TimeText.day(day, in: year) : "\(short) \(date.year)"
  }

  /// The icon and the name; terminals without Unicode get the name alone.
  func activityText(_ record: Record, _ glyphs: GlyphSet) -> String {
    let name = sanitized(record["activity"]?.text ?? "", glyphs: glyphs)
    guard glyphs == .unicode, let icon = record["icon"]?.text else { return name }
    // Icons of one cell line up with those of two.
    let picture = sanitized(icon)
    return picture + String(repeating: " ", count: max(1, 3 - DisplayWidth.of(picture))) + name
  }

  /// `12 of 20 min`, by the minute.
  private static func share(_ actual: Duration, of allocated: Duration, _ between: String) -> String {
    let minute: Int64 = 60_000_000
    guard allocated.microseconds % minute == 0 else {
      return "\(TimeText.spent(actual))\(between)\(TimeText.spent(allocated))"
    }
    let (spent, total) = ((actual.microseconds + minute / 2) / minute, allocated.microseconds / minute)
    return "\(spent == 0 && actual > .zero ? "< 1" : "\(spent)")\(between)\(total) min"
  }

  /// The time left over: with the minutes that are shown as spent it makes the whole.
  private static func rest(_ actual: Duration, of allocated: Duration) -> String {
    guard actual < allocated else { return "" }
    let minute: Int64 = 60_000_000
    let shown = (actual.microseconds + minute / 2) / minute * minute
    guard allocated.microseconds % minute == 0, shown < allocated.microseconds else {
      return TimeText.spent(allocated - actual)
    }
    return TimeText.spent(Duration(microseconds: allocated.microseconds - shown))
  }

  private func footer(shown: Int) -> String {
    let (words, count) = aside.timers.listed
    let sessions = TimeText.count(count, "session")
    let asked = words.isEmpty ? "" : " " + words
    var text = shown < count ? "the last \(shown) of \(sessions); all of them: history all\(asked)" : sessions
    if shown == count, !words.isEmpty { text += ": history\(count > TimerLedger.shownStints ? " all" : "")\(asked)" }
    let unrated = stints.unratedCount
    if unrated > 0, words.isEmpty {
      text += unrated == 1 ? "; 1 waits for a rating: rate good" : "; \(unrated) wait for a rating: rate good"
    }
    return text
  }

  /// A dim sentence behind a space, in as many lines as it needs.
  func writeWrapped(_ text: String, _ style: Style = .dim) {
    for part in StyledText(sanitized(text, glyphs: output.line.glyphs), style).wrapped(to: max(20, output.width - 1)) {
      speaker.writeLine(" " + part)
    }
  }
}
