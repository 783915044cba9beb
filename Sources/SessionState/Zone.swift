import StoryScript
import System
import Timeline

/// The session's time zone. The system's database is read only for zones other than UTC.
public struct Zone: Hashable, Sendable {
  /// An identifier of the IANA database, such as `Europe/Lisbon`; `nil` means UTC.
  public let identifier: String?
  private let rules: ZoneRules?

  public static let utc = Zone(identifier: nil, rules: nil)

  private init(identifier: String?, rules: ZoneRules?) { (self.identifier, self.rules) = (identifier, rules) }

  /// - Returns: `nil` for a name that the system does not know.
  public init?(_ name: String) {
    if ["utc", "gmt", "z"].contains(name.lowercased()) {
      self = .utc
      return
    }
    guard let rules = ZoneDatabase.file(name).flatMap({ ZoneRules(parsing: $0) }) else { return nil }
    self.init(identifier: name, rules: rules)
  }

  /// Creates a zone whose clocks are always the same time ahead of UTC.
  package init(offset: Duration) {
    let seconds = abs(offset.microseconds) / 1_000_000
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(String.init).joined(separator: ":")
    // In the notation of POSIX the sign says how far UTC is ahead.
    let rule = "<local>\(offset < .zero ? "" : "-")\(time)"
    guard offset != .zero, let rules = ZoneRules(rule: rule) else {
      self = .utc
      return
    }
    self.init(identifier: rule, rules: rules)
  }

  /// Returns a suggestion for an unknown zone name.
  public static func suggestion(for name: String) -> String {
    let names = ZoneDatabase.names
    if names.isEmpty {
      return "this system has no time zones except UTC: install its time zone package, usually called tzdata"
    }
    if let meant = closest(to: name, among: names) { return Problem.question(about: "--zone \(meant)") }
    // Users know cities.
    let cities = Dictionary(names.map { ($0.split(separator: "/").last.map(String.init) ?? $0, $0) }) { first, _ in
      first
    }
    let city = name.split(separator: "/").last.map(String.init) ?? name
    let spaced = String(city.map { $0 == " " ? "_" : $0 })
    let meant = closest(to: spaced, among: cities.keys.sorted()).flatMap { cities[$0] }
    return meant.map { Problem.question(about: "--zone \($0)") } ?? "try: --zone Europe/Lisbon"
  }

  /// Returns the machine's zone, or UTC if the machine names no known zone.
  /// - Returns: also the name, if it is unknown.
  public static func local() -> (zone: Zone, unknown: String?) {
    switch ZoneDatabase.local {
    case .unsaid: (.utc, nil)
    case .file(let bytes):
      ZoneRules(parsing: bytes).map { (Zone(identifier: "local", rules: $0), nil) } ?? (.utc, "/etc/localtime")
    case .words(let words):
      (Zone(words) ?? ZoneRules(rule: words).map { Zone(identifier: words, rules: $0) }).map { ($0, nil) } ?? (
        .utc, words
      )
    }
  }

  public static func == (a: Zone, b: Zone) -> Bool { a.identifier == b.identifier }
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// Returns the zone's offset ahead of UTC at `instant`.
  public func offset(at instant: Instant) -> Duration { rules?.offset(at: instant) ?? .zero }

  /// Returns the offset at which a local clock shows `civil`: the first one for an hour that occurs twice, and the
  /// earlier one for an hour that a clock change skips, so that the clock goes forward.
  public func offset(atLocal civil: CivilTime) -> Duration {
    guard rules != nil else { return .zero }
    let guess = civil.instant()
    let before = offset(at: guess - .days(1))
    if offset(at: guess - before) == before { return before }
    let after = offset(at: guess + .days(1))
    return offset(at: guess - after) == after ? after : before
  }

  public func civil(_ instant: Instant) -> CivilTime { CivilTime(utc: instant + offset(at: instant)) }

  /// Returns the next instant after `now` at which it is that time on that day; for `today` it may be before `now`.
  /// `nil` beyond the year 9999.
  public func instant(of time: DayTime, after now: Instant) -> Instant? {
    let today = civil(now)
    func instant(days: Int) -> Instant? {
      guard let day = today.adding(days: days),
        let civil = CivilTime(year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute)
      else { return nil }
      return civil.instant(offset: offset(atLocal: civil))
    }
    switch time.day {
    case .today: return instant(days: 0)
    case .tomorrow: return instant(days: 1)
    case .yesterday: return instant(days: -1)
    case .next: return instant(days: 0).flatMap { $0 > now ? $0 : instant(days: 1) }
    case .weekday(let wanted):
      // Monday is 1, as in ISO 8601.
      let ahead = (wanted - today.weekday + 7) % 7
      return instant(days: ahead).flatMap { $0 > now ? $0 : instant(days: ahead + 7) }
    }
  }

  /// Returns the last instant up to `now` at which it was that time on that day; for `today` and `tomorrow` it may be
  /// after `now`. `nil` before the year 1.
  public func instant(of time: DayTime, before now: Instant) -> Instant? {
    switch time.day {
    case .today, .tomorrow, .yesterday: return instant(of: time, after: now)
    case .next: return last(time, upTo: now, every: 1)
    case .weekday: return last(time, upTo: now, every: 7)
    }
  }

  /// Returns the last instant up to `now` of a time that recurs every few days.
  private func last(_ time: DayTime, upTo now: Instant, every days: Int) -> Instant? {
    // Seen from before the last occurrence, that occurrence is the next one.
    let next = instant(of: time, after: now - .days(Int64(days)) - .hours(4))
    let after = next.flatMap { instant(of: time, after: $0) }
    return after.map { $0 <= now ? $0 : next } ?? next
  }

  /// Returns the time of day: `13:05:12`.
  public func timeOfDay(_ instant: Instant) -> String {
    let civil = civil(instant)
    return TimeText.digits(civil.hour, civil.minute, civil.second)
  }

  /// Returns the instant in RFC 3339 format, as JSON uses it: `2026-11-20T10:30:00+01:00`.
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
