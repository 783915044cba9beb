import Foundation
import Testing

@testable import System

@Suite struct FileLockingTests {
  let folder = Scratch()

  private final class Found: @unchecked Sendable {
    var descriptor: Descriptor?
  }

  @Test func aHeldLockKeepsOthersOutUntilItIsClosed() throws {
    let path = folder("lock")
    let first = try File.openLocked(path, O_RDWR | O_CREAT)
    #expect(throws: SystemError.locked(by: nil)) { try File.openLocked(path, O_RDWR | O_CREAT, timeout: 20) }
    first.close()
    try File.openLocked(path, O_RDWR | O_CREAT, timeout: 20).close()
    #expect(try FileStatus(path).permissions == 0o600)
  }

  @Test func whatAFileSystemWithoutLocksSays() {
    for code in [ENOSYS, ENOLCK, EOPNOTSUPP, ENOTSUP, EINVAL] { #expect(SystemError.number(code).meansNoLocks) }
    for code in [EWOULDBLOCK, EINTR, EACCES, EIO, ENOSPC, EBADF, ELOOP] {
      #expect(!SystemError.number(code).meansNoLocks)
    }
    #expect(!SystemError.locked(by: nil).meansNoLocks && !SystemError.notAFile(.pipe).meansNoLocks)
  }

  #if os(Linux)
    /// The util-linux program holds the lock while its command runs.
    @Test func lockHoldersAreNamed() throws {
      guard File.isExecutable("/usr/bin/flock") else { return }
      let path = folder("lock")
      try File.create(path, with: "".utf8)
      let holder = Process()
      holder.executableURL = URL(filePath: "/usr/bin/flock")
      holder.arguments = [path, "sleep", "20"]
      try holder.run()
      defer { kill(holder.processIdentifier, SIGKILL) }
      var message = ""
      for _ in 0..<200 where message.isEmpty {
        do { try File.openLocked(path, O_RDWR, timeout: 10).close() } catch { message = "\(error)" }
        SystemClock.sleep(microseconds: 10_000)
      }
      #expect(message == "flock (process \(holder.processIdentifier)) has locked it")
    }
  #endif

  @Test func readersShareALock() throws {
    try File.create(folder("a"), with: "".utf8)
    let (first, second) = (try File.open(folder("a")).descriptor, try File.open(folder("a")).descriptor)
    try first.lock(isShared: true, timeout: 0)
    try second.lock(isShared: true, timeout: 0)
    #expect(throws: SystemError.self) { try File.openLocked(folder("a"), O_RDWR, timeout: 5) }
    first.close()
    second.close()
  }

  /// The fallback lock for file systems without the other kind: on a range, owned by the open file.
  @Test func aLockOfARangeKeepsOthersOutAsWell() throws {
    try File.create(folder("a"), with: "".utf8)
    func opened() throws -> Descriptor { try File.open(folder("a"), O_RDWR).descriptor }
    let (first, second) = (try opened(), try opened())
    try first.lock(isShared: false, timeout: 0, isOfRange: true)
    #expect(throws: SystemError.locked(by: nil)) { try second.lock(isShared: false, timeout: 5, isOfRange: true) }
    #expect(throws: SystemError.locked(by: nil)) { try second.lock(isShared: true, timeout: 5, isOfRange: true) }
    // Closing another opening does not release the lock, unlike with a process's locks.
    try opened().close()
    #expect(throws: SystemError.self) { try second.lock(isShared: false, timeout: 5, isOfRange: true) }
    first.close()
    try second.lock(isShared: true, timeout: 5, isOfRange: true)
    let third = try opened()
    try third.lock(isShared: true, timeout: 5, isOfRange: true)
    second.close()
    third.close()
    let last = try opened()
    try last.lock(isShared: false, timeout: 0, isOfRange: true)
    last.close()
  }

  @Test func replacedFilesAreReopened() throws {
    let path = folder("a")
    try File.create(path, with: "old".utf8)
    let old = try File.openLocked(path, O_RDWR)
    let found = Found()
    let waiting = SystemThread { found.descriptor = try? File.openLocked(path, O_RDWR) }
    SystemClock.sleep(microseconds: 20_000)
    let new = try File.replace(path, with: "new".utf8)
    old.close()
    waiting?.join()
    let descriptor = try #require(found.descriptor)
    #expect(try FileStatus(descriptor).identity == new.identity)
    descriptor.close()
  }

  @Test func aPipeIsNoLock() {
    mkfifo(folder("pipe"), 0o600)
    #expect(throws: SystemError.notAFile(.pipe)) { try File.openLocked(folder("pipe"), O_RDWR) }
  }
}
