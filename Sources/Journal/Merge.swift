/// The union of events, in the order of folding: what several devices' journals are together.
///
/// Commutative, associative and idempotent, so devices agree whatever they exchange in whatever order. Of each device
/// each id stays once. When one id comes with different contents (a device saved the same thing at different instants),
/// the one that comes first in the order of `Journal.SavedEvent` is kept: the same one everywhere. When one origin
/// (device, run and sequence) comes with different ids (a device that was set back to a backup), both are kept.
///
/// **Who may take what back:** an event that voids another holds for the lines of its own device, whenever they were
/// written and whatever the order. An event that several devices wrote counts as long as one of them has not taken it
/// back; of those the first line is the one that counts.
///
/// `Journal` applies the same rule to files of any size without holding them in memory; this is the rule as a value.
public struct Merge: Hashable, Sendable {
  /// Each event once for each device that wrote it, in the order of folding.
  public private(set) var lines: [Journal.SavedEvent]

  /// What makes two lines one.
  struct Line: Hashable {
    let id: Journal.Event.ID
    let device: Journal.DeviceID

    init(_ saved: Journal.SavedEvent) { (id, device) = (saved.event.id, saved.origin.device) }
    init(id: Journal.Event.ID, device: Journal.DeviceID) { (self.id, self.device) = (id, device) }
  }

  /// - Complexity: O(n log n).
  public init(_ events: some Sequence<Journal.SavedEvent> = []) {
    var seen: Set<Line> = []
    // Sorted first: of those with one id, the first one stays.
    self.lines = events.sorted().filter { seen.insert(Line($0)).inserted }
  }

  public mutating func formUnion(_ other: Merge) { self = Merge(lines + other.lines) }
  public func union(_ other: Merge) -> Merge { Merge(lines + other.lines) }

  /// The lines that their own device has taken back.
  private var voided: Set<Line> {
    Set(lines.compactMap { saved in saved.event.voidedID.map { Line(id: $0, device: saved.origin.device) } })
  }

  /// Each event once, in the order of folding: by the line that counts, or by the first of those taken back.
  public var events: [Journal.SavedEvent] {
    let voided = voided
    func first(of lines: some Sequence<Journal.SavedEvent>, _ seen: inout Set<Journal.Event.ID>) -> [Journal.SavedEvent]
    {
      lines.filter { seen.insert($0.event.id).inserted }
    }
    var seen: Set<Journal.Event.ID> = []
    let counting = first(of: lines.lazy.filter { !voided.contains(Line($0)) }, &seen)
    return (counting + first(of: lines, &seen)).sorted()
  }

  /// The events that count: those that void others and those that are voided are left out.
  public var live: [Journal.SavedEvent] {
    let voided = voided
    return events.filter { $0.event.type != Journal.Event.voidType && !voided.contains(Line($0)) }
  }
}
