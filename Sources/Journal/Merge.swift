/// The union of events, in the order of folding: what several devices' journals are together.
///
/// Commutative, associative and idempotent, so devices agree whatever they exchange in whatever order. Of each device
/// each id stays once. When one id comes with different contents (a device saved the same thing at different instants),
/// the one that comes first in the order of `Journal.SavedEvent` is kept: the same one everywhere. When one origin
/// (device, run and sequence) comes with different ids (a device that was set back to a backup), both are kept.
///
/// **Whose line counts:** when several devices have a line of one id, that of the reading device itself; else that of the
/// device that the id names; else the first. So nothing that a device said changes because of what another one says, and
/// nobody replaces what a third device said.
///
/// **Who may take what back:** an event that voids another holds for the lines of its own device, whenever they were
/// written and whatever the order. An event that several devices wrote counts as long as one of them has not taken it
/// back; of those the first line is the one that counts.
///
/// `Journal` applies the same rule to files of any size without holding them in memory; this is the rule as a value.
public struct Merge: Hashable, Sendable {
  /// How much a device's line of an id counts beside those of others: the lowest of them is the one that counts.
  enum Standing: Int, Comparable {
    /// The reading device's own line.
    case own
    /// The line of the device that the id names.
    case named
    case other
    /// A line outside of its device's own file.
    case told

    /// - Parameters:
    ///   - name: the device that wrote the line, in its own file.
    ///   - earlier: the names that the reading device had before.
    init(of name: String, _ id: Journal.Event.ID, readBy reader: String?, _ earlier: [String] = []) {
      self = name == reader || earlier.contains(name) ? .own : id.names(name) ? .named : .other
    }

    static func < (a: Standing, b: Standing) -> Bool { a.rawValue < b.rawValue }
  }

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
  /// - Parameter reader: the device that reads them; `nil` for one that wrote none of them.
  public func events(readBy reader: Journal.DeviceID?) -> [Journal.SavedEvent] {
    let voided = voided
    func standing(_ line: Journal.SavedEvent) -> Standing {
      Standing(of: line.origin.device.name, line.event.id, readBy: reader?.name)
    }
    let lines = lines.sorted { (standing($0), $0) < (standing($1), $1) }
    func first(of lines: some Sequence<Journal.SavedEvent>, _ seen: inout Set<Journal.Event.ID>) -> [Journal.SavedEvent]
    {
      lines.filter { seen.insert($0.event.id).inserted }
    }
    var seen: Set<Journal.Event.ID> = []
    let counting = first(of: lines.lazy.filter { !voided.contains(Line($0)) }, &seen)
    return (counting + first(of: lines, &seen)).sorted()
  }

  /// The events as a device reads them that wrote none of them.
  public var events: [Journal.SavedEvent] { events(readBy: nil) }

  /// The events that count: those that void others and those that are voided are left out.
  public func live(readBy reader: Journal.DeviceID?) -> [Journal.SavedEvent] {
    let voided = voided
    return events(readBy: reader).filter { $0.event.type != Journal.Event.voidType && !voided.contains(Line($0)) }
  }

  /// The events that count for a device that wrote none of them.
  public var live: [Journal.SavedEvent] { live(readBy: nil) }
}

/// The devices that took each event back.
///
/// A device takes back only what it wrote itself: the event still counts as long as another device that wrote it has not
/// taken it back.
struct Voids {
  private var devices: [Journal.Event.ID: [UInt16]] = [:]
  /// The number of events taken back, each counted once for each device that did so.
  private(set) var count = 0

  var isEmpty: Bool { devices.isEmpty }

  /// - Parameter device: the number of the device that wrote the voiding line.
  /// - Returns: `true` if the device had not taken the event back before.
  mutating func insert(_ id: Journal.Event.ID, by device: UInt16) -> Bool {
    guard !contains(id, by: device) else { return false }
    devices[id, default: []].append(device)
    count += 1
    return true
  }

  /// The events that devices have taken back since `other`.
  func added(since other: Voids) -> [(id: Journal.Event.ID, device: UInt16)] {
    guard count != other.count else { return [] }
    return devices.flatMap { id, devices in devices.filter { !other.contains(id, by: $0) }.map { (id, $0) } }
  }

  func contains(_ id: Journal.Event.ID, by device: UInt16) -> Bool { devices[id]?.contains(device) ?? false }
}
