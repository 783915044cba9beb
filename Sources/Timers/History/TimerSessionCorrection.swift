import Timeline

/// A correction of a saved session. It contains only the corrected fields, so corrections of different fields on
/// devices that had not synced yet all count.
///
/// Several corrections are merged, then applied to the saved session together, because the times depend on each other.
/// If two of them correct the same field, the later one counts.
public struct TimerSessionCorrection: Hashable, Sendable {
  /// The reason why a session cannot be corrected in this way.
  public enum Problem: Error, Hashable, Sendable {
    case endsBeforeStart
    /// No time would be left, since the session was paused for this long.
    case noTimeLeft(paused: Duration)
    case tooLong(Duration, most: Duration)
    /// Between start and end there is less time than was spent.
    case tooShort(Duration, spent: Duration)
    case notPossible
  }

  /// Activities last two hours at most, so more is most likely a slip: 900 for 9:00.
  public static let longest = Duration.hours(2)

  public let session: TimerSessionID
  public var activity: String?
  /// The icon of the activity.
  public var icon: Character?
  public var spent: Duration?
  /// The start. Without an end, the end moves with it.
  public var started: Instant?
  public var ended: Instant?
  public var child: ChildID?
  /// The day and the offset from UTC of the corrected end, where the correction was made.
  public var day: LocalDay?
  public var offset: Duration?

  public init(of session: TimerSessionID) { self.session = session }

  /// `true` if nothing is corrected.
  public var isEmpty: Bool {
    activity == nil && icon == nil && spent == nil && started == nil && ended == nil && child == nil
  }

  /// Adds a later correction.
  public mutating func merge(_ later: TimerSessionCorrection) {
    if let name = later.activity { (activity, icon) = (name, later.icon ?? icon) }
    spent = later.spent ?? spent
    started = later.started ?? started
    ended = later.ended ?? ended
    child = later.child ?? child
    if later.started != nil || later.ended != nil { (day, offset) = (later.day ?? day, later.offset ?? offset) }
  }

  /// Returns the start and the end of the corrected session, if it is long enough.
  public func span(of old: TimerSessionRecord) -> (start: Instant, end: Instant) {
    let start = started ?? old.started
    return (start, ended ?? old.ended + (start - old.started))
  }

  /// Returns the corrected session, without its rating.
  public func corrected(_ old: TimerSessionRecord) throws(Problem) -> TimerSessionRecord {
    var (start, end) = span(of: old)
    guard start <= end else { throw .endsBeforeStart }
    // Pauses keep their length.
    let paused = old.ended - old.started - old.actual
    let actual = spent ?? end - start - paused
    guard actual > .zero || actual == old.actual else { throw .noTimeLeft(paused: paused) }
    let most = max(Self.longest, old.allocated, old.actual)
    guard actual <= most else { throw .tooLong(actual, most: most) }
    if end - start < actual {
      guard started == nil else { throw .tooShort(end - start, spent: actual) }
      start = end - actual
    }
    guard let record = record(old, start, end, actual) else { throw .notPossible }
    return record
  }

  /// Returns the corrected session, without the parts that conflict with a correction from another device.
  func applied(to old: TimerSessionRecord) -> TimerSessionRecord {
    if let record = try? corrected(old) { return record }
    var less = self
    less.spent = nil
    if let record = try? less.corrected(old) { return record }
    (less.started, less.ended) = (nil, nil)
    return (try? less.corrected(old)) ?? old
  }

  private func record(
    _ old: TimerSessionRecord, _ start: Instant, _ end: Instant, _ actual: Duration
  ) -> TimerSessionRecord? {
    let allocated = max(old.allocated, actual)
    func record(_ day: LocalDay, _ offset: Duration) -> TimerSessionRecord? {
      try? TimerSessionRecord(
        id: old.id, activity: activity ?? old.activity, icon: icon ?? old.icon, started: start, ended: end, day: day,
        offset: offset, allocated: allocated, actual: actual, ending: actual == allocated ? .timeUp : .early,
        rating: nil, device: old.device, child: child ?? old.child)
    }
    if end == old.ended { return record(old.day, old.offset) }
    let offset = offset ?? old.offset
    return day.flatMap { record($0, offset) } ?? record(LocalDay(at: end, offset: offset), offset)
  }
}
