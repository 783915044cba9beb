/// The union of the events of several devices' journals, in the order of folding.
///
/// The union is commutative, associative and idempotent, so devices agree in whatever order they exchange. Each id of
/// each device is kept once. If an id comes with different contents (a device saved the same event at different
/// instants), the first in the order of `Journal.SavedEvent` is kept, on every device. When one origin (device, run
/// and sequence) comes with different ids (a device that was restored from a backup), both are kept.
///
/// **Whose line counts:** if several devices have a line of one id, the line of the reading device itself; else the
/// line of the device that the id names; else the first. So no device changes what another device saved.
///
/// **Who may take what back:** an event that voids another holds for the lines of its own device, whenever they were
/// written and whatever the order. An event that several devices wrote counts as long as one of them has not taken it
/// back; of those the first line is the one that counts.
///
/// `Journal` applies the same rules to files of any size without holding them in memory; this type is the rules as a
/// value.
public struct Merge: Hashable, Sendable {
  /// The priority of a device's line of an id among the lines of other devices: the lowest value counts.
  enum Priority: Int, Comparable {
    /// The reading device's own line.
    case own
    /// The line of the device that the id names.
    case named
    case other
    /// A line outside its device's own file.
    case told

    /// - Parameters:
    ///   - name: the device that wrote the line, in its own file.
    ///   - earlier: the earlier names of the reading device.
    init(of name: String, _ id: Journal.Event.ID, readBy reader: String?, _ earlier: [String] = []) {
      self = name == reader || earlier.contains(name) ? .own : id.names(name) ? .named : .other
    }

    static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
  }

  /// Each event once for each device that wrote it, in the order of folding.
  public private(set) var lines: [Journal.SavedEvent]

  /// The identity of a line: two lines with the same id and device are one.
  struct Line: Hashable {
    let id: Journal.Event.ID
    let device: Journal.DeviceID

    init(_ saved: Journal.SavedEvent) { (id, device) = (saved.event.id, saved.origin.device) }
    init(id: Journal.Event.ID, device: Journal.DeviceID) { (self.id, self.device) = (id, device) }
  }

  /// - Complexity: O(n log n).
  public init(_ events: some Sequence<Journal.SavedEvent> = []) {
    var seen: Set<Line> = []
    // Sorted first, so that the first of several lines with one id stays.
    self.lines = events.sorted().filter { seen.insert(Line($0)).inserted }
  }

  public mutating func formUnion(_ other: Merge) { self = Merge(lines + other.lines) }
  public func union(_ other: Merge) -> Merge { Merge(lines + other.lines) }

  /// The lines that their own device has voided.
  private var voided: Set<Line> {
    Set(lines.compactMap { saved in saved.event.voidedID.map { Line(id: $0, device: saved.origin.device) } })
  }

  /// Returns each event once, in the order of folding: by the line that counts, or the first one if all are taken
  /// back.
  /// - Parameter reader: the reading device; `nil` for a device that wrote none of the events.
  public func events(readBy reader: Journal.DeviceID?) -> [Journal.SavedEvent] {
    let voided = voided
    func priority(_ line: Journal.SavedEvent) -> Priority {
      Priority(of: line.origin.device.name, line.event.id, readBy: reader?.name)
    }
    let lines = lines.sorted { (priority($0), $0) < (priority($1), $1) }
    func first(of lines: some Sequence<Journal.SavedEvent>, _ seen: inout Set<Journal.Event.ID>) -> [Journal.SavedEvent]
    {
      lines.filter { seen.insert($0.event.id).inserted }
    }
    var seen: Set<Journal.Event.ID> = []
    let counting = first(of: lines.lazy.filter { !voided.contains(Line($0)) }, &seen)
    return (counting + first(of: lines, &seen)).sorted()
  }

  /// The events as read by a device that wrote none of them.
  public var events: [Journal.SavedEvent] { events(readBy: nil) }

  /// Returns the events that count, without voiding and voided events.
  public func live(readBy reader: Journal.DeviceID?) -> [Journal.SavedEvent] {
    let voided = voided
    return events(readBy: reader).filter { $0.event.type != Journal.Event.voidType && !voided.contains(Line($0)) }
  }

  /// The events that count for a device that wrote none of them.
  public var live: [Journal.SavedEvent] { live(readBy: nil) }
}

/// The devices that voided each event.
///
/// A device voids only its own lines: the event still counts as long as another device that wrote it has not voided
/// it.
struct Voids {
  private var devices: [Journal.Event.ID: [UInt16]] = [:]
  /// The number of voided events, each counted once for each device that did so.
  private(set) var count = 0

  var isEmpty: Bool { devices.isEmpty }

  /// - Parameter device: the number of the device that wrote the voiding line.
  /// - Returns: `true` if the device had not voided the event before.
  mutating func insert(_ id: Journal.Event.ID, by device: UInt16) -> Bool {
    guard !contains(id, by: device) else { return false }
    devices[id, default: []].append(device)
    count += 1
    return true
  }

  /// Returns the events that devices have voided since `other`.
  func added(since other: Voids) -> [(id: Journal.Event.ID, device: UInt16)] {
    guard count != other.count else { return [] }
    return devices.flatMap { id, devices in devices.filter { !other.contains(id, by: $0) }.map { (id, $0) } }
  }

  func contains(_ id: Journal.Event.ID, by device: UInt16) -> Bool { devices[id]?.contains(device) ?? false }
}
