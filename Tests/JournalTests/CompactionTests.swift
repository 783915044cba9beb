import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct CompactionTests {
  private let own = "state/kitchen.journal"

  @Test func everyEventStaysAsItWas() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    try journal.append((1...50).map { event($0) })
    try journal.void(id("e/7"), at: .practiceStart)
    let (text, before) = (files.text(own), try journal.saved(includingVoided: true))
    #expect(try journal.compact() == 0)
    #expect(files.text(own) == text)
    #expect(try journal.saved(includingVoided: true) == before)
    try journal.append([event(51)])
    #expect(try open(files).ids.count == 50)
    #expect(files.paths == [own])
  }

  @Test func duplicateLinesOfAnIDAreRemoved() throws {
    let files = MemoryFileSystem()
    try open(files).append([event(1), event(2)])
    let whole = files[own]!
    files[own]! += whole[(whole.firstIndex(of: 10)! + 1)...]
    let journal = try open(files)
    #expect(journal.count == 2)
    #expect(
      journal.notices == [.repeated(file: "kitchen.journal", line: 4), .repeated(file: "kitchen.journal", line: 5)])
    #expect(try journal.compact() == 0)
    #expect(files.text(own).split(separator: "\n").count == 3)
  }

  @Test func voidedEventsStay() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    try journal.append((1...3).map { event($0) })
    try journal.void([id("e/1"), id("e/2")], at: .practiceStart)
    try journal.restore([id("e/2")])
    let all = try journal.saved(includingVoided: true).map(\.event.id.text)
    #expect(try journal.compact() == 0)
    #expect(try open(files).saved(includingVoided: true).map(\.event.id.text) == all)
    #expect(try open(files).ids.sorted() == ["e/2~2", "e/3"])
  }

  /// The lines of other devices also decide whether an event counts.
  @Test func otherDevicesHalfOfAPairIsKept() throws {
    let files = MemoryFileSystem()
    let other = try open(files, device: phone)
    try other.append([event(1), event(2)])
    let journal = try open(files)
    try journal.append([event(1), event(2)])
    try journal.void([id("e/1"), id("e/2")], at: .practiceStart)
    try other.void([id("e/2")], at: .practiceStart)
    #expect(try journal.compact() == 0)
    #expect(try open(files).ids == ["e/1"])
  }

  /// This device's own line stays, even if another device's line with the same id is the one that counts.
  @Test func linesThatOthersWroteFirstStay() throws {
    let files = MemoryFileSystem()
    let other = try open(files, device: phone)
    try other.append([event(1)])
    let journal = try open(files)
    var late = event(1)
    late.instant += .seconds(1)
    #expect(try journal.append([late]) == 1)
    #expect(try journal.compact() == 0)
    try other.void([id("e/1")], at: .practiceStart)
    #expect(try open(files).saved().map(\.event) == [late])
  }

  @Test func otherShellsReadTheNewFile() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files), try open(files))
    try a.append([event(1), event(2)])
    try b.refresh()
    try a.compact()
    try a.append([event(3)])
    try b.append([event(4)])
    #expect(try b.ids == ["e/1", "e/2", "e/3", "e/4"])
    try a.refresh()
    #expect(try a.saved() == b.saved())
  }

  @Test func openingCompactsAFileOfMostlyIgnoredLines() throws {
    let files = MemoryFileSystem()
    try open(files).append((0..<600).map { event($0) })
    let whole = files[own]!
    // The lines as after a failed sync: written again, with new numbers.
    func again(_ number: Int) -> [UInt8] {
      SavedEvent(event(number), origin: .init(device: kitchen, sequence: UInt32(601 + number))).line
    }
    files[own]! += (0..<600).flatMap(again)
    let doubled = files[own]!
    #expect(try open(files).ids.count == 600)
    // Half of the file counts, so compaction is not worthwhile yet.
    #expect(files[own] == doubled)
    files[own]! += again(600 - 1)
    let journal = try open(files)
    #expect(files[own] == whole)
    #expect(journal.notices.isEmpty)
    #expect(try open(files).saved() == journal.saved())
  }

  @Test func linesOfALaterWriterKeepTheirFields() throws {
    let files = MemoryFileSystem()
    _ = try open(files)
    let json = #"{"seq":1,"at":2,"device":"kitchen","mood":"sunny","type":"t","id":"i","data":{ "a" : 1 }}"#
    files[own]! += Line.framing(Array(json.utf8))
    try open(files).compact()
    #expect(files.text(own).contains(json))
  }
}
