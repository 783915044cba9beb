import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

enum HistoryCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "history", [.flag("all", "all sessions, not just the last twenty")] + TimerSessionQuery.parameters,
      summary: "lists finished timer sessions, newest first: the last twenty, or all",
      details: """
        A session belongs to the local day on which it ended, wherever that was. The value is a list of records, for \
        pipelines and `save`. To write a file for `history import`, use `history export`.
        """,
      examples: [
        .init(
          "timer start reading 20\ntimer done\nrate good\nexpect (history)[0].activity == \"reading\"",
          "the newest session"),
        .init("timer start shower\nwait 10m\nexpect (history all | count) == 1", "the number of sessions"),
        .init(
          "timer start reading\nwait 20m\nhistory week of read unrated",
          "this week's unrated reading sessions"
        ),
        .init("expect (history all since 2026-01-01 until 2026-01-31 | sum stars) == 0", "a month's stars"),
      ],
      searchWords: ["sessions", "past", "list", "log", "done", "activities"],
      givesRows: RewardCommands.sessionFields, in: .rewards,
      shows: .drawn { HistoryView($0).show($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let query = try TimerSessionQuery(arguments, from: 1, in: session)
      let limit = arguments.flag(0) ? Int.max : TimerLedger.shownTimerSessions
      let (sessions, count) = Children(session).ledger.latest(limit, matching: query.filter)
      session.resources.timers.listed = (query.words, count)
      return .value(.list(sessions.map { .record(RewardCommands(session).record(of: $0)) }))
    }
  ]
}

/// The list of timer sessions for people: one line each, the newest first.
struct HistoryView {
  private let output: Output
  private let printer: OutputPrinter
  private let world: World
  private let resources: World.Resources
  private let runtime: Runtime
  private let ledger: TimerLedger
  private let today: LocalDay
  /// The name of the child, if there are several.
  private let child: String?

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    world = session.world
    resources = session.resources
    runtime = session.runtime
    ledger = Children(session).ledger
    today = LocalDay.today(in: session)
    child = Children(session).activeNameIfSeveral
  }

  func show(_ value: Value) {
    let records = (value.list ?? []).compactMap { $0.record }
    let glyphs = output.line.glyphs
    let waits = StyledText("unrated", .held)
    guard !records.isEmpty else {
      let total = ledger.count
      let isTiming = [.running, .paused].contains(world.timers.countdown.state)
      let text =
        total > 0
        ? "no session matches; there \(total == 1 ? "is 1" : "are \(total)") in all; try: history"
        : "\(child.map { "\($0) has no session yet" } ?? "no timer has ended yet"); try: \(isTiming ? "timer done" : "timer start reading 20")"
      return printer.writeWrapped(text)
    }
    let room = Room(width: output.width)
    let numbers = numbers(of: records)
    printer.writeTable(
      records,
      [
        .init("#", .right, rank: 3, if: output.isTerminal && room > .narrow) {
          StyledText($0["session"]?.text.flatMap { numbers[$0] }.map { "\($0)" } ?? "", .dim)
        },
        .init("day") { StyledText(self.dayText(LocalDay(text: $0["day"]?.text) ?? self.today, room)) },
        .init(rank: 4, if: room == .wide) { StyledText(Self.ended($0), .dim) },
        .init("activity", overflow: room == .narrow ? .wrap : .keep) { StyledText(Self.activityText($0, glyphs)) },
        .init("time", .right) { StyledText(Self.share($0, room == .narrow ? "/" : " of "), .duration) },
        .init("saved", .right, rank: 3, if: room == .wide) { Self.savedCell(Self.shown($0).saved) },
        .init("rating", rank: 2, if: room > .narrow) { $0["rating"]?.text.map { StyledText($0) } ?? waits },
        // In a narrow window this column also shows which timer sessions wait for a rating, so it always stays.
        .init("stars", .right, rank: room == .narrow ? 0 : 1) {
          if $0["rating"]?.text == nil { return room == .narrow ? waits : "" }
          return StyledText(self.runtime.writer.text($0["stars"] ?? .number(0)))
        },
      ])
    printer.writeWrapped(footer(shown: records.count))
  }

  /// Returns the places of sessions in the whole history, 1 for the newest, by which `history edit` knows them.
  private func numbers(of records: [Record]) -> [String: Int] {
    var left = Set(records.compactMap { $0["session"]?.text })
    var numbers: [String: Int] = [:]
    // The sessions of a list without a filter are the newest.
    for batch in [records.count, ledger.count] where !left.isEmpty {
      for (index, timerSession) in ledger.latest(batch).enumerated() {
        if left.remove(timerSession.id.text) != nil { numbers[timerSession.id.text] = index + 1 }
      }
    }
    return numbers
  }

  /// The width that is available for a timer session's line.
  private enum Room: Comparable {
    case narrow, middle, wide

    init(width: Int) { self = width < 58 ? .narrow : width < 80 ? .middle : .wide }
  }

  private static func ended(_ record: Record) -> String {
    guard case .date(let ended)? = record["ended"] else { return "" }
    let local = CivilTime(utc: ended + (record["offset"]?.duration ?? .zero))
    return TimeText.digits(local.hour, local.minute)
  }

  /// Returns `Thu 3 Oct`, or `3 Oct 2025` for another year, whose weekdays hardly matter.
  private func dayText(_ day: LocalDay, _ room: Room) -> String {
    let (date, year) = (day.date, today.date.year)
    let short = "\(date.day) \(TimeText.months[date.month - 1])"
    if room == .narrow { return short }
    return date.year == year ? TimeText.day(day, in: year) : "\(short) \(date.year)"
  }

  /// Returns the icon and the name; terminals without Unicode get the name alone.
  static func activityText(_ record: Record, _ glyphs: GlyphSet) -> String {
    let name = sanitized(record["activity"]?.text ?? "", glyphs: glyphs)
    guard glyphs == .unicode, let icon = record["icon"]?.text else { return name }
    // Icons of one cell are aligned with those of two.
    let picture = sanitized(icon)
    return picture + String(repeating: " ", count: max(1, 3 - DisplayWidth.of(picture))) + name
  }

  /// Returns `12 of 20 min` or `30 s of 1 min`.
  private static func share(_ record: Record, _ between: String) -> String {
    let actual = TimeText.shown(shown(record).spent)
    let allocated = TimeText.shown(ShownTime(actual: record["allocated"]?.duration ?? .zero, saved: .zero).spent)
    // A unit that both have is written once.
    let isSame = [actual, allocated].allSatisfy { $0.hasSuffix(" min") && !$0.contains("h") }
    return (isSame ? String(actual.dropLast(4)) : actual) + between + allocated
  }

  /// Returns the time left over, if there was any.
  static func savedCell(_ saved: Duration) -> StyledText {
    StyledText(saved > .zero ? TimeText.shown(saved) : "", .dim)
  }

  /// Returns the times of a timer session's record.
  private static func shown(_ record: Record) -> ShownTime {
    ShownTime(actual: record["actual"]?.duration ?? .zero, saved: record["saved"]?.duration ?? .zero)
  }

  private func footer(shown: Int) -> String {
    let (words, count) = resources.timers.listed
    let sessions = TimeText.count(count, "session")
    let asked = words.isEmpty ? "" : " " + words
    var text = shown < count ? "the last \(shown) of \(sessions); for all, try: history all\(asked)" : sessions
    if shown == count, !words.isEmpty {
      text += ": history\(count > TimerLedger.shownTimerSessions ? " all" : "")\(asked)"
    }
    let unrated = ledger.unratedCount
    if unrated > 0, words.isEmpty {
      text +=
        unrated == 1
        ? "; 1 has not been rated yet; try: rate good" : "; \(unrated) have not been rated yet; try: rate good"
    }
    return text
  }
}

extension TimeText {
  /// Returns `Thu 3 Oct`, with the year if it is not `year`: `Thu 3 Oct 2025`.
  static func day(_ day: LocalDay, in year: Int?) -> String {
    let date = day.date
    let text = "\(weekdays[date.weekday - 1]) \(date.day) \(months[date.month - 1])"
    return date.year == year ? text : "\(text) \(date.year)"
  }
}

extension LocalDay {
  /// Returns the present day in a session's time zone, by the family's end of the day.
  static func today(in session: Session) -> LocalDay {
    LocalDay(
      at: session.clock.now, offset: session.options.zone.offset(at: session.clock.now),
      dayEnd: session.world.timers.dayEnd)
  }
}
