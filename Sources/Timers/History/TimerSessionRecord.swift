import Timeline

/// A finished session as it is stored: the content of a `timer.saved` event and of a row of an export.
///
/// The record keeps the activity's name and icon at that time, since families rename and remove activities.
public struct TimerSessionRecord: Hashable, Sendable {
  /// The allowed UTC offsets; real zones reach from −12 to +14 hours.
  public static let offsets = Duration.hours(-18)...Duration.hours(18)
  public internal(set) var id: TimerSessionID
  public let activity: String
  public let icon: Character
  public let started: Instant
  public let ended: Instant
  /// The day on which the session ended, by the wall clock and the family's end of the day; streaks and statistics count this day.
  public let day: LocalDay
  /// The UTC offset of the wall clock when the session ended, in whole seconds.
  public let offset: Duration
  /// The length of the timer, within `Countdown.lengths`.
  public let allocated: Duration
  /// The time spent, without pauses: zero … `allocated`.
  public let actual: Duration
  public let ending: TimerSession.Ending
  /// The rating; `nil` if there is none yet.
  public var rating: Rating?
  /// The name of the device that ran the timer.
  public let device: String
  /// The child whose session it is; `nil` for the first child, and in families that have added none.
  public var child: ChildID?

  /// The time left over at the end.
  public var saved: Duration { allocated - actual }

  /// Creates the unrated record of a session that a timer has just finished.
  /// - Parameters:
  ///   - device: The name of the device; a line break becomes `-`.
  ///   - id: The session's id (default: that of a timer that the device started at the session's start).
  ///   - offset: The UTC offset of the device's wall clock when the session ends. Fractions of a second are dropped,
  ///     and the value is clamped to `offsets`.
  ///   - dayEnd: The end of a day, after midnight.
  ///   - child: The child whose session it is (default: the first child).
  public init(
    _ timerSession: TimerSession, device: String, id: TimerSessionID? = nil, offset: Duration, dayEnd: Duration = .zero,
    child: ChildID? = nil
  ) {
    let clamped = min(max(offset, Self.offsets.lowerBound), Self.offsets.upperBound)
    let seconds = Duration.seconds(clamped.microseconds / 1_000_000)
    self.id = id ?? TimerSessionID(device: device, started: timerSession.started)
    activity = timerSession.activity.name
    icon = timerSession.activity.icon.isWhitespace ? Activity.custom.icon : timerSession.activity.icon
    started = timerSession.started
    ended = timerSession.ended
    day = LocalDay(at: timerSession.ended, offset: seconds, dayEnd: dayEnd)
    self.offset = seconds
    allocated = timerSession.allocated
    actual = timerSession.actual
    ending = timerSession.ending
    rating = nil
    self.device = device.isEmpty ? "device" : String(device.map { $0.isNewline ? "-" : $0 })
    self.child = child
  }

  /// Creates a record from stored values, which may be damaged.
  /// - Throws: The first `TimerSessionProblem` of the values, in the order of its cases.
  public init(
    id: TimerSessionID, activity: String, icon: Character, started: Instant, ended: Instant, day: LocalDay,
    offset: Duration, allocated: Duration, actual: Duration, ending: TimerSession.Ending, rating: Rating?,
    device: String, child: ChildID? = nil
  ) throws(TimerSessionProblem) {
    guard activity.contains(where: { !$0.isWhitespace }), !activity.contains(where: { $0.isNewline }) else {
      throw .badActivity(activity)
    }
    guard !icon.isWhitespace else { throw .badIcon(icon) }
    guard !device.isEmpty, !device.contains(where: { $0.isNewline }) else { throw .badDevice(device) }
    guard started <= ended else { throw .endsBeforeStart }
    guard Self.instants.contains(started), Self.instants.contains(ended) else { throw .instantOutOfRange }
    guard Self.offsets.contains(offset), offset.microseconds % 1_000_000 == 0 else { throw .badOffset(offset) }
    let expected = LocalDay(at: ended, offset: offset)
    // Soon after midnight a family may still be in the day before.
    guard day == expected || day == LocalDay(at: ended, offset: offset, dayEnd: LocalDay.ends.upperBound) else {
      throw .dayDoesNotFit(day, expected: expected)
    }
    guard Countdown.lengths.contains(allocated) else {
      throw .allocatedOutOfRange(allocated, allowed: Countdown.lengths)
    }
    guard (.zero...allocated).contains(actual) else { throw .actualOutOfRange(actual, allowed: .zero...allocated) }
    guard (ending == .timeUp) == (actual == allocated) else { throw .endingDoesNotFit(ending) }
    (self.id, self.activity, self.icon, self.started) = (id, activity, icon, started)
    (self.ended, self.day, self.offset, self.allocated) = (ended, day, offset, allocated)
    (self.actual, self.ending, self.rating, self.device) = (actual, ending, rating, device)
    self.child = child
  }

  /// The range in which sessions may begin and end: a day inside the years 1 to 9999, so that an offset never leads out
  /// of it.
  static let instants =
    Instant(
      secondsSince1970: Int64(LocalDay.first.daysSince1970 + 1) * 86_400)...Instant(
      secondsSince1970: Int64(LocalDay.last.daysSince1970) * 86_400)
}

extension TimerSessionRecord: Comparable {
  /// Compares by end, then by id: the order of a history. The other values only decide between records that should be
  /// equal, so that all devices choose the same one.
  public static func < (a: TimerSessionRecord, b: TimerSessionRecord) -> Bool {
    if a.ended != b.ended { return a.ended < b.ended }
    if a.id != b.id { return a.id < b.id }
    guard a != b else { return false }
    return a.others.lexicographicallyPrecedes(b.others)
  }

  private var others: [UInt8] {
    let rating = rating?.rawValue ?? ""
    let numbers = "\(started.microseconds) \(offset.microseconds) \(allocated.microseconds) \(actual.microseconds)"
    return Array(
      "\(numbers) \(day.daysSince1970) \(ending.rawValue) \(rating)\n\(device)\n\(activity)\n\(icon)\n\(child?.text ?? "")"
        .utf8)
  }
}
