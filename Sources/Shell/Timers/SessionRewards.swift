import Journal
import StoryScript
import Terminal
import Timeline
import Timers

/// The steps after a timer has ended: its timer session is saved and rated, and earns stars.
extension Session {
  /// The present local day.
  var today: LocalDay { LocalDay(at: clock.now, offset: options.zone.offset(at: clock.now)) }

  /// Rates a waiting timer session (default: the one that ended last). If a PIN is set, it comes first; missing
  /// arguments are asked for at a terminal.
  /// - Parameter again: whether a rated timer session gets another rating: the named one, or else the newest.
  /// - Returns: the timer session with its rating.
  func rate(_ given: Rating?, pin: String?, of name: String? = nil, again: Bool = false) throws(Failure)
    -> TimerSessionRecord
  {
    let now = try present()
    guard given != nil || questions.canAsk else { throw .refused("`rate` needs a rating", "try: " + Self.ratingWays) }
    lookAround()
    if let elsewhere = resources.timers.consumeRatedElsewhere(), name == nil, !again, world.timers.flow.record == nil {
      throw isRatedElsewhere(elsewhere)
    }
    noteWhetherPINIsNeeded()
    let named: TimerSessionRecord? =
      if again { try rated(name) } else { try name.map { (name) throws(Failure) in try waiting(name, given) } }
    if let named, let rating = named.rating, rating == given {
      throw .refused("\(named.activity) is already rated \(rating.words)", "try: history")
    }
    // If another timer session was open, it waits again.
    if let named, let asked = world.timers.flow.record, asked.id != named.id { postpone(at: now) }
    let isReopened = world.timers.flow.record == nil
    if isReopened {
      guard var waiting = named ?? timerSessions.newestUnrated else { throw nothingToRate() }
      waiting.rating = nil
      try handle(.reopened(waiting), at: now)
    }
    guard let record = world.timers.flow.record else { throw nothingToRate() }
    do throws(Failure) {
      if world.timers.flow.state == .pin { try enterPIN(pin, for: record, at: now) }
      let rating: Rating
      if let given { rating = given } else { rating = try askRating(record) }
      // The answers may have taken an hour.
      lookAround()
      if let other = timerSessions[record.id], other.rating != named?.rating { throw isRatedElsewhere(other) }
      resources.timers.replaced = named?.rating
      try handle(.rate(rating), at: now)
      putAway(record, at: now)
    } catch {
      // A user who entered the PIN but gave no rating must enter it again.
      resources.timers.unlocked = nil
      // The previous state is restored: a question that was not open before must not become a step for `undo`.
      if isReopened { postpone(at: now) }
      throw error
    }
    return timerSessions[record.id] ?? record
  }

  /// Returns the refusal if another session has rated the timer session meanwhile: an older one is never rated without
  /// asking.
  private func isRatedElsewhere(_ timerSession: TimerSessionRecord) -> Failure {
    _ = resources.timers.consumeRatedElsewhere()
    let next = timerSessions.newestUnrated.map { "try: rate good of \(Word.quotedIfNeeded($0.activity))" }
    return .refused(
      "another session has already rated \(timerSession.activity): \(timerSession.rating?.words ?? "")",
      next ?? "try: history")
  }

  /// Returns the waiting timer session with an ID, or the newest waiting one of an activity.
  /// - Parameter rating: the rating that was typed, for the next step of a refusal.
  private func waiting(_ name: String, _ rating: Rating?) throws(Failure) -> TimerSessionRecord {
    let next = "try: rate \((rating ?? .good).words) of \(Word.quotedIfNeeded(name)) again"
    if let timerSession = TimerSessionID(name).flatMap({ timerSessions[$0] }) {
      guard let rating = timerSession.rating else { return timerSession }
      throw .refused(
        "this session of \(timerSession.activity) is already rated: \(rating.words)", "to change that, " + next)
    }
    let activity = try pastActivity(name)
    var filter = TimerSessionFilter()
    filter.activity = activity
    filter.mark = .unrated
    guard let newest = timerSessions.latest(1, matching: filter).0.first else {
      throw .refused("every session of \(activity) is already rated", "to change the newest, " + next)
    }
    return newest
  }

  /// Returns the timer session with an ID, the newest rated one of an activity, or the newest rated one of all.
  private func rated(_ name: String?) throws(Failure) -> TimerSessionRecord {
    if let timerSession = name.flatMap({ TimerSessionID($0) }).flatMap({ timerSessions[$0] }) { return timerSession }
    let activity = try name.map { (name) throws(Failure) in try pastActivity(name) }
    guard let newest = timerSessions.newestRated(of: activity) else {
      throw .refused(
        activity.map { "no session of \($0) is rated yet" } ?? "no session is rated yet",
        timerSessions.count > 0 ? "try: history" : "try: timer start reading 20")
    }
    return newest
  }

  /// Postpones the open question; `rate` opens it again.
  func rateLater() throws(Failure) {
    let now = try present()
    let asked = world.timers.flow.record
    try handle(.postpone, at: now)
    if let asked { putAway(asked, at: now) }
  }

  /// Clears the finished timer together with its question.
  private func putAway(_ record: TimerSessionRecord, at now: Instant) {
    guard world.timers.countdown.state == .completed, world.timers.countdown.started == record.started else { return }
    change { _ = try? $0.timers.countdown.handle(.clear, at: now) }
  }

  private static let ratingWays = "rate amazing, rate good, or rate needs work"

  private func askRating(_ record: TimerSessionRecord) throws(Failure) -> Rating {
    let name = sanitized(record.activity, glyphs: output.glyphs)
    var question = "\(name): (a)mazing, (g)ood or (n)eeds work? "
    while true {
      let word = try questions.ask(question, hidden: false, Self.ratingWays, output).lowercased().drop { $0 == " " }
      if word.isEmpty {
        throw .refused("you typed nothing, so the session is still not rated", "try: " + Self.ratingWays)
      }
      if let rating = Rating.allCases.first(where: { $0.words.hasPrefix(word) }) { return rating }
      question = "\(name): please type a, g or n. (a)mazing, (g)ood or (n)eeds work? "
    }
  }

  // MARK: The PIN

  /// Updates the flow with the PIN, which is outside the world: another session may have set it, and going back in
  /// time restores a question, but not the permission to answer it.
  private func noteWhetherPINIsNeeded() {
    change { $0.timers.noteWhetherPINIsNeeded(resources.timers, at: clock.now) }
  }

  /// Postpones the open question silently.
  private func postpone(at now: Instant) {
    change { _ = try? $0.timers.handle(.postpone, at: now) }
  }

  /// The question that is open now.
  var asked: CompletionFlow.State {
    let state = world.timers.flow.state
    switch state {
    case .rating where world.timers.isAskedUnlocked(resources.timers) && resources.timers.keyring.isNeeded: return .pin
    case .pin where !resources.timers.keyring.isNeeded: return .rating
    default: return state
    }
  }

  private func enterPIN(_ given: String?, for record: TimerSessionRecord, at now: Instant) throws(Failure) {
    // The PIN may have been removed since it was asked for.
    if resources.timers.keyring.isNeeded {
      guard given != nil || questions.canAsk && watch == nil else { throw Self.pinFirst }
      do throws(Failure) { try verifyPIN(given, "PIN: ", "rate good pin PIN") } catch {
        try handle(.pinWrong, at: now)
        throw error
      }
    }
    try handle(.pinRight, at: now)
    resources.timers.unlocked = record.id
  }

  private static var pinFirst: Failure { .refused("enter the PIN before the rating", "try: rate good pin PIN") }

  private func handle(_ input: CompletionFlow.Input, at now: Instant) throws(Failure) {
    do throws(CompletionFlow.Refusal) {
      try handle { (world, deliver) throws(CompletionFlow.Refusal) in
        for event in try world.timers.handle(input, at: now) { deliver(.timers(event)) }
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
    let isTiming = [.running, .paused].contains(world.timers.countdown.state)
    if let last = timerSessions.latest(1).first {
      // The activity may have been removed, or belong to another device.
      let known = world.timers.activities.activities.contains { $0.name == last.activity }
      return .refused(
        "every session is already rated; the last one was \(last.activity)",
        isTiming ? "try: timer done" : "try: timer start \(known ? Word.quotedIfNeeded(last.activity) : "reading 20")")
    }
    return .refused(
      "there is no session to rate: no timer has ended yet",
      isTiming ? "try: timer done" : "try: timer start reading 20")
  }

  /// Carries out an event's effects outside the world, after the event was reported.
  func followed(_ event: TimerPart.Event) {
    if case .flow(let event) = event, case .saved = event.kind { offerPIN() }
  }

  func tell(_ event: CompletionFlow.Event) {
    switch event.kind {
    case .saved(let record): emit(RewardEvents.saved, (record, world.timers.needsPIN), at: event.at)
    case .rated(let record):
      guard let rating = record.rating else { return }
      defer { resources.timers.replaced = nil }
      let streak = timerSessions.streak(on: record.day).length
      emit(
        RewardEvents.rated,
        (
          record, rating, resources.timers.replaced, timerSessions.multiplier(on: record.day), streak,
          timerSessions.stars
        ),
        at: event.at)
    case .postponed(let record): emit(RewardEvents.postponed, record, at: event.at)
    case .ignored(.postpone, _):
      emit(
        TimerEvents.ignored,
        (
          "rate later", "rate later",
          timerSessions.unratedCount > 0 ? "the rating is already postponed" : "there is no session to rate"
        ), at: event.at)
    case .store, .askedPIN, .askedRating, .wrongPIN, .ignored: break
    }
  }

  /// Resumes the timer of a state folder that was opened.
  func opened(_ kept: TimerJournal) {
    guard let activity = resume(kept.snapshot) else { return }
    let words = world.timers.countdown.state == .paused ? "is still paused" : "kept running"
    notice("\(activity.name) \(words), \(timeLeft) left")
  }

  /// Adopts the changes that other sessions have saved. One timer runs on a device, whichever session started it.
  func joined(_ kept: TimerJournal) {
    // The question is about the timer session that ended last, whichever session saw it end, and no user is asked
    // twice.
    if let asked = world.timers.flow.record {
      let isAnswered = timerSessions[asked.id]?.rating != nil
      if isAnswered || timerSessions.newestUnrated.map({ $0.ended > asked.ended }) == true { postpone(at: clock.now) }
      if isAnswered {
        resources.timers.ratedElsewhere = timerSessions[asked.id]
        putAway(asked, at: clock.now)
      }
    }
    guard let place = keeper?.place, place.isReal else { return }
    let theirs = kept.snapshot.timer.map { TimersSnapshot.unmoved($0) }
    let snapshot = world.timers.snapshot(place)
    guard snapshot.timer != theirs else {
      if snapshot.anchor != kept.snapshot.anchor { change { $0.timers.adopt(kept.snapshot.anchor) } }
      return
    }
    let ours = world.timers.countdown
    let isSame = ours.isOn && world.timers.keptStart == kept.snapshot.timer?.started
    if ours.isOn, !isSame, let activity = ours.activity {
      let isFinished = timerSessions.knows(world.timers.keptID)
      notice(
        "another session \(isFinished ? "finished \(activity.name)" : "stopped \(activity.name), so it does not count")"
      )
    }
    guard kept.snapshot.timer != nil else {
      let now = clock.now
      return change { $0.timers.countdown = Countdown(at: now, ticks: $0.timers.countdown.ticks) }
    }
    guard let activity = resume(kept.snapshot) else { return }
    let state = world.timers.countdown.state
    // Other differences, such as a corrected clock, are not a user's doing.
    guard !isSame || state != ours.state else { return }
    let action = isSame ? state == .paused ? "paused" : "resumed" : "started"
    notice(
      "another session \(action) \(activity.name), \(timeLeft) left"
        + (!isSame && state == .paused ? ", now paused" : "")
    )
  }

  /// Returns whether an event of another device rates a session otherwise than it was rated; `nil` for other events.
  func countsAsRating(_ saved: Journal.SavedEvent, since before: World.Ledger) -> Bool? {
    guard saved.event.type == TimerJournal.kind(.rated).name else { return nil }
    guard let timerSession = saved.event.payload["session"]?.stringValue.flatMap({ TimerSessionID($0) }),
      let old = before.timers.ledger[timerSession]?.rating
    else { return false }
    let now = timerSessions[timerSession]?.rating
    return now != old && now?.rawValue == saved.event.payload["rating"]?.stringValue
  }

  /// Saves how much of its time a running timer has spent, before the session ends; if the disk refuses that, it is no
  /// loss that anybody needs to know.
  func saveTimerProgress() {
    guard let keeper, keeper.place.isReal, !past.isForked, keeper.isWritten, world.timers.countdown.state == .running
    else { return }
    change { $0.timers.see(at: max(clock.now, livePresent)) }
    _ = isDurable()
  }

  private var timeLeft: String { TimeText.left(world.timers.countdown.remaining(at: clock.now)) }

  /// Resumes a timer that was running or paused when the last session ended, at the position given by the wall clock.
  /// Its messages of the meantime are dropped, except that it ended, and when.
  /// - Returns: the timer's activity; `nil` if the timer is over.
  private func resume(_ kept: TimersSnapshot) -> Activity? {
    // Another session of this device may have seen it end.
    guard let timer = kept.timer, !timerSessions.knows(world.timers.id(ofTimerStarted: timer.started)) else {
      return nil
    }
    let now = clock.now
    handle { world, deliver in
      world.timers.adopt(kept, at: now)
      world.timers.countdown.advance(to: now) { event in
        if case .completed = event.kind { deliver(.timers(.countdown(event))) }
      }
      // Ticks of the meantime are dropped.
      world.timers.countdown.ticks = world.timers.sounds.ticks
    }
    return world.timers.countdown.isOn ? world.timers.countdown.activity : nil
  }
}

extension Rating {
  /// The rating as people write it: `needs work`.
  var words: String { self == .needsWork ? "needs work" : rawValue }
}
