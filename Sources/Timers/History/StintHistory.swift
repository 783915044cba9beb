/// The history that a session reads: all that was saved before it began, and what it has added and not taken back.
///
/// It stands outside the world, because it grows. What is undone is voided, as in the journal, and what is redone comes
/// under the id with which the journal numbers it, so that the ledger is always the fold of what the journal will hold.
public struct StintHistory: Sendable {
  public private(set) var ledger = TimerLedger()
  /// How often an event of this session was appended, where it was more than once.
  private var appends: [String: Int] = [:]

  public init(_ ledger: TimerLedger = TimerLedger()) { self.ledger = ledger }
  /// Begins again with all that counts now, by this session or others.
  public mutating func restart(with ledger: TimerLedger) { self.ledger = ledger }

  /// Takes in what this session saves. The same thing may have been undone before, by going back in time.
  public mutating func append(_ event: TimerEvent) {
    if ledger.isVoided(currentID(event)) { appends[event.id, default: 1] += 1 }
    ledger.add(TimerEvent(id: currentID(event), stamp: event.stamp, fact: event.fact))
  }

  /// Takes in that this session's facts became others.
  /// - Complexity: O(facts in which they differ).
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
