import Timeline

/// A saved event of timers; a `TimerLedger` is the fold of such events.
public struct TimerEvent: Hashable, Sendable {
  /// The position of an event among those of all devices. It decides which of several ratings of a session is the last.
  public struct Stamp: Hashable, Sendable, Comparable {
    /// The time at which the event was saved, by the device's clock.
    public var instant: Instant
    public var device: String
    /// The device's incarnation, from 1.
    public var run: UInt32
    /// The number of the event among those of the device.
    public var sequence: UInt32

    public init(instant: Instant, device: String, run: UInt32 = 1, sequence: UInt32 = 0) {
      (self.instant, self.device, self.run, self.sequence) = (instant, device, run, sequence)
    }

    public static func < (a: Stamp, b: Stamp) -> Bool {
      if a.instant != b.instant { return a.instant < b.instant }
      if a.device != b.device { return a.device.utf8.lexicographicallyPrecedes(b.device.utf8) }
      return (a.run, a.sequence) < (b.run, b.sequence)
    }
  }

  public enum Fact: Hashable, Sendable {
    /// `timer.saved`: a session was finished. The record may contain a rating, as imported ones do.
    indirect case saved(TimerSessionRecord)
    /// `timer.rated`: a session got its first or a new rating.
    case rated(TimerSessionID, Rating)
    /// `timer.edited`: a session was corrected; the record replaces the saved one, without its rating. Of several
    /// corrections the last one counts.
    indirect case edited(TimerSessionRecord)
    /// `timer.removed`: a session does not count, unless it is corrected later.
    case removed(TimerSessionID)
    /// `stars.spent`: stars were exchanged for a reward.
    case spent(reward: String, stars: Int)
    /// `rest.weekly` or `rest.days`: the rest days changed.
    case rest(RestRule)
    /// `void`: the event with this id does not count, whether it is already known or arrives later. Voiding cannot be
    /// undone; a redo uses a new event id with the same session id.
    case voided(String)
  }

  /// The event's own id: unique, and the same on every device.
  public let id: String
  public let stamp: Stamp
  public let fact: Fact

  public init(id: String, stamp: Stamp, fact: Fact) { (self.id, self.stamp, self.fact) = (id, stamp, fact) }

  /// `true` if the device that wrote the event is the one whose timer made the session.
  var isOwn: Bool { timerSession.map { $0.isNamed(by: stamp.device) } ?? false }

  /// The session of the event; `nil` for an event that is about no session.
  var timerSession: TimerSessionID? {
    switch fact {
    case .saved(let record), .edited(let record): return record.id
    case .rated(let id, _), .removed(let id): return id
    case .spent, .rest, .voided: return nil
    }
  }
}

extension TimerEvent: Comparable {
  /// Compares by stamp, then by id. The content only decides between events that should be equal, so that every
  /// device chooses the same one.
  public static func < (a: TimerEvent, b: TimerEvent) -> Bool {
    if a.stamp != b.stamp { return a.stamp < b.stamp }
    if a.id != b.id { return a.id.utf8.lexicographicallyPrecedes(b.id.utf8) }
    switch (a.fact, b.fact) {
    case (.saved(let first), .saved(let second)), (.edited(let first), .edited(let second)): return first < second
    case (.removed(let first), .removed(let second)): return first < second
    case (.rated(let first, let rating), .rated(let second, let other)):
      return first != second ? first < second : rating.baseStars < other.baseStars
    case (.spent(let first, let stars), .spent(let second, let others)):
      return first != second ? first.utf8.lexicographicallyPrecedes(second.utf8) : stars < others
    case (.rest(let first), .rest(let second)): return "\(first)" < "\(second)"
    case (.voided(let first), .voided(let second)): return first.utf8.lexicographicallyPrecedes(second.utf8)
    default: return a.fact.rank < b.fact.rank
    }
  }
}

extension TimerEvent.Fact {
  fileprivate var rank: Int {
    switch self {
    case .saved: return 0
    case .rated: return 1
    case .voided: return 2
    case .edited: return 3
    case .removed: return 4
    case .spent: return 5
    case .rest: return 6
    }
  }
}
