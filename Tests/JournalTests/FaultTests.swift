import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// Disks that are full, fail or are read-only, and programs that are killed: at every single system call.
@Suite struct FaultTests {
  @Test func aFullDiskKeepsTheEventsUntilThereIsRoom() throws {
    let files = FaultyFileSystem()
    let journal = try open(files)
    try journal.append([event(1)])
    files.fault = { _, operation in operation == .write ? .error(ENOSPC) : nil }
    #expect { try journal.append([event(2), event(3)]) } throws: {
      if case Journal.Failure.diskFull = $0 { true } else { false }
    }
    #expect(journal.pending == [event(2), event(3)])
    #expect(journal.contains(id("e/2")))
    #expect(try journal.ids == ["e/1"])
    #expect(throws: Journal.Failure.self) { try journal.append([event(2), event(4)]) }
    #expect(journal.pending.count == 3)
    files.fault = { _, _ in nil }
    #expect(try journal.append([]) == 3)
    #expect(journal.pending.isEmpty)
    #expect(try open(files).ids == ["e/1", "e/2", "e/3", "e/4"])
  }

  @Test func pendingEventsThatAnotherShellSavedAreNotSavedTwice() throws {
    let files = FaultyFileSystem()
    let (a, b) = (try open(files), try open(files))
    files.fault = { _, operation in operation == .write ? .error(EDQUOT) : nil }
    #expect(throws: Journal.Failure.self) { try a.append([event(1), event(2)]) }
    files.fault = { _, _ in nil }
    try b.append([event(1)])
    #expect(try a.append([event(3)]) == 2)
    #expect(files.base.text("state/kitchen.journal").split(separator: "\n").count == 4)
  }

  @Test func pendingEventsThatAreSavedInANewFileAreNotSavedTwice() throws {
    let files = FaultyFileSystem()
    let (a, b) = (try open(files), try open(files))
    try a.append([event(0)])
    files.fault = { _, operation in operation == .write ? .error(EDQUOT) : nil }
    #expect(throws: Journal.Failure.self) { try a.append([event(1), event(2)]) }
    files.fault = { _, _ in nil }
    try b.append([event(1)])
    try b.compact()
    #expect(try a.append([event(3)]) == 2)
    #expect(files.base.text("state/kitchen.journal").split(separator: "\n").count == 5)
  }

  /// Half a header is set aside by a program that holds the lock and may write.
  @Test(arguments: [FileError.Operation.open, .lock])
  func halfAHeaderStaysUntilItMayBeWritten(operation: FileError.Operation) throws {
    let files = FaultyFileSystem()
    files.base["state/kitchen.journal"] = Array("half".utf8)
    files.fault = { _, other in other == operation ? .error(EACCES) : nil }
    let journal = try open(files)
    #expect(files.base.text("state/kitchen.journal") == "half" && files.base.paths == ["state/kitchen.journal"])
    files.fault = { _, _ in nil }
    try journal.append([event(1)])
    #expect(try open(files).ids == ["e/1"])
    #expect(files.base.text("state/kitchen.torn") == "half\n")
  }

  @Test(arguments: 1...200)
  func shortWritesAreCompleted(count: Int) throws {
    let files = FaultyFileSystem()
    files.fault = { _, operation in operation == .write ? .short(count) : nil }
    try open(files).append([event(1), event(2)])
    #expect(try open(files).ids == ["e/1", "e/2"])
  }

  @Test func aShortWriteOnAFullDiskIsUndone() throws {
    let files = FaultyFileSystem()
    let journal = try open(files)
    try journal.append([event(1)])
    let before = files.base.text("state/kitchen.journal")
    var writes = 0
    files.fault = { _, operation in
      guard operation == .write else { return nil }
      writes += 1
      return writes == 1 ? .short(50) : .error(ENOSPC)
    }
    #expect(throws: Journal.Failure.self) { try journal.append([event(2)]) }
    #expect(files.base.text("state/kitchen.journal") == before)
  }

  /// After a failed sync the pages may be gone although a second sync succeeds, so the lines are written again.
  @Test func aFailedSyncIsNotTrustedTheSecondTime() throws {
    for canTruncate in [true, false] {
      let files = FaultyFileSystem()
      let journal = try open(files)
      try journal.append([event(1)])
      files.fault = { _, operation in
        operation == .sync || (operation == .truncate && !canTruncate) ? .error(EIO) : nil
      }
      #expect { try journal.append([event(2)]) } throws: {
        if case Journal.Failure.broken = $0 { true } else { false }
      }
      #expect(journal.pending == [event(2)])
      var writes = 0
      files.fault = { _, operation in
        if operation == .write { writes += 1 }
        return nil
      }
      #expect(try journal.append([]) == 1)
      #expect(writes == 1)
      #expect(try journal.ids == ["e/1", "e/2"])
      #expect(try open(files).ids == ["e/1", "e/2"])
    }
  }

  /// Lines of a program that was killed before its sync can be read, but a power loss may still destroy them.
  @Test func unsyncedLinesOfOtherShellsAreSyncedFirst() throws {
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      let files = FaultyFileSystem()
      let (a, b) = (try open(files), try open(files))
      files.fault = { _, operation in operation == .sync || operation == .truncate ? .error(EIO) : nil }
      #expect(throws: Journal.Failure.self) { try b.append([event(1)]) }
      files.fault = { _, _ in nil }
      try a.refresh()
      #expect(try a.append([event(1)]) == 0)
      #expect(try open(try files.afterPowerLoss(&chance)).contains(id("e/1")))
    }
  }

  @Test func aNameThatWasNeverSyncedIsSyncedWithTheFirstEvent() throws {
    var chance = SeededGenerator(seed: 5)
    for isSameProgram in [true, false] {
      for _ in 0..<20 {
        let files = FaultyFileSystem()
        var isRenamed = false
        files.fault = { _, operation in
          if operation == .rename { isRenamed = true }
          return operation == .sync && isRenamed ? .error(EIO) : nil
        }
        var journal = try open(files)
        files.fault = { _, _ in nil }
        if !isSameProgram { journal = try open(files) }
        try journal.append([event(1)])
        #expect(try open(try files.afterPowerLoss(&chance)).contains(id("e/1")))
      }
    }
  }

  @Test(arguments: [EROFS, EACCES])
  func aFolderThatCanOnlyBeReadOpens(code: Int32) throws {
    let files = FaultyFileSystem()
    try open(files).append([event(1)])
    files.fault = { _, _ in .error(code) }
    let journal = try open(files)
    #expect(try journal.ids == ["e/1"])
    guard case .cannotSave(let failure) = journal.notices.first else {
      Issue.record("no notice")
      return
    }
    switch failure {
    case .readOnly: #expect(code == EROFS)
    case .denied: #expect(code == EACCES)
    default: Issue.record("\(failure)")
    }
    #expect(throws: Journal.Failure.self) { try journal.append([event(2)]) }
    try journal.refresh()
    files.fault = { _, _ in nil }
    #expect(try journal.append([event(3)]) == 2)
    #expect(try open(files).ids == ["e/1", "e/2", "e/3"])
  }

  @Test func aFolderThatCannotBeMadeYetOpensEmpty() throws {
    let files = FaultyFileSystem()
    files.fault = { _, _ in .error(EROFS) }
    let journal = try open(files)
    #expect(throws: Journal.Failure.self) { try journal.append([event(1)]) }
    files.fault = { _, _ in nil }
    #expect(try journal.append([event(2)]) == 2)
    #expect(try open(files).ids == ["e/1", "e/2"])
  }

  @Test func aLockHeldForTooLongIsReported() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    let lock = try files.lock("state/journal.lock")
    let busy = Journal.Failure.busy(FileError(code: EWOULDBLOCK, operation: .lock, path: "state/journal.lock"))
    #expect(throws: busy) { try journal.append([event(1)]) }
    #expect(throws: busy) { try open(files) }
    lock.unlock()
    #expect(try journal.append([]) == 1)
  }

  /// Runs a life of two shells and a second device. Returns the events reported as saved and the events reported as
  /// voided.
  private static func live(_ files: FaultyFileSystem) -> (saved: Set<String>, voided: Set<String>) {
    var saved: Set<String> = []
    var voided: Set<String> = []
    func append(_ journal: Journal, _ numbers: ClosedRange<Int>) throws {
      try journal.append(numbers.map { event($0) })
      saved.formUnion(numbers.map { "e/\($0)" })
    }
    do {
      let a = try open(files)
      try append(a, 1...3)
      let b = try open(files)
      try append(b, 4...5)
      try append(a, 5...7)
      try a.void(id("e/2"), at: .practiceStart)
      voided.insert("e/2")
      try a.restore([id("e/2")])
      saved.insert("e/2~2")
      try b.void([id("e/4"), id("e/5")], at: .practiceStart)
      voided.formUnion(["e/4", "e/5"])
      try a.compact()
      try append(a, 8...9)
      try append(b, 10...11)
      let other = try open(files, folder: "other", device: phone)
      try append(other, 20...21)
      try other.exchange(with: "shared")
      try a.exchange(with: "shared")
      try append(a, 12...12)
      try a.exchange(with: "shared")
    } catch {}
    return (saved, voided)
  }

  private static func check(_ files: any FileSystem, _ told: (saved: Set<String>, voided: Set<String>)) throws {
    for _ in 0..<2 {
      let journal = try open(files)
      let other = try open(files, folder: "other", device: phone)
      let lines = try journal.saved(includingVoided: true).map(\.event.id.text)
      #expect(Set(lines).count == lines.count)
      let all = Set(lines).union(try other.saved(includingVoided: true).map(\.event.id.text))
      #expect(told.saved.isSubset(of: all), "lost \(told.saved.subtracting(all))")
      #expect(told.voided.allSatisfy { journal.isVoided(id($0)) })
      // The shells continue twice, the second time after reopening.
      try journal.append([event(100), event(101)])
      try other.exchange(with: "shared")
      try journal.exchange(with: "shared")
      try other.exchange(with: "shared")
      #expect(try journal.saved(includingVoided: true) == other.saved(includingVoided: true))
      #expect(try open(files).contains(id("e/101")))
    }
  }

  @Test func nothingReportedIsLostWhereverItIsKilled() throws {
    let whole = FaultyFileSystem()
    let told = Self.live(whole)
    #expect(told.saved.count == 15 && told.voided.count == 3)
    try Self.check(whole.base, told)
    #expect(whole.calls > 60)
    var chance = SeededGenerator(seed: 1)
    for call in 0..<whole.calls {
      for bytes in [0, 1, 40, 200] {
        let files = FaultyFileSystem()
        files.fault = { number, _ in number == call ? .crash(afterBytes: bytes) : nil }
        let told = Self.live(files)
        #expect(files.isDead)
        // The power loss comes first, because checking the program's death writes to the same files.
        for _ in 0..<3 { try Self.check(try files.afterPowerLoss(&chance), told) }
        try Self.check(files.base, told)
      }
    }
  }

  @Test func nothingIsLostWhicheverSingleCallFails() throws {
    let calls = {
      let whole = FaultyFileSystem()
      _ = Self.live(whole)
      return whole.calls
    }()
    for call in 0..<calls {
      for code in [ENOSPC, EIO, EROFS] {
        let files = FaultyFileSystem()
        files.fault = { number, _ in number == call ? .error(code) : nil }
        let journal = try open(files)
        var told: Set<String> = []
        // Each append may fail; a later append saves the pending events.
        for number in 1...12 {
          _ = try? journal.append([event(number)])
          told.insert("e/\(number)")
          if number == 5 { _ = try? journal.compact() }
          if number == 8 { _ = try? journal.void(id("e/3"), at: .practiceStart) }
          if number == 10 { _ = try? journal.exchange(with: "shared") }
        }
        try journal.append([])
        #expect(journal.pending.isEmpty)
        let again = try open(files)
        #expect(again.isVoided(id("e/3")), "call \(call) code \(code)")
        #expect(Set(try again.saved(includingVoided: true).map(\.event.id.text)) == told.union(["void/e/3"]))
      }
    }
  }
}
