import JournalTesting
import Testing
import Timeline

@testable import Journal

/// Merging is a union: the laws that make devices agree, on random histories with clocks that differ and go back, ids
/// that come from several devices, and numbers assigned twice.
@Suite struct MergeTests {
  static func randomHistory(_ chance: inout SeededGenerator) -> [SavedEvent] {
    (0..<Int.random(in: 0...12, using: &chance)).map { _ in
      let number = Int.random(in: 0..<10, using: &chance)
      var made = event(number)
      made.instant = .practiceStart + .seconds(Int64.random(in: -3...3, using: &chance))
      if Int.random(in: 0..<3, using: &chance) == 0 { made.payload = ["other": true] }
      if Int.random(in: 0..<4, using: &chance) == 0 {
        made.type = Event.voidType
        made.payload = ["of": .string(id("e/\(Int.random(in: 0..<10, using: &chance))").text)]
        made.id = id(made.payload["of"]!.stringValue!).void
      }
      return SavedEvent(
        made,
        origin: .init(
          device: [kitchen, phone].randomElement(using: &chance)!, run: UInt32.random(in: 1...2, using: &chance),
          sequence: UInt32.random(in: 1...4, using: &chance)))
    }
  }

  @Test(arguments: 0..<50)
  func unionIsCommutativeAssociativeAndIdempotent(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let (a, b, c) = (
        Merge(Self.randomHistory(&chance)), Merge(Self.randomHistory(&chance)), Merge(Self.randomHistory(&chance))
      )
      #expect(a.union(b) == b.union(a))
      #expect(a.union(b).union(c) == a.union(b.union(c)))
      #expect(a.union(a) == a)
      #expect(a.union(b).union(b) == a.union(b))
      #expect(a.union(Merge()) == a)
    }
  }

  @Test(arguments: 0..<40)
  func filesInAFolderFoldLikeTheUnion(seed: UInt64) throws {
    var chance = SeededGenerator(seed: 1_000 + seed)
    let histories = (0..<4).map { _ in Self.randomHistory(&chance) }
    let files = MemoryFileSystem()
    // Each device's lines in its own file, and some lines about it in other files: the latter void nothing.
    let all = histories.joined().shuffled(using: &chance)
    var told: [SavedEvent] = []
    for (number, name) in ["kitchen", "phone", "d0", "d1"].enumerated() {
      var bytes = Header(kind: .real, device: name).line
      let isOwn = number < 2
      for saved in all
      where isOwn ? saved.origin.device.name == name : saved.event.voidedID == nil && Bool.random(using: &chance) {
        if !isOwn { told.append(saved) }
        var writer = LineWriter()
        writer.append(saved.event, saved.origin)
        bytes += Array(writer.bytes)
      }
      files["state/\(name).journal"] = bytes
    }
    let journal = try open(files, device: Journal.DeviceID("reader")!)
    let merge = Merge(all + told)
    #expect(try journal.saved(includingVoided: true) == merge.events)
    #expect(try journal.saved() == merge.live)
    #expect(journal.count == merge.events.count)
  }

  @Test func oneIdKeepsTheFirstAndOneOriginKeepsBoth() {
    let early = SavedEvent(event(1), origin: .init(device: phone, sequence: 9))
    var later = early.event
    later.instant += .seconds(1)
    let late = SavedEvent(later, origin: .init(device: kitchen, sequence: 1))
    #expect(Merge([late, early]).events == [early])
    let twin = SavedEvent(event(2), origin: early.origin)
    #expect(Merge([twin, early]).events.count == 2)
  }

  @Test func orderIsInstantThenDeviceThenRunThenSequence() {
    func saved(_ number: Int, _ second: Int64, _ device: Journal.DeviceID, _ run: UInt32, _ sequence: UInt32)
      -> SavedEvent
    {
      var made = event(number)
      made.instant = .practiceStart + .seconds(second)
      return SavedEvent(made, origin: .init(device: device, run: run, sequence: sequence))
    }
    let ordered = [
      saved(9, 0, phone, 2, 9), saved(8, 1, kitchen, 1, 5), saved(7, 1, kitchen, 2, 1), saved(6, 1, kitchen, 2, 2),
      saved(1, 1, phone, 1, 1), saved(2, 1, phone, 1, 1),
    ]
    #expect(ordered.shuffled().sorted() == ordered)
  }
}
