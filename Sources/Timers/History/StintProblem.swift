import Timeline

/// Why values do not make a stint; the row of an import or the line of a journal is damaged then.
public enum StintProblem: Error, Hashable, Sendable {
  /// An activity's name is there and stays on one line.
  case badActivity(String)
  case badIcon(Character)
  /// A device has a name, on one line.
  case badDevice(String)
  case endsBeforeStart
  /// Outside the years 1 to 9999.
  case instantOutOfRange
  /// Whole seconds, at most 18 hours either way.
  case badOffset(Duration)
  /// The stored day is not that on which the stint ended by its offset.
  case dayDoesNotFit(LocalDay, expected: LocalDay)
  case allocatedOutOfRange(Duration, allowed: ClosedRange<Duration>)
  /// More time spent than there was, or less than none.
  case actualOutOfRange(Duration, allowed: ClosedRange<Duration>)
  /// The time was up exactly when all of it was spent.
  case endingDoesNotFit(Stint.Ending)
}
