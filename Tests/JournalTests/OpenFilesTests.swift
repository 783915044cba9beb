import Foundation
import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// Other devices' files are opened when they are read, however many there are.
@Suite struct OpenFilesTests {
  /// Writes journals of `count` devices, with one event each.
  private func fill(_ folder: String, _ count: Int, _ files: any FileSystem) throws {
    try files.makeFolder(folder)
    for number in 0..<count {
      let device = Journal.DeviceID("device-\(number)")!
      let saved = SavedEvent(event(number), origin: .init(device: device, sequence: 1))
      let file = try files.open("\(folder)/\(device.name).journal", for: .making)
      try file.appendAll(Header(kind: .real, device: device.name).line + saved.line)
    }
  }

  /// Returns the number of open files in a folder. Other tests run in the same process, so the process's total would
  /// mean nothing.
  private func openCount(in folder: String) throws -> Int {
    let folder = try FilePath.resolved(folder)
    return try POSIXFileSystem().names(in: "/dev/fd").count { name in
      (try? FilePath.resolved("/dev/fd/\(name)"))?.hasPrefix(folder + "/") ?? false
    }
  }

  /// Runs in a process of its own, which may have only 256 files open.
  @Test func fiveThousandFilesTakeFewDescriptors() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 256, rlim_max: 256)
      #if canImport(Glibc)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #else
        try #require(setrlimit(RLIMIT_NOFILE, &limit) == 0)
      #endif
      try OpenFilesTests().exchange(5_000)
    }
  }

  private func exchange(_ count: Int) throws {
    // In memory, if possible: each new file is synced.
    let isInMemory = FileManager.default.isWritableFile(atPath: "/dev/shm")
    let temporary = isInMemory ? TemporaryFolder(in: "/dev/shm") : TemporaryFolder()
    let files = POSIXFileSystem()
    try fill(temporary.path + "/shared", count, files)
    let journal = try open(files, folder: temporary.path + "/state")
    #expect(try journal.exchange(with: temporary.path + "/shared").received == count)
    #expect(try openCount(in: temporary.path) < 50)
    #expect(try journal.ids.count == count)
    try journal.append([event(count)])
    try journal.refresh()
    #expect(try journal.exchange(with: temporary.path + "/shared").received == 0)
    #expect(journal.event(id("e/0")) != nil && journal.event(id("e/\(count - 1)")) != nil)
    let again = try open(files, folder: temporary.path + "/state")
    #expect(try again.ids == journal.ids)
    #expect(again.notices.isEmpty)
    #expect(try openCount(in: temporary.path) < 50)
    let inspection = try Journal.inspect(temporary.path + "/state", own: kitchen)
    #expect(inspection.journals == count + 1 && inspection.events == count + 1 && inspection.problems.isEmpty)
    // Sixteen files for each of the three readers, and their own files.
    #expect(try openCount(in: temporary.path) < 60)
  }

  /// Each further journal costs the same number of calls, however many there are.
  @Test func anExchangeIsLinear() throws {
    let costs = try [100, 200, 400].map { count in
      let files = CountingFileSystem(MemoryFileSystem())
      try fill("shared", count, files)
      let journal = try open(files)
      _ = files.drainCalls()
      try journal.exchange(with: "shared")
      let first = files.drainCalls().count
      try journal.exchange(with: "shared")
      let second = files.drainCalls().count
      _ = try open(files)
      return [first, second, files.drainCalls().count]
    }
    for kind in 0..<3 {
      let each = (costs[1][kind] - costs[0][kind]) / 100
      #expect(costs[2][kind] - costs[1][kind] == 200 * each && each < 40, "\(costs)")
    }
  }

  @Test func aDeallocatedJournalClosesItsFiles() throws {
    let temporary = TemporaryFolder()
    let files = POSIXFileSystem()
    try fill(temporary.path, 5, files)
    try inItsOwnScope {
      let journal = try open(files, folder: temporary.path)
      #expect(try journal.ids.count == 5)
      #expect(try openCount(in: temporary.path) > 0)
    }
    #expect(try openCount(in: temporary.path) == 0)
  }

  /// Runs `body` in a scope of its own, so that the objects only it holds are released afterwards.
  private func inItsOwnScope(_ body: () throws -> Void) rethrows { try body() }

  @Test func noMoreThanAFewAreOpen() throws {
    let memory = MemoryFileSystem()
    try fill("state", 40, memory)
    let open = OpenFiles(memory)
    let all = try (0..<40).map { number in
      let path = "state/device-\(number).journal"
      return open.file(at: path, with: try memory.status(of: path)!.identity)
    }
    for _ in 0..<3 { for file in all { #expect(try file.bytes(at: 0, count: 8).count == 8) } }
    #expect(try all[3].status().size > 0)
    // These files are read-only.
    #expect(throws: FileError.self) { try all[3].appendAll([1]) }
    #expect(throws: FileError.self) { try all[3].truncate(to: 0) }
    #expect(throws: FileError.self) { try all[3].sync() }
  }

  /// A different file at the same path is not mistaken for the one that was read.
  @Test func aFileThatWasReplacedIsNotReadByOldOffsets() throws {
    let memory = MemoryFileSystem()
    try fill("state", 40, memory)
    let journal = try open(memory)
    let path = "state/device-1.journal"
    memory["new"] =
      Header(kind: .real, device: "device-1").line
      + SavedEvent(event(99), origin: .init(device: Journal.DeviceID("device-1")!, sequence: 1)).line
    try memory.rename("new", to: path)
    #expect(throws: Journal.Failure.broken(FileError(code: ESTALE, operation: .read, path: path))) {
      _ = try journal.ids
    }
    try journal.refresh()
    #expect(try journal.ids.count == 40)
    #expect(try journal.ids.contains("e/99"))
  }

  /// A file left out because of its content is not read at each check, but is read when it changes.
  @Test func ignoredFilesAreReadAgainWhenTheyChange() throws {
    let memory = MemoryFileSystem()
    let journal = try open(memory)
    memory["state/phone.journal"] = Array("hello\n".utf8)
    try journal.refresh()
    #expect(journal.notices.count == 1)
    memory["state/phone.journal"] =
      Header(kind: .real, device: "phone").line + SavedEvent(event(1), origin: .init(device: phone, sequence: 1)).line
    try journal.refresh()
    #expect(try journal.ids == ["e/1"])
  }
}
