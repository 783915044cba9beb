import Testing

@testable import Terminal

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

  @Test func theOldestGoFirst() {
    var log = EntryLog(limit: 3)
    for number in 0..<1000 { log.add("\(number)") }
    #expect(log.newestFirst() == ["999", "998", "997"])
    log.remove("998")
    #expect(log.newestFirst() == ["999", "997"])
    #expect(log.next(after: log.end) == nil)
  }
}
