import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct JournalTests {
  @Test func savedEventsAreThereAfterReopening() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    #expect(try journal.append([event(1), event(2)]) == 2)
    #expect(try journal.append([event(3)]) == 1)
    #expect(journal.notices.isEmpty)
    let again = try open(files)
    #expect(try again.saved() == journal.saved())
    #expect(try again.saved().map(\.event) == [event(1), event(2), event(3)])
    #expect(try again.saved().map(\.origin.sequence) == [1, 2, 3])
    #expect(again.event(id("e/2"))?.event == event(2))
    #expect(again.event(id("e/9")) == nil)
    #expect(again.latest == event(3).instant)
    #expect(again.nextOrigin == .init(device: kitchen, sequence: 4))
  }

  @Test func anEmptyFolderBecomesAJournal() throws {
    let files = MemoryFileSystem()
    let journal = try open(files, folder: "state/")
    #expect(journal.count == 0 && journal.latest == nil)
    #expect(files.paths == ["state/kitchen.journal"])
    #expect(try journal.append([]) == 0)
  }

  @Test func oneIdIsSavedOnce() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    #expect(try journal.append([event(1), event(1), event(2)]) == 2)
    #expect(try journal.append([event(2), event(1)]) == 0)
    #expect(try open(files).append([event(1), event(3), event(3)]) == 1)
    #expect(files.text("state/kitchen.journal").split(separator: "\n").count == 4)
  }

  @Test func shellsOfOneDeviceSeeEachOthersEvents() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files), try open(files))
    try a.append([event(1)])
    #expect(!b.contains(id("e/1")))
    #expect(try b.append([event(1), event(2)]) == 1)
    #expect(try b.ids == ["e/1", "e/2"])
    try a.append([event(3)])
    try b.refresh()
    #expect(try a.saved() == b.saved())
    #expect(try a.saved().map(\.origin.sequence) == [1, 2, 3])
  }

  @Test func otherDevicesFilesAreRead() throws {
    let files = MemoryFileSystem()
    let a = try open(files)
    try a.append([event(2)])
    let b = try open(files, device: phone)
    #expect(try b.append([event(1), event(2), event(3)]) == 3)
    #expect(try b.append([event(2)]) == 0)
    #expect(b.count == 3)
    #expect(try a.ids == ["e/2"])
    try a.refresh()
    #expect(try a.ids == ["e/1", "e/2", "e/3"])
    try b.append([event(4)])
    try a.refresh()
    #expect(a.count == 4)
    files["state/phone.journal"] = nil
    try a.refresh()
    #expect(try a.ids == ["e/2"])
  }

  @Test func eventsComeInTheOrderOfTheirInstants() throws {
    let journal = Journal.inMemory()
    try journal.append([5, 1, 4].map { event($0) })
    try journal.append([event(2)])
    #expect(try journal.ids == ["e/1", "e/2", "e/4", "e/5"])
    #expect(journal.latest == event(5).instant)
    // An import adds older events.
    try journal.append([event(9), event(7)])
    #expect(journal.latest == event(9).instant)
  }

  @Test func foldsTakeOnlyTheTypesAskedFor() throws {
    let journal = Journal.inMemory()
    try journal.append((1...6).map { event($0, type: $0 % 2 == 0 ? "timer.saved" : "story.liked") })
    let sum = try journal.fold(into: 0, of: ["timer.saved", "no.such"]) {
      $0 += $1.event.payload["story"]!.integerValue!
    }
    #expect(sum == 12)
    #expect(try journal.fold(into: 0) { state, _ in state += 1 } == 6)
  }

  @Test func aCursorShowsTheJournalAsItWas() throws {
    let journal = Journal.inMemory()
    try journal.append([event(1), event(3)])
    var cursor = journal.cursor()
    #expect(try cursor.next()?.event.id == id("e/1"))
    try journal.append([event(2), event(4)])
    try journal.compact()
    #expect(try cursor.next()?.event.id == id("e/3"))
    #expect(try cursor.next() == nil)
  }

  @Test func aFolderRefusesSessionsOfTheOtherKind() throws {
    let files = MemoryFileSystem()
    try open(files, kind: .practice).append([event(1)])
    let refusal = Journal.Failure.otherKind(path: "state", recorded: .practice, wanted: .real)
    #expect(throws: refusal) { try open(files, kind: .real) }
    #expect(throws: refusal) { try open(files, kind: .real, device: phone) }
    #expect(refusal.description == "state belongs to practice sessions, but this is a real session")
    #expect(try open(files, kind: .practice).count == 1)
  }

  @Test func aStrayFileOfTheOtherKindIsLeftOut() throws {
    let files = MemoryFileSystem()
    try open(files, folder: "other", kind: .practice, device: phone).append([event(1)])
    try open(files).append([event(2)])
    files["state/phone.journal"] = files["other/phone.journal"]
    let journal = try open(files)
    #expect(try journal.ids == ["e/2"])
    #expect(journal.notices.count == 1)
  }

  @Test func flawedEventsAreRefusedWithTheirWholeGroup() throws {
    let journal = Journal.inMemory()
    for type in ["", "Timer", "a b", "é", String(repeating: "a", count: 65)] {
      #expect(throws: Journal.Failure.self) { try journal.append([event(1), event(2, type: type)]) }
    }
    let huge = event(3, payload: ["t": .string(String(repeating: "x", count: 1 << 20))])
    #expect(throws: Journal.Failure.self) { try journal.append([huge]) }
    #expect(journal.count == 0 && journal.pending.isEmpty)
    let large = event(4, payload: ["t": .string(String(repeating: "x", count: 1_000_000))])
    try journal.append([large])
    #expect(try journal.saved().map(\.event) == [large])
  }

  @Test func manyEventsInRandomGroups() throws {
    var chance = SeededGenerator(seed: 3)
    let files = MemoryFileSystem()
    var shells = [try open(files), try open(files), try open(files, device: phone)]
    var expected: Set<String> = []
    for _ in 0..<300 {
      let numbers = (0..<Int.random(in: 0...9, using: &chance)).map { _ in Int.random(in: 0..<700, using: &chance) }
      let shell = Int.random(in: 0..<3, using: &chance)
      try shells[shell].append(numbers.map { event($0) })
      expected.formUnion(numbers.map { "e/\($0)" })
      if Int.random(in: 0..<30, using: &chance) == 0 {
        shells[shell] = try open(files, device: shells[shell].device)
      }
      if Int.random(in: 0..<30, using: &chance) == 0 { try shells[shell].compact() }
    }
    for shell in shells {
      try shell.refresh()
      let ids = try shell.ids
      #expect(ids.count == expected.count && Set(ids) == expected)
      #expect(try shell.saved().map(\.event) == shells[0].saved().map(\.event))
      #expect(shell.notices.allSatisfy { if case .replaced = $0 { true } else { false } })
    }
  }
}
