/// The union of events by id, in the order of folding: what several devices' journals are together.
///
/// Commutative, associative and idempotent, so devices agree whatever they exchange in whatever order. When one id
/// comes with different contents (two devices saved the same thing at different instants), the one that comes first in
/// the order of `Journal.SavedEvent` is kept: the same one everywhere. When one origin (device, run and sequence) comes
/// with different ids (a device that was set back to a backup), both are kept.
///
/// `Journal` applies the same rule to files of any size without holding them in memory; this is the rule as a value.
public struct Merge: Hashable, Sendable {
  /// Each event once, in the order of folding.
  public private(set) var events: [Journal.SavedEvent]

  /// - Complexity: O(n log n).
  public init(_ events: some Sequence<Journal.SavedEvent> = []) {
    var seen: Set<Journal.Event.ID> = []
    // Sorted first: of those with one id, the first one stays.
    self.events = events.sorted().filter { seen.insert($0.event.id).inserted }
  }

  public mutating func formUnion(_ other: Merge) { self = Merge(events + other.events) }
  public func union(_ other: Merge) -> Merge { Merge(events + other.events) }

  /// The events that count: those that void others and those that are voided are left out.
  public var live: [Journal.SavedEvent] {
    let voided = Set(events.compactMap { $0.event.voidedID })
    return events.filter { $0.event.type != Journal.Event.voidType && !voided.contains($0.event.id) }
  }
}
