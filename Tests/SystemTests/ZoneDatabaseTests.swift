import System
import Testing

@Suite struct ZoneDatabaseTests {
  @Test(arguments: [
    "", ".", "..", "../zoneinfo/UTC", "Europe/../UTC", "/usr/share/zoneinfo/UTC", "Europe", "Europe/", "Europe//Lisbon",
    "posixrules", "posix/Europe/Lisbon", "zone.tab", "Europe/Lisbon\u{0}", "Mars/Phobos",
  ])
  func whatIsNoZoneIsNotRead(_ name: String) { #expect(ZoneDatabase.file(name) == nil) }

  @Test func zonesAreListedByName() {
    let names = ZoneDatabase.names
    guard !names.isEmpty else { return }
    #expect(names == names.sorted() && names.contains("Europe/Lisbon") && names.contains("UTC"))
    #expect(!names.contains { $0.hasPrefix("posix") || $0.contains(".") })
    for name in names { #expect(ZoneDatabase.file(name)?.starts(with: "TZif".utf8) == true, "\(name)") }
  }

  @Test func theMachineHasOneOfThem() {
    if let name = ZoneDatabase.local, !ZoneDatabase.names.isEmpty { #expect(ZoneDatabase.file(name) != nil) }
  }
}
