import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// A sheet of paper with one week: for each day the sessions with their icons, times and stars. It is one page of A4,
/// upright, in black and white.
struct WeekSheet {
  struct Entry: Equatable {
    let icon: Character
    let name: String
    /// `15 min, +10`.
    let words: String
  }

  struct Day: Equatable {
    let title: String
    let date: String
    let isRest: Bool
    let stars: Int
    let entries: [Entry]
  }

  let title: String
  /// The lines below the week: totals, streak and goal.
  let lines: [String]
  /// Monday to Sunday.
  let days: [Day]

  // The page in millimetres.
  private static let (width, height, margin) = (210, 297, 12)
  private static let (rowHeight, rowTop) = (31, 30)
  /// The width of the lines below the week, in columns of a terminal.
  private static let lineWidth = 76
  /// The sessions that fit into a day, in columns.
  static let (columns, rows) = (4, 3)

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>\(Markup.escaped(title))</title>
    <style>
    @page { size: A4 portrait; margin: 0 }
    body { margin: 0 }
    svg { display: block; width: 100%; max-width: 210mm; height: auto; margin: auto }
    </style>
    </head>
    <body>
    \(svg)</body>
    </html>

    """
  }

  var svg: String {
    // A child's name may be long; the dates are not.
    let titleSize = min(8, Self.size(320, columns: StyledText(title).width))
    var body = text(title, x: Self.margin, y: 20, size: titleSize, weight: "bold")
    for (index, day) in days.enumerated() { body += row(day, top: Self.rowTop + index * Self.rowHeight) }
    var y = Self.rowTop + days.count * Self.rowHeight + 10
    for row in lines.flatMap({ StyledText($0).wrapped(to: Self.lineWidth) }) {
      body += text(row.plain, x: Self.margin, y: y, size: 4.5)
      y += 6
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 \(Self.width) \(Self.height)" \
      font-family="sans-serif" fill="#000">
      <title>\(Markup.escaped(title))</title>
      <rect width="100%" height="100%" fill="#fff"/>
      \(body)</svg>

      """
  }

  private func row(_ day: Day, top: Int) -> String {
    let (left, right) = (Self.margin, Self.width - Self.margin)
    // A rest day is marked by a dashed line, not by a colour.
    var row =
      "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(right - left)\" height=\"\(Self.rowHeight - 2)\" rx=\"2\" "
      + "fill=\"none\" stroke=\"#000\" stroke-width=\"0.4\"\(day.isRest ? " stroke-dasharray=\"2 1.5\"" : "")/>\n"
    row += text(day.title, x: left + 3, y: top + 8, size: 5.5, weight: "bold")
    row += text(day.date, x: left + 3, y: top + 14, size: 4)
    if day.isRest { row += text("rest day", x: left + 3, y: top + 20, size: 3.5) }
    if day.stars > 0 { row += text("★ \(day.stars)", x: left + 3, y: top + 26, size: 5.5, weight: "bold") }
    let most = Self.columns * Self.rows
    let shown = day.entries.count > most ? day.entries.prefix(most - 1) : day.entries[...]
    for (index, entry) in shown.enumerated() { row += cell(entry, index, top) }
    if shown.count < day.entries.count {
      row += cell(
        Entry(icon: "…", name: "\(day.entries.count - shown.count) more", words: ""), most - 1, top)
    }
    return row
  }

  private func cell(_ entry: Entry, _ index: Int, _ top: Int) -> String {
    let (x, y) = (Self.margin + 32 + index % Self.columns * 38, top + 6 + index / Self.columns * 9)
    let (name, size) = Self.name(entry.name)
    let first = name.count > 1 ? y - 2 : y
    let names = name.enumerated().map { line, words in
      text(words, x: x + 8, y: first + line * 3, size: size, weight: "bold")
    }
    return text(String(entry.icon), x: x, y: y + 2, size: 5.5) + names.joined()
      + text(entry.words, x: x + 8, y: y + 4, size: 3.2)
  }

  /// Returns a name in one line, or in two of smaller letters, with the size of its letters. The longest possible name
  /// fits.
  static func name(_ name: String) -> (lines: [String], size: Double) {
    let width = 15
    if StyledText(name).width <= width { return ([name], 3.4) }
    var (columns, lines) = (width, StyledText(name).wrapped(to: width))
    while lines.count > 2, columns < 2 * PrintableText.nameLengthLimit {
      columns += 1
      lines = StyledText(name).wrapped(to: columns)
    }
    return (lines.map { $0.plain }, min(2.9, size(51, columns: columns)))
  }

  /// Returns the size of letters with which a number of columns fits, in tenths.
  private static func size(_ room: Double, columns: Int) -> Double {
    (room * 10 / Double(max(1, columns))).rounded(.down) / 10
  }

  private func text(_ words: String, x: Int, y: Int, size: Double, weight: String = "normal") -> String {
    if words.isEmpty { return "" }
    let bold = weight == "normal" ? "" : " font-weight=\"\(weight)\""
    return "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\"\(bold)>\(Markup.escaped(sanitized(words)))</text>\n"
  }
}

extension WeekSheet {
  /// Creates the sheet of the week that contains a day.
  init(_ day: LocalDay, of session: Session) {
    let ledger = Children(session).ledger
    let monday = day.week.monday
    let sunday = monday.adding(6)
    let week = monday...sunday
    let byDay = Dictionary(grouping: ledger.timerSessions(in: week)) { $0.day }
    days = (0..<7).map { number in
      let day = monday.adding(number)
      let records = byDay[day] ?? []
      return Day(
        title: TimeText.weekdays[number], date: "\(day.date.day) \(TimeText.months[day.date.month - 1])",
        isRest: ledger.calendar.isRest(day), stars: records.reduce(0) { $0 + (ledger.stars(of: $1.id) ?? 0) },
        entries: records.map { record in
          let spent = TimeText.shown(ShownTime(actual: record.actual, saved: record.saved).spent)
          let stars = record.rating == nil ? "" : ", ★ \(ledger.stars(of: record.id) ?? 0)"
          return Entry(icon: record.icon, name: record.activity, words: spent + stars)
        })
    }
    let dates = "\(TimeText.day(monday, in: sunday.date.year)) – \(TimeText.day(sunday, in: nil))"
    title = Children(session).active.name.map { "\($0), \(dates)" } ?? dates
    let total = ledger.statistics(in: week).total
    let goal = session.world.timers.rewards.goal
    var stars = "\(TimeText.count(total.stars, "star")) this week"
    if let goal {
      stars =
        total.stars < goal ? "\(total.stars) of \(goal) stars this week" : stars + ": the goal of \(goal) is reached"
    }
    var lines = [
      "\(TimeText.count(total.timerSessions, "session")), \(TimeText.shown(total.shown.spent)), \(stars)"
    ]
    // The streak as it was at the end of the week, or as it is today.
    let last = min(sunday, max(monday, LocalDay.today(in: session)))
    let streak = ledger.streak(on: last)
    let length = streak.length > 0 ? streak.length : streak.carried
    if length > 0 { lines.append("\(TimeText.count(length, "day")) in a row") }
    let treats = session.world.timers.rewards.catalog.rewards.prefix(3).map { "\($0.name) ★ \($0.stars)" }
    if !treats.isEmpty {
      lines.append("★ \(ledger.balance) to spend: \(treats.joined(separator: ", "))")
    }
    self.lines = lines
  }
}

/// The command that writes a week's sheet.
enum WeekSheetCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "stats sheet",
      [
        Parameter("DATE", .date, optional: true, "a date in the week (default: this week)"),
        Parameter("FILE", after: "to", .path, "the file to write, ending in .html or .svg"),
        .flag("replace", "overwrites an existing file"),
      ],
      summary: "saves a week as a printable sheet: sessions with icons, stars, streak and goal",
      details: """
        The sheet is one A4 page in black and white, in a single file. Rest days have a dashed frame. A day with more \
        than 12 sessions shows the first 11.
        """,
      examples: [
        .init("expect error { stats sheet to \"week.txt\" }", "the file's name must end in .html or .svg"),
        .init("expect error { stats sheet to \"Examples/picture.svg\" }", "an existing file is not overwritten"),
      ],
      searchWords: ["print", "paper", "page", "week", "html", "svg", "fridge", "wall", "share"], effect: .outside,
      in: .rewards,
      shows: .drawn { session, value in
        guard let record = value.record, let path = record["file"]?.text else { return }
        session.printer.writeWrapped(
          "the week's sheet (\(TimeText.count(Int(record["sessions"]?.number ?? 0), "session"))) is in '\(path)'",
          .plain)
      },
      idle: "wrote a page and did not change the sessions", reversal: FileCommands.deletion
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let path = arguments.text(1) ?? ""
      let lowered = path.lowercased()
      guard [".html", ".htm", ".svg"].contains(where: lowered.hasSuffix) else {
        throw .refused(
          "a sheet is an .html or .svg file, not '\(path)'", "try: stats sheet to \"week.html\""
        ).about(1)
      }
      let day = PastActivities(session).day(arguments[0]) ?? .today(in: session)
      let sheet = WeekSheet(day, of: session)
      try FileAccess(session).write(to: path, replacing: arguments.flag(2)) { (_) throws(Failure) in
        (lowered.hasSuffix(".svg") ? sheet.svg : sheet.html).utf8
      }
      return .value(
        .record(["file": .text(path), "sessions": sheet.days.reduce(0) { $0 + $1.entries.count }.value]))
    }
  ]
}
