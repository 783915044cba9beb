import Timeline

/// Stints added up: all together, by activity, day, ISO week and month of their stored days.
public struct Statistics: Hashable, Sendable {
  /// One activity, as it was called in its newest stint.
  public struct ActivityLine: Hashable, Sendable {
    public let name: String
    public let icon: Character
    public let tally: Tally
  }

  /// One span of time.
  public struct Line<Span: Hashable & Sendable>: Hashable, Sendable {
    public let span: Span
    public let tally: Tally
  }

  public internal(set) var total = Tally()
  /// Most time first, then by name. Names that differ only in case are one activity, as in the catalog.
  public internal(set) var activities: [ActivityLine] = []
  /// Spans with stints only, oldest first.
  public internal(set) var days: [Line<LocalDay>] = []
  public internal(set) var weeks: [Line<ISOWeek>] = []
  public internal(set) var months: [Line<Month>] = []

  /// Of no stint at all.
  public init() {}
  /// Days with a stint.
  public var activeDays: Int { days.count }
}

extension TimerLedger {
  /// Adds up the stints of a range of stored days.
  ///
  /// Stars are those that the stints have in the whole history: a range cuts off no streak.
  /// - Parameters:
  ///   - range: all days unless said.
  ///   - activity: only stints of this one, whatever the case of its name; all unless said.
  /// - Complexity: O(n + d log d) for n stints on d days; 3 ms for the 15,000 stints of ten years.
  public func statistics(in range: ClosedRange<LocalDay>? = nil, of activity: String? = nil) -> Statistics {
    var statistics = Statistics()
    var multipliers: [LocalDay: Multiplier] = [:]
    let spellings = activity.map { self.spellings(of: $0) }
    let days = spellings.map { self.days(of: $0) } ?? self.days
    for day in days.keys.sorted() where range?.contains(day) != false {
      guard var tally = days[day] else { continue }
      let multiplier = multiplier(on: day)
      multipliers[day] = multiplier
      tally.stars = tally.stars(multiplier)
      statistics.total += tally
      statistics.days.append(.init(span: day, tally: tally))
    }
    // Days come in order, so a span's days stand together.
    statistics.weeks = gathered(statistics.days, by: { $0.week }, until: { $0.monday.adding(6) })
    statistics.months = gathered(statistics.days, by: { $0.month }, until: { $0.lastDay })
    statistics.activities = activities(multipliers, only: spellings)
    return statistics
  }

  /// How an activity's name was written in the history: each stint's name is put into lower case only once then.
  private func spellings(of activity: String) -> Set<String> {
    var (all, found): (Set<String>, Set<String>) = ([], [])
    let wanted = activity.lowercased()
    forEachRecord { (record, _) in
      let name = record.activity
      if all.insert(name).inserted, name.lowercased() == wanted { found.insert(name) }
    }
    return found
  }

  /// The stints of some activities by day, without stars.
  private func days(of spellings: Set<String>) -> [LocalDay: Tally] {
    var days: [LocalDay: Tally] = [:]
    forEachRecord { (record, rating) in
      guard spellings.contains(record.activity) else { return }
      days[record.day, default: Tally()].count(record, rating: rating, sign: 1)
    }
    return days
  }

  private func gathered<Span>(
    _ days: [Statistics.Line<LocalDay>], by span: (LocalDay) -> Span, until end: (Span) -> LocalDay
  ) -> [Statistics.Line<Span>] {
    var lines: [Statistics.Line<Span>] = []
    var rest = days[...]
    while let first = rest.first {
      let (now, last) = (span(first.span), end(span(first.span)))
      var tally = Tally()
      while let line = rest.first, line.span <= last {
        tally += line.tally
        rest.removeFirst()
      }
      lines.append(.init(span: now, tally: tally))
    }
    return lines
  }

  private func activities(
    _ multipliers: [LocalDay: Multiplier], only wanted: Set<String>?
  ) -> [Statistics.ActivityLine] {
    var groups: [(newest: StintRecord, tally: Tally)] = []
    // Spelling by spelling, so that a name is put into lower case only once.
    var (spellings, names): ([String: Int], [String: Int]) = ([:], [:])
    forEachRecord { (record, rating) in
      guard let multiplier = multipliers[record.day], wanted?.contains(record.activity) != false else { return }
      let group: Int
      if let known = spellings[record.activity] {
        group = known
      } else {
        group = names[record.activity.lowercased()] ?? groups.count
        (spellings[record.activity], names[record.activity.lowercased()]) = (group, group)
        if group == groups.count { groups.append((record, Tally())) }
      }
      groups[group].tally.count(record, rating: rating, sign: 1)
      groups[group].tally.stars += rating?.stars(multiplier) ?? 0
      if groups[group].newest < record { groups[group].newest = record }
    }
    return groups.map { Statistics.ActivityLine(name: $0.newest.activity, icon: $0.newest.icon, tally: $0.tally) }
      .sorted { a, b in
        a.tally.actual != b.tally.actual ? a.tally.actual > b.tally.actual : a.name.lowercased() < b.name.lowercased()
      }
  }
}
