import Journal
import SessionState
import System
import Timeline

/// The events that are dated more than a day ahead of this device's clock. Either that clock was ahead when they were
/// saved, or it is behind now: the program alone cannot tell.
struct EventDates {
  /// This device's events, in the order in which they were saved. They count here, while other devices leave them out.
  var own: [Journal.SavedEvent] = []
  /// The devices that have events dated more than a day ahead, by the times of these events: this device's clock may be
  /// the one that is behind.
  private(set) var others: [Int64: String] = [:]
  private static let limit = 10_000
  /// `true` if `own` keep their dates until the events are read again: later changes of the same things come after
  /// them.
  var isHeld = false
  /// `true` once the user was told about `own`.
  var isReported = false
  /// The record of how long this clock has been behind saved events; `nil` in practice sessions.
  var record: ClockRecordFile?

  /// Events of other devices are evidence for events of about the same time. A single one in a distant year is not.
  private static func period(_ instant: Instant) -> Int64 { instant.microseconds / Duration.days(31).microseconds }

  /// Inserts the date of another device's event.
  mutating func insert(_ instant: Instant, of device: String) {
    if others.count < Self.limit { others[Self.period(instant)] = device }
  }

  func device(near instant: Instant) -> String? {
    let period = Self.period(instant)
    return (-1...1).lazy.compactMap { others[period + $0] }.first
  }

  mutating func begin() { (own, others, isHeld) = ([], [:], false) }
}

/// The reason why events are dated again.
enum DateCorrector {
  /// A change, which must come after the events that it replaces.
  case change
  /// `sync`, without which other devices leave the events out.
  case sync
  /// The user, who says that the clock is right.
  case user
}

extension Persistence {
  /// The longest error of a clock that is corrected. Sessions and posts whose dates are further apart keep them,
  /// because the earlier clock may have been the right one.
  private static let clockErrorLimit = Duration.days(7)

  /// The date of the running program, less a day, since archives may hold local times; `nil` if unknown.
  private static let programDate = Environment.programDate.map { Instant(microseconds: $0) - .days(1) }

  /// `true` if a clock may show this time at all: a machine with an empty battery begins in a year before the program.
  func isPossible(_ now: Instant) -> Bool { !place.isReal || Self.programDate.map { now >= $0 } ?? true }

  // MARK: The clock

  /// Returns whether this device's clock is right, judged by the system or by a day that has passed. A clock that was
  /// set back for an hour must not redate real events: a corrected date cannot be restored.
  private func trustsClock(at now: Instant, for corrector: DateCorrector) -> Bool {
    guard place.isReal, corrector != .user else { return true }
    if clockTrust.isRight { return true }
    // A user who only syncs has time to look at the clock.
    return corrector == .change && (observedTime(at: now) ?? .zero) >= ClockRecord.length
  }

  /// Returns the time for which this clock has been behind the saved events without being set; `nil` if it was set
  /// since the program began.
  private func observedTime(at now: Instant) -> Duration? {
    guard !clockTrust.wasSet else { return nil }
    return dates.record?.observe(at: now, clockTrust.moment(now))
  }

  /// Begins to read the events.
  func beginDates() {
    // The changes that were dated after held events are read again, too.
    if dates.isHeld { latestChanges = [:] }
    dates.begin()
  }

  /// Reports, once, that events are dated ahead of a clock that may be wrong.
  func reportDates(at now: Instant) {
    guard place.isReal, let last = dates.own.map({ $0.event.instant }).max() else {
      dates.record?.removeOnce()
      return
    }
    guard !dates.isReported, !clockTrust.isRight else { return }
    dates.isReported = true
    let (what, isOne) = (noun(dates.own, dates.own.count), dates.own.count == 1)
    let ahead = last >= Self.end ? "far" : "\(isOne ? "" : "up to ")\(TimeText.length(last - now))"
    let rest = ClockRecord.length - (observedTime(at: now) ?? .zero)
    let next =
      rest > .zero
      ? "If the clock is not set in the next \(TimeText.length(rest)), the first change after that" : "The next change"
    note(
      "\(what) from this device \(isOne ? "is" : "are") dated \(ahead) ahead of the system clock. If the clock is wrong, "
        + "set it. If it is right, `clock confirm` corrects the \(isOne ? "date" : "dates"). "
        + "\(next) corrects \(isOne ? "it" : "them")")
  }

  // MARK: Correcting

  /// Dates the events again that a wrong clock dated far ahead, once the clock is right: else no later change would
  /// count here without being dated ahead as well, and none of them elsewhere. Each event keeps its ID.
  /// - Returns: `true` if there were any.
  @discardableResult
  func correctDates(at now: Instant, by corrector: DateCorrector = .change) -> Bool {
    guard !dates.own.isEmpty, !dates.isHeld || corrector == .user else { return false }
    // No clock shows an instant beyond all dates.
    func isImpossible(_ saved: Journal.SavedEvent) -> Bool { saved.event.instant >= Self.end }
    let wrong = dates.own
    let isTrusted = trustsClock(at: now, for: corrector)
    if !isTrusted, corrector == .sync { return false }
    dates.own = []
    let isPossible = isPossible(now)
    let first = wrong.lazy.filter { !isImpossible($0) }.map { $0.event.instant }.min() ?? now
    let last = wrong.lazy.filter { !isImpossible($0) }.map { $0.event.instant }.max() ?? now
    let isBrief = last - first <= Self.clockErrorLimit
    var corrected: [Journal.SavedEvent] = []
    var kept = 0
    var device: String?
    for saved in wrong {
      let other = isImpossible(saved) || corrector == .user ? nil : dates.device(near: saved.event.instant)
      let changes = saved.event.isChange
      let isLikely = isTrusted && (changes || isBrief || corrector == .user)
      if isPossible, other == nil, isLikely || isImpossible(saved) {
        corrected.append(saved)
        continue
      }
      device = device ?? other
      if other != nil { kept += 1 }
      if isTrusted {
        // Then the next change comes after it, whichever clock is wrong.
        if changes { raise(saved.event) }
      } else {
        dates.own.append(saved)
      }
    }
    if !isTrusted {
      for saved in dates.own where saved.event.isChange { raise(saved.event) }
      dates.isHeld = true
    } else if let device, isPossible {
      let isOne = kept == 1
      note(
        "\(noun(wrong, kept)) from this device \(isOne ? "is" : "are") dated more than a day in the future, "
          + "like events from \(device), and \(isOne ? "keeps its date" : "keep their dates"): "
          + "if this device's clock is right, `devices forget \(device)` gives \(isOne ? "it" : "them") today's date")
    }
    guard !corrected.isEmpty else { return false }
    // The events keep their order and, if a single clock error dated them, their distances; all come before the
    // present.
    let end = now - Duration(microseconds: Int64(corrected.count))
    let back = isBrief ? last - end : Duration.days(1_000_000)
    var next = isBrief ? min(beginning(before: corrected), end) : end
    var earliest = now
    for saved in corrected {
      var event = saved.event
      next = max(next, isImpossible(saved) ? end : min(event.instant - back, end))
      event.instant = later(than: next, event.type, event.payload)
      earliest = min(earliest, event.instant)
      next = max(next, event.instant) + Duration(microseconds: 1)
      if event.local != nil { event.local = place.day(event.instant) }
      if let kind = Self.kind(of: event.type) {
        event.payload = kind.payload(event.payload, movedBack: saved.event.instant - event.instant, if: limit(now))
      }
      redate(event)
    }
    let isOne = corrected.count == 1
    let date =
      place.day(earliest) == place.day(now)
      ? "\(isOne ? "it now has" : "they now have") today's date"
      : "their dates now begin \(TimeText.length(now - earliest)) ago, with the same time between them"
    note(
      "\(noun(corrected, corrected.count)) from this device \(isOne ? "was" : "were") dated more than a "
        + "day ahead because the clock was wrong: \(date)")
    return true
  }

  /// Returns the instant after everything that this device had saved before some events, counting only dates from times
  /// when its clock was right: the events did not happen earlier.
  private func beginning(before wrong: [Journal.SavedEvent]) -> Instant {
    guard let first = wrong.map({ $0.origin }).min() else { return .distantPast }
    let ahead = Set(wrong.map { $0.event.id })
    var latest = Instant.distantPast
    var cursor = journal.cursor(of: Self.sharedTypes)
    while let saved = (try? cursor.next()) ?? nil {
      if cursor.isOwn, saved.origin < first, !ahead.contains(saved.event.id) {
        latest = max(latest, saved.event.instant)
      }
    }
    return latest == .distantPast ? latest : latest + Duration(microseconds: 1)
  }

  private func noun(_ events: [Journal.SavedEvent], _ count: Int) -> String {
    TimeText.count(count, events.allSatisfy { $0.event.isChange } ? "change" : "event")
  }
}
