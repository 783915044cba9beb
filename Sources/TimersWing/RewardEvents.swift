import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timers

/// The events after finished timers, with their sentences.
enum RewardEvents {
  static let all = [saved.row, rated.row, edited.row, removed.row, imported.row, postponed.row]

  static let saved = EventEntry<(timerSession: TimerSessionRecord, needsPIN: Bool)>(
    "timer.saved", "a timer session ended and was saved",
    fields: [
      .init("session", "the session's permanent id") { $0.timerSession.id.text },
      TimerEvents.activity { $0.timerSession.activity },
      .init("day", "the local day that the session counts for") { $0.timerSession.day.description },
      .init("allocated", "the planned time") { $0.timerSession.allocated },
      .init("actual", "the time spent") { $0.timerSession.actual },
      .init("saved", "the time saved") { $0.timerSession.saved },
      .init("ending", "timeUp or early") { $0.timerSession.ending.rawValue },
      .init("asks", "the next step: rating, or pin (the PIN, then the rating)") { $0.needsPIN ? "pin" : "rating" },
    ],
    says: { line, saved, session in
      // Without a journal nothing is saved.
      let words = session.persistence == nil ? ": rate it with" : " is saved: rate it with"
      if let run = session.world.timers.routines.run, run.past.contains(where: { $0.session == saved.timerSession.id })
      {
        // The stars come at the end of the routine, for all of its steps.
        let words = session.persistence == nil ? " counts: rate it at the end of " : " is saved: rate it at the end of "
        return line.write(.note, saved.timerSession.activity, words, run.routine)
      }
      line.write(.note, saved.timerSession.activity, words, " `rate amazing|good|needs work`")
      if saved.needsPIN { line.add(" and the PIN") }
    }, reason: TimerReasons.saved)

  static let rated = EventEntry<
    (
      timerSession: TimerSessionRecord, rating: Rating, replaced: Rating?, multiplier: Multiplier, streak: Int,
      total: Int, left: Int
    )
  >(
    "timer.rated", "a session was rated",
    fields: [
      .init("session", "the session's id") { $0.timerSession.id.text },
      TimerEvents.activity { $0.timerSession.activity },
      .init("rating", "amazing, good or needs work") { $0.rating.words },
      .init("stars", "the session's stars") { $0.rating.stars($0.multiplier) },
      .init("multiplier", "1, 1.5 or 2, depending on the streak") { $0.multiplier.factor },
      .init("streak", "the number of days in a row up to the session's day") { $0.streak },
      .init("total", "the total number of stars") { $0.total },
      .init("replaced", "the previous rating; none if there was none") { $0.replaced?.words },
      .init("left", "the number of stars left to spend") { $0.left },
    ],
    says: { line, rated, session in
      let (rating, multiplier) = (rated.rating, rated.multiplier)
      let replaced = rated.replaced.map { " instead of \($0.words)" } ?? ""
      let whose = Children(session).nameIfSeveral(rated.timerSession.child).map { "\($0), " }
      line.write(
        .star, whose, rated.timerSession.activity, ": ", rating.words, replaced, ", ",
        TimeText.count(rating.stars(multiplier), "star"))
      if multiplier > .one {
        line.add(
          " (", rating.baseStars, line.glyphs == .unicode ? " × " : " x ", TimeText.decimal(multiplier.factor),
          " for the streak)")
      }
      line.add("; ", rated.total, " in all")
      addOverspent(rated.left, &line)
    }, reason: TimerReasons.rated, isAlwaysExplained: true)

  /// Adds a balance below zero, which a correction can cause after stars were spent.
  private static func addOverspent(_ left: Int, _ line: inout LineWriter) {
    if left < 0 { line.add(", ", left, " left") }
  }

  typealias Correction = (
    before: TimerSessionRecord, after: TimerSessionRecord, total: Int, left: Int, child: String?
  )
  static let edited = EventEntry<Correction>(
    "timer.edited", "a saved session was corrected", lasts: true,
    fields: [
      .init("session", "the session's id") { $0.after.id.text }, TimerEvents.activity { $0.after.activity },
      .init("was", "the previous value of `activity`") { $0.before.activity },
      .init("day", "the local day that the session counts for") { $0.after.day.description },
      .init("child", "the session's new child; none if unchanged") { $0.child },
      .init("wasDay", "the previous value of `day`") { $0.before.day.description },
      .init("actual", "the time spent") { $0.after.actual },
      .init("wasActual", "the previous value of `actual`") { $0.before.actual },
      .init("saved", "the time saved") { $0.after.saved },
      .init("wasSaved", "the previous value of `saved`") { $0.before.saved },
      .init("started", "the session's start") { Value.date($0.after.started) },
      .init("ended", "the session's end") { Value.date($0.after.ended) },
      .init("total", "the total number of stars") { $0.total },
      .init("left", "the number of stars left to spend") { $0.left },
    ],
    says: { line, change, session in
      let (before, after, total, left, child) = change
      line.write(
        .done, after.activity, after.activity == before.activity ? nil : ", was \(before.activity)", ": ",
        Styled(TimeText.shown(ShownTime(actual: after.actual, saved: after.saved).spent), .duration), ", until ",
        PastTime(session, of: after).words(after.ended, at: session.now, hasSeconds: false))
      if let child { line.add("; it is ", child, "'s now") }
      line.add("; ", TimeText.count(total, "star"), " in all")
      addOverspent(left, &line)
    }, reason: TimerReasons.edited)

  static let removed = EventEntry<(timerSession: TimerSessionRecord, total: Int, left: Int)>(
    "timer.removed", "a saved session was removed", lasts: true,
    fields: [
      .init("session", "the session's id") { $0.timerSession.id.text },
      TimerEvents.activity { $0.timerSession.activity },
      .init("day", "the local day that the session counted for") { $0.timerSession.day.description },
      .init("total", "the total number of stars") { $0.total },
      .init("left", "the number of stars left to spend") { $0.left },
    ],
    says: { line, gone, session in
      line.write(
        .done, gone.timerSession.activity, " (",
        PastTime(session, of: gone.timerSession).words(gone.timerSession.ended, at: session.now, hasSeconds: false),
        ") no longer counts; ", TimeText.count(gone.total, "star"), " in all")
      addOverspent(gone.left, &line)
    }, reason: TimerReasons.removed)

  /// The result of an import.
  struct Import {
    let file: String
    let added: Int
    let ratings: Int
    let known: Int
    let kept: Int
    let damaged: Int
    let outside: Int
    let total: Int
  }

  static let imported = EventEntry<Import>(
    "timer.imported", "sessions were imported from a file", lasts: true,
    fields: [
      .init("file", "the file's path") { $0.file },
      .init("added", "the number of new sessions") { $0.added },
      .init("ratings", "the number of new ratings") { $0.ratings },
      .init("known", "the number of rows with nothing new") { $0.known },
      .init("kept", "the number of rows that differ from a saved session; the saved session does not change") {
        $0.kept
      },
      .init("damaged", "the number of damaged rows") { $0.damaged },
      .init("outside", "the number of ratings left out because the PIN was missing") { $0.outside },
      .init("total", "the total number of stars") { $0.total },
    ],
    says: { line, new, _ in
      line.write(.done, Styled(new.file, .path), ": ", TimeText.count(new.added, "new session"))
      for (count, one, many) in [
        (new.ratings, "new rating", "new ratings"), (new.known, "already known", "already known"),
        (new.kept, "not changed", "not changed"),
        (new.damaged, "damaged and left out", "damaged and left out"),
      ] where count > 0 {
        line.add(", \(count) \(count == 1 ? one : many)")
      }
      line.add("; ", TimeText.count(new.total, "star"), " in all")
    }, reason: TimerReasons.imported, already: { _ in "no row has a new session or a new rating" })

  static let postponed = EventEntry<TimerSessionRecord>(
    "timer.postponed", "`rate later` postponed a rating",
    fields: [.init("session", "the session's id") { $0.id.text }, TimerEvents.activity { $0.activity }],
    says: { line, timerSession, _ in line.write(.note, timerSession.activity, " has not been rated yet; try: rate") },
    reason: TimerReasons.postponed)
}
