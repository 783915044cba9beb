import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct LineWriterTests {
  @Test(arguments: [0, 1, 9, 10, 99, 100, 1_000_000, Int64.max, .min, -1, -10, -999_999_999_999_999_999])
  func eventsRoundTrip(number: Int64) throws {
    let event = Event(
      id: id("i"), type: "t", instant: Instant(microseconds: number),
      local: number % 2 == 0 ? .init(daysSince1970: -719_162, offsetSeconds: Int32(clamping: number)) : nil,
      payload: ["n": .integer(number), "t": "\"quoted\" {} \n"])
    let saved = SavedEvent(event, origin: .init(device: kitchen, run: number == 0 ? 7 : 1, sequence: 4_000_000_000))
    var writer = LineWriter()
    writer.append(saved.event, saved.origin)
    let line = UnsafeRawBufferPointer(rebasing: writer.bytes.dropLast())
    let json = try #require(Line.json(of: line, Checksum()))
    #expect(LineFields(json)?.savedEvent(in: json) == saved)
  }

  /// State reused between lines must not carry over from one event to the next.
  @Test func neighboursLeaveNoTrace() {
    var chance = SeededGenerator(seed: 3)
    var all = LineWriter()
    var single: [UInt8] = []
    for number in 0..<500 {
      let day = Int32.random(in: 20_000...20_001, using: &chance)
      let event = Event(
        id: id("e/\(number)"), type: ["a", "b.c"].randomElement(using: &chance)!,
        instant: Instant(microseconds: Int64.random(in: -10...10, using: &chance)),
        local: Bool.random(using: &chance) ? .init(daysSince1970: day, offsetSeconds: 3_600) : nil)
      let origin = Journal.Origin(
        device: [kitchen, phone].randomElement(using: &chance)!, run: UInt32.random(in: 1...2, using: &chance),
        sequence: UInt32(number + 1))
      all.append(event, origin)
      var one = LineWriter()
      one.append(event, origin)
      single += Array(one.bytes)
    }
    #expect(Array(all.bytes) == single)
  }

  /// A group larger than the buffer is written in several calls of whole lines, and its events are at the offsets in
  /// the index.
  @Test func aLargeGroupIsWrittenInChunks() throws {
    let files = FaultyFileSystem()
    let journal = try open(files)
    var writes = 0
    files.fault = { _, operation in
      if operation == .write { writes += 1 }
      return nil
    }
    let text = String(repeating: "x", count: 900)
    let events = (0..<1_000).map { event($0, payload: ["text": .string(text + "\($0)")]) }
    #expect(try journal.append(events) == 1_000)
    #expect(writes == events.count * 1_000 / LineWriter.piece + 1)
    for number in stride(from: 0, to: 1_000, by: 37) {
      #expect(journal.event(events[number].id)?.event == events[number])
    }
    #expect(try open(files).saved() == journal.saved())
    // All events are saved or none, even if a later write fails.
    let before = files.base["state/kitchen.journal"]
    writes = 0
    files.fault = { _, operation in
      if operation == .write { writes += 1 }
      return operation == .write && writes == 3 ? .error(28) : nil
    }
    #expect(throws: Journal.Failure.self) {
      try journal.append((2_000..<3_000).map { event($0, payload: events[0].payload) })
    }
    #expect(files.base["state/kitchen.journal"] == before)
    files.fault = { _, _ in nil }
    #expect(try journal.append([]) == 1_000)
    #expect(try open(files).saved() == journal.saved())
  }
}
