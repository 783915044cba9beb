import JSON
import SessionState
import System
import Timeline

/// The knowledge about the machine's clock. Tests replace it.
struct ClockTrust: Sendable {
  /// Returns `true` if the system says that its clock is right.
  var isSynchronised: @Sendable () -> Bool
  /// Returns how far the wall clock was set since the program began.
  var shift: @Sendable () -> Duration = { .zero }
  /// Returns the steady clock's time at an instant of this program.
  var moment: @Sendable (Instant) -> SteadyMoment? = { SteadyMoment(at: $0) }

  /// `true` if the wall clock was set since the program began, so that a session shows another time.
  var wasSet: Bool { shift() >= .minutes(1) || shift() <= .minutes(-1) }
  var isRight: Bool { isSynchronised() && !wasSet }

  static let system = ClockTrust(
    isSynchronised: { SystemClock.isSynchronised }, shift: { Duration(microseconds: SystemClock.shift) })
}

/// The time for which a clock has been behind saved events without being set.
struct ClockRecord: Equatable {
  /// The time after which a clock counts as right, although no time server confirms it: longer than someone needs to
  /// notice that it is wrong.
  static let length = Duration.days(1)
  /// A smaller step is a correction of the same clock.
  private static let tolerance = Duration.hours(1)

  /// The first observation, by this clock.
  let since: Instant
  /// The last observation.
  let last: Instant
  let moment: SteadyMoment?

  init(since: Instant, last: Instant, _ moment: SteadyMoment?) {
    (self.since, self.last, self.moment) = (since, last, moment)
  }

  init(at now: Instant, _ moment: SteadyMoment?) { self.init(since: now, last: now, moment) }

  /// Returns the record with another observation. It begins again if the clock was set since the last one: back at any
  /// time, or, while the machine ran, to any time that disagrees with the steady clock.
  func continued(at now: Instant, _ moment: SteadyMoment?) -> ClockRecord {
    let (passed, limit) = (now - last, Self.tolerance)
    guard passed >= .zero - limit else { return ClockRecord(at: now, moment) }
    if let moment, let known = self.moment, known.boot == moment.boot {
      let (steady, isTooFar) = moment.steady.subtractingReportingOverflow(known.steady)
      let error = passed - Duration(microseconds: steady)
      guard !isTooFar, error <= limit, error >= .zero - limit else { return ClockRecord(at: now, moment) }
    }
    return ClockRecord(since: since, last: max(last, now), moment ?? self.moment)
  }

  // MARK: In its file

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == 1,
      let since = json["since"]?.integerValue, let last = json["last"]?.integerValue, since <= last
    else { return nil }
    self.init(since: Instant(microseconds: since), last: Instant(microseconds: last), SteadyMoment(json))
  }

  var text: String {
    let fields: [JSON.Field] = [
      .init("version", .integer(1)), .init("since", .integer(since.microseconds)),
      .init("last", .integer(last.microseconds)),
    ]
    return JSON.object(fields + (moment?.fields ?? [])).text + "\n"
  }
}

/// The file `clock` of a state folder, which holds a `ClockRecord` while events are dated ahead of the clock. It
/// belongs to this device, and nothing is lost without it: the day begins again.
package final class ClockRecordFile {
  package static let name = "clock"
  private static let byteLimit = 4_096
  /// The time between two writes of unchanged facts.
  private static let interval = Duration.minutes(10)

  private let path: String
  private var record: ClockRecord?
  private var isRead = false

  init(in folder: String) { path = folder + (folder.hasSuffix("/") ? "" : "/") + Self.name }

  private func read() {
    guard !isRead else { return }
    isRead = true
    guard let (descriptor, _) = try? File.open(path, O_RDONLY | O_NOFOLLOW) else { return }
    defer { descriptor.close() }
    record = (try? descriptor.readAll(atMost: Self.byteLimit)).flatMap { ClockRecord($0) }
  }

  /// Records that the clock is behind saved events.
  /// - Returns: the time for which it has been, without being set.
  func observe(at now: Instant, _ moment: SteadyMoment?) -> Duration {
    read()
    let next = record?.continued(at: now, moment) ?? ClockRecord(at: now, moment)
    if next.since != record?.since || next.last - (record?.last ?? .distantPast) >= Self.interval {
      // A folder that cannot be written to has no changes either.
      try? File.replaceOwn(path, with: Array(next.text.utf8), lasts: false)
      record = next
    }
    return next.last - next.since
  }

  /// Removes the file, at the beginning of a session: no event is dated ahead of the clock.
  func removeOnce() {
    guard !isRead else { return }
    isRead = true
    try? File.remove(path)
  }
}
