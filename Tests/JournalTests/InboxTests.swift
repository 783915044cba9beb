import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// Files that strangers may put into a shared folder, and the lines of them that reach the state folder.
@Suite struct InboxTests {
  private let files = MemoryFileSystem()

  /// Makes this device with one event, and the phone with two events, which are in the shared folder. Returns this
  /// device's journal.
  private func devices() throws -> Journal {
    let b = try open(files, folder: "b", device: phone)
    try b.append([event(1), event(2)])
    try b.exchange(with: "shared")
    let a = try open(files, folder: "a")
    try a.append([event(10)])
    return a
  }

  @Test func aLinkIsNotRead() throws {
    let a = try devices()
    files["elsewhere"] = files["shared/phone.journal"]
    files.link("shared/phone.journal", to: "elsewhere")
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/10"])
    #expect(
      a.notices.map(\.description) == [
        "shared/phone.journal was left out: cannot open shared/phone.journal: it is a link, not a file"
      ])
    #expect(files["a/phone.journal"] == nil)
  }

  @Test func aFileWithTwoNamesIsNotRead() throws {
    let a = try devices()
    files.addName("elsewhere", of: "shared/phone.journal")
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/10"])
    #expect(
      a.notices.map(\.description) == [
        "shared/phone.journal was left out: shared/phone.journal has 2 hard links; only files with a single name are read here"
      ])
  }

  /// A link at this device's path, even one to its own file, is replaced; the link's target is not changed.
  @Test(arguments: [false, true]) func aLinkInPlaceOfTheOwnFileIsReplaced(isHard: Bool) throws {
    let a = try devices()
    files["elsewhere"] = []
    if isHard {
      files.addName("shared/kitchen.journal", of: "elsewhere")
    } else {
      files.link("shared/kitchen.journal", to: "elsewhere")
    }
    try a.exchange(with: "shared")
    #expect(files["elsewhere"] == [])
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    #expect(try a.ids == ["e/1", "e/2", "e/10"])
    let own = files["a/kitchen.journal"]
    if isHard {
      files["shared/kitchen.journal"] = nil
      files.addName("shared/kitchen.journal", of: "a/kitchen.journal")
    } else {
      files.link("shared/kitchen.journal", to: "a/kitchen.journal")
    }
    try a.append([event(11)])
    try a.exchange(with: "shared")
    #expect(try files.status(of: "shared/kitchen.journal", followsLinks: false)?.links == 1)
    #expect(try files.status(of: "shared/kitchen.journal", followsLinks: false)?.kind == .file)
    #expect(files["shared/kitchen.journal"]?.count ?? 0 > own?.count ?? 0)
    #expect(try open(files, folder: "a").ids == ["e/1", "e/2", "e/10", "e/11"])
  }

  @Test(arguments: [FileStatus.Kind.folder, .pipe, .socket, .device])
  func aFolderInPlaceOfAFileDoesNotStopTheExchange(kind: FileStatus.Kind) throws {
    let a = try devices()
    files.put(kind, at: "shared/kitchen.journal")
    files.put(kind, at: "shared/attic.journal")
    let outcome = try a.exchange(with: "shared")
    #expect(outcome.received == 2)
    #expect(try a.ids == ["e/1", "e/2", "e/10"])
    #expect(a.notices.count == 2, "\(a.notices)")
    #expect(a.notices.allSatisfy { $0.description.contains("was left out: cannot open shared/") })
  }

  /// A copy in the state folder that is a link, or has a second name, is never written through.
  @Test(arguments: [false, true]) func copiesAreNotWrittenThroughLinks(isHard: Bool) throws {
    let a = try devices()
    files["elsewhere"] = isHard ? Array(files["shared/phone.journal"]!.prefix { $0 != 10 }) + [10] : []
    let before = files["elsewhere"]
    if isHard {
      files.addName("a/phone.journal", of: "elsewhere")
    } else {
      files.link("a/phone.journal", to: "elsewhere")
    }
    try a.exchange(with: "shared")
    #expect(files["elsewhere"] == before)
    #expect(try a.ids == ["e/1", "e/2", "e/10"])
    #expect(try files.status(of: "a/phone.journal", followsLinks: false)?.links == 1)
  }

  @Test func onlyWholeGoodLinesAreCopied() throws {
    let a = try devices()
    let rubbish = [
      "ssh-ed25519 AAAA-of-mallory", "", String(repeating: "x", count: Format.lineLengthLimit + 5), "00000000 {}",
    ]
    let forged = [
      #"{"seq":1,"at":2,"device":"phone","type":"t","id":"i","data":{"a":}}"#,
      #"{"seq":1,"at":2,"device":"../x","type":"t","id":"i","data":{}}"#,
      #"{"seq":1,"at":2,"device":"phone","type":"T","id":"i","data":{}}"#,
      #"{"format":"storyline-journal","version":1,"kind":"real","device":"phone"}"#,
    ]
    for line in rubbish { files.append(line + "\n", to: "shared/phone.journal") }
    for line in forged { files["shared/phone.journal"]! += Line.framing(Array(line.utf8)) }
    let good = event(3)
    let b = try open(files, folder: "b", device: phone)
    try b.append([good])
    files["shared/phone.journal"]! += b.event(good.id)!.line
    files.append("half a line", to: "shared/phone.journal")
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/3", "e/10"])
    #expect(files["a/phone.journal"] == files["b/phone.journal"])
    #expect(a.notices == [.notCopied(file: "shared/phone.journal", lines: 8, first: 4)])
    #expect(
      a.notices[0].description
        == "shared/phone.journal: 8 damaged lines were not copied; the first is line 4")
    // The copy is not a prefix of the file; new lines arrive nevertheless, each of them once.
    try a.exchange(with: "shared")
    #expect(files["a/phone.journal"] == files["b/phone.journal"])
    try b.append([event(4)])
    files["shared/phone.journal"]! += Array("\n".utf8) + b.event(id("e/4"))!.line
    try a.exchange(with: "shared")
    #expect(files["a/phone.journal"] == files["b/phone.journal"])
  }

  @Test func aDamagedFirstLineIsRewritten() throws {
    let a = try devices()
    files["shared/phone.journal"]![2] ^= 1
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/1", "e/2", "e/10"])
    #expect(files["a/phone.journal"] == files["b/phone.journal"])
  }

  @Test func linesThatEndInCRLFAreCopiedWithLF() throws {
    let a = try devices()
    files["shared/phone.journal"] = withReturns(files["shared/phone.journal"]!)
    try a.exchange(with: "shared")
    #expect(files["a/phone.journal"] == files["b/phone.journal"])
    #expect(
      a.notices.map(\.description) == [
        "shared/phone.journal has CR LF line endings from another program; every line was read"
      ])
    // This device's own file there, changed by the same program, is repaired.
    files["shared/kitchen.journal"] = withReturns(files["shared/kitchen.journal"]!)
    try a.exchange(with: "shared")
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    #expect(try a.ids == ["e/1", "e/2", "e/10"])
  }

  // MARK: Limits

  private func shared(_ limits: Inbox.Limits) -> SharedFolder {
    SharedFolder(
      path: "shared", home: StateFolder("a", device: kitchen, files: files), kind: .real, limits: limits
    )
  }

  private func fetch(_ limits: Inbox.Limits) throws -> [String] {
    _ = try devices()
    var notices = Notices()
    #expect(try shared(limits).fetch(&notices) == nil)
    return notices.all.map(\.description)
  }

  @Test func aFileThatIsTooLargeIsLeftOut() throws {
    #expect(
      try fetch(.init(bytes: 100)) == [
        "shared/phone.journal was left out: shared/phone.journal is too large: \(files["shared/phone.journal"]!.count) bytes (the limit is 100 bytes)"
      ])
    #expect(files["a/phone.journal"] == nil)
  }

  @Test func aFileOfTooManyLinesIsLeftOut() throws {
    #expect(
      try fetch(.init(lines: 1)) == [
        "shared/phone.journal was left out: shared/phone.journal exceeds the limit of 1 lines"
      ])
    #expect(files["a/phone.journal"] == nil)
    #expect(files.paths.filter { $0.hasPrefix("a/") } == ["a/kitchen.journal"])
  }

  @Test func aCopyStaysAsLongAsItWasWhenTheRestIsTooMuch() throws {
    let a = try devices()
    try a.exchange(with: "shared")
    let before = files["a/phone.journal"]
    let b = try open(files, folder: "b", device: phone)
    try b.append((20...2_000).map { event($0) })
    try b.exchange(with: "shared")
    var notices = Notices()
    _ = try shared(.init(lines: 1_500)).fetch(&notices)
    #expect(files["a/phone.journal"] == before)
    #expect(notices.all.count == 1)
    // The limit counts the new bytes of all files together.
    _ = try shared(.init(allBytes: 1_000)).fetch(&notices)
    #expect(files["a/phone.journal"] == before)
    #expect(
      notices.all.last?.description.contains("exceed the limit of 1000 bytes for the files of all other devices")
        == true)
  }

  @Test func aDiskKeepsHalfOfItsRoom() throws {
    let a = try devices()
    let b = try open(files, folder: "b", device: phone)
    try b.append((20...2_000).map { event($0) })
    try b.exchange(with: "shared")
    files.freeSpace = 300_000
    try a.exchange(with: "shared")
    #expect(try a.ids == ["e/10"])
    #expect(
      a.notices.map(\.description).first?.hasSuffix(", but only half of the 292.9 kiB of free space may be used")
        == true
    )
    files.freeSpace = 3_000_000
    try a.exchange(with: "shared")
    #expect(try a.ids.count == 1_984)
  }

  @Test func aFullDiskReceivesNoCopies() throws {
    let faulty = FaultyFileSystem()
    let b = try Journal.open(folder: "b", kind: .real, device: phone, files: faulty)
    try b.append((20...4_000).map { event($0) })
    try b.exchange(with: "shared")
    let tablet = try Journal.open(folder: "c", kind: .real, device: Journal.DeviceID("tablet")!, files: faulty)
    try tablet.append([event(7)])
    try tablet.exchange(with: "shared")
    let a = try Journal.open(folder: "a", kind: .real, device: kitchen, files: faulty)
    try a.append([event(10)])
    // The state folder's disk has this much room, and each file alone is small enough for it.
    var room = 20_000
    faulty.fault = { _, operation in
      guard operation == .write else { return nil }
      room -= 19_000
      return room > 0 ? .short(19_000) : .error(ENOSPC)
    }
    _ = try? a.exchange(with: "shared")
    #expect(faulty.base.paths.filter { $0.hasPrefix("a/") } == ["a/kitchen.journal"])
    #expect(a.notices.contains { $0.description.contains("phone.journal was left out: the disk is full") })
    faulty.fault = { _, _ in nil }
    try a.exchange(with: "shared")
    #expect(a.count == 3_983)
  }

  @Test func knownFilesComeBeforeNewOnes() throws {
    let a = try devices()
    try a.exchange(with: "shared")
    for number in 0..<30 {
      files["shared/a\(number).journal"] =
        Header(kind: .real, device: "a\(number)").line
        + SavedEvent(event(100 + number), origin: .init(device: Journal.DeviceID("a\(number)")!, sequence: 1)).line
    }
    let b = try open(files, folder: "b", device: phone)
    try b.append([event(3)])
    try b.exchange(with: "shared")
    var notices = Notices()
    _ = try shared(.init(files: 10)).fetch(&notices)
    #expect(files["a/phone.journal"] == files["b/phone.journal"])
    #expect(files.paths.count { $0.hasPrefix("a/") && $0.hasSuffix(".journal") } == 10)
    #expect(
      notices.all.map(\.description).first == "shared has 32 journals; the limit is 10, so the others were left out")
  }

  /// Thousands of journals without events take no other's place, are not copied, and do not come back once they are
  /// removed.
  @Test func journalsWithoutEventsTakeNoRoom() throws {
    let a = try devices()
    let junk = (0...10_000).map { "shared/a\($0).journal" }
    for path in junk { files[path] = Header(kind: .real, device: String(path.dropFirst(7).dropLast(8))).line }
    try a.exchange(with: "shared")
    #expect(try Set(a.ids) == ["e/1", "e/2", "e/10"])
    #expect(a.notices.isEmpty, "\(a.notices)")
    #expect(!files.paths.contains { $0.hasPrefix("a/a") })
    for path in junk { files[path] = nil }
    try open(files, folder: "a").exchange(with: "shared")
    #expect(files.paths.filter { $0.hasPrefix("shared/") && $0.hasSuffix(".journal") }.count == 2)
  }

  @Test func sparseFilesAreIgnored() throws {
    let a = try devices()
    files["shared/phone.journal"]! += [UInt8](repeating: 0, count: 3 << 20)
    files.allocate(4_096, for: "shared/phone.journal")
    try a.exchange(with: "shared")
    #expect(
      a.notices.map(\.description) == [
        "shared/phone.journal was left out: shared/phone.journal is a sparse file, mostly zeros"
      ])
    #expect(files["a/phone.journal"] == nil)
    // A file with preallocated room has zeros as a power loss leaves them: its lines count.
    files.allocate(3 << 20, for: "shared/phone.journal")
    try a.exchange(with: "shared")
    #expect(files["a/phone.journal"] == files["b/phone.journal"])
  }

  /// On a real disk: a file far larger than can be read is handled in no time.
  @Test(.timeLimit(.minutes(1))) func aHugeSparseFileInPlaceOfTheOwnFileIsReplaced() throws {
    let temporary = TemporaryFolder()
    let a = try open(POSIXFileSystem(), folder: temporary.path + "/a")
    try a.append([event(1)])
    let shared = temporary.path + "/shared"
    try a.exchange(with: shared)
    for name in ["kitchen", "phone"] {
      let path = "\(shared)/\(name).journal"
      if name == "phone" { try File.create(path, with: Header(kind: .real, device: "phone").line) }
      #expect(truncate(path, 1 << 33) == 0)
    }
    try a.exchange(with: shared)
    #expect(try FileStatus(shared + "/kitchen.journal").size == FileStatus(temporary.path + "/a/kitchen.journal").size)
    #expect(
      a.notices.map(\.description).first?.hasSuffix("phone.journal is too large: 8 GiB (the limit is 512 MiB)") == true)
    #expect(a.notices.count == 1 && a.count == 1)
  }

  /// Entries of others at the path of the new file, under any name, do not prevent this device from writing it.
  @Test func everyNameForTheNewFileIsTaken() throws {
    let a = try devices()
    for ending in ["", ".2", ".3"] { files.put(.folder, at: "shared/kitchen.journal.new" + ending) }
    try a.exchange(with: "shared")
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    #expect(a.notices.isEmpty)
  }

  /// A hole at this device's path must not hide the device's later events, and the lines before the hole come back.
  @Test func aSparseFileInPlaceOfTheOwnFileIsReplaced() throws {
    let a = try devices()
    try a.exchange(with: "shared")
    files["shared/kitchen.journal"]! += [UInt8](repeating: 0, count: 3 << 20)
    files.allocate(4_096, for: "shared/kitchen.journal")
    try a.append([event(11)])
    try a.exchange(with: "shared")
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    #expect(try open(files, folder: "a").ids == ["e/1", "e/2", "e/10", "e/11"])
  }

  /// A stranger's files of the other kind do not exclude a device from a folder in which it has been.
  @Test func filesOfTheOtherKindDoNotStopTheExchange() throws {
    let a = try devices()
    try a.exchange(with: "shared")
    files["shared/phone.journal"] = Header(kind: .practice, device: "phone").line
    files["shared/kitchen.journal"] = Header(kind: .practice, device: "kitchen").line
    try a.append([event(11)])
    try a.exchange(with: "shared")
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    #expect(files["shared/phone.journal"] == Header(kind: .practice, device: "phone").line)
    #expect(a.notices.count == 2)
  }

  /// A file at this device's path that this program cannot read is not overwritten.
  @Test func anUnreadableFileInPlaceOfTheOwnFileStays() throws {
    let a = try devices()
    try a.exchange(with: "shared")
    let own = files["shared/kitchen.journal"]!
    files["shared/kitchen.journal"] = Header(version: 7, kind: .real, device: "kitchen").line
    try a.append([event(11)])
    try a.exchange(with: "shared")
    #expect(files["shared/kitchen.journal"] == Header(version: 7, kind: .real, device: "kitchen").line)
    files["shared/kitchen.journal"] = own
    try a.exchange(with: "shared")
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
  }

  /// Copies are passed on to a new shared folder line by line, too.
  @Test func copiesAreHandedOnWithoutDamage() throws {
    let a = try devices()
    try a.exchange(with: "shared")
    files["a/phone.journal"]! += Array("rubbish\n".utf8)
    let again = try open(files, folder: "a")
    try again.exchange(with: "new")
    #expect(files["new/phone.journal"] == files["b/phone.journal"])
  }
}

/// Returns a file as saved by a program that turns each LF into CR LF.
func withReturns(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
