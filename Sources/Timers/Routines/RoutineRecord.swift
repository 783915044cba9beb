import Timeline

/// A routine that was played to its end, as it is stored: the content of a `routine.finished` event.
///
/// The sessions of its steps say how long they took and whether they were done in time; a session that was removed from
/// the history no longer counts.
public struct RoutineRecord: Hashable, Sendable {
  /// The maximum number of steps of a stored routine.
  public static let stepLimit = Routine.stepCounts.upperBound

  /// The routine's name at that time.
  public let routine: String
  public let started: Instant
  /// The day on which it ended, as of a session.
  public let day: LocalDay
  /// The number of its steps, including skipped ones.
  public let steps: Int
  /// The sessions of the finished steps.
  public let sessions: [TimerSessionID]
  public let child: ChildID?

  /// - Returns: `nil` for values that no routine has.
  public init?(
    routine: String, started: Instant, day: LocalDay, steps: Int, sessions: [TimerSessionID], child: ChildID?
  ) {
    guard (try? Routine.checked(routine)) == routine, (1...Self.stepLimit).contains(steps), sessions.count <= steps,
      TimerSessionRecord.instants.contains(started), Set(sessions).count == sessions.count
    else { return nil }
    (self.routine, self.started, self.day, self.steps) = (routine, started, day, steps)
    (self.sessions, self.child) = (sessions, child)
  }
}

/// The totals of a routine: how often it was played to its end, in time, and how long it took.
public struct RoutineTally: Hashable, Sendable {
  public let routine: String
  /// The number of times that it was played to its end.
  public internal(set) var runs = 0
  /// The number of times that every step was finished before its time was up.
  public internal(set) var inTime = 0
  /// The number of steps, of finished steps, and of steps finished before their time was up.
  public internal(set) var steps = 0
  public internal(set) var finished = 0
  public internal(set) var early = 0
  /// The time spent in all finished steps, without breaks and pauses.
  public internal(set) var actual = Duration.zero
  public internal(set) var stars = 0

  /// The average time of a run.
  public var average: Duration { runs > 0 ? Duration(microseconds: actual.microseconds / Int64(runs)) : .zero }
}

extension TimerLedger {
  /// Adds up the routines that were played to their ends, the most frequent first, then by name. Names that differ only
  /// in case are one routine.
  /// - Parameter range: The days to include (default: all).
  /// - Complexity: O(r log r) for r runs.
  public func routineTallies(in range: ClosedRange<LocalDay>? = nil) -> [RoutineTally] {
    var places: [String: Int] = [:]
    var tallies: [RoutineTally] = []
    for record in routineRecords where range?.contains(record.day) != false {
      let place = places[record.routine.lowercased()] ?? tallies.count
      places[record.routine.lowercased()] = place
      if place == tallies.count { tallies.append(RoutineTally(routine: record.routine)) }
      let sessions = record.sessions.compactMap { self[$0] }
      let early = sessions.count { $0.ending == .early }
      tallies[place].runs += 1
      tallies[place].inTime += early == record.steps ? 1 : 0
      tallies[place].steps += record.steps
      tallies[place].finished += sessions.count
      tallies[place].early += early
      tallies[place].actual += sessions.reduce(.zero) { $0 + $1.actual }
      tallies[place].stars += sessions.reduce(0) { $0 + (stars(of: $1.id) ?? 0) }
    }
    return tallies.sorted { $0.runs != $1.runs ? $0.runs > $1.runs : $0.routine < $1.routine }
  }
}
