import Journal
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The steps after a timer has ended: its timer session is saved and rated, and earns stars.
package struct TimerRating {
  let session: Session

  package init(_ session: Session) { self.session = session }

  /// The timer session that waits for a rating: this device's before those of others, which anyone may have dated.
  var next: TimerSessionRecord? {
    Children(session).ledger.newestUnrated { session.persistence?.isOther($0) != true }
  }

  /// Rates a waiting timer session (default: the one that ended last). If a PIN is set, it comes first; missing
  /// arguments are asked for at a terminal.
  /// - Parameters:
  ///   - typed: the form in which the user chose the timer session (default: its name).
  ///   - again: whether a rated timer session gets another rating: the named one, or else the newest.
  /// - Returns: the timer session with its rating.
  func rate(
    _ given: Rating?, pin: String?, of name: String? = nil, typed: String? = nil, again: Bool = false
  ) throws(Failure) -> TimerSessionRecord {
    let now = try session.present()
    guard given != nil || session.questions.canAsk else {
      throw .refused("`rate` needs a rating", "try: " + Self.ratingAdvice)
    }
    session.pollOtherSessions()
    if let elsewhere = session.resources.timers.consumeRatedElsewhere(), name == nil, !again,
      session.world.timers.flow.record == nil
    {
      throw isRatedElsewhere(elsewhere)
    }
    noteWhetherPINIsNeeded()
    let named: TimerSessionRecord? =
      if again { try rated(name) } else {
        try name.map { (name) throws(Failure) in try waiting(name, given, typed ?? name) }
      }
    if let named, let rating = named.rating, rating == given {
      throw .refused("\(named.activity) is already rated \(rating.words)", "try: history")
    }
    // If another timer session was open, it waits again.
    if let named, let asked = session.world.timers.flow.record, asked.id != named.id { postpone(at: now) }
    let isReopened = session.world.timers.flow.record == nil
    if isReopened {
      guard var waiting = named ?? next else { throw nothingToRate() }
      waiting.rating = nil
      try handle(.reopened(waiting), at: now)
    }
    guard let record = session.world.timers.flow.record else { throw nothingToRate() }
    do throws(Failure) {
      if session.world.timers.flow.state == .pin { try enterPIN(pin, for: record, at: now) }
      let rating: Rating
      if let given { rating = given } else { rating = try askRating(record) }
      // The answers may have taken an hour.
      session.pollOtherSessions()
      if let other = session.ledger.timerSessions[record.id], other.rating != named?.rating {
        throw isRatedElsewhere(other)
      }
      session.resources.timers.replaced = named?.rating
      try handle(.rate(rating), at: now, replacing: session.ledger.timerSessions.lastRated(record.id))
      dismissRated(record, at: now)
    } catch {
      // A user who entered the PIN but gave no rating must enter it again.
      session.resources.timers.unlocked = nil
      // The previous state is restored: a question that was not open before must not become a step for `undo`.
      if isReopened { postpone(at: now) }
      throw error
    }
    return session.ledger.timerSessions[record.id] ?? record
  }

  /// Returns the refusal if another session has rated the timer session meanwhile: an older one is never rated without
  /// asking.
  private func isRatedElsewhere(_ timerSession: TimerSessionRecord) -> Failure {
    _ = session.resources.timers.consumeRatedElsewhere()
    let next = next.map {
      "try: rate good of \(Word.quotedIfNeeded($0.activity))"
    }
    return .refused(
      "\(timerSession.activity) has already been rated in another Storyline session: \(timerSession.rating?.words ?? "")",
      next ?? "try: history")
  }

  /// Returns the waiting timer session with an ID, or the newest waiting one of an activity.
  /// - Parameters:
  ///   - rating: the rating that was typed, for the next step of a refusal.
  ///   - typed: the session as it was typed.
  private func waiting(_ name: String, _ rating: Rating?, _ typed: String) throws(Failure) -> TimerSessionRecord {
    let next = "try: rate \((rating ?? .good).words) of \(Word.quotedIfNeeded(typed)) again"
    if let timerSession = TimerSessionID(name).flatMap({ session.ledger.timerSessions[$0] }) {
      guard let rating = timerSession.rating else { return timerSession }
      throw .refused(
        "this session of \(timerSession.activity) is already rated: \(rating.words)", "to change that, " + next)
    }
    let activity = try PastActivities(session).match(name)
    var filter = TimerSessionFilter()
    filter.activity = activity
    let ledger = Children(session).ledger
    guard !ledger.latest(1, matching: filter).0.isEmpty else {
      throw .refused(
        "there is no session of \(activity)", ledger.count > 0 ? "try: history" : "try: timer start reading 20")
    }
    filter.mark = .unrated
    guard let newest = ledger.latest(1, matching: filter).0.first else {
      throw .refused("every session of \(activity) is already rated", "to change the newest session's rating, " + next)
    }
    return newest
  }

  /// Returns the timer session with an ID, the newest rated one of an activity, or the newest rated one of all.
  private func rated(_ name: String?) throws(Failure) -> TimerSessionRecord {
    if let timerSession = name.flatMap({ TimerSessionID($0) }).flatMap({ session.ledger.timerSessions[$0] }) {
      return timerSession
    }
    let activity = try name.map { (name) throws(Failure) in try PastActivities(session).match(name) }
    guard let newest = Children(session).ledger.newestRated(of: activity) else {
      throw .refused(
        activity.map { "no session of \($0) has been rated yet" } ?? "no session has been rated yet",
        Children(session).ledger.count > 0 ? "try: history" : "try: timer start reading 20")
    }
    return newest
  }

  /// Postpones the open question; `rate` opens it again.
  func rateLater() throws(Failure) {
    let now = try session.present()
    let asked = session.world.timers.flow.record
    try handle(.postpone, at: now)
    if let asked { dismissRated(asked, at: now) }
  }

  /// Clears the finished timer together with its question.
  func dismissRated(_ record: TimerSessionRecord, at now: Instant) {
    let countdown = session.world.timers.countdown
    guard countdown.state == .completed else { return }
    // `undo` moves a timer that it restores to the present, so its start may differ.
    let isRestored =
      countdown.activity?.name == record.activity && countdown.total == record.allocated
      && countdown.elapsed(at: now) == record.actual
    guard countdown.started == record.started || isRestored else { return }
    session.change { _ = try? $0.timers.countdown.handle(.clear, at: now) }
  }

  private static let ratingAdvice = "rate amazing, rate good, or rate needs work"

  private func askRating(_ record: TimerSessionRecord) throws(Failure) -> Rating {
    let name = sanitized(record.activity, glyphs: session.output.glyphs)
    var question = "\(name): (a)mazing, (g)ood or (n)eeds work? "
    while true {
      let word = try session.questions.ask(question, hidden: false, Self.ratingAdvice, session.output).lowercased().drop
      {
        $0 == " "
      }
      if word.isEmpty {
        throw .refused("you typed nothing, so the session is still unrated", "try: " + Self.ratingAdvice)
      }
      if let rating = Rating.allCases.first(where: { $0.words.hasPrefix(word) }) { return rating }
      question = "\(name): please type a, g or n. (a)mazing, (g)ood or (n)eeds work? "
    }
  }

  // MARK: The PIN

  /// Updates the flow with the PIN, which is outside the world: another session may have set it, and going back in
  /// time restores a question, but not the permission to answer it.
  private func noteWhetherPINIsNeeded() {
    session.change { $0.timers.noteWhetherPINIsNeeded(session.resources.pin, at: session.clock.now) }
  }

  /// Postpones the open question silently.
  func postpone(at now: Instant) {
    session.change { _ = try? $0.timers.handle(.postpone, at: now) }
  }

  /// The question that is open now.
  var asked: CompletionFlow.State {
    let state = session.world.timers.flow.state
    switch state {
    case .rating
    where session.world.timers.isAskedUnlocked(session.resources.pin) && session.resources.timers.keyring.isNeeded:
      return .pin
    case .pin where !session.resources.timers.keyring.isNeeded: return .rating
    default: return state
    }
  }

  private func enterPIN(_ given: String?, for record: TimerSessionRecord, at now: Instant) throws(Failure) {
    // The PIN may have been removed since it was asked for.
    if session.resources.timers.keyring.isNeeded {
      guard given != nil || session.questions.canAsk && session.watch == nil else { throw Self.pinFirst }
      do throws(Failure) { try PINAccess(session).verify(given, "PIN: ", "rate good pin PIN") } catch {
        try handle(.pinWrong, at: now)
        throw error
      }
    }
    try handle(.pinRight, at: now)
    session.resources.timers.unlocked = record.id
  }

  private static var pinFirst: Failure { .refused("enter the PIN before the rating", "try: rate good pin PIN") }

  private func handle(
    _ input: CompletionFlow.Input, at now: Instant, replacing known: Instant? = nil
  ) throws(Failure) {
    do throws(CompletionFlow.Refusal) {
      try session.handle { (world, deliver) throws(CompletionFlow.Refusal) in
        for event in try world.timers.handle(input, at: now, replacing: known) { deliver(.timers(event)) }
      }
    } catch {
      switch error {
      case .nothingToRate: throw nothingToRate()
      case .pinFirst: throw Self.pinFirst
      case .noPINAsked: throw .refused("no PIN is needed now")
      }
    }
  }

  private func nothingToRate() -> Failure {
    let isTiming = [.running, .paused].contains(session.world.timers.countdown.state)
    if let last = Children(session).ledger.latest(1).first {
      // The activity may have been removed, or belong to another device.
      let known = session.world.timers.activities.activities.contains { $0.name == last.activity }
      return .refused(
        "every session is already rated; the last one was \(last.activity)",
        isTiming ? "try: timer done" : "try: timer start \(known ? Word.quotedIfNeeded(last.activity) : "reading 20")")
    }
    return .refused(
      "there is no session to rate: no timer has ended yet",
      isTiming ? "try: timer done" : "try: timer start reading 20")
  }

  /// Returns `, and the reading timer is running`; empty without a timer.
  private var presentTimer: String {
    let timer = session.world.timers.countdown
    guard timer.isOn, let activity = timer.activity else { return "" }
    return ", and the \(activity.name) timer is \(timer.state == .paused ? "paused" : "running")"
  }

  /// Carries out an event's effects outside the world, after the event was reported.
  package func followed(_ event: TimerPart.Event) {
    if case .flow(let event) = event, case .saved = event.kind { PINAccess(session).offer() }
  }

  func report(_ event: CompletionFlow.Event) {
    switch event.kind {
    case .saved(let record):
      session.emit(RewardEvents.saved, (record, session.world.timers.needsPIN), at: event.at)
      let family = Children(session).family
      if !family.has(record.child), let name = family.child(record.child).name {
        session.notice(
          "\(name) was removed from the family: the session counts when \(name) is back; try: child add \(Word.quotedIfNeeded(name))"
        )
      }
    case .rated(let record):
      guard let rating = record.rating else { return }
      defer { session.resources.timers.replaced = nil }
      let ledger = Children(session).ledger(of: record.child)
      let streak = ledger.streak(on: record.day).length
      session.emit(
        RewardEvents.rated,
        (
          record, rating, session.resources.timers.replaced, ledger.multiplier(on: record.day),
          streak,
          ledger.stars, ledger.balance
        ),
        at: event.at)
      WeekStars(session).celebrate(record, rating, instead: session.resources.timers.replaced, at: event.at)
    case .postponed(let record): session.emit(RewardEvents.postponed, record, at: event.at)
    case .ignored(.postpone, _):
      session.emit(
        TimerEvents.ignored,
        (
          "rate later", "rate later",
          (Children(session).ledger.unratedCount > 0
            ? "the unrated sessions are already waiting" : "there is no session to rate") + presentTimer
        ), at: event.at)
    case .store, .askedPIN, .askedRating, .wrongPIN, .ignored: break
    }
  }
}

extension Rating {
  /// The rating as people write it: `needs work`.
  var words: String { self == .needsWork ? "needs work" : rawValue }
}
