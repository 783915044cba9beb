import Journal
import Timeline

/// The place where facts are kept: its device, and what its calendar says.
struct KeptPlace: Sendable {
  /// The device's name.
  let device: String
  /// What makes ids this program's own. In real sessions no two things happen at one instant of one device, and several
  /// shells agree on what they saw together. The virtual clocks of practice sessions begin alike: ten of them on one folder
  /// start ten timers at one instant.
  let origin: String
  /// What makes ids this very session's: of what two shells of one device write at one microsecond, each counts.
  let session: String
  let zone: Zone
  /// Whether it is a real session's, which a timer that runs outlives, as time goes on by itself, and settings do.
  let isReal: Bool

  init(device: String, zone: Zone, isReal: Bool) {
    (self.device, self.zone, self.isReal) = (device, zone, isReal)
    session = "\(device).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    origin = isReal ? device : session
  }

  func day(_ instant: Instant) -> Journal.LocalDay {
    Journal.LocalDay(at: instant, offset: zone.offset(at: instant))
  }
}
