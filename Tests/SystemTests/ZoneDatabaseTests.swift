import Testing

@testable import System

@Suite struct ZoneDatabaseTests {
  @Test(arguments: [
    "", ".", "..", "../zoneinfo/UTC", "Europe/../UTC", "/usr/share/zoneinfo/UTC", "Europe", "Europe/", "Europe//Lisbon",
    "posixrules", "posix/Europe/Lisbon", "zone.tab", "Europe/Lisbon\u{0}", "Mars/Phobos",
  ])
  func invalidZonesAreNotRead(_ name: String) { #expect(ZoneDatabase.file(name) == nil) }

  @Test func zonesAreListedByName() {
    let names = ZoneDatabase.names
    guard !names.isEmpty else { return }
    #expect(names == names.sorted() && names.contains("Europe/Lisbon") && names.contains("UTC"))
    #expect(!names.contains { $0.hasPrefix("posix") || $0.contains(".") })
    for name in names { #expect(ZoneDatabase.file(name)?.starts(with: "TZif".utf8) == true, "\(name)") }
  }

  @Test func theMachineHasOneOfThem() {
    guard case .words(let name) = ZoneDatabase.local, !ZoneDatabase.names.isEmpty else { return }
    #expect(ZoneDatabase.file(name) != nil)
  }

  /// `/etc/localtime` is a link into the database, or a copy of one of its files.
  @Test func aFileIsAZoneByWhereItLeadsOrWhatItHolds() throws {
    let scratch = Scratch()
    #expect(ZoneDatabase.file(at: scratch("missing")) == .unsaid)
    try File.replace(scratch("text"), with: "no zone".utf8)
    #expect(ZoneDatabase.file(at: scratch("text")) == .unsaid)
    guard let lisbon = ZoneDatabase.file("Europe/Lisbon") else { return }
    try File.replace(scratch("copy"), with: lisbon)
    #expect(ZoneDatabase.file(at: scratch("copy")) == .file(lisbon))
    let database = "/usr/share/zoneinfo/Europe/Lisbon"
    guard (try? FileStatus(database)) != nil else { return }
    try #require(symlink(database, scratch("link")) == 0)
    #expect(ZoneDatabase.file(at: scratch("link")) == .words("Europe/Lisbon"))
  }
}
