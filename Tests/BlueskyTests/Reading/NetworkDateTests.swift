import Testing
import Timeline

@testable import Bluesky

@Suite struct NetworkDateTests {
  @Test(arguments: [
    ("2026-01-05T09:00:00Z", "2026-01-05T09:00:00"),
    ("2026-01-05T09:00:00.5Z", "2026-01-05T09:00:00.5"),
    ("2026-01-05T09:00:00.123456789Z", "2026-01-05T09:00:00.123456"),
    ("2026-01-05T09:00:00+02:30", "2026-01-05T06:30:00"),
    ("2026-01-05T09:00:00.25-01:00", "2026-01-05T10:00:00.25"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59"),
  ])
  func dates(text: String, utc: String) {
    #expect(NetworkDate.instant(text).map { CivilTime(utc: $0).dateTimeText } == utc)
  }

  @Test(arguments: [
    "", "2026-01-05", "2026-01-05T09:00:00", "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-05 09:00:00Z",
    "2026-01-05T09:00:00.Z", "2026-01-05T09:00:00.xZ", "2026-01-05T09:00:00+25:00", "2026-01-05T09:00:00*01:00",
    "-2026-01-05T09:00:00Z", "20260105T090000Z", "2026-01-05T09:00:00ZZ",
  ])
  func invalidAddressesAreRejected(text: String) { #expect(NetworkDate.instant(text) == nil) }

  @Test func datesRoundTrip() {
    for seconds in [0, 1, 1_767_603_600, 253_402_300_799] as [Int64] {
      let instant = Instant(microseconds: seconds * 1_000_000 + 250_000)
      #expect(NetworkDate.instant(NetworkDate.text(instant)) == instant)
    }
  }
}
