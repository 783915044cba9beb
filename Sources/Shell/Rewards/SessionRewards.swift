import StoryScript
import Terminal
import Timeline
import Timers

/// What follows when a timer has ended: it is saved, rated, and brings stars.
extension Session {
  /// Today, as the calendar on the wall has it.
  var today: LocalDay { LocalDay(at: clock.now, offset: options.zone.offset(at: clock.now)) }

  /// Takes in a finished session: it is on its way to the journal before anybody is asked about it.
  func complete(_ session: ActivitySession) {
    take(world.household.complete(session))
    confirmSaved()
  }

  /// Gives the session that ended last, of those that wait, its rating.
  /// - Returns: the session with its rating.
  func rate(_ rating: Rating) throws(Failure) -> SessionRecord {
    let now = try present()
    if world.household.flow.record == nil {
      guard let waiting = history.ledger.newestUnrated else { throw nothingToRate() }
      take(try handle(.reopened(waiting), at: now))
    }
    guard let record = world.household.flow.record else { throw nothingToRate() }
    take(try handle(.rate(rating), at: now))
    confirmSaved()
    return history.ledger[record.id] ?? record
  }

  private func handle(
    _ input: CompletionFlow.Input, at now: Instant
  ) throws(Failure) -> [CompletionFlow.Event] {
    do throws(CompletionFlow.Refusal) { return try world.household.handle(input, at: now) } catch {
      switch error {
      case .nothingToRate: throw nothingToRate()
      case .pinFirst: throw .refused("the PIN comes before the rating", "rate good pin PIN")
      case .noPINAsked: throw .refused("no PIN is asked for")
      }
    }
  }

  private func nothingToRate() -> Failure {
    if let last = history.ledger.latest(1).first {
      return .refused(
        "every session is rated already, the last one was \(last.activity)", "timer start \(last.activity)")
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
    case .saved(let record): tellSaved(record, at: event.at)
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

  private func tellSaved(_ record: SessionRecord, at instant: Instant) {
    let asks = world.household.flow.needsPIN ? "pin" : "rating"
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

  private func tellRated(_ record: SessionRecord, at instant: Instant) {
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
        line.add(" × ")
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
    guard !history.ledger.knows(SessionID(device: world.household.place.device, started: timer.started)) else { return }
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
    case (.saved(let a), .session(let b)): a.id == b.id
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
