import Timeline

/// A selection of sessions of a history (default: all).
public struct TimerSessionFilter: Hashable, Sendable {
  /// The rating that a session must have.
  public enum Mark: Hashable, Sendable {
    case rated(Rating)
    /// The session has no rating yet.
    case unrated
  }

  /// The name of an activity, in any case.
  public var activity: String?
  /// The range of stored days.
  public var days: ClosedRange<LocalDay>?
  public var mark: Mark?

  public init(activity: String? = nil, days: ClosedRange<LocalDay>? = nil, mark: Mark? = nil) {
    (self.activity, self.days, self.mark) = (activity, days, mark)
  }

  /// `true` if the filter accepts every session.
  public var isOpen: Bool { self == TimerSessionFilter() }

  public func matches(_ timerSession: TimerSessionRecord) -> Bool {
    if let days, !days.contains(timerSession.day) { return false }
    switch mark {
    case nil: break
    case .unrated?: if timerSession.rating != nil { return false }
    case .rated(let rating)?: if timerSession.rating != rating { return false }
    }
    guard let activity, activity != timerSession.activity else { return true }
    return activity.lowercased() == timerSession.activity.lowercased()
  }
}

extension TimerLedger {
  /// Returns the sessions that match a filter, newest first, and their total number.
  /// - Parameter limit: The maximum number of sessions to return (default: all).
  /// - Complexity: O(limit) for an open filter, otherwise O(n), if sessions arrived in the order of their ends; O(n log
  ///   n) if they did not.
  public func latest(_ limit: Int = .max, matching filter: TimerSessionFilter) -> (
    timerSessions: [TimerSessionRecord], count: Int
  ) {
    guard !filter.isOpen else { return (latest(min(limit, count)), count) }
    let found = timerSessions(in: filter.days).filter(filter.matches)
    return (Array(found.reversed().prefix(limit)), found.count)
  }

  /// The activities of the history with the names and icons of their newest sessions, latest first. Names that differ
  /// only in case are one activity.
  /// - Complexity: O(n).
  public var activities: [Activity] {
    var (spellings, names): (Set<String>, Set<String>) = ([], [])
    var found: [Activity] = []
    for timerSession in latest(count) where spellings.insert(timerSession.activity).inserted {
      guard names.insert(timerSession.activity.lowercased()).inserted else { continue }
      let minutes = Int(timerSession.allocated.microseconds / 60_000_000)
      found.append(Activity(name: timerSession.activity, icon: timerSession.icon, minutes: minutes, kind: .own))
    }
    return found
  }
}
