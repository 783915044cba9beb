import Timeline

extension Journal {
  /// The device that saved an event, and the number that it gave to it.
  public struct Origin: Hashable, Sendable, Comparable {
    public let device: DeviceID
    /// The device's incarnation: 1, and one more each time it turns out that the device was set back to a backup and
    /// gave out numbers a second time.
    public let run: UInt32
    /// Counts the events of a device, from 1.
    public internal(set) var sequence: UInt32

    public init(device: DeviceID, run: UInt32 = 1, sequence: UInt32) {
      (self.device, self.run, self.sequence) = (device, run, sequence)
    }

    public static func < (a: Origin, b: Origin) -> Bool {
      if a.device != b.device { return a.device < b.device }
      return (a.run, a.sequence) < (b.run, b.sequence)
    }
  }

  /// An event as the journal holds it.
  ///
  /// **The order of folding** is total and the same on every device: by instant, device, run, sequence, id. Instants
  /// are those of the device that saved the event. A clock that is wrong puts its device's events in a wrong place
  /// among those of others, and a clock that is set back does so among its own; none is lost, counted twice or left
  /// out, and all devices agree. So a fold either does not depend on the order (sums, sets, the voiding of an event,
  /// which also holds for events that come later) or takes this order as the truth (the last of several values wins).
  public struct SavedEvent: Hashable, Sendable, Comparable {
    public let event: Event
    public let origin: Origin

    public init(_ event: Event, origin: Origin) { (self.event, self.origin) = (event, origin) }

    public static func < (a: SavedEvent, b: SavedEvent) -> Bool {
      if a.event.instant != b.event.instant { return a.event.instant < b.event.instant }
      if a.origin != b.origin { return a.origin < b.origin }
      if a.event.id != b.event.id { return a.event.id < b.event.id }
      return a != b && a.json.lexicographicallyPrecedes(b.json)
    }

    /// The line that is written of it, with its line feed.
    var line: [UInt8] {
      var writer = LineWriter()
      writer.append(event, origin)
      return Array(writer.bytes)
    }

    /// The content: where everything else is equal, it decides which of two events comes first.
    private var json: ArraySlice<UInt8> { line.dropFirst(Format.prefixLength) }
  }
}
