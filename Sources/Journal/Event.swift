import JSON
import Timeline

extension Journal {
  /// A permanent fact that a domain reports, not yet saved.
  public struct Event: Hashable, Sendable {
    /// Derived from the cause; see `ID`.
    public var id: ID
    /// The kind of event, as words joined by dots, for example `timer.saved`: 1 to 64 lower-case letters, digits, `.`
    /// and `-`.
    public var type: String
    public var instant: Instant
    /// The local day and offset, if they matter: streaks count stored days.
    public var local: LocalDay?
    public var payload: Payload

    public init(id: ID, type: String, instant: Instant, local: LocalDay? = nil, payload: Payload = .empty) {
      (self.id, self.type, self.instant, self.local, self.payload) = (id, type, instant, local, payload)
    }

    /// The type of events that void another event; only `Journal.void` creates them.
    public static let voidType = "void"

    /// The field of a voiding event's payload that holds the id it voids.
    static let voidedField = "of"

    /// Creates the event that voids the event of this id.
    init(voiding id: ID, at instant: Instant) {
      self.init(
        id: id.void, type: Self.voidType, instant: instant,
        payload: Payload([.init(Self.voidedField, .string(id.text))]))
    }

    /// The id that this event voids; `nil` for any other type of event.
    public var voidedID: ID? {
      guard type == Self.voidType, let text = payload[Self.voidedField]?.stringValue else { return nil }
      return ID(text)
    }

    /// The size in bytes of a payload that fits into every line.
    static let surelyShort = Format.lineLengthLimit / 2

    /// The reason why the event cannot be saved; `nil` if it can.
    var flaw: String? {
      guard (1...64).contains(type.utf8.count),
        type.utf8.allSatisfy({ DeviceID.isAllowed($0) || $0 == UInt8(ascii: ".") })
      else { return "the type '\(type)' must consist of 1 to 64 lower-case letters, digits, dots and hyphens" }
      guard payload.text.utf8.count + 2 * ID.lengthLimit < Format.lineLengthLimit else {
        return "its payload of \(payload.text.utf8.count) bytes is too large"
      }
      return nil
    }
  }

  /// A calendar day with the UTC offset at which it was that day.
  public struct LocalDay: Hashable, Sendable {
    /// Days since 1970-01-01.
    public let daysSince1970: Int32
    /// The offset of local time ahead of UTC, in seconds.
    public let offsetSeconds: Int32

    /// - Parameter offset: the offset of local time ahead of UTC; fractions of a second are dropped.
    public init(day: CivilTime, offset: Duration) {
      daysSince1970 = Int32(day.daysSince1970)
      offsetSeconds = Int32(clamping: offset.microseconds / 1_000_000)
    }

    /// Creates the day at `instant` for a clock that is `offset` ahead of UTC.
    public init(at instant: Instant, offset: Duration) {
      self.init(day: CivilTime(utc: instant + offset), offset: offset)
    }

    init(daysSince1970: Int32, offsetSeconds: Int32) {
      (self.daysSince1970, self.offsetSeconds) = (daysSince1970, offsetSeconds)
    }

    /// The day, at midnight.
    public var day: CivilTime { CivilTime(utc: Instant(secondsSince1970: Int64(daysSince1970) * 86_400)) }
    public var offset: Duration { .seconds(Int64(offsetSeconds)) }
  }
}

extension Journal {
  /// The device that saved an event, and the event's number on that device.
  public struct Origin: Hashable, Sendable, Comparable {
    public let device: DeviceID
    /// The device's incarnation: starts at 1, and increases each time the device was restored from a backup and gave
    /// out numbers a second time.
    public let run: UInt32
    /// The sequence number of the event on its device, from 1.
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
  /// are those of the device that saved the event. A wrong clock misplaces its device's events among those of other
  /// devices, and a clock that is set back misplaces them among its device's own; no event is lost, counted twice or
  /// left out, and all devices agree. So a fold either does not depend on the order (sums, sets, the voiding of an
  /// event, which also holds for events that come later) or takes this order as the truth (the last of several values
  /// wins).
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

    /// The line that stores the event, with its line feed.
    var line: [UInt8] {
      var writer = LineWriter()
      writer.append(event, origin)
      return Array(writer.bytes)
    }

    /// The content, which decides the order of two events if everything else is equal.
    private var json: ArraySlice<UInt8> { line.dropFirst(Format.prefixLength) }
  }
}
