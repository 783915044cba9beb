import Foundation
import JournalTesting
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
    #expect(names == ["journal.lock", "kitchen.journal", "phone.journal"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/kitchen.journal")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aLockKeepsOthersOutUntilItOpens() throws {
    let temporary = TemporaryFolder()
    let files = POSIXFileSystem(patience: 30)
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

  @Test func aFileWhereTheFolderShouldBeIsSaid() throws {
    let temporary = TemporaryFolder()
    try Data("x".utf8).write(to: URL(fileURLWithPath: temporary.path))
    let journal = try? open(POSIXFileSystem(), folder: temporary.path + "/state")
    #expect(journal?.notices.count == 1)
    #expect(throws: Journal.Failure.self) { try journal?.append([event(1)]) }
    #expect(journal?.pending.count == 1)
  }

  #if os(Linux)
    /// The one disk of every Linux machine that is always full.
    @Test func aFullDisk() throws {
      let full = try POSIXFileSystem().open("/dev/full", for: .keeping)
      #expect { try full.appendAll([1, 2, 3]) } throws: {
        if case .diskFull = Journal.Failure($0 as! FileError) { true } else { false }
      }
    }
  #endif
}
