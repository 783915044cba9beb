import JSON
import SessionState
import System
import Timeline

/// The wall clock that was believed last, as its distance from the machine's steady clock. If a later session of the
/// same run of the machine finds another distance, the wall clock was set meanwhile, and may be wrong.
struct ClockReference: Equatable {
  /// A smaller change is a correction of the same clock.
  private static let tolerance = Duration.minutes(5)

  /// A wall clock that is not believed yet.
  struct Doubt: Equatable {
    let offset: Int64
    /// The steady clock's time when this wall clock was first seen.
    let since: Int64
  }

  private(set) var boot: String
  /// Microseconds from the steady clock's time to the wall clock's.
  private(set) var offset: Int64
  private(set) var doubt: Doubt?

  init(at now: Instant, _ moment: SteadyMoment) {
    (boot, offset) = (moment.boot, now.microseconds &- moment.steady)
  }

  /// Compares the clocks.
  /// - Parameter isRight: `true` if a time server or the user says that the wall clock is right.
  /// - Returns: the time by which the wall clock was set, negative for backward; zero if it counts as right.
  mutating func compare(at now: Instant, _ moment: SteadyMoment, isRight: Bool) -> Duration {
    let present = ClockReference(at: now, moment)
    let shift = Duration(microseconds: present.offset &- offset)
    if isRight || boot != moment.boot || Self.isSmall(shift) {
      self = present
      return .zero
    }
    guard let known = doubt, Self.isSmall(Duration(microseconds: present.offset &- known.offset)),
      moment.steady >= known.since
    else {
      doubt = Doubt(offset: present.offset, since: moment.steady)
      return shift
    }
    // Someone would have noticed.
    guard moment.steady &- known.since >= ClockRecord.length.microseconds else { return shift }
    self = present
    return .zero
  }

  private static func isSmall(_ shift: Duration) -> Bool { shift < tolerance && shift > .zero - tolerance }

  // MARK: In its file

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == 1,
      let boot = json["boot"]?.stringValue, let offset = json["offset"]?.integerValue
    else { return nil }
    (self.boot, self.offset) = (boot, offset)
    if let other = json["doubted"]?.integerValue, let since = json["since"]?.integerValue {
      doubt = Doubt(offset: other, since: since)
    }
  }

  var text: String {
    var fields: [JSON.Field] = [
      .init("version", .integer(1)), .init("boot", .string(boot)), .init("offset", .integer(offset)),
    ]
    if let doubt { fields += [.init("doubted", .integer(doubt.offset)), .init("since", .integer(doubt.since))] }
    return JSON.object(fields).text + "\n"
  }
}

/// The file `clock.last` of a state folder, which holds a `ClockReference`. It belongs to this device; without it, the
/// present clock is believed.
final class ClockReferenceFile {
  static let name = "clock.last"
  private static let byteLimit = 4_096
  /// Smaller changes are not written.
  private static let precision: Int64 = 1_000_000

  private let path: String
  /// The time by which the wall clock was set since it was believed last; zero if it is believed.
  private(set) var shift = Duration.zero

  init(in folder: String) { path = folder + (folder.hasSuffix("/") ? "" : "/") + Self.name }

  private func read() -> ClockReference? {
    guard let (descriptor, _) = try? File.open(path, O_RDONLY | O_NOFOLLOW) else { return nil }
    defer { descriptor.close() }
    return (try? descriptor.readAll(atMost: Self.byteLimit)).flatMap { ClockReference($0) }
  }

  /// Compares the clocks of a session with those of the last one.
  func compare(at now: Instant, _ moment: SteadyMoment?, isRight: Bool) {
    guard let moment else { return }
    let before = read()
    var next = before ?? ClockReference(at: now, moment)
    shift = next.compare(at: now, moment, isRight: isRight)
    if let before, before.boot == next.boot, before.doubt == next.doubt,
      (before.offset &- next.offset).magnitude < Self.precision
    {
      return
    }
    // A folder that cannot be written to sends no posts either.
    try? File.replaceOwn(path, with: Array(next.text.utf8), lasts: false)
  }
}

extension Persistence {
  /// The time by which the wall clock was set since the last session, if no time server, user or passing of a day has
  /// confirmed it; zero if it counts as right.
  package var clockShift: Duration { clockReference?.shift ?? .zero }

  /// Compares the wall clock with that of the last session.
  func compareClock(at now: Instant) {
    clockReference?.compare(at: now, clockTrust.moment(now), isRight: clockTrust.isRight)
  }

  /// Believes the wall clock, because the user says that it is right.
  /// - Returns: `true` if it was in doubt.
  func confirmClock(at now: Instant) -> Bool {
    guard let clockReference, clockReference.shift != .zero else { return false }
    clockReference.compare(at: now, clockTrust.moment(now), isRight: true)
    return true
  }
}
