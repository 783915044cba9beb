import Foundation
import Timeline

/// The session's time zone. Foundation is asked only for zones other than UTC, and only when a date is shown or read.
public struct Zone: Hashable, Sendable {
  /// An identifier of the IANA database, such as `Europe/Lisbon`; `nil` is UTC.
  public let identifier: String?
  public static let utc = Zone(identifier: nil)
  private init(identifier: String?) { self.identifier = identifier }

  /// - Returns: `nil` for a name that the system does not know.
  public init?(_ name: String) {
    if ["utc", "gmt", "z"].contains(name.lowercased()) {
      self = .utc
    } else if TimeZone(identifier: name) != nil {
      self.init(identifier: name)
    } else {
      return nil
    }
  }

  /// The zone of the machine.
  public static var local: Zone {
    let identifier = TimeZone.current.identifier
    return identifier == "GMT" || identifier == "UTC" ? .utc : Zone(identifier: identifier)
  }

  private var timeZone: TimeZone? { identifier.flatMap { TimeZone(identifier: $0) } }

  /// How far the zone is ahead of Greenwich at `instant`.
  public func offset(at instant: Instant) -> Duration {
    guard let timeZone else { return .zero }
    let date = Date(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
    return .seconds(Int64(timeZone.secondsFromGMT(for: date)))
  }

  /// The offset that makes a clock on the wall show `civil`: of an hour that comes twice the first, and in the hour that a
  /// change skips that of before, so that the clock goes forward.
  public func offset(atLocal civil: CivilTime) -> Duration {
    guard identifier != nil else { return .zero }
    let guess = civil.instant()
    let before = offset(at: guess - .days(1))
    if offset(at: guess - before) == before { return before }
    let after = offset(at: guess + .days(1))
    return offset(at: guess - after) == after ? after : before
  }

  public func civil(_ instant: Instant) -> CivilTime { CivilTime(utc: instant + offset(at: instant)) }

  /// `13:05:12`.
  public func timeOfDay(_ instant: Instant) -> String {
    let civil = civil(instant)
    return TimeText.digits(civil.hour, civil.minute, civil.second)
  }

  /// RFC 3339, as JSON has it: `2026-11-20T10:30:00+01:00`.
  public func rfc3339(_ instant: Instant) -> String {
    let offset = offset(at: instant)
    let civil = CivilTime(utc: instant + offset)
    var text = civil.description
    if text.utf8.count == 10 { text += "T00:00:00" }
    let minutes = offset.microseconds / 60_000_000
    guard minutes != 0 else { return text + "Z" }
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    return text + (minutes < 0 ? "-" : "+") + TimeText.digits(Int(hours), Int(rest))
  }
}
