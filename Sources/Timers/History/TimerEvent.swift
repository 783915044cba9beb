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
    /// `timer.edited`: some things of a session were corrected.
    indirect case corrected(TimerSessionCorrection)
    /// `timer.edited` of older versions: the record replaces the session, with all earlier corrections of it.
    indirect case edited(TimerSessionRecord)
    /// `timer.removed`: a session does not count, unless it is corrected later.
    case removed(TimerSessionID)
    /// `stars.spent`: a child exchanged stars for a reward.
    case spent(reward: String, stars: Int, child: ChildID? = nil)
    /// `rest.weekly` or `rest.days`: a child's rest days changed.
    case rest(RestRule, child: ChildID? = nil)
    /// `routine.finished`: a routine was played to its end.
    indirect case routine(RoutineRecord)
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
    case .corrected(let correction): return correction.session
    case .rated(let id, _), .removed(let id): return id
    case .spent, .rest, .routine, .voided: return nil
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
    case (.corrected(let first), .corrected(let second)):
      return first.order.lexicographicallyPrecedes(second.order) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    case (.removed(let first), .removed(let second)): return first < second
    case (.rated(let first, let rating), .rated(let second, let other)):
      return first != second ? first < second : rating.baseStars < other.baseStars
    case (.spent(let first, let stars, let child), .spent(let second, let others, let other)):
      if first != second { return first.utf8.lexicographicallyPrecedes(second.utf8) }
      return stars != others ? stars < others : (child?.text ?? "") < (other?.text ?? "")
    case (.rest(let first, let child), .rest(let second, let other)):
      return first != second
        ? first.order.lexicographicallyPrecedes(second.order) : (child?.text ?? "") < (other?.text ?? "")
    case (.routine(let first), .routine(let second)):
      if first.routine != second.routine { return first.routine.utf8.lexicographicallyPrecedes(second.routine.utf8) }
      if first.started != second.started { return first.started < second.started }
      return first.sessions.lexicographicallyPrecedes(second.sessions)
    case (.voided(let first), .voided(let second)): return first.utf8.lexicographicallyPrecedes(second.utf8)
    default: return a.fact.rank < b.fact.rank
    }
  }
}

extension TimerSessionCorrection {
  /// Texts that differ if the corrections do.
  fileprivate var order: [String] {
    let lengths = [spent?.microseconds, started?.microseconds, ended?.microseconds, offset?.microseconds]
    return [session.text, activity ?? "", icon.map { String($0) } ?? "", child?.text ?? ""]
      + lengths.map { $0.map { "\($0)" } ?? "" } + [day?.description ?? ""]
  }
}

extension RestRule {
  /// Numbers that differ if the rules do, the same on every device.
  fileprivate var order: [Int] {
    switch self {
    case .weekly(let weekdays, let from): [0, Int(from.daysSince1970)] + weekdays.sorted()
    case .days(let days, let areRest):
      [1, Int(days.lowerBound.daysSince1970), Int(days.upperBound.daysSince1970), areRest ? 1 : 0]
    }
  }
}

extension TimerEvent.Fact {
  /// The child that the fact names, `nil` inside for the device's first child; `nil` for a fact that names none, since
  /// it is about a known session.
  public var child: ChildID?? {
    switch self {
    case .saved(let record), .edited(let record): record.child
    case .spent(_, _, let child), .rest(_, let child): child
    case .routine(let record): record.child
    case .corrected(let correction): correction.child.map { .some($0) } ?? .none
    case .rated, .removed, .voided: .none
    }
  }

  fileprivate var rank: Int {
    switch self {
    case .saved: return 0
    case .rated: return 1
    case .voided: return 2
    case .edited: return 3
    case .removed: return 4
    case .spent: return 5
    case .rest: return 6
    case .routine: return 7
    case .corrected: return 8
    }
  }
}
