/// Which sessions of a history are meant; all of them unless something is said.
public struct StintFilter: Hashable, Sendable {
  /// What a session's rating has to be.
  public enum Mark: Hashable, Sendable {
    case rated(Rating)
    /// It waits for one.
    case unrated
  }

  /// The name of an activity, upper or lower case.
  public var activity: String?
  /// Stored days.
  public var days: ClosedRange<LocalDay>?
  public var mark: Mark?

  public init(activity: String? = nil, days: ClosedRange<LocalDay>? = nil, mark: Mark? = nil) {
    self.activity = activity
    self.days = days
    self.mark = mark
  }

  /// Whether it lets every session through.
  public var isOpen: Bool { self == StintFilter() }

  public func takes(_ session: StintRecord) -> Bool {
    if let days, !days.contains(session.day) { return false }
    switch mark {
    case nil: break
    case .unrated?: if session.rating != nil { return false }
    case .rated(let rating)?: if session.rating != rating { return false }
    }
    guard let activity, activity != session.activity else { return true }
    return activity.lowercased() == session.activity.lowercased()
  }
}

extension TimerLedger {
  /// The sessions that a filter takes, newest first, and how many there are of them.
  /// - Parameter limit: how many to give at most; all unless said.
  /// - Complexity: O(limit) for an open filter, else O(n), while sessions came in the order of their ends; O(n log n) if
  ///   they did not.
  public func latest(_ limit: Int = .max, matching filter: StintFilter) -> (sessions: [StintRecord], count: Int) {
    guard !filter.isOpen else { return (latest(min(limit, count)), count) }
    let found = sessions(in: filter.days).filter(filter.takes)
    return (Array(found.reversed().prefix(limit)), found.count)
  }

  /// The activities of the history as they were called and marked in their newest sessions, the latest ones first; names
  /// that differ only in case are one.
  /// - Complexity: O(n).
  public var activities: [Activity] {
    var (spellings, names): (Set<String>, Set<String>) = ([], [])
    var found: [Activity] = []
    for session in latest(count) where spellings.insert(session.activity).inserted {
      guard names.insert(session.activity.lowercased()).inserted else { continue }
      let minutes = Int(session.allocated.microseconds / 60_000_000)
      found.append(Activity(name: session.activity, icon: session.icon, minutes: minutes, kind: .own))
    }
    return found
  }
}
