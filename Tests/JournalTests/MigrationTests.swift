import JSON
import Testing
import Timeline

@testable import Journal

/// Version 0 never existed; it stands for any older version here.
@Suite struct MigrationTests {
  private let own = "state/kitchen.journal"

  /// Version 0 calls `seq` and `type` by other names and keeps seconds.
  private let migration = Migration(version: 0) { text in
    guard let json = try? JSON(parsing: text), let number = json["n"]?.integerValue,
      let second = json["second"]?.integerValue, let id = json["id"]?.stringValue, let data = json["data"]
    else { return nil }
    return JSON.object([
      .init("seq", .integer(number)), .init("at", .integer(second * 1_000_000)), .init("device", json["device"] ?? "x"),
      .init("type", json["what"] ?? "old"), .init("id", .string(id)), .init("data", data),
    ]).text
  }

  private func old(_ device: String, _ numbers: [Int]) -> [UInt8] {
    var bytes = Header(version: 0, kind: .real, device: device).line
    for number in numbers {
      let json = """
        {"n":\(number),"second":\(number),"device":"\(device)","what":"story.liked","id":"\(device)/\(number)","data":{"story":\(number)}}
        """
      bytes += Line.framing(Array(json.utf8))
    }
    return bytes
  }

  @Test func theOwnFileIsBroughtUpToDateAndTheOldOneKept() throws {
    let files = MemoryFileSystem()
    let before = old("kitchen", [1, 2, 3]) + Line.framing(Array("{}".utf8)) + Array("torn".utf8)
    files[own] = before
    let journal = try open(files, migrations: [migration])
    #expect(try journal.ids == ["kitchen/1", "kitchen/2", "kitchen/3"])
    #expect(journal.nextOrigin.sequence == 4)
    #expect(journal.notices.contains(.migrated(file: "kitchen.journal", version: 0, keptIn: "kitchen.journal.v0")))
    #expect(files["state/kitchen.journal.v0"]! + Array("torn".utf8) == before)
    #expect(files.text("state/kitchen.torn") == "torn\n")
    #expect(files.text("state/kitchen.damaged").hasSuffix(" {}\n"))
    try journal.append([event(9)])
    // Of the current version now: no migration is needed any more.
    #expect(try open(files).ids == ["kitchen/1", "kitchen/2", "kitchen/3", "e/9"])
  }

  @Test func otherDevicesFilesAreConvertedAsTheyAreRead() throws {
    let files = MemoryFileSystem()
    let before = old("phone", [1, 2])
    files["state/phone.journal"] = before
    let journal = try open(files, migrations: [migration])
    #expect(try journal.saved().map(\.event.instant.microseconds) == [1_000_000, 2_000_000])
    #expect(journal.contains(id("phone/2")))
    #expect(files["state/phone.journal"] == before)
    var again = event(1)
    again.id = id("phone/1")
    try journal.append([again])
    try journal.void(id("phone/1"), at: .practiceStart)
    #expect(try journal.ids == ["phone/1", "phone/2"])
    files["state/phone.journal"] = old("phone", [2])
    try journal.refresh()
    #expect(try journal.ids == ["phone/2"])
  }

  @Test func withoutAMigrationTheFileIsRefused() throws {
    let files = MemoryFileSystem()
    files[own] = old("kitchen", [1])
    #expect(throws: Journal.Failure.unknownFormat(path: own, version: 0)) { try open(files) }
  }

  @Test func anExchangeAcrossVersionsLosesNothing() throws {
    let files = MemoryFileSystem()
    files[own] = old("kitchen", [1, 2])
    files["shared/kitchen.journal"] = old("kitchen", [1, 2, 3])
    files["shared/phone.journal"] = old("phone", [1])
    let journal = try open(files, migrations: [migration])
    try journal.exchange(with: "shared")
    #expect(try Set(journal.ids) == ["kitchen/1", "kitchen/2", "kitchen/3", "phone/1"])
    #expect(files["shared/kitchen.journal"] == files[own])
    // The other device migrates as well, and goes on.
    let other = try open(files, folder: "shared", device: phone, migrations: [migration])
    try other.append([event(5)])
    try journal.exchange(with: "shared")
    #expect(try Set(journal.ids) == ["kitchen/1", "kitchen/2", "kitchen/3", "phone/1", "e/5"])
  }
}
