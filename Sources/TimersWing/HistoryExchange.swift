import Journal
import SessionState
import ShellCore
import StoryScript
import System
import Timeline
import Timers

/// Timer sessions in files, which devices, spreadsheets and people exchange: their IDs stay, so nothing counts twice.
struct HistoryExchange {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The format of a file of timer sessions, by its extension.
  private enum Exchange {
    case csv, json

    init(_ path: String) throws(Failure) {
      switch FileFormat(path: path) {
      case .csv: self = .csv
      case .json, .jsonLines: self = .json
      case .tsv, .lines, .text: throw .refused("the name of a sessions file must end in .csv or .json, not '\(path)'")
      }
    }
  }

  // MARK: Writing

  /// Writes the timer sessions that match a query, the oldest first.
  /// - Returns: the number of timer sessions.
  func export(_ query: TimerSessionQuery, to path: String, replacing: Bool) throws(Failure) -> Int {
    let exchange = try Exchange(path)
    let chosen = session.ledger.timerSessions.latest(matching: query.filter).timerSessions.reversed()
    let family = Children(session).family
    // With several children, each session names its child, by the present name.
    let name: ((ChildID?) -> String)? =
      Children(session).areSeveral || chosen.contains { !family.has($0.child) } ? { family.child($0).name ?? "" } : nil
    try FileAccess(session).write(to: path, replacing: replacing) { (_) throws(Failure) in
      switch exchange {
      case .csv: TimerSessionCSV.text(chosen, child: name).utf8
      case .json: TimerSessionJSON.text(chosen, child: name).utf8
      }
    }
    return chosen.count
  }

  // MARK: Reading

  /// The maximum number of damaged rows that are reported; the rest is only counted.
  private static let shownProblems = 20

  /// Imports the timer sessions of a file: all new ones, or none if anything is damaged.
  /// - Parameters:
  ///   - anyway: `true` to import the readable timer sessions without the damaged rows.
  ///   - pin: if a PIN is set, ratings count only with it.
  ///   - child: the name of the child that owns all sessions of the file.
  /// - Returns: the result, as a record.
  func importTimerSessions(
    from path: String, anyway: Bool, pin: String?, child: String? = nil
  ) throws(Failure) -> Record {
    let now = try session.present()
    let owner = try child.map { (name) throws(Failure) in try Children(session).named(name) }
    let file = try ofFamily(withoutPresent(withoutFuture(try read(path), at: now), path), path, owner)
    reportProblems(file, path)
    guard file.damaged.isEmpty || anyway else { throw refusal(file, path) }
    let outside = try ratingsOutside(file, pin)
    let plan = session.ledger.timerSessions.plan(for: outside > 0 ? file.unrated : file)
    reportConflicts(plan, path)
    let others = plan.conflicts.count { !$0.isOnlyRating }
    guard others == 0 || anyway else {
      throw .refused(
        "\(others) of \(TimeText.count(file.rows.count, "row")) in '\(path)' \(others == 1 ? "has the id" : "have the ids") "
          + "of \(others == 1 ? "another session" : "other sessions"): nothing was imported",
        "give each session its own id, or add `anyway` to leave \(others == 1 ? "it" : "them") out")
    }
    keep(plan, at: now)
    return report(plan, file, path, outside, at: now)
  }

  /// Returns the file with the family's own children, found by their names.
  /// - Parameter owner: the child that owns all sessions; `nil` if the file names the children.
  /// - Throws: a refusal if it is not known which child a session belongs to: another child would get the stars.
  private func ofFamily(
    _ file: TimerSessionImport, _ path: String, _ owner: Child?
  ) throws(Failure) -> TimerSessionImport {
    let family = Children(session).family
    if let owner {
      let others = Set(file.rows.map { $0.child }).subtracting(["", owner.name ?? ""])
        .filter { family.called($0) != owner }.sorted()
      guard let other = others.first else { return file.assigned { _ in owner.id } }
      throw .refused(
        "'\(path)' has sessions of \(others.joined(separator: ", ")), not only of \(Children.name(owner)): nothing was imported",
        family.called(other) == nil ? "try: child add \(Word.quotedIfNeeded(other))" : "leave out 'for'")
    }
    let areSeveral = family.children.count > 1
    // Sessions that are already known stay with their child.
    let ledger = session.ledger.timerSessions
    let nameless = file.rows.filter { $0.child.isEmpty && ledger[$0.record.id] == nil }
    if areSeveral, !file.namesChildren, let row = nameless.first {
      throw .refused(
        "'\(path)', line \(row.line): the file does not say whose sessions it has, and your family has \(family.children.count) children: nothing was imported",
        "try: history import \(Word.quotedIfNeeded(path)) for \(Word.quotedIfNeeded(Children.name(Children(session).active)))"
      )
    }
    var strangers: Set<String> = []
    let assigned = file.assigned { name in
      if name.isEmpty { return family.first.id }
      // Older files have the name with which a child was added, in lower case.
      if let child = family.children.first(where: { $0.name?.lowercased() == name.lowercased() }) { return child.id }
      if family.called(name) == nil { strangers.insert(name) }
      return ChildID(name)
    }
    let doubtful = Set(file.rows.map { $0.child }).filter { name in
      family.called(name) != nil && !family.children.contains { $0.name?.lowercased() == name.lowercased() }
    }.sorted()
    if let name = doubtful.first {
      throw .refused(
        "'\(path)' has sessions of \(name), and several children of your family have that name: nothing was imported",
        "give one of them another name: child; profile name NAME")
    }
    guard let first = strangers.sorted().first else { return assigned }
    throw .refused(
      "'\(path)' has sessions of \(strangers.sorted().joined(separator: ", ")), who \(strangers.count == 1 ? "is" : "are") not in "
        + "your family: nothing was imported", "try: child add \(Word.quotedIfNeeded(first))")
  }

  /// The clocks of two devices may differ by this much.
  private static let clockDifference = Duration.hours(1)

  /// Returns the file with the sessions that have not ended yet as damaged rows: a wrong clock wrote them, and they
  /// would count in streaks and statistics before their day. In a simulated time every session may be later.
  private func withoutFuture(_ file: TimerSessionImport, at now: Instant) -> TimerSessionImport {
    session.options.kind == .real ? file.ended(by: now + Self.clockDifference) : file
  }

  /// Returns the file without a session that has the ID of the running timer: that timer's own session would be taken
  /// for it, and not count.
  private func withoutPresent(_ file: TimerSessionImport, _ path: String) -> TimerSessionImport {
    guard session.world.timers.countdown.isOn, let activity = session.world.timers.countdown.activity else {
      return file
    }
    let others = file.without(session.world.timers.timerSessionID)
    if others.rows.count < file.rows.count {
      session.notice("1 session of '\(path)' has the id of the running \(activity.name) timer and was left out")
    }
    return others
  }

  /// Returns the number of ratings that are not imported. A file is easily edited, so its ratings need the PIN like
  /// typed ones; without it the timer sessions are imported and wait for a rating.
  private func ratingsOutside(_ file: TimerSessionImport, _ pin: String?) throws(Failure) -> Int {
    guard session.resources.timers.keyring.isNeeded else { return 0 }
    if let pin {
      try PINAccess(session).verify(pin, "PIN: ", "history import FILE pin PIN")
      return 0
    }
    let left = session.ledger.timerSessions.plan(for: file).ratingCount
    if left > 0 {
      session.notice(
        "a PIN is set, so \(TimeText.count(left, "rating")) will be left out; try: history import FILE pin PIN")
    }
    return left
  }

  private func read(_ path: String) throws(Failure) -> TimerSessionImport {
    let full = FilePath.expanded(path)
    let exchange = try Exchange(path)
    let text = try FileFormat.text.read(full).text ?? ""
    // An export without timer sessions has columns or brackets; an empty file was cut off.
    guard text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else {
      throw .refused(
        "'\(path)' is empty", "try: history export to FILE, which writes files that `history import` reads")
    }
    switch exchange {
    case .json: return TimerSessionJSON.read(text)
    case .csv:
      do throws(TimerSessionCSV.BadHeader) {
        return try TimerSessionCSV.read(text)
      } catch {
        if error.missing.count == TimerSessionColumn.required.count, let line = error.unknown.first,
          error.unknown.count == 1,
          let separator = line.first(where: { ";\t".contains($0) })
        {
          throw .refused(
            "'\(path)', line 1: the columns are separated by \(separator == "\t" ? "tabs" : "semicolons")",
            "save the file with commas between the columns")
        }
        var words: [String] = []
        if error.missing.count == TimerSessionColumn.required.count {
          words.append("all are missing")
        } else if !error.missing.isEmpty {
          words.append("missing " + error.missing.map { $0.rawValue }.joined(separator: ", "))
        }
        if !error.unknown.isEmpty {
          words.append(
            "unknown " + error.unknown.map { "'\(RowProblemWords.brief($0))'" }.joined(separator: ", "))
        }
        throw .refused(
          "'\(path)', line 1: the columns do not match an exported history: \(words.joined(separator: "; "))",
          "try: history export to \"sessions.csv\", which writes a file with the right columns")
      }
    }
  }

  private func reportProblems(_ file: TimerSessionImport, _ path: String) {
    for damage in file.damaged.prefix(Self.shownProblems) {
      session.notice("\(path):\(damage.line): \(RowProblemWords.sentence(damage.problem))")
    }
    reportRest(file.damaged.count)
  }

  private func reportConflicts(_ plan: ImportPlan, _ path: String) {
    for conflict in plan.conflicts.prefix(Self.shownProblems) {
      let kept = conflict.kept
      let day = TimeText.day(kept.day, in: LocalDay.today(in: session).date.year)
      session.notice(
        "\(path):\(conflict.line): \(kept.activity) on \(day) differs from the saved session, which was not changed (\(kept.id))"
      )
    }
    reportRest(plan.conflicts.count)
  }

  private func reportRest(_ count: Int) {
    if count > Self.shownProblems { session.notice("and \(count - Self.shownProblems) more") }
  }

  private func refusal(_ file: TimerSessionImport, _ path: String) -> Failure {
    let (bad, good) = (file.damaged.count, file.rows.count)
    if file.isCutOff {
      return .refused(
        "'\(path)' was cut off: the ']' at its end is missing, so nothing was imported",
        good == 0
          ? "export it again"
          : "export it again, or add `anyway` to import the \(good == 1 ? "one session" : "\(good) sessions") in it")
    }
    let rows = TimeText.count(bad + good, "row")
    let words = "\(bad) of \(rows) in '\(path)' \(bad == 1 ? "is" : "are") damaged: nothing was imported"
    guard good > 0 else {
      return .refused(words, "try: history export to FILE, which writes files that `history import` reads")
    }
    return .refused(
      words,
      "repair \(bad == 1 ? "the row" : "the rows"), or add `anyway` to import the other \(good == 1 ? "one" : "\(good)")"
    )
  }

  /// Saves the new timer sessions as events: of the world, so that `undo` reverts them together, and of the journal.
  private func keep(_ plan: ImportPlan, at now: Instant) {
    let device = session.world.timers.device
    var events: [TimerEvent] = []
    var number = session.world.timers.facts.count
    func stamp(_ instant: Instant) -> TimerEvent.Stamp {
      number += 1
      return .init(instant: instant, device: device, sequence: UInt32(clamping: number))
    }
    for timerSession in (plan.added + plan.undone).sorted() {
      // With the values at the session's end, so that every device that imports it, at any time, gets the same event.
      events.append(
        TimerEvent(
          id: TimerJournal.id(importing: timerSession).text, stamp: stamp(timerSession.ended),
          fact: .saved(timerSession)))
    }
    for new in plan.ratings {
      events.append(
        TimerEvent(
          id: TimerJournal.id(rating: new.timerSession, new.rating, at: now).text, stamp: stamp(now),
          fact: .rated(new.timerSession, new.rating)))
    }
    session.handle { world, deliver in
      for event in events { deliver(.timers(world.timers.add(event))) }
    }
  }

  private func report(
    _ plan: ImportPlan, _ file: TimerSessionImport, _ path: String, _ outside: Int, at now: Instant
  ) -> Record {
    let new = RewardEvents.Import(
      file: path, added: plan.added.count + plan.undone.count, ratings: plan.ratings.count, known: plan.known,
      kept: plan.conflicts.count, damaged: file.damaged.count, outside: outside,
      total: Children(session).family.children.reduce(0) { $0 + Children(session).ledger(of: $1.ids).stars })
    session.emit(RewardEvents.imported, new, at: now)
    if session.persistence == nil, session.options.kind == .real || !session.options.isPrompt {
      let way = session.options.kind == .practice ? "`storyline --real`" : "`storyline --state FOLDER`"
      session.notice("this session saves nothing: to save imported sessions, use \(way)")
    }
    var record = RewardEvents.imported.record(new)
    record["total"] = nil
    record["problems"] = .list(
      file.damaged.map {
        .record(["line": .number(Double($0.line)), "problem": .text(RowProblemWords.sentence($0.problem))])
      })
    return record
  }
}
