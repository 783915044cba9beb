import Timeline

extension TimerLedger {
  /// The streak as it stands on `today`; see `Streak` for what counts.
  /// - Complexity: O(length / 64).
  public func streak(on today: LocalDay) -> Streak {
    let carried = today > .first ? daySet.run(endingOn: today.adding(-1)) : 0
    return Streak(length: daySet.contains(today) ? carried + 1 : 0, carried: carried)
  }

  /// The longest streak ever and the day that ended it, the latest of several; `nil` without any stint.
  /// - Complexity: O(w log w + days) for w spans of 64 days.
  public var bestStreak: (length: Int, lastDay: LocalDay)? { daySet.longestRun() }

  /// What multiplies the stars of stints stored for `day`: the streak on that very day.
  /// - Complexity: O(1).
  public func multiplier(on day: LocalDay) -> Multiplier {
    Multiplier(streak: daySet.run(endingOn: day, limit: Multiplier.longestThatMatters))
  }

  /// The stars of one stint as its rating and streak are now; 0 while it waits for a rating, `nil` when there is none
  /// of this id.
  /// - Complexity: O(1).
  public func stars(of id: StintID) -> Int? {
    self[id].map { $0.rating?.stars(multiplier(on: $0.day)) ?? 0 }
  }

  /// All stars so far; computed from stints and their days, so that no star is counted twice.
  /// - Complexity: O(1).
  public var stars: Int { total.stars }
}
