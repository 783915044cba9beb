import Journal
import SessionState
import StoryScript
import System
import Timeline

/// The facts that others add to those of this session: other devices by `sync`, and other sessions of this device.
extension Session {
  /// Reads the events that other sessions of this device have saved since the last look. An unreadable disk is
  /// reported, not fatal.
  /// - Returns: `true` if there were any.
  @discardableResult
  package func pollOtherSessions() -> Bool {
    guard let persistence else { return false }
    // Recorded even if the look is impossible now: otherwise the next look would always be due at once.
    persistence.beginPoll(at: SystemClock.now)
    guard !past.isForked, persistence.isWritten else { return false }
    for wing in catalog.wings { wing.readOtherSessions(self) }
    do throws(Failure) {
      if try persistence.news().isEmpty { return false }
      try mergeOthers()
    } catch {
      notice(error.problem.message)
    }
    return true
  }

  /// `true` if other sessions may change this one while no one types: they share one timer, and any of them sends the
  /// posts that one has queued.
  var followsOthers: Bool { options.kind == .real && persistence != nil }

  /// The interval between looks for changes by other sessions. A look is one system call, 20 µs.
  static let pollInterval = Duration.seconds(2)

  /// The seconds until the next look, counted from the last one; `nil` if no look is needed.
  var secondsToNextPoll: Double? {
    guard let persistence, followsOthers else { return nil }
    return max(0, (Self.pollInterval - (SystemClock.now - persistence.lastPoll)).seconds)
  }

  /// Reads other sessions' events before a deadline of this session passes: another session may have stopped the
  /// timer of that deadline.
  /// - Returns: `true` if the next deadline changed.
  func pollsOtherSessionsFirst() -> Bool {
    guard followsOthers else { return false }
    let next = nextDeadline
    pollOtherSessions()
    return nextDeadline != next
  }

  /// Merges with the devices that use a folder, and reads their events.
  /// - Returns: the events received and sent, and the changes that other devices made here.
  func exchange(with folder: String) throws(Failure) -> (Journal.Exchange, SyncEffects) {
    _ = try present()
    guard let persistence else {
      throw .refused(
        "this session saves nothing, so there is nothing to sync", "try: storyline --state FOLDER, or storyline --real")
    }
    try commit()
    let (world, ledger, snapshot) = (world, ledger, persistence.snapshot)
    var exchange = try persistence.exchange(with: folder, at: clock.now)
    let news = try persistence.news()
    if exchange.received > 0 || !news.isEmpty { try mergeOthers() }
    // Only now it is known whether other devices have events of that time.
    if persistence.correctDates(at: clock.now, by: .sync) {
      try commit()
      try mergeOthers()
      exchange.sentBytes += try persistence.exchange(with: folder, at: clock.now).sentBytes
    }
    let effects = SyncEffects(exchange, news, persistence, since: snapshot) { saved in
      for wing in catalog.wings {
        if let counts = wing.countsOutsideSnapshot(saved, self, since: world, ledger) { return counts }
      }
      return nil
    }
    return (exchange, effects)
  }
}
