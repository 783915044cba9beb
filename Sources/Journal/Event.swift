import Timeline

extension Journal {
  /// Something that happened and must last, as a domain tells it: not yet saved.
  public struct Event: Hashable, Sendable {
    /// Derived from the cause; see `ID`.
    public var id: ID
    /// What happened: words joined by a dot such as `timer.saved`, lower-case letters, digits, `.` and `-`, 1 to 64.
    public var type: String
    public var instant: Instant
    /// The day and the offset that the clock on the wall showed, where that matters: streaks count stored days.
    public var local: LocalDay?
    public var payload: Payload

    public init(id: ID, type: String, instant: Instant, local: LocalDay? = nil, payload: Payload = .empty) {
      self.id = id
      self.type = type
      self.instant = instant
      self.local = local
      self.payload = payload
    }

    /// The type of events that void another; only `Journal.void` makes them.
    public static let voidType = "void"

    /// The field of a voiding event's payload that holds the id it voids.
    static let voidedField = "of"
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
      self.daysSince1970 = daysSince1970
      self.offsetSeconds = offsetSeconds
    }

    /// The day, at midnight.
    public var day: CivilTime {
      CivilTime(utc: Instant(secondsSince1970: Int64(daysSince1970) * 86_400))
    }

    public var offset: Duration { .seconds(Int64(offsetSeconds)) }
  }
}
