import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct ExchangeTests {
  @Test func devicesAgreeAfterExchanging() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files, folder: "a"), try open(files, folder: "b", device: phone))
    try a.append([event(1), event(3)])
    try b.append([event(2), event(3)])
    #expect(try a.exchange(with: "shared").received == 0)
    #expect(try b.exchange(with: "shared").received == 2)
    #expect(try a.exchange(with: "shared").received == 2)
    #expect(try a.ids == ["e/1", "e/2", "e/3"])
    #expect(try b.ids == a.ids)
    let again = try a.exchange(with: "shared")
    #expect(again == .init())
    try a.append([event(4)])
    #expect(try a.exchange(with: "shared").sentBytes < 200)
    #expect(
      files.paths.filter { $0.hasPrefix("shared/") } == [
        "shared/kitchen.journal", "shared/kitchen.proof", "shared/phone.journal", "shared/phone.proof",
      ])
    // Without the shared folder all events are still here.
    #expect(try open(files, folder: "b", device: phone).count == 3)
  }

  @Test func compactedFilesAreExchangedToo() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files, folder: "a"), try open(files, folder: "b", device: phone))
    try a.append((1...9).map { event($0) })
    try a.exchange(with: "shared")
    try b.exchange(with: "shared")
    try a.void(id("e/5"), at: .practiceStart)
    files["a/kitchen.journal"]! += Line.framing(Array("{}".utf8))
    try a.compact()
    try a.append([event(10)])
    try a.exchange(with: "shared")
    try b.exchange(with: "shared")
    #expect(try a.saved() == b.saved())
    #expect(try b.ids.count == 9)
  }

  /// A device that is gone for good cannot bring its events to a new shared folder: any device with a copy does.
  @Test func aRetiredDeviceReachesANewSharedFolder() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files, folder: "a"), try open(files, folder: "b", device: phone))
    try b.append([event(1), event(2)])
    try b.exchange(with: "old")
    try a.append([event(3)])
    try a.exchange(with: "old")
    try b.append([event(4)])
    try b.exchange(with: "old")
    // One whole line of the copy went to the new folder, and half of the next one.
    files["new/phone.journal"] = Array(files["old/phone.journal"]!.prefix(files["a/phone.journal"]!.count - 20))
    try a.exchange(with: "old")
    try a.exchange(with: "new")
    let c = try open(files, folder: "c", device: Journal.DeviceID("tablet")!)
    try c.exchange(with: "new")
    #expect(try c.ids == ["e/1", "e/2", "e/3", "e/4"])
    #expect(try c.saved() == a.saved())
    // A file that the device itself wrote is not replaced by an older copy.
    let newest = files["old/phone.journal"]! + Line.framing(Array("{}".utf8))
    files["new/phone.journal"] = newest
    try a.exchange(with: "new")
    #expect(files["new/phone.journal"] == newest)
  }

  @Test func theStateFolderCannotBeTheSharedFolder() throws {
    let files = MemoryFileSystem()
    let a = try open(files, folder: "a")
    try a.append([event(1)])
    #expect(throws: Journal.Failure.ownFolder(path: "a")) { try a.exchange(with: "a") }
    #expect(files.paths.filter { $0.hasSuffix(".journal") } == ["a/kitchen.journal"])
  }

  /// A folder of the other kind is not changed: a file of this kind would be reported at every start there.
  @Test func aSharedFolderOfTheOtherKindIsRefused() throws {
    let files = MemoryFileSystem()
    try open(files, folder: "family", kind: .real, device: phone).append([event(1)])
    let a = try open(files, folder: "a", kind: .practice)
    try a.append([event(2)])
    let refusal = Journal.Failure.otherKind(path: "family", recorded: .real, wanted: .practice)
    #expect(throws: refusal) { try a.exchange(with: "family") }
    #expect(files.paths.filter { $0.hasPrefix("family/") && $0.hasSuffix(".journal") } == ["family/phone.journal"])
    // In a folder of this kind, a stray file of the other kind is left out and reported by name.
    files["family/kitchen.journal"] = files["a/kitchen.journal"]
    try a.exchange(with: "family")
    #expect(
      a.notices.last?.description
        == "family/phone.journal was left out: family/phone.journal belongs to real sessions, but this is a practice session"
    )
  }

  /// A device restored from a backup assigns numbers a second time: both events stay, and the second counts as a new
  /// run.
  @Test func aDeviceThatWasRestoredFromABackup() throws {
    let files = MemoryFileSystem()
    var a = try open(files, folder: "a")
    try a.append([event(1), event(2)])
    let backup = files["a/kitchen.journal"]!
    try a.append([event(3), event(4)])
    try a.exchange(with: "shared")
    files["a/kitchen.journal"] = backup
    a = try open(files, folder: "a")
    try a.append([event(30), event(40)])
    #expect(a.event(id("e/30"))?.origin == .init(device: kitchen, run: 1, sequence: 3))
    #expect(try a.exchange(with: "shared").received == 2)
    #expect(try a.ids == ["e/1", "e/2", "e/3", "e/4", "e/30", "e/40"])
    #expect(a.notices.isEmpty)
    try a.append([event(50)])
    #expect(a.notices == [.restoredFromBackup(device: kitchen, run: 2)])
    #expect(a.event(id("e/50"))?.origin == .init(device: kitchen, run: 2, sequence: 1))
    try a.exchange(with: "shared")
    let b = try open(files, folder: "b", device: phone)
    try b.exchange(with: "shared")
    #expect(try b.saved() == a.saved())
    // This is known permanently, also after compaction and without the shared folder.
    try a.compact()
    a = try open(files, folder: "a")
    #expect(a.nextOrigin == .init(device: kitchen, run: 2, sequence: 2))
    // Lines that came back from before the restore are sorted into their place.
    #expect(a.notices == [.misplaced(file: "kitchen.journal", line: 6)], "the new run has begun, so this is not news")
    a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(a.notices.isEmpty)
  }

  /// A device restored from a backup saves the same events again, at a later instant: on every device the first line
  /// counts.
  @Test func duplicateEventsResolveTheSameEverywhere() throws {
    let files = MemoryFileSystem()
    var a = try open(files, folder: "a")
    try a.append([event(1)])
    let backup = files["a/kitchen.journal"]!
    try a.append([event(2)])
    try a.exchange(with: "shared")
    let b = try open(files, folder: "b", device: phone)
    try b.exchange(with: "shared")
    files["a/kitchen.journal"] = backup
    a = try open(files, folder: "a")
    var again = event(2)
    again.instant += .hours(1)
    try a.append([again])
    try a.exchange(with: "shared")
    try b.exchange(with: "shared")
    #expect(try a.saved() == b.saved())
    #expect(a.event(id("e/2"))?.event == event(2))
    try a.compact()
    try a.exchange(with: "shared")
    try b.exchange(with: "shared")
    #expect(try a.saved() == b.saved())
  }

  @Test func aBackupWithoutNewEventsIsJustFilledUp() throws {
    let files = MemoryFileSystem()
    var a = try open(files, folder: "a")
    try a.append([event(1)])
    let backup = files["a/kitchen.journal"]!
    try a.append([event(2)])
    try a.exchange(with: "shared")
    files["a/kitchen.journal"] = backup
    a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(a.nextOrigin == .init(device: kitchen, run: 1, sequence: 3))
    #expect(files["a/kitchen.journal"] == files["shared/kitchen.journal"])
  }

  @Test func aSynchronisersCopyAlsoShowsARestore() throws {
    let files = MemoryFileSystem()
    try open(files).append([event(1), event(2)])
    let lost = files["state/kitchen.journal"]!
    files["state/kitchen.journal"] = nil
    try open(files).append([event(7)])
    files["state/kitchen.sync-conflict-1.journal"] = lost
    let journal = try open(files)
    #expect(try journal.ids == ["e/1", "e/2", "e/7"])
    #expect(journal.nextOrigin == .init(device: kitchen, run: 2, sequence: 1))
  }

  /// A crash in the middle of an exchange leaves half a line in the device's own file in the shared folder.
  @Test func halfALineOfTheOwnFileIsMendedThere() throws {
    let files = MemoryFileSystem()
    let a = try open(files, folder: "a")
    try a.append([event(1), event(2)])
    try a.exchange(with: "shared")
    files.append("0badc0de {\"seq\":3", to: "shared/kitchen.journal")
    try a.exchange(with: "shared")
    #expect(files["a/kitchen.journal"] == files["shared/kitchen.journal"])
  }

  @Test func unfinishedAndForeignFilesAreNotTakenOver() throws {
    let files = MemoryFileSystem()
    let b = try open(files, folder: "b", device: phone)
    try b.append([event(1), event(2)])
    let whole = files["b/phone.journal"]!
    files["shared/phone.journal"] = Array(whole.dropLast(10))
    files["shared/tv.journal"] = Array("not a journal\n".utf8)
    files["shared/car.journal"] = []
    files["shared/bus.journal"] = Header(kind: .practice, device: "bus").line
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1"])
    #expect(a.notices.count == 2)
    files["shared/phone.journal"] = whole
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2"])
  }

  /// Any number of devices, exchanging in any order, interrupted by backups: in the end all devices hold the same
  /// events, namely all that were ever saved and exchanged.
  @Test(arguments: 0..<25)
  func anyOrderOfExchanging(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let files = MemoryFileSystem()
    let names = ["a", "b", "c"]
    func device(_ name: String) throws -> Journal { try open(files, folder: name, device: Journal.DeviceID(name)!) }
    var backups: [String: [UInt8]] = [:]
    var exchanged: Set<String> = []
    for step in 0..<60 {
      let name = names.randomElement(using: &chance)!
      let journal = try device(name)
      switch Int.random(in: 0..<8, using: &chance) {
      case 0...2: try journal.append((0...2).map { event(3 * step + $0) })
      case 3, 4:
        try journal.exchange(with: "shared")
        exchanged.formUnion(try journal.saved(includingVoided: true).map(\.event.id.text))
      case 5:
        if let some = try journal.saved().randomElement(using: &chance) {
          try journal.void(some.event.id, at: .practiceStart)
        }
      case 6: backups[name] = files["\(name)/\(name).journal"]
      default:
        if let backup = backups[name] { files["\(name)/\(name).journal"] = backup } else { try journal.compact() }
      }
    }
    for name in names + names { try device(name).exchange(with: "shared") }
    let all = try device("a").saved(includingVoided: true)
    for name in names { #expect(try device(name).saved(includingVoided: true) == all) }
    #expect(exchanged.isSubset(of: Set(all.map(\.event.id.text))))
    #expect(try device("b").saved() == Merge(all).live)
  }
}
