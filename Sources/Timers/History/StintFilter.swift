import Timeline

/// A selection of stints of a history (default: all).
public struct StintFilter: Hashable, Sendable {
  /// The rating that a stint must have.
  public enum Mark: Hashable, Sendable {
    case rated(Rating)
    /// The stint has no rating yet.
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

  /// `true` if the filter accepts every stint.
  public var isOpen: Bool { self == StintFilter() }

  public func matches(_ stint: StintRecord) -> Bool {
    if let days, !days.contains(stint.day) { return false }
    switch mark {
    case nil: break
    case .unrated?: if stint.rating != nil { return false }
    case .rated(let rating)?: if stint.rating != rating { return false }
    }
    guard let activity, activity != stint.activity else { return true }
    return activity.lowercased() == stint.activity.lowercased()
  }
}

extension TimerLedger {
  /// Returns the stints that match a filter, newest first, and their total number.
  /// - Parameter limit: The maximum number of stints to return (default: all).
  /// - Complexity: O(limit) for an open filter, otherwise O(n), if stints arrived in the order of their ends; O(n log
  ///   n) if they did not.
  public func latest(_ limit: Int = .max, matching filter: StintFilter) -> (stints: [StintRecord], count: Int) {
    guard !filter.isOpen else { return (latest(min(limit, count)), count) }
    let found = stints(in: filter.days).filter(filter.matches)
    return (Array(found.reversed().prefix(limit)), found.count)
  }

  /// The activities of the history with the names and icons of their newest stints, latest first. Names that differ
  /// only in case are one activity.
  /// - Complexity: O(n).
  public var activities: [Activity] {
    var (spellings, names): (Set<String>, Set<String>) = ([], [])
    var found: [Activity] = []
    for stint in latest(count) where spellings.insert(stint.activity).inserted {
      guard names.insert(stint.activity.lowercased()).inserted else { continue }
      let minutes = Int(stint.allocated.microseconds / 60_000_000)
      found.append(Activity(name: stint.activity, icon: stint.icon, minutes: minutes, kind: .own))
    }
    return found
  }
}
