import Foundation
import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

@Suite struct POSIXFileSystemTests {
  @Test func aJournalOnTheDisk() throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path + "/deep/er"
    let (a, b) = (try open(POSIXFileSystem(), folder: folder), try open(POSIXFileSystem(), folder: folder))
    try a.append([event(1), event(2)])
    try b.append([event(3)])
    try a.compact()
    try b.append([event(4)])
    try open(POSIXFileSystem(), folder: temporary.path + "/phone", device: phone).exchange(with: folder)
    try a.refresh()
    #expect(try a.ids == ["e/1", "e/2", "e/3", "e/4"])
    let names = try POSIXFileSystem().names(in: folder).sorted()
    #expect(names == ["journal.lock", "kitchen.journal", "phone.journal", "phone.proof"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/kitchen.journal")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aLockKeepsOthersOutUntilItOpens() throws {
    let temporary = TemporaryFolder()
    #expect(POSIXFileSystem().timeout == 10_000, "ten seconds")
    let files = POSIXFileSystem(timeout: 30)
    try files.makeFolder(temporary.path)
    let path = temporary.path + "/lock"
    let lock = try files.lock(path)
    #expect { try files.lock(path) } throws: { Journal.Failure($0 as! FileError) == .busy($0 as! FileError) }
    lock.unlock()
    let second = try files.lock(path)
    second.unlock()
    second.unlock()
  }

  @Test func errorsCarryTheirPath() throws {
    let files = POSIXFileSystem()
    #expect { try files.open("/no/such/file", for: .reading) } throws: {
      "\($0)" == "cannot open /no/such/file: No such file or directory"
    }
    #expect(try files.status(of: "/no/such/file") == nil)
    #expect(throws: FileError.self) { try files.names(in: "/no/such") }
    #expect(throws: FileError.self) { try files.rename("/no/such/a", to: "/no/such/b") }
    try files.remove("/no/such/file")
  }

  @Test func aFileInPlaceOfTheFolderIsReported() throws {
    let temporary = TemporaryFolder()
    try Data("x".utf8).write(to: URL(fileURLWithPath: temporary.path))
    let journal = try? open(POSIXFileSystem(), folder: temporary.path + "/state")
    #expect(journal?.notices.count == 1)
    #expect(throws: Journal.Failure.self) { try journal?.append([event(1)]) }
    #expect(journal?.pending.count == 1)
    // With the obstacle removed, the folder is made and the pending event is saved.
    try POSIXFileSystem().remove(temporary.path)
    #expect(try journal?.append([event(2)]) == 2)
    #expect(try open(POSIXFileSystem(), folder: temporary.path + "/state").ids == ["e/1", "e/2"])
  }

  /// Reading from pipes and devices would block, and links would lead elsewhere.
  @Test(.timeLimit(.minutes(1))) func nonFilesAreRefused() throws {
    let temporary = TemporaryFolder()
    let (pipe, link) = (temporary.path + "/pipe", temporary.path + "/link")
    let files = POSIXFileSystem()
    try files.makeFolder(temporary.path)
    #expect(mkfifo(pipe, 0o600) == 0)
    for access in [FileAccess.reading, .appending, .keeping] {
      #expect { try files.open(pipe, for: access) } throws: {
        "\($0)" == "cannot open \(pipe): it is a pipe, not a file"
      }
    }
    #expect(throws: FileError.self) { try files.open("/dev/null", for: .appending) }
    let (there, nowhere) = (temporary.path + "/there", temporary.path + "/nowhere")
    try File.create(there, with: "precious\n".utf8)
    for target in [there, nowhere, temporary.path, link, "/dev/zero"] {
      #expect(symlink(target, link) == 0)
      for access in [FileAccess.reading, .appending, .keeping, .making] {
        #expect(throws: FileError.self, "\(target)") { try files.open(link, for: access) }
      }
      try files.remove(link)
    }
    #expect(try File.read(there, atMost: 100) == Array("precious\n".utf8))
    #expect(!File.exists(nowhere))
  }

  /// A user with access to the shared folder cannot block this device's shells.
  @Test(.timeLimit(.minutes(1))) func pipesAmongTheJournalsAreLeftOut() throws {
    let temporary = TemporaryFolder()
    let shared = temporary.path + "/shared"
    let journal = try open(POSIXFileSystem(), folder: temporary.path + "/state")
    try journal.append([event(1)])
    try POSIXFileSystem().makeFolder(shared)
    for path in ["/shared/evil.journal", "/state/evil.journal"] { #expect(mkfifo(temporary.path + path, 0o600) == 0) }
    try journal.exchange(with: shared)
    #expect(
      Set(journal.notices.map(\.description)) == [
        "\(shared)/evil.journal was left out: cannot open \(shared)/evil.journal: it is a pipe, not a file",
        "evil.journal was left out: cannot open \(temporary.path)/state/evil.journal: it is a pipe, not a file",
      ])
    #expect(try open(POSIXFileSystem(), folder: temporary.path + "/state").ids == ["e/1"])
  }

  #if os(Linux)
    /// The device file of every Linux machine that is always full.
    @Test func aFullDisk() throws {
      let full = POSIXFile(descriptor: try Descriptor.open("/dev/full", O_RDWR), path: "/dev/full")
      #expect { try full.appendAll([1, 2, 3]) } throws: {
        if case .diskFull = Journal.Failure($0 as! FileError) { true } else { false }
      }
    }
  #endif
}
