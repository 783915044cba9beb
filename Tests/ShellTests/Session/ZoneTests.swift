import Testing
import Timeline

@testable import Shell

@Suite struct ZoneTests {
  /// In Lisbon 01:00 becomes 02:00 on 29 March 2026 and comes twice on 25 October.
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
  func aSkippedHourGoesForward(_ name: String, _ local: String, _ shown: String) throws {
    let zone = try #require(Zone(name))
    let civil = try #require(CivilTime(parsing: local.utf8))
    #expect(zone.rfc3339(civil.instant(offset: zone.offset(atLocal: civil))) == shown)
  }
}
