import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct IndexTests {
  /// Ids are compared by their text, not by their hash: two ids with the same checksum are two events.
  @Test func idsWithTheSameHashAreDifferent() throws {
    var chance = SeededGenerator(seed: 11)
    var seen: [UInt32: String] = [:]
    var twins: [Event] = []
    while twins.isEmpty {
      let text = String(UInt64.random(in: 0...UInt64.max, using: &chance), radix: 36)
      let hash = text.withBytes { Checksum()($0) }
      if let other = seen.updateValue(text, forKey: hash), other != text {
        twins = [other, text].map { Event(id: id($0), type: "t", instant: .practiceStart) }
      }
    }
    let files = MemoryFileSystem()
    let journal = try open(files)
    #expect(try journal.append([twins[0]]) == 1)
    #expect(!journal.contains(twins[1].id))
    #expect(try journal.append(twins) == 1)
    let again = try open(files)
    #expect(again.count == 2)
    #expect(again.event(twins[1].id)?.event == twins[1])
  }

  @Test func thousandsOfIDsAreFoundAndOthersNot() throws {
    let journal = Journal.inMemory()
    try journal.append((0..<3_000).map { event($0) })
    for number in 0..<3_000 { #expect(journal.event(id("e/\(number)"))?.event.instant == event(number).instant) }
    for number in 3_000..<4_000 { #expect(!journal.contains(id("e/\(number)"))) }
  }

  @Test func namesAreNumberedOnce() {
    var interner = Interner()
    func number(_ name: String) -> UInt16? { name.withBytes { interner.number(of: $0) } }
    #expect([number("a"), number("bb"), number("a"), number("b"), number("bb")] == [0, 1, 0, 2, 1])
    #expect(interner.known("b") == 2)
    #expect(interner.known("c") == nil)
    #expect(interner[1] == "bb")
  }
}
