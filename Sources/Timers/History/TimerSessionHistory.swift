/// The history that a session reads: all sessions saved before it began, and those it has added and not undone.
///
/// The history is stored outside the world, because it grows. Undone events are voided, as in the journal, and redone
/// events get the id that the journal gives them, so that the ledger is always the fold of what the journal will
/// contain.
public struct TimerSessionHistory: Sendable {
  public private(set) var ledger = TimerLedger()
  /// The number of times an event of this session was appended, if more than once.
  private var appends: [String: Int] = [:]

  public init(_ ledger: TimerLedger = TimerLedger()) { self.ledger = ledger }
  /// Restarts with the current ledger, which includes other sessions' events.
  public mutating func restart(with ledger: TimerLedger) { self.ledger = ledger }

  /// Appends an event that this session saves. The same event may have been undone before, by going back in time.
  public mutating func append(_ event: TimerEvent) {
    if ledger.isVoided(currentID(event)) { appends[event.id, default: 1] += 1 }
    ledger.add(TimerEvent(id: currentID(event), stamp: event.stamp, fact: event.fact))
  }

  /// Applies the change of this session's facts from `before` to `after`.
  /// - Complexity: O(facts that differ).
  public mutating func follow(from before: FactChain, to after: FactChain) {
    let (gone, new) = before.difference(to: after)
    for event in gone {
      let id = currentID(event)
      ledger.add(TimerEvent(id: "void/" + id, stamp: event.stamp, fact: .voided(id)))
    }
    for event in new { append(event) }
  }

  private func currentID(_ event: TimerEvent) -> String {
    let count = appends[event.id] ?? 1
    return count == 1 ? event.id : "\(event.id)~\(count)"
  }
}
