import Foundation
import Testing
import Timeline

@testable import SessionState

@Suite struct ZoneTests {
  /// In Lisbon, 01:00 becomes 02:00 on 29 March 2026 and occurs twice on 25 October.
  @Test(arguments: [
    ("Europe/Lisbon", "2026-03-29T00:59", "2026-03-29T00:59:00Z"),
    ("Europe/Lisbon", "2026-03-29T01:00", "2026-03-29T02:00:00+01:00"),
    ("Europe/Lisbon", "2026-03-29T01:30", "2026-03-29T02:30:00+01:00"),
    ("Europe/Lisbon", "2026-03-29T02:00", "2026-03-29T02:00:00+01:00"),
    ("Europe/Lisbon", "2026-10-25T00:59", "2026-10-25T00:59:00+01:00"),
    ("Europe/Lisbon", "2026-10-25T01:30", "2026-10-25T01:30:00+01:00"),
    ("Europe/Lisbon", "2026-10-25T02:00", "2026-10-25T02:00:00Z"),
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T03:30:00-04:00"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45:00+11:00"),
    ("Pacific/Apia", "2011-12-30T12:00", "2011-12-31T12:00:00+14:00"),
    ("Asia/Tokyo", "2026-03-29T01:30", "2026-03-29T01:30:00+09:00"),
  ])
  func skippedLocalHoursMoveForward(_ name: String, _ local: String, _ shown: String) throws {
    let zone = try #require(Zone(name))
    let civil = try #require(CivilTime(parsing: local.utf8))
    #expect(zone.rfc3339(civil.instant(offset: zone.offset(atLocal: civil))) == shown)
  }
}

/// The system's time zone database as the program reads it, compared with Foundation's, which comes from ICU.
@Suite struct ZonesBesideFoundationTests {
  /// Checks every fifth day from 1970 to 2100, and every instant between two such days at which clocks change.
  @Test func allZonesAgree() throws {
    var differences: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers {
      guard let theirs = TimeZone(identifier: name), let ours = Zone(name) else { continue }
      func seconds(_ second: Int64) -> (ours: Int64, theirs: Int64) {
        let date = Date(timeIntervalSince1970: Double(second))
        let offset = ours.offset(at: Instant(secondsSince1970: second))
        return (offset.microseconds / 1_000_000, Int64(theirs.secondsFromGMT(for: date)))
      }
      let step: Int64 = 5 * 86_400
      var last = seconds(0)
      for start in stride(from: Int64(0), to: 4_102_444_800, by: Int64.Stride(step)) {
        let next = seconds(start + step)
        if next.ours != last.ours {
          var (low, high) = (start, start + step)
          while high - low > 1 {
            let middle = (low + high) / 2
            if seconds(middle).ours == last.ours { low = middle } else { high = middle }
          }
          let (before, after) = (seconds(low), seconds(high))
          if before.ours != before.theirs || after.ours != after.theirs { differences.append("\(name) at \(high)") }
        }
        if next.ours != next.theirs { differences.append("\(name) at \(start + step)") }
        last = next
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(20))")
  }

  @Test(arguments: [
    ("europe/lisbon", "did you mean '--zone Europe/Lisbon'?"), ("Lisbon", "did you mean '--zone Europe/Lisbon'?"),
    ("new york", "did you mean '--zone America/New_York'?"), ("Mars/Phobos7", "try: --zone Europe/Lisbon"),
  ])
  func aZoneIsSuggested(_ name: String, _ suggestion: String) {
    #expect(Zone(name) == nil)
    #expect(Zone.suggestion(for: name) == suggestion)
  }
}
