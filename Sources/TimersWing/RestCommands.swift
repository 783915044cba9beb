import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The commands for rest days: days without a session that break no streak.
struct RestCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let pin = Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set")
  private static let first = Parameter("DATE", .date, "the day, or the first of several days")
  private static let last = Parameter("LAST", after: "until", .date, optional: true, "the last day")
  private static let words = [
    "weekends", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "none",
  ]

  static let entries: [CommandEntry] = [
    CommandEntry(
      "rest", summary: "shows your rest days: a streak does not end on them, even without a session",
      details: """
        A rest day without a session neither counts towards a streak nor ends it; a rest day with a session counts like any other \
        day. `weekdays` lists the rest days of each week, `days` the individual rest days from today on, and \
        `exceptions` the days that `rest off` has taken out of the weekly ones.
        """,
      examples: [.init("rest weekly weekends\nexpect (rest).weekdays == [\"Sat\", \"Sun\"]", "weekends")],
      searchWords: ["holiday", "ill", "sick", "weekend", "vacation", "streak", "free", "off"],
      gives: ["weekdays", "days", "exceptions", "today"], in: .rewards, shows: .drawn { RestCommands($0).show($1) },
      role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.record(RestCommands(session).record))
    },
    CommandEntry(
      "rest weekly",
      [
        Parameter("WEEKDAY", .choice(words, orNumber: nil), "weekends, a weekday, or none"),
        Parameter("AND", after: "and", .choice(words, orNumber: nil), optional: true, "another weekday"), pin,
      ],
      summary: "sets the rest days of each week, from today on",
      details:
        "Earlier days stay as they were, so earned stars do not change. If a PIN is set, `rest weekly` requires it.",
      examples: [
        .init(
          "timer start reading\ntimer done\nrest weekly tuesday\nwait 2d\ntimer start reading\ntimer done\nexpect rewards.streak == 2",
          "Tuesday breaks no streak"),
        .init("rest weekly wednesday and sunday\nrest weekly none\nexpect (rest | get weekdays | count) == 0", "none"),
      ],
      searchWords: ["weekend", "every", "free", "off"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      let chosen = [arguments.text(0), arguments.text(1)].compactMap { $0?.lowercased() }
      let weekdays = chosen.reduce(into: Set<Int>()) { all, word in
        if word == "weekends" { all.formUnion([6, 7]) }
        if let number = words[1...7].firstIndex(of: word) { all.insert(number) }
      }
      try RestCommands(session).set(
        .weekly(weekdays, from: LocalDay.today(in: session)), pin: arguments.text(2), "rest weekly \(chosen[0]) pin PIN"
      )
    },
    CommandEntry(
      "rest on", [first, last, pin], summary: "marks days as rest days, such as holidays or sick days",
      details: "Past days are allowed, too; the stars are then recalculated. If a PIN is set, `rest on` requires it.",
      examples: [
        .init("rest on 2026-01-05 until 2026-01-09\nexpect (rest).today", "a week's holiday"),
        .init(
          "timer start reading\ntimer done\nwait 2d\ntimer start reading\ntimer done\nrest on 2026-01-06\nexpect rewards.streak == 2",
          "yesterday was a sick day"),
      ],
      searchWords: ["holiday", "ill", "sick", "vacation", "pause"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      try RestCommands(session).set(days: arguments, areRest: true)
    },
    CommandEntry(
      "rest off", [first, last, pin],
      summary: "makes rest days ordinary days again: a missing session ends a streak",
      details: "If a PIN is set, `rest off` requires it.",
      examples: [.init("rest on 2026-01-05\nrest off 2026-01-05\nexpect not (rest).today", "an ordinary day again")],
      searchWords: ["remove", "end", "cancel"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      try RestCommands(session).set(days: arguments, areRest: false)
    },
  ]
}

extension RestCommands {
  private var calendar: RestCalendar { Children(session).ledger.calendar }

  fileprivate var record: Record {
    let today = LocalDay.today(in: session)
    return [
      "weekdays": .list(calendar.weekdays(on: today).sorted().map { .text(TimeText.weekdays[$0 - 1]) }),
      "days": .list(calendar.singleDays(since: today).map { .text($0.description) }),
      "exceptions": .list(calendar.exceptions(since: today).map { .text($0.description) }),
      "today": .bool(calendar.isRest(today)),
    ]
  }

  fileprivate func show(_ value: Value) {
    let today = LocalDay.today(in: session)
    let weekdays = calendar.weekdays(on: today).sorted().map { TimeText.weekdays[$0 - 1] }
    let days = calendar.singleDays(since: today)
    guard !weekdays.isEmpty || !days.isEmpty else {
      return session.printer.writeWrapped("no rest days; try: rest weekly weekends, or rest on \(today)")
    }
    if !weekdays.isEmpty { session.printer.writeWrapped("each week: \(weekdays.joined(separator: ", "))") }
    write(days, "from today on")
    write(calendar.exceptions(since: today), "ordinary days")
  }

  /// Writes up to 14 days after a word; nothing without days.
  private func write(_ days: [LocalDay], _ word: String) {
    guard !days.isEmpty else { return }
    let year = LocalDay.today(in: session).date.year
    let shown = days.prefix(14).map { TimeText.day($0, in: year) }.joined(separator: ", ")
    let rest = days.count > 14 ? ", and \(TimeText.count(days.count - 14, "more day", "more days"))" : ""
    session.printer.writeWrapped("\(word): \(shown)\(rest)")
  }

  fileprivate func set(days arguments: Arguments, areRest: Bool) throws(Failure) {
    guard let first = PastActivities(session).day(arguments[0]) else { throw .refused("this needs a date") }
    let last = PastActivities(session).day(arguments[1]) ?? first
    guard first <= last else {
      throw .refused(
        "the last day, \(last), is before the first day, \(first)", "try: \(first) until \(first.adding(6))"
      )
      .about(1)
    }
    let rule = RestRule.days(first...last, areRest: areRest)
    guard rule.isValid else {
      throw .refused("this period is longer than \(RestRule.longest) days", "choose a shorter period").about(1)
    }
    try set(rule, pin: arguments.text(2), "rest \(areRest ? "on" : "off") \(first) pin PIN")
  }

  /// Changes the rest days. With enough rest days a streak would never end, so a PIN protects them.
  fileprivate func set(_ rule: RestRule, pin: String?, _ way: String) throws(Failure) {
    let now = try session.present()
    session.pollOtherSessions()
    guard !isKnown(rule) else { throw .refused("the rest days are already set that way", "try: rest") }
    try PINAccess(session).require(pin, for: "changing rest days", way)
    RewardLedger(session).append(.rest(rule, child: Children(session).active.id), at: now)
    session.emit(SpendingEvents.rest, (rule, Children(session).ledger.stars), at: now)
  }

  private func isKnown(_ rule: RestRule) -> Bool {
    switch rule {
    case .weekly(let weekdays, let from): return calendar.weekdays(on: from) == weekdays
    case .days(let days, let areRest):
      var day = days.lowerBound
      while day <= days.upperBound {
        if calendar.isRest(day) != areRest { return false }
        guard day < days.upperBound else { break }
        day = day.adding(1)
      }
      return true
    }
  }
}
