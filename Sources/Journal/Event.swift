import Timeline

extension Journal {
  /// Something that happened and must last, as a domain tells it: not yet saved.
  public struct Event: Hashable, Sendable {
    /// Derived from the cause; see `ID`.
    public var id: ID
    /// The kind of thing that happened: words joined by a dot such as `timer.saved`, lower-case letters, digits, `.`
    /// and `-`, 1 to 64.
    public var type: String
    public var instant: Instant
    /// The day and the offset that the clock on the wall showed, where that matters: streaks count stored days.
    public var local: LocalDay?
    public var payload: Payload

    public init(id: ID, type: String, instant: Instant, local: LocalDay? = nil, payload: Payload = .empty) {
      (self.id, self.type, self.instant, self.local, self.payload) = (id, type, instant, local, payload)
    }

    /// The type of events that void another; only `Journal.void` makes them.
    public static let voidType = "void"

    /// The field of a voiding event's payload that holds the id it voids.
    static let voidedField = "of"

    /// The event that voids the one of this id.
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

    /// Bytes of a payload that fits into every line.
    static let surelyShort = Format.longestLine / 2

    /// Why the event cannot be saved; `nil` when it can.
    var flaw: String? {
      guard (1...64).contains(type.utf8.count),
        type.utf8.allSatisfy({ DeviceID.isAllowed($0) || $0 == UInt8(ascii: ".") })
      else { return "the type \"\(type)\" is not 1 to 64 lower-case letters, digits, dots and hyphens" }
      guard payload.text.utf8.count + 2 * ID.longest < Format.longestLine else {
        return "its payload of \(payload.text.utf8.count) bytes is too long"
      }
      return nil
    }
  }

  /// A calendar day with the offset from Greenwich at which it was that day.
  public struct LocalDay: Hashable, Sendable {
    /// Days since 1970-01-01.
    public let daysSince1970: Int32
    /// How far the clock on the wall was ahead of Greenwich, in seconds.
    public let offsetSeconds: Int32

    /// - Parameter offset: how far the clock was ahead of Greenwich; fractions of a second are dropped.
    public init(day: CivilTime, offset: Duration) {
      daysSince1970 = Int32(day.daysSince1970)
      offsetSeconds = Int32(clamping: offset.microseconds / 1_000_000)
    }

    /// The day at `instant` for a clock that is `offset` ahead of Greenwich.
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
