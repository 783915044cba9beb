import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// A line written by another device never changes the events that a device recorded itself.
@Suite struct OwnLinesTests {
  private let files = MemoryFileSystem()
  private let mallory = Journal.DeviceID("mallory")!
  private let tablet = Journal.DeviceID("tablet")!
  private let now = Instant.practiceStart + .hours(1)

  private func line(_ event: Event, _ device: Journal.DeviceID, _ sequence: UInt32 = 1) -> [UInt8] {
    SavedEvent(event, origin: .init(device: device, sequence: sequence)).line
  }

  private func file(_ device: Journal.DeviceID, _ lines: [UInt8]...) -> [UInt8] {
    Header(kind: .real, device: device.name).line + lines.joined()
  }

  private func session(_ name: String, by device: String, _ minutes: Int64, at second: Int64 = 5) -> Event {
    Event(
      id: id(name), type: "timer.saved", instant: .practiceStart + .seconds(second),
      payload: ["by": .string(device), "minutes": .integer(minutes)])
  }

  private func said(_ journal: Journal) throws -> [String] {
    try journal.saved().map { "\($0.event.id) \($0.event.payload["by"]?.stringValue ?? "")" }
  }

  // MARK: One id, several devices

  private static let ids = [
    "timer.saved/kitchen%2f123/20/reading", "timer.imported/phone%2f9/20", "story/liked/4/77/kitchen.x3",
    "story/seen/4",
    "outbox/kitchen.ab/1/post", "timer.saved/mallory%2f123",
  ]

  /// The device's own line stays for any id, and even if another device dates its line earlier.
  @Test(arguments: ids) func anEarlierLineOfAnotherDeviceReplacesNothing(name: String) throws {
    let a = try open(files, folder: "a")
    try a.append([session(name, by: "kitchen", 20)])
    files["shared/mallory.journal"] = file(mallory, line(session(name, by: "mallory", 1, at: -900_000), mallory))
    let exchange = try a.exchange(with: "shared")
    #expect(exchange.different == [.init(device: "mallory", type: "timer.saved", count: 1)])
    for journal in [a, try open(files, folder: "a")] {
      #expect(try said(journal) == ["\(name) kitchen"])
      #expect(journal.event(id(name))?.origin.device == kitchen)
    }
    // It is reported once.
    #expect(try a.exchange(with: "shared").different == [])
    // The other device's line counts only after this device voids its own.
    try a.void(id(name), at: now)
    #expect(try said(a) == ["\(name) mallory"])
  }

  @Test func aRepeatWithAnotherInstantIsNotReported() throws {
    let a = try open(files, folder: "a")
    try a.append([event(1)])
    var later = event(1)
    later.instant += .seconds(9)
    files["shared/phone.journal"] = file(phone, line(later, phone))
    #expect(try a.exchange(with: "shared").different == [])
  }

  /// This device records the event after the other one, whose line it already has: from then on its own line counts.
  @Test func aLaterOwnLineCountsImmediately() throws {
    let a = try open(files, folder: "a")
    files["shared/mallory.journal"] = file(mallory, line(session("story/seen/4", by: "mallory", 1, at: -9), mallory))
    try a.exchange(with: "shared")
    #expect(try said(a) == ["story/seen/4 mallory"])
    try a.append([session("story/seen/4", by: "kitchen", 20)])
    #expect(try said(a) == ["story/seen/4 kitchen"])
    #expect(try a.news().needsFold)
    #expect(try said(open(files, folder: "a")) == ["story/seen/4 kitchen"])
  }

  /// A device's own line is not replaced by another device's line with the same id, earlier or later.
  @Test(arguments: [false, true]) func noDeviceSpeaksForAThirdOne(isFirst: Bool) throws {
    let a = try open(files, folder: "a")
    let name = "timer.saved/phone%2f123/20/mallory"
    let forged = file(mallory, line(session(name, by: "mallory", 1, at: -900), mallory))
    if isFirst {
      files["shared/mallory.journal"] = forged
      try a.exchange(with: "shared")
    }
    files["shared/phone.journal"] = file(phone, line(session(name, by: "phone", 20), phone))
    try a.exchange(with: "shared")
    files["shared/mallory.journal"] = forged
    files["shared/other.journal"] = file(phone, line(session(name, by: "other", 1, at: -901), phone, 7))
    try a.exchange(with: "shared")
    for journal in [a, try open(files, folder: "a")] { #expect(try said(journal) == ["\(name) phone"]) }
  }

  @Test func anIdNamesItsDeviceInOnePlace() {
    #expect(id("timer.saved/kitchen%2f123/reading").names("kitchen"))
    #expect(!id("timer.saved/kitchen%2f123/reading").names("reading"))
    #expect(!id("timer.saved/kitchen%2f123/reading").names("kit"))
    #expect(id("activity.edited/kitchen.x/1-2/9/1-0").names("kitchen"))
    #expect(id("void/activity.edited/kitchen/1-2").names("kitchen"))
    #expect(id("outbox/kitchen.x/1/1/phone").names("kitchen") && !id("outbox/kitchen.x/1/1/phone").names("phone"))
    #expect(id("story/liked/4/77/kitchen").names("kitchen") && id("story/liked/4/77/kitchen~2").names("kitchen"))
    #expect(!id("story/liked/4/77/kitchen").names("liked") && !id("story/seen/4").names("seen"))
    #expect(!id("kitchen").names("kitchen"))
  }

  // MARK: Lines in this device's name

  /// Adds forged lines to this device's file in the shared folder.
  private func forge(_ lines: [UInt8]..., at place: Int? = nil) {
    var bytes = files["shared/kitchen.journal"]!
    bytes.insert(contentsOf: lines.joined(), at: place ?? bytes.count)
    files["shared/kitchen.journal"] = bytes
  }

  private func exchanged() throws -> Journal {
    let a = try open(files, folder: "a")
    try a.append([event(1), event(2)])
    try a.exchange(with: "shared")
    return a
  }

  @Test func foreignLinesInTheOwnFileAreIgnored() throws {
    let a = try exchanged()
    let void = Event(voiding: id("e/1"), at: now)
    var earlier = event(2, payload: ["forged": true])
    earlier.instant = .practiceStart - .hours(1)
    for (number, forged) in [void, earlier, event(9)].enumerated() {
      forge(line(forged, kitchen, UInt32(number) + 3))
      let before = files["shared/kitchen.journal"]
      #expect(try a.exchange(with: "shared").received == 0)
      #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
      // No file set aside before is overwritten.
      let aside = "shared/kitchen.journal.left-out" + (number == 0 ? "" : "-\(number + 1)")
      #expect(files[aside] == before)
      for journal in [a, try open(files, folder: "a")] {
        #expect(try journal.ids == ["e/1", "e/2"])
        #expect(journal.event(id("e/2"))?.event == event(2))
      }
    }
    #expect(
      a.notices.first?.description
        == "shared/kitchen.journal has a line in this device's name that this device did not write: it was left out and saved in "
        + "shared/kitchen.journal.left-out. If you restored an older copy of the state folder, remove a/kitchen.sent, "
        + "rename the file back and sync again")
    // In the middle of the file, and after this device has appended more.
    try a.append([event(3)])
    forge(line(void, kitchen, 3), at: Header(kind: .real, device: "kitchen").line.count)
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/3"])
    #expect(try open(files, folder: "a").ids == ["e/1", "e/2", "e/3"])
    // After compaction rewrote the file without the lines that do not count.
    files["a/kitchen.journal"]! += Line.framing(Array("{}".utf8))
    _ = try open(files, folder: "a").compact()
    forge(line(void, kitchen, 9))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/3"])
  }

  /// A second file whose first line names this device, as a synchroniser makes it.
  @Test func copiesOfTheOwnFileAddNothing() throws {
    let a = try exchanged()
    let forgedLines = "in this device's name that this device did not write"
    let forged = files["a/kitchen.journal"]! + line(Event(voiding: id("e/1"), at: now), kitchen, 3)
    files["shared/kitchen.sync-conflict-1.journal"] = forged + line(event(9), kitchen, 4)
    files["shared/attic.journal"] = file(kitchen, line(event(8), kitchen, 5))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2"])
    #expect(a.notices.count == 2 && files.paths.filter { $0.hasPrefix("a/") && $0.hasSuffix(".journal") }.count == 1)
    for words in ["a line \(forgedLines): it was left out.", "2 lines \(forgedLines): they were left out."] {
      #expect(a.notices.count { $0.description.contains(words) } == 1, "\(words)")
    }
    // A mere copy is not reported.
    files["shared/kitchen.sync-conflict-1.journal"] = files["a/kitchen.journal"]
    files["shared/attic.journal"] = nil
    let again = try open(files, folder: "a")
    try again.exchange(with: "shared")
    #expect(again.notices.isEmpty)
  }

  /// The journal alone, or the whole state folder, is an older copy: the lines still in the shared folder come back.
  @Test(arguments: [false, true], [false, true])
  func eventsMissingInABackupAreRestored(isWhole: Bool, continues: Bool) throws {
    var a = try exchanged()
    let backup = Dictionary(uniqueKeysWithValues: files.paths.filter { $0.hasPrefix("a/") }.map { ($0, files[$0]!) })
    try a.append([event(3), event(4)])
    try a.exchange(with: "shared")
    for path in files.paths where path.hasPrefix("a/") && (isWhole || path.hasSuffix(".journal")) {
      files[path] = nil
      files[path] = backup[path]
    }
    a = try open(files, folder: "a")
    if continues { try a.append([event(7)]) }
    #expect(try a.exchange(with: "shared").received == 2)
    #expect(try a.ids == ["e/1", "e/2", "e/3", "e/4"] + (continues ? ["e/7"] : []))
    #expect(a.notices.isEmpty)
    // Lines come back once.
    forge(line(event(9), kitchen, 9))
    try a.exchange(with: "shared")
    #expect(try !a.ids.contains("e/9"))
  }

  /// The previous test on a real disk, where a copy gets the inode numbers of the original files.
  @Test(arguments: [false, true]) func aCopiedFolderIsDistinguishedFromItsOriginal(isWhole: Bool) throws {
    let temporary = TemporaryFolder()
    let (folder, shared) = (temporary.path + "/a", temporary.path + "/shared")
    func copy(_ from: String, _ to: String) throws {
      for name in try Folder.names(in: from) where isWhole || name.hasSuffix(".journal") {
        _ = try File.replace("\(to)/\(name)", with: File.read("\(from)/\(name)", atMost: 1 << 20))
      }
    }
    var a = try open(POSIXFileSystem(), folder: folder)
    try a.append([event(1)])
    try a.exchange(with: shared)
    try Folder.make(temporary.path + "/backup")
    try copy(folder, temporary.path + "/backup")
    try a.append([event(2)])
    try a.exchange(with: shared)
    try copy(temporary.path + "/backup", folder)
    a = try open(POSIXFileSystem(), folder: folder)
    #expect(try a.ids == ["e/1"])
    #expect(try a.exchange(with: shared).received == 1)
    #expect(try a.ids == ["e/1", "e/2"])
    // This time the state folder was not restored.
    let path = shared + "/kitchen.journal"
    _ = try File.replace(path, with: File.read(path, atMost: 1 << 20) + line(event(9), kitchen, 9))
    try a.exchange(with: shared)
    #expect(try a.ids == ["e/1", "e/2"])
    #expect(a.notices.count == 1)
  }

  // MARK: Earlier names of the folder

  @Test func eventsUnderAnEarlierNameStay() throws {
    try exchanged().append([event(3)])
    let a = try Journal.open(folder: "a", kind: .real, device: tablet, earlier: [kitchen], files: files)
    try a.append([event(100)])
    try a.exchange(with: "shared")
    var earlier = event(2, payload: ["forged": true])
    earlier.instant = .practiceStart - .hours(1)
    forge(line(Event(voiding: id("e/1"), at: now), kitchen, 4), line(earlier, kitchen, 5))
    // The machine from which the folder was copied continues under its name and voids its later events.
    forge(line(event(200), kitchen, 6), line(event(201), kitchen, 7))
    try a.exchange(with: "shared")
    forge(line(Event(voiding: id("e/200"), at: now), kitchen, 8))
    try a.exchange(with: "shared")
    for journal in [a, try Journal.open(folder: "a", kind: .real, device: tablet, earlier: [kitchen], files: files)] {
      #expect(try journal.ids == ["e/1", "e/2", "e/3", "e/100", "e/201"])
      #expect(journal.event(id("e/2"))?.event == event(2))
    }
    #expect(
      a.notices.map(\.description).contains(
        "shared/kitchen.journal undoes an event that this device saved under its earlier name: the event is kept"))
  }

  // MARK: Files that speak for others

  @Test func aFileSpeaksForItsOwnDeviceOnly() throws {
    let a = try exchanged()
    files["shared/phone.journal"] = file(
      phone, line(event(5), phone), line(event(6), kitchen, 8), line(event(7), mallory), line(event(8), phone, 2))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/5", "e/8"])
    #expect(
      a.notices.map(\.description) == [
        "shared/phone.journal: 2 lines were left out, because they name a device other than phone"
      ])
  }

  /// If a device's file starts to name another device, its lines do not reach that device's copy.
  @Test func aFileKeepsItsDevice() throws {
    let a = try exchanged()
    files["shared/phone.journal"] = file(phone, line(event(5), phone))
    try a.exchange(with: "shared")
    files["shared/phone.journal"] = file(mallory, line(event(6), mallory), line(event(7), mallory, 2))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/5"])
    #expect(
      a.notices.map(\.description) == [
        "shared/phone.journal was left out: shared/phone.journal claims to be from mallory, but was from phone before: "
          + "remove it from the shared folder; events already copied are kept"
      ])
  }

  /// If a file was changed before its end, or became shorter, no line already copied from it is lost.
  @Test func adoptedEventsSurviveARewrite() throws {
    let a = try exchanged()
    files["shared/phone.journal"] = file(phone, line(event(5), phone), line(event(6), phone, 2))
    try a.exchange(with: "shared")
    files["shared/phone.journal"] = file(phone, line(event(5), phone))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/5", "e/6"])
    let other = event(5, payload: ["forged": true])
    files["shared/phone.journal"] = file(phone, line(other, phone), line(event(7), phone, 2))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/5", "e/6", "e/7"])
    #expect(a.event(id("e/5"))?.event == event(5))
    #expect(a.notices.count == 1)
    #expect(
      a.notices.first?.description.hasPrefix("shared/phone.journal contradicts one earlier event") == true)
  }

  /// Names that some disks treat as the name of one of this device's files.
  @Test(arguments: ["KITCHEN.journal", "Kitchen.journal", "kitchen.JOURNAL", "Phone.journal"])
  func aNameInOtherLettersIsLeftOut(name: String) throws {
    let a = try exchanged()
    files["shared/phone.journal"] = file(phone, line(event(5), phone))
    try a.exchange(with: "shared")
    let device = name.lowercased().hasPrefix("kitchen") ? kitchen : phone
    files["shared/" + name] = file(device, line(event(8), device, 8))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/5"])
    guard name.hasSuffix(".journal") else { return }
    #expect(a.notices.map(\.description).first?.contains("and some disks cannot tell the two apart") == true)
  }

  /// Lookalike letters make a different name, which no line may have.
  @Test(arguments: ["k\u{0456}tchen", "kitchen\u{200B}", "\u{FF4B}itchen", "kitchen "])
  func aNameThatLooksLikeAnotherSaysNothing(name: String) throws {
    let a = try exchanged()
    let forged = Journal.DeviceID(verbatim: name)
    files["shared/\(name).journal"] =
      file(forged, line(event(7), forged, 7)) + line(event(8), kitchen, 8)
      + line(Event(voiding: id("e/1"), at: now), kitchen, 9)
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2"])
    #expect(!a.notices.isEmpty)
  }

  // MARK: Earlier dates

  /// An event that a wrong clock dated ahead gets another date under the same id, here and on every device that has it,
  /// also after the file was compacted.
  @Test(arguments: [false, true]) func anEventGetsAnEarlierDate(isCompacted: Bool) throws {
    let a = try open(files, folder: "a")
    var wrong = event(1)
    wrong.instant += .days(400)
    try a.append([wrong, event(2)])
    try a.exchange(with: "shared", upTo: now)
    let b = try open(files, folder: "b", device: phone)
    try b.exchange(with: "shared", upTo: now)
    #expect(b.event(wrong.id)?.event == wrong)
    _ = try a.news()
    try a.redate([event(1), event(2), event(9)])
    #expect(try a.ids == ["e/1", "e/2"] && a.news().isEmpty)
    #expect(a.event(wrong.id)?.event == event(1) && a.latest == event(2).instant)
    // A later date, and the same one, change nothing.
    let size = files["a/kitchen.journal"]?.count
    try a.redate([wrong, event(1)])
    #expect(files["a/kitchen.journal"]?.count == size)
    if isCompacted { #expect(try a.compact() == 1) }
    try a.exchange(with: "shared", upTo: now)
    try b.exchange(with: "shared", upTo: now)
    #expect(b.notices.isEmpty, "\(b.notices)")
    for journal in [a, b, try open(files, folder: "a"), try open(files, folder: "b", device: phone)] {
      #expect(try journal.ids == ["e/1", "e/2"])
      #expect(journal.event(wrong.id)?.event == event(1))
    }
    // Taken back under its own id.
    #expect(try a.void(wrong.id, at: now))
    try a.exchange(with: "shared", upTo: now)
    try b.exchange(with: "shared", upTo: now)
    #expect(try a.ids == ["e/2"] && b.ids == ["e/2"])
  }

  /// A line that counts is not replaced by an earlier one that its device did not write beside it.
  @Test func aLineThatCountsKeepsItsDate() throws {
    let b = try exchanged()
    files["shared/phone.journal"] = file(phone, line(event(5), phone))
    try b.exchange(with: "shared", upTo: now)
    var other = event(5)
    other.instant = other.instant - .seconds(100)
    files["shared/phone.journal"] = file(phone, line(other, phone), line(event(6), phone, 2))
    try b.exchange(with: "shared", upTo: now)
    #expect(b.event(id("e/5"))?.event == event(5))
  }

  // MARK: A name's own file

  /// A file under a new device's name that begins with another device's first line does not keep out the device's own
  /// file, which comes later. The other lines no longer count, and are kept.
  @Test func anotherDevicesFileBlocksNothing() throws {
    let a = try exchanged()
    files["shared/phone.journal"] = file(mallory, line(event(6), mallory))
    try a.exchange(with: "shared")
    files["shared/phone.journal"] = file(phone, line(event(5), phone))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/5"])
    #expect(
      a.notices.map(\.description) == [
        "a/phone.journal was from mallory, not from the device that the file is named after: it was moved to phone.journal.left-out, and "
          + "the device's own file was copied"
      ])
    #expect(files["a/phone.journal.left-out"] == file(mallory, line(event(6), mallory)))
    // Once the device's own file is here, no other takes its place.
    files["shared/phone.journal"] = file(mallory, line(event(7), mallory))
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/5"])
    #expect(files["a/phone.journal.left-out-2"] == nil)
  }

  /// A file in this device's place that it may not replace: the exchange continues, and says that nothing was sent.
  @Test func unsentEventsAreReported() throws {
    let a = try exchanged()
    var header = Header(kind: .real, device: "kitchen")
    header.version = 2
    files["shared/kitchen.journal"] = header.line
    files["shared/phone.journal"] = file(phone, line(event(5), phone))
    try a.append([event(3)])
    let exchange = try a.exchange(with: "shared")
    #expect(exchange.received == 1 && exchange.sentBytes == 0)
    #expect(exchange.unsent == .newerFormat(path: "shared/kitchen.journal", version: 2))
    #expect(files["shared/kitchen.journal"] == header.line)
    files["shared/kitchen.journal"] = nil
    #expect(try a.exchange(with: "shared").unsent == nil)
  }

  /// A second name of this device's file in the shared folder is another file from then on, which a note says.
  @Test func aSecondNameIsReported() throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path
    let a = try open(POSIXFileSystem(), folder: "\(folder)/a")
    try a.append([event(1)])
    try a.exchange(with: "\(folder)/shared")
    #expect(link("\(folder)/shared/kitchen.journal", "\(folder)/shared/backup.txt") == 0)
    try a.append([event(2)])
    try a.exchange(with: "\(folder)/shared")
    #expect(
      a.notices.last?.description
        == "\(folder)/shared/kitchen.journal was a link to another file; it is now a separate file")
    #expect(try Folder.names(in: "\(folder)/shared").contains("backup.txt"))
  }
}
