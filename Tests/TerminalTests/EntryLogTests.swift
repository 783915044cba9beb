import Testing

@testable import Terminal
@testable import TerminalText

@Suite struct EntryLogTests {
  @Test func positionsStayValid() throws {
    var log = EntryLog(limit: 100)
    for number in 0..<50 { log.add("\(number)") }
    let found = try #require(log.previous(before: log.end - 10))
    for _ in 0..<200 { log.add("again") }
    #expect(log.previous(before: found.position + 1)?.entry == found.entry)
    #expect(log.next(after: found.position - 1)?.entry == found.entry)
    #expect(log.count == 51)
  }

  /// Compares the log with a linear search while entries are added, added again and removed.
  @Test(arguments: 0..<20) func searchByPrefix(_ seed: Int) {
    var chance = Chance(state: UInt64(seed))
    var log = EntryLog(limit: 40)
    let parts = ["t", "tap", "timer ", "timer start ", "é", "日本", "a\0", "x"]
    func text() -> String {
      (0..<Int.random(in: 0...3, using: &chance)).map { _ in parts.randomElement(using: &chance)! }.joined()
    }
    for _ in 0..<400 {
      if Int.random(in: 0..<8, using: &chance) == 0 { log.remove(text()) } else { log.add(text()) }
      let prefix = text()
      let most = Int.random(in: 1...5, using: &chance)
      var found: [String] = []
      log.newest(beginningWith: prefix) { entry in
        found.append(entry)
        return found.count < most
      }
      #expect(found == Array(log.newestFirst().filter { $0.utf8.starts(with: prefix.utf8) }.prefix(most)))
    }
  }

  @Test func theOldestEntriesAreRemovedFirst() {
    var log = EntryLog(limit: 3)
    for number in 0..<1000 { log.add("\(number)") }
    #expect(log.newestFirst() == ["999", "998", "997"])
    log.remove("998")
    #expect(log.newestFirst() == ["999", "997"])
    #expect(log.next(after: log.end) == nil)
  }
}
