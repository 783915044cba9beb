import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// State folders that cannot be written, permanently or at present: they open, and never appear empty.
@Suite struct ReadOnlyTests {
  private let own = "state/kitchen.journal"

  /// A program killed because the disk was full leaves half a line on a full disk.
  @Test func aTornLineOnAFullDisk() throws {
    let files = FaultyFileSystem()
    try open(files).append([event(1)])
    files.base.append("12345678 {\"seq\":2,", to: own)
    files.fault = { _, operation in operation == .write ? .error(ENOSPC) : nil }
    let journal = try open(files)
    #expect(try journal.ids == ["e/1"])
    #expect(
      journal.notices.map(\.description).first?.hasPrefix("nothing can be saved at the moment: the disk is full")
        == true)
    #expect(files.base.paths == ["state/kitchen.journal", "state/kitchen.torn"])
    #expect(files.base["state/kitchen.torn"] == [])
    #expect(throws: Journal.Failure.self) { try journal.append([event(2)]) }
    try journal.refresh()
    #expect(journal.pending.count == 1)
    files.fault = { _, _ in nil }
    #expect(try journal.append([event(3)]) == 2)
    #expect(try open(files).ids == ["e/1", "e/2", "e/3"])
    #expect(files.base.text("state/kitchen.torn") == "12345678 {\"seq\":2,\n")
  }

  /// The folder is read-only and the file is writable: the line is ended in place.
  @Test func aTornLineInAFolderThatMayNotBeWritten() throws {
    let files = FaultyFileSystem()
    try open(files).append([event(1)])
    files.base.append("12345678 {\"seq\":2,", to: own)
    files.fault = { _, operation in operation == .open || operation == .remove ? .error(EACCES) : nil }
    // Opening this device's own file is allowed.
    var isFirst = true
    files.fault = { _, operation in
      guard operation == .open || operation == .remove else { return nil }
      defer { isFirst = false }
      return isFirst ? nil : .error(EACCES)
    }
    let journal = try open(files)
    #expect(try journal.ids == ["e/1"])
    try journal.append([event(2)])
    #expect(journal.pending.isEmpty)
    files.fault = { _, _ in nil }
    #expect(try open(files).ids == ["e/1", "e/2"])
    #expect(files.base.text("state/kitchen.damaged") == "12345678 {\"seq\":2,\n")
  }

  @Test(arguments: [FileStatus.Kind.folder, .pipe, .socket, .device])
  func aNonFileUnderTheOwnName(kind: FileStatus.Kind) throws {
    let files = MemoryFileSystem()
    let other = try open(files, device: phone)
    try other.append([event(1)])
    files.put(kind, at: own)
    let journal = try open(files)
    #expect(try journal.ids == ["e/1"])
    #expect(
      journal.notices.map(\.description).first?
        .hasPrefix("nothing can be saved at the moment: cannot open state/kitchen.journal: ") == true,
      "\(journal.notices)"
    )
    #expect(throws: Journal.Failure.self) { try journal.append([event(2)]) }
    try other.append([event(3)])
    #expect(try journal.news().events.map(\.event.id.text) == ["e/3"])
    #expect(try files.status(of: own, followsLinks: false)?.kind == kind)
    // With the obstacle removed, saving works again.
    if kind == .folder { try files.rename(own, to: "elsewhere") } else { try files.remove(own) }
    #expect(try journal.append([]) == 1)
    #expect(try open(files).ids == ["e/1", "e/2", "e/3"])
  }

  /// Events already read stay, so that the journal does not seem empty.
  @Test func aFolderInPlaceOfAFileThatIsOpen() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    try journal.append([event(1)])
    try files.rename(own, to: "elsewhere")
    files.put(.folder, at: own)
    #expect(throws: Journal.Failure.self) { try journal.refresh() }
    #expect(throws: Journal.Failure.self) { try journal.append([event(2)]) }
    #expect(try journal.ids == ["e/1"])
    try files.rename(own, to: "folder")
    try files.rename("elsewhere", to: own)
    #expect(try journal.append([]) == 1)
    #expect(try open(files).ids == ["e/1", "e/2"])
    #expect(journal.notices.isEmpty)
  }

  /// Links and folders at the paths of the files beside the journal.
  @Test(arguments: [".torn", ".damaged", ".journal.new"]) func obstaclesToOtherFilesAreReported(ending: String) throws {
    for kind in [FileStatus.Kind.folder, .pipe, .link] {
      let files = MemoryFileSystem()
      try open(files).append([event(1), event(2)])
      let place = "state/kitchen" + ending
      files["elsewhere"] = []
      if kind == .link { files.link(place, to: "elsewhere") } else { files.put(kind, at: place) }
      files[own]![Header(kind: .real, device: "kitchen").line.count + 2] ^= 1
      files.append("torn", to: own)
      let journal = try open(files)
      #expect(try journal.ids == ["e/2"])
      try journal.append([event(3)])
      try journal.compact()
      #expect(try open(files).ids == ["e/2", "e/3"])
      #expect(files["elsewhere"] == [])
      #expect(!journal.notices.contains { if case .cannotSave = $0 { true } else { false } }, "\(ending) \(kind)")
      let kept = files.paths.filter { $0.hasPrefix("state/kitchen.torn") || $0.hasPrefix("state/kitchen.damaged") }
      #expect(kept.compactMap { files[$0] }.count == 2, "\(kept)")
    }
  }

  @Test func aLockThatIsALinkIsNotFollowed() throws {
    let temporary = TemporaryFolder()
    let files = POSIXFileSystem(timeout: 50)
    try open(files, folder: temporary.path).append([event(1)])
    try files.remove(temporary.path + "/journal.lock")
    #expect(symlink("made-through-a-link", temporary.path + "/journal.lock") == 0)
    let journal = try open(files, folder: temporary.path)
    #expect(try journal.ids == ["e/1"])
    #expect(
      journal.notices.map(\.description) == [
        "nothing can be saved at the moment: cannot lock \(temporary.path)/journal.lock: it is a link, not a file"
      ])
    #expect(try !files.names(in: temporary.path).contains("made-through-a-link"))
  }

  // MARK: Links at this device's path

  @Test(arguments: [false, true]) func aLinkUnderTheOwnNameBecomesAFile(isHard: Bool) throws {
    let files = MemoryFileSystem()
    try open(files).append([event(1)])
    try files.rename(own, to: "elsewhere")
    if isHard { files.addName(own, of: "elsewhere") } else { files.link(own, to: "elsewhere") }
    let before = files["elsewhere"]
    let journal = try open(files)
    #expect(try journal.ids == ["e/1"])
    #expect(
      journal.notices.map(\.description) == ["kitchen.journal was a link to another file; it is now a separate file"])
    try journal.append([event(2)])
    #expect(files["elsewhere"] == before)
    #expect(try open(files).ids == ["e/1", "e/2"])
  }

  @Test func aLinkToSomethingElseIsReplacedAndNeverWritten() throws {
    for content in ["", "hello\n", "half"] + [
      String(decoding: Header(kind: .real, device: "phone").line, as: UTF8.self)
    ] {
      let files = MemoryFileSystem()
      files["elsewhere"] = Array(content.utf8)
      files.link(own, to: "elsewhere")
      let journal = try open(files)
      try journal.append([event(1)])
      #expect(files.text("elsewhere") == content)
      #expect(try open(files).ids == ["e/1"])
    }
  }

  // MARK: CR LF

  @Test func ownLinesEndingInCRLFAreRepaired() throws {
    let files = MemoryFileSystem()
    try open(files).append([event(1), event(2)])
    let before = files[own]!
    files[own] = withReturns(before)
    let journal = try open(files)
    #expect(try journal.ids == ["e/1", "e/2"])
    #expect(
      journal.notices.map(\.description) == [
        "kitchen.journal has CR LF line endings from another program; every line was read, and the file was rewritten with LF"
      ])
    #expect(files[own] == before)
    #expect(files.paths == [own])
    #expect(try open(files).notices.isEmpty)
  }

  @Test func otherDevicesLinesEndingInCRLFAreRepaired() throws {
    let files = MemoryFileSystem()
    try open(files, device: phone).append([event(1), event(2)])
    let before = files["state/phone.journal"]!
    files["state/phone.journal"] = withReturns(before)
    let journal = try open(files)
    #expect(try journal.ids == ["e/1", "e/2"])
    #expect(journal.contains(id("e/2")) && journal.event(id("e/2")) != nil)
    #expect(journal.notices.count == 1)
    #expect(files["state/phone.journal"] == before)
    #expect(try open(files).notices.isEmpty)
  }

  @Test func unrepairableCRLFLinesAreReported() throws {
    let files = FaultyFileSystem()
    try open(files).append([event(1), event(2)])
    files.base[own] = withReturns(files.base[own]!)
    files.fault = { _, _ in .error(EROFS) }
    let journal = try open(files)
    #expect(try journal.ids == ["e/1", "e/2"])
    #expect(journal.event(id("e/2"))?.event == event(2))
    #expect(throws: Journal.Failure.self) { try journal.append([event(3)]) }
    files.fault = { _, _ in nil }
    try journal.append([event(4)])
    #expect(try open(files).ids == ["e/1", "e/2", "e/3", "e/4"])
  }

  // MARK: Without locks

  @Test func aFileSystemWithoutLocks() throws {
    let temporary = TemporaryFolder()
    let files = POSIXFileSystem(timeout: 100, hasLocks: false)
    let (a, b) = (try open(files, folder: temporary.path), try open(files, folder: temporary.path))
    try a.append([event(1)])
    try b.append([event(2)])
    try a.append([event(3)])
    #expect(try open(files, folder: temporary.path).ids == ["e/1", "e/2", "e/3"])
    #expect(try files.names(in: temporary.path).sorted() == ["kitchen.journal"])
    let lock = try files.lock(temporary.path + "/journal.lock")
    #expect { try a.append([event(4)]) } throws: { if case Journal.Failure.busy = $0 { true } else { false } }
    lock.unlock()
    #expect(try a.append([]) == 1)
  }

  /// The lock of a killed program excludes no one; a lock of another machine does, for a while.
  @Test func theLockOfADeadProgram() throws {
    let temporary = TemporaryFolder()
    let files = POSIXFileSystem(timeout: 50, hasLocks: false)
    try files.makeFolder(temporary.path)
    let held = temporary.path + "/journal.lock.held"
    // No process has this number.
    try File.create(held, with: "999999999\n\(Environment.hostName)\nabc\n".utf8)
    let lock = try files.lock(temporary.path + "/journal.lock")
    lock.unlock()
    #expect(try files.names(in: temporary.path).isEmpty)
    for text in ["1\nanother-machine\nabc\n", ""] {
      try File.create(held, with: text.utf8)
      #expect(throws: FileError.self) { try files.lock(temporary.path + "/journal.lock") }
      try files.remove(held)
    }
  }

  /// Two openings of one file also exclude each other with the other kind of lock.
  @Test func bothKindsOfLocksExclude() throws {
    let temporary = TemporaryFolder()
    try Folder.make(temporary.path)
    let path = temporary.path + "/lock"
    let first = try File.openLocked(path, O_RDWR | O_CREAT, timeout: 10)
    #expect(throws: SystemError.self) { try File.openLocked(path, O_RDWR | O_CREAT, timeout: 10) }
    first.close()
    try File.openLocked(path, O_RDWR | O_CREAT, timeout: 10).close()
  }
}
