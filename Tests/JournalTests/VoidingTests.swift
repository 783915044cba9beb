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
    // What is saved under its cause stays saved once, voided or redone.
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

  @Test func voidingHoldsForEventsThatComeLater() throws {
    let files = MemoryFileSystem()
    let a = try open(files, folder: "a")
    try a.append([event(1)])
    let b = try open(files, folder: "b", device: phone)
    files["b/kitchen.journal"] = files["a/kitchen.journal"]
    try b.refresh()
    try b.void(id("e/1"), at: now)
    files["b/kitchen.journal"] = nil
    let c = try open(files, folder: "b", device: phone)
    #expect(c.isVoided(id("e/1")) && c.count == 1)
    files["b/kitchen.journal"] = files["a/kitchen.journal"]
    try c.refresh()
    #expect(try c.ids == [])
    #expect(c.count == 2)
  }

  @Test func devicesThatUndoTheSameThingUndoItOnce() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files), try open(files, device: phone))
    try a.append([event(1)])
    try b.refresh()
    try a.void(id("e/1"), at: now)
    try b.void(id("e/1"), at: now + .seconds(5))
    try a.restore([id("e/1")])
    try b.refresh()
    try a.refresh()
    #expect(a.count == 3)
    #expect(try a.saved() == b.saved())
    #expect(try b.ids == ["e/1~2"])
  }

  /// A ledger kept step by step is the fold of the journal after any sequence of appending, undoing and redoing.
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

  /// What voids an event with the longest id must be readable as well, or the undoing would be forgotten.
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
