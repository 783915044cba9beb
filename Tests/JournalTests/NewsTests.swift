import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct NewsTests {
  private let now = Instant.practiceStart + .hours(1)

  @Test func otherShellsEventsAreReportedOnce() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files), try open(files))
    try a.append([event(1), event(2)])
    #expect(try a.news().isEmpty)
    let news = try b.news()
    #expect(news.events.map(\.event) == [event(1), event(2)])
    #expect(news.voided.isEmpty && !news.needsFold)
    #expect(try b.news().isEmpty)
    // The line was read by an append rather than by `news`.
    try a.append([event(3)])
    try b.append([event(4)])
    #expect(try b.news().events.map(\.event) == [event(3)])
    #expect(try a.news().events.map(\.event) == [event(4)])
    try open(files).append([event(5)])
    let later = try a.news()
    #expect(later.events.map(\.event) == [event(5)] && !later.needsFold)
  }

  @Test func eventsReadAtOpeningAreNotNews() throws {
    let files = MemoryFileSystem()
    try open(files).append([event(1)])
    #expect(try open(files).news().isEmpty)
    #expect(try Journal.inMemory().news().isEmpty)
  }

  @Test func voidedAndRestoredEventsAreReported() throws {
    let files = MemoryFileSystem()
    let a = try open(files)
    try a.append([event(1), event(2)])
    let b = try open(files)
    try a.void(id("e/1"), at: now)
    try a.append([event(3)])
    try a.void(id("e/3"), at: now)
    // e/3 was saved and voided between two reads.
    #expect(try b.news() == Journal.News(voided: [id("e/1")]))
    try a.restore([id("e/1")])
    let news = try b.news()
    #expect(news.events.map(\.event.id) == [id("e/1~2")] && news.voided.isEmpty)
    // Its instant is that of the voided event: before e/2.
    #expect(news.needsFold)
  }

  @Test func eventsKnownToBothAreNotNews() throws {
    let files = MemoryFileSystem()
    let a = try open(files)
    try a.append([event(1)])
    let b = try open(files)
    try a.void(id("e/1"), at: now)
    try b.void(id("e/1"), at: now)
    try a.append([event(2), event(3)])
    try b.append([event(2)])
    #expect(try b.news().events.map(\.event) == [event(3)])
    #expect(try b.news().isEmpty)
    // Both devices saved the event, and one voided it.
    try a.append([event(4)])
    try b.append([event(4)])
    try a.void(id("e/4"), at: now)
    #expect(try b.news().voided == [id("e/4")])
  }

  @Test func anEarlierEventOfAnotherDeviceNeedsAFold() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files, folder: "a"), try open(files, folder: "b", device: phone))
    try b.append([event(1), event(9)])
    try b.exchange(with: "shared")
    try a.append([event(5)])
    try a.exchange(with: "shared")
    var news = try a.news()
    #expect(news.events.map(\.event) == [event(1), event(9)] && news.needsFold)
    try b.exchange(with: "shared")
    _ = try b.news()
    try b.append([event(10)])
    try b.exchange(with: "shared")
    try a.exchange(with: "shared")
    news = try a.news()
    #expect(news.events.map(\.event) == [event(10)] && !news.needsFold)
  }

  @Test func compactingCausesAFoldOnlyInOtherShells() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files), try open(files))
    try a.append([event(1), event(2)])
    try b.compact()
    #expect(try b.news().events.count == 2)
    #expect(try a.news() == Journal.News(needsFold: true))
    #expect(try a.news().isEmpty)
    #expect(try a.ids == ["e/1", "e/2"])
  }

  @Test func aReadOnlyShellReceivesNews() throws {
    let files = FaultyFileSystem()
    let (a, b) = (try open(files), try open(files))
    try a.append([event(1)])
    files.fault = { _, operation in operation == .lock ? .error(28) : nil }
    #expect(try b.news().events.count == 1)
    files.fault = { _, _ in nil }
    #expect(try b.news().isEmpty)
  }
}
