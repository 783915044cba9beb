import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct VoidingTests {
  private let now = Instant.practiceStart + .hours(1)

  @Test func undoneEventsDoNotCountAndRedoneOnesDo() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    try journal.append([event(1), event(2)])
    #expect(try journal.void(id("e/1"), at: now))
    #expect(try journal.ids == ["e/2"])
    #expect(try !journal.void(id("e/1"), at: now))
    #expect(try journal.restore([id("e/1")]) == [id("e/1~2")])
    #expect(try journal.ids == ["e/1~2", "e/2"])
    #expect(try journal.saved()[0].event.instant == event(1).instant)
    // An event saved under its cause is saved once, voided or redone.
    #expect(try journal.append([event(1)]) == 0)
    #expect(try journal.restore([id("e/1")]) == [id("e/1~2")])
    try journal.void(id("e/1"), at: now)
    #expect(try journal.ids == ["e/2"])
    try journal.restore([id("e/1")])
    #expect(try open(files).ids == ["e/1~3", "e/2"])
    #expect(files.text("state/kitchen.journal").split(separator: "\n").count == 7)
  }

  @Test func unknownEventsAreRefusedWithTheirGroup() throws {
    let journal = Journal.inMemory()
    try journal.append([event(1)])
    #expect(throws: Journal.Failure.noSuchEvent(id("x"))) { try journal.void([id("e/1"), id("x")], at: now) }
    #expect(throws: Journal.Failure.noSuchEvent(id("x"))) { try journal.restore([id("x")]) }
    #expect(try journal.ids == ["e/1"])
  }

  /// A voiding line may be read before the line that it voids.
  @Test func voidingHoldsForEventsThatComeLater() throws {
    let files = MemoryFileSystem()
    let a = try open(files)
    try a.append([event(1), event(2)])
    try a.void(id("e/1"), at: now)
    var lines = files.text("state/kitchen.journal").split(separator: "\n", omittingEmptySubsequences: false)
    lines.swapAt(1, 3)
    files["state/kitchen.journal"] = Array(lines.joined(separator: "\n").utf8)
    #expect(try open(files).ids == ["e/2"])
  }

  /// Two devices have imported the same file, and one of them voids the import.
  @Test(arguments: [false, true])
  func anEventOfTwoDevicesCountsUntilBothVoidIt(isLaterFirst: Bool) throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files, folder: "a"), try open(files, folder: "b", device: phone))
    func made(_ number: Int, by journal: Journal) -> Event {
      var made = event(number, payload: ["by": .string(journal.device.name)])
      if (journal.device == phone) == isLaterFirst { made.instant += .minutes(1) }
      return made
    }
    func exchange() throws { for _ in 0..<2 { for journal in [a, b] { try journal.exchange(with: "shared") } } }
    for journal in [a, b] { try journal.append([1, 2].map { made($0, by: journal) }) }
    #expect(try b.void([id("e/1")], at: now))
    #expect(b.isVoided(id("e/1")))
    try exchange()
    for journal in [a, b] {
      #expect(try Set(journal.ids) == ["e/1", "e/2"])
      #expect(journal.event(id("e/1"))?.event.payload == ["by": "kitchen"])
      #expect(!journal.isVoided(id("e/1")))
    }
    #expect(try !b.void([id("e/1")], at: now))
    try a.void([id("e/1")], at: now + .seconds(1))
    try exchange()
    #expect(try a.ids == ["e/2"] && b.ids == ["e/2"])
    // One device redoes the event, and continues with it alone.
    #expect(try b.restore([id("e/1")]) == [id("e/1~2")])
    try exchange()
    #expect(try Set(a.ids) == ["e/1~2", "e/2"] && Set(b.ids) == ["e/1~2", "e/2"])
    for journal in [a, b, try open(files, folder: "a")] {
      #expect(journal.event(id("e/1~2"))?.event.payload == ["by": "phone"])
      // An event recorded by both has, on each device, that device's own payload.
      #expect(journal.event(id("e/2"))?.event.payload == ["by": .string(journal.device.name)])
    }
  }

  /// A device cannot void an event that only another device recorded, and can record an event itself that the other
  /// voided.
  @Test func onlyTheAuthorCanVoidAnEvent() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files, folder: "a"), try open(files, folder: "b", device: phone))
    try a.append([event(1)])
    try a.exchange(with: "shared")
    try b.exchange(with: "shared")
    #expect(try !b.void(id("e/1"), at: now))
    #expect(try b.ids == ["e/1"])
    try a.void(id("e/1"), at: now)
    try a.exchange(with: "shared")
    try b.exchange(with: "shared")
    #expect(try b.ids == [])
    #expect(try b.append([event(1)]) == 1)
    #expect(try b.ids == ["e/1"])
    try b.exchange(with: "shared")
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1"])
    #expect(try a.restore([id("e/1")]) == [id("e/1~2")])
    #expect(try a.void(id("e/1"), at: now))
    #expect(try a.ids == ["e/1"])
  }

  /// Lines that void this device's events, in another device's name, or in its own name but in another device's file.
  @Test(arguments: ["mallory", "kitchen"])
  func forgedLinesVoidNothing(name: String) throws {
    let files = MemoryFileSystem()
    let a = try open(files)
    try a.append([event(1), event(2)])
    let forged = SavedEvent(
      Event(voiding: id("e/1"), at: now), origin: .init(device: Journal.DeviceID(name)!, sequence: 9))
    files["state/mallory.journal"] = Header(kind: .real, device: name).line + forged.line
    try a.refresh()
    #expect(try a.ids == ["e/1", "e/2"])
    #expect(try a.news().voided.isEmpty)
    #expect(try open(files).ids == ["e/1", "e/2"])
    #expect(!a.isVoided(id("e/1")))
  }

  @Test func devicesThatUndoTheirOwnAgreeOnTheRest() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files), try open(files, device: phone))
    for journal in [a, b] { try journal.append([event(1)]) }
    try a.void(id("e/1"), at: now)
    try b.void(id("e/1"), at: now + .seconds(5))
    try a.restore([id("e/1")])
    try b.refresh()
    try a.refresh()
    #expect(a.count == 3)
    #expect(try a.saved() == b.saved())
    #expect(try b.ids == ["e/1~2"])
  }

  /// A ledger updated step by step equals the fold of the journal after any sequence of appending, undoing and
  /// redoing.
  @Test(arguments: 0..<30)
  func ledgerIsTheFoldOfTheJournal(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let files = MemoryFileSystem()
    var journal = try open(files)
    var ledger: [Int: Int] = [:]
    var (done, undone): ([[Int]], [[Int]]) = ([], [])
    var next = 0
    for _ in 0..<80 {
      switch Int.random(in: 0..<6, using: &chance) {
      case 0, 1, 2:
        let command = (0..<Int.random(in: 1...3, using: &chance)).map { next + $0 }
        next += command.count
        try journal.append(command.map { event($0) })
        for number in command { ledger[number % 7, default: 0] += number }
        done.append(command)
        undone = []
      case 3:
        guard let command = done.popLast() else { continue }
        try journal.void(command.map { id("e/\($0)") }, at: now)
        for number in command { ledger[number % 7, default: 0] -= number }
        undone.append(command)
      case 4:
        guard let command = undone.popLast() else { continue }
        try journal.restore(command.map { id("e/\($0)") })
        for number in command { ledger[number % 7, default: 0] += number }
        done.append(command)
      default:
        if Bool.random(using: &chance) { try journal.compact() }
        journal = try open(files)
      }
      let folded = try journal.fold(into: [Int: Int]()) { ledger, saved in
        let number = Int(saved.event.payload["story"]!.integerValue!)
        ledger[number % 7, default: 0] += number
      }
      #expect(folded.filter { $0.value != 0 } == ledger.filter { $0.value != 0 })
    }
  }

  /// A line that voids an event with the longest id must be readable as well, or the undo would be lost.
  @Test func eventsWithTheLongestIdsStayUndone() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    var long = event(1)
    long.id = id(String(repeating: "a", count: 512))
    try journal.append([long])
    #expect(try journal.void(long.id, at: .practiceStart))
    #expect(try open(files).ids.isEmpty)
    let restored = try journal.restore([long.id])
    let again = try open(files)
    #expect(try again.ids == restored.map(\.text))
    #expect(again.notices.isEmpty)
  }
}
