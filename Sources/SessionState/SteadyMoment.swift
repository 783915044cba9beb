import JSON
import System
import Timeline

/// A time of the steady clock, which no one can set; valid until the machine restarts.
package struct SteadyMoment: Hashable, Sendable {
  /// The identifier of the machine's run.
  package let boot: String
  /// Microseconds of `SystemClock.steady`.
  package let steady: Int64

  /// Creates the moment of an instant; `nil` if the system does not identify its runs.
  package init?(at present: Instant) {
    guard let boot = SystemClock.boot else { return nil }
    self.init(boot: boot, steady: SystemClock.steady(at: present.microseconds))
  }

  init(boot: String, steady: Int64) { (self.boot, self.steady) = (boot, steady) }

  func shifted(by length: Duration) -> SteadyMoment {
    let (sum, isTooFar) = steady.addingReportingOverflow(length.microseconds)
    return SteadyMoment(boot: boot, steady: isTooFar ? steady : sum)
  }

  /// Returns the time from here to another moment; `nil` if that one is of another run of the machine, or earlier by
  /// more than the clocks of several sessions may differ.
  /// - Parameter least: the shortest time that is possible, negative for a moment in the future, apart from that
  ///   difference.
  func passed(until other: SteadyMoment?, atLeast least: Duration = .zero) -> Duration? {
    guard let other, other.boot == boot else { return nil }
    let (passed, isTooFar) = other.steady.subtractingReportingOverflow(steady)
    return isTooFar || passed < least.microseconds - Self.slack ? nil : Duration(microseconds: passed)
  }

  private static let slack: Int64 = 60_000_000

  // MARK: In the journal

  package init?(_ json: JSON) {
    guard let boot = json["boot"]?.stringValue, let steady = json["steady"]?.integerValue else { return nil }
    self.init(boot: boot, steady: steady)
  }

  package var fields: [JSON.Field] { [.init("boot", .string(boot)), .init("steady", .integer(steady))] }
}
