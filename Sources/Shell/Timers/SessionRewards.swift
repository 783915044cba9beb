import StoryScript
import Terminal
import Timeline
import Timers

/// What follows when a timer has ended: it is saved, rated, and brings stars.
extension Session {
  /// Today, as the calendar on the wall has it.
  var today: LocalDay { LocalDay(at: clock.now, offset: options.zone.offset(at: clock.now)) }

  /// Takes in a finished session: it is on its way to the journal before anybody is asked about it.
  func complete(_ session: Stint) {
    noteWhetherPINIsNeeded()
    take(world.household.complete(session))
    confirmSaved()
    noticeFork()
  }

  /// Gives the session that ended last, of those that wait, its rating. The PIN comes first where one is set; what was
  /// not given is asked for at a terminal.
  /// - Returns: the session with its rating.
  func rate(_ given: Rating?, pin: String?) throws(Failure) -> StintRecord {
    let now = try present()
    guard given != nil || canAsk else { throw .refused("rate needs a rating", Self.ratingWays) }
    noteWhetherPINIsNeeded()
    let isReopened = world.household.flow.record == nil
    if isReopened {
      guard let waiting = history.ledger.newestUnrated else { throw nothingToRate() }
      take(try handle(.reopened(waiting), at: now))
    }
    guard let record = world.household.flow.record else { throw nothingToRate() }
    do throws(Failure) {
      if world.household.flow.state == .pin { try enterPIN(pin, for: record, at: now) }
      let rating: Rating
      if let given { rating = given } else { rating = try askRating(record) }
      take(try handle(.rate(rating), at: now))
    } catch {
      // Whoever entered the PIN and left without a rating leaves no open door behind.
      unlocked = nil
      // As it was: a question that nobody had asked yet is no step for `undo`.
      if isReopened { take(try handle(.postpone, at: now)) }
      throw error
    }
    confirmSaved()
    noticeFork()
    return history.ledger[record.id] ?? record
  }

  /// Puts off the question that is open; `rate` takes it up again.
  func rateLater() throws(Failure) {
    let now = try present()
    for event in try handle(.postpone, at: now) {
      switch event.kind {
      case .postponed(let record):
        emit(.timerPostponed, at: now, [.text(record.id.text), .text(record.activity)]) { line in
          line.mark(.note)
          line.add(text: record.activity)
          line.add(" waits for its rating: `rate` takes it up again")
        }
      case .ignored:
        emit(.timerIgnored, at: now, [.text("rate later"), .text("nothing is asked")]) { line in
          line.mark(.note)
          line.add("rate later ignored: nothing is asked")
        }
      default: break
      }
    }
  }

  private static let ratingWays = "rate amazing, rate good, or rate \"needs work\""

  private func askRating(_ record: StintRecord) throws(Failure) -> Rating {
    let name = sanitized(record.activity, glyphs: output.glyphs)
    var question = "\(name): (a)mazing, (g)ood or (n)eeds work? "
    while true {
      let word = try ask(question, hidden: false, Self.ratingWays).lowercased().drop { $0 == " " }
      if word.isEmpty { throw .refused("nothing was typed, and nothing was rated", Self.ratingWays) }
      if let rating = Rating.allCases.first(where: { $0.words.hasPrefix(word) }) { return rating }
      question = "\(name): that was none of a, g and n. (a)mazing, (g)ood or (n)eeds work? "
    }
  }

  // MARK: The PIN

  /// Brings the flow up to date with the PIN, which lies outside the world: it may have been set in another session, and
  /// going back in time brings back a question, but not the right to answer it.
  private func noteWhetherPINIsNeeded() {
    let isNeeded = keyring.isNeeded
    if world.household.flow.needsPIN != isNeeded { world.household.flow.needsPIN = isNeeded }
    guard isNeeded, isAskedUnlocked else { return }
    // The table lets every question be postponed; `rate` takes it up again, with the PIN.
    _ = try? world.household.handle(.postpone, at: clock.now)
  }

  /// Whether a rating is asked for without the PIN having been entered for it.
  private var isAskedUnlocked: Bool {
    world.household.flow.state == .rating && world.household.flow.record?.id != unlocked
  }

  /// What is asked now.
  var asked: CompletionFlow.State {
    let state = world.household.flow.state
    switch state {
    case .rating where isAskedUnlocked && keyring.isNeeded: return .pin
    case .pin where !keyring.isNeeded: return .rating
    default: return state
    }
  }

  private func enterPIN(_ given: String?, for record: StintRecord, at now: Instant) throws(Failure) {
    // It may have been removed since it was asked for.
    if keyring.isNeeded {
      guard given != nil || canAsk else { throw Self.pinFirst }
      do throws(Failure) { try verifyPIN(given, "PIN: ", "rate good pin PIN") } catch {
        take(try handle(.pinWrong, at: now))
        throw error
      }
    }
    take(try handle(.pinRight, at: now))
    unlocked = record.id
  }

  private static var pinFirst: Failure { .refused("the PIN comes before the rating", "rate good pin PIN") }

  private func handle(
    _ input: CompletionFlow.Input, at now: Instant
  ) throws(Failure) -> [CompletionFlow.Event] {
    do throws(CompletionFlow.Refusal) { return try world.household.handle(input, at: now) } catch {
      switch error {
      case .nothingToRate: throw nothingToRate()
      case .pinFirst: throw Self.pinFirst
      case .noPINAsked: throw .refused("no PIN is asked for")
      }
    }
  }

  private func nothingToRate() -> Failure {
    if let last = history.ledger.latest(1).first {
      // It may be one that was removed, or that another device knows.
      let known = world.activities.activities.contains { $0.name == last.activity }
      return .refused(
        "every session is rated already, the last one was \(last.activity)",
        "timer start \(known ? NameList.quotedIfNeeded(last.activity) : "reading 20")")
    }
    return .refused("no session waits for a rating: no timer has ended yet", "timer start reading 20")
  }

  private func take(_ events: [CompletionFlow.Event]) {
    for event in events { tell(event) }
  }

  /// Makes durable what was finished or rated and says so. Where nothing is kept, memory is as durable as it gets; in a
  /// fork it waits until that is kept. What the disk refuses stays in memory; the failure itself is told by the commit
  /// that every command and every advance ends with.
  func confirmSaved() {
    guard !world.household.flow.unconfirmed.isEmpty else { return }
    if let saved {
      guard forks.isEmpty, (try? saved.commit()) != nil else { return }
    }
    take(world.household.confirm(at: clock.now))
  }

  /// Says why neither `saved` nor `rated` is told of what was just done.
  private func noticeFork() {
    guard !forks.isEmpty, saved != nil, !world.household.flow.unconfirmed.isEmpty else { return }
    notice("a fork is open: `fork keep` saves this")
  }

  private func tell(_ event: CompletionFlow.Event) {
    switch event.kind {
    case .store(let fact):
      let stored: TimerEvent
      if let last = world.household.facts.newestFirst.first(where: { $0.matches(fact) }) {
        stored = last
      } else {
        return
      }
      history.append(stored)
      saved?.note(stored, offset: options.zone.offset(at: event.at))
    case .saved(let record):
      tellSaved(record, at: event.at)
      offerPIN()
    case .rated(let record): tellRated(record, at: event.at)
    case .askedPIN, .askedRating, .wrongPIN, .postponed, .ignored: break
    }
  }

  /// Tries one last time to save what the disk has refused, and says what is lost if it still does.
  public func saveRest() {
    guard forks.isEmpty, let saved, !saved.isWritten else { return }
    do throws(Failure) {
      try commit()
      notice("what could not be saved before is saved now")
    } catch {
      notice("\(TimeText.count(saved.unwrittenCount, "change")) could not be saved and will be lost")
    }
    flush()
  }

  private func tellSaved(_ record: StintRecord, at instant: Instant) {
    let asks = keyring.isNeeded ? "pin" : "rating"
    let fields: [Value] = [
      .text(record.id.text), .text(record.activity), .text(record.day.description), .duration(record.allocated),
      .duration(record.actual), .duration(record.saved), .text(record.ending.rawValue), .text(asks),
    ]
    emit(.timerSaved, at: instant, fields) { line in
      line.mark(.note)
      line.add(text: record.activity)
      line.add(" is saved: rate it with `rate amazing|good|\"needs work\"`")
      if asks == "pin" { line.add(" and the PIN") }
    }
  }

  private func tellRated(_ record: StintRecord, at instant: Instant) {
    guard let rating = record.rating else { return }
    let multiplier = history.ledger.multiplier(on: record.day)
    let stars = rating.stars(multiplier)
    let total = history.ledger.stars
    let fields: [Value] = [
      .text(record.id.text), .text(record.activity), .text(rating.words), .number(Double(stars)),
      .number(multiplier.factor), .number(Double(total)),
    ]
    emit(.timerRated, at: instant, fields) { line in
      line.mark(.star)
      line.add(text: record.activity)
      line.add(": ")
      line.add(text: rating.words)
      line.add(", ")
      line.add(text: TimeText.count(stars, "star"))
      if multiplier > .one {
        line.add(" (")
        line.add(rating.baseStars)
        line.add(text: line.glyphs == .unicode ? " × " : " x ")
        line.add(text: TimeText.decimal(multiplier.factor))
        line.add(" for the streak)")
      }
      line.add("; ")
      line.add(total)
      line.add(" in all")
    }
  }

  /// A timer that ran or was paused when the last session ended is where the clock on the wall has brought it. What it
  /// would have said meanwhile is over; that it ended, and when, is told now.
  func resume(_ timer: Countdown) {
    // Another session of this device may have seen it end.
    guard !history.ledger.knows(StintID(device: world.household.place.device, started: timer.started)) else { return }
    var events: [Countdown.Event] = []
    world.countdown = timer
    world.countdown.advance(to: clock.now) { events.append($0) }
    let ends = events.filter { if case .completed = $0.kind { true } else { false } }
    for event in ends { tell(event) }
    guard ends.isEmpty, let activity = world.countdown.activity else { return }
    let left = TimeText.length(world.countdown.remaining(at: clock.now))
    notice(
      world.countdown.state == .paused
        ? "\(activity.name) is still paused, \(left) left" : "\(activity.name) went on meanwhile, \(left) left")
  }
}

extension TimerEvent {
  /// Whether this is the event that stores `fact`.
  fileprivate func matches(_ stored: CompletionFlow.Fact) -> Bool {
    switch (fact, stored) {
    case (.saved(let a), .stint(let b)): a.id == b.id
    case (.rated(let id, _), .rating(let b)): id == b.id
    default: false
    }
  }
}

extension Rating {
  /// As people write it: `needs work`.
  var words: String { self == .needsWork ? "needs work" : rawValue }

  init?(words: String) {
    guard let rating = Self.allCases.first(where: { $0.words == words }) else { return nil }
    self = rating
  }
}
