import Journal
import Timeline

/// The place where facts are kept: its device, and what its calendar says.
struct KeptPlace: Sendable {
  /// The device's name, part of many ids.
  let device: String
  let zone: Zone
  /// Whether a timer that runs outlives the session: real sessions, where time goes on by itself.
  let keepsTimer: Bool

  func day(_ instant: Instant) -> Journal.LocalDay {
    Journal.LocalDay(at: instant, offset: zone.offset(at: instant))
  }
}
