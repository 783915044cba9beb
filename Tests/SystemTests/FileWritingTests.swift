import System
import Testing

@Suite struct FileWritingTests {
  let folder = Scratch()

  @Test func aNewFileIsWrittenWhole() throws {
    try File.create(folder("a"), with: "one".utf8)
    #expect(try text(folder("a")) == "one")
    #expect(throws: SystemError.number(EEXIST)) { try File.create(folder("a"), with: "two".utf8) }
    symlink("nowhere", folder("link"))
    #expect(throws: SystemError.number(EEXIST)) { try File.create(folder("link"), with: "two".utf8) }
    #expect(try text(folder("a")) == "one")
    #expect(folder.names == ["a", "link"])
  }

  @Test func theModeOfANewFile() throws {
    try File.create(folder("secret"), with: "x".utf8, mode: 0o600)
    #expect(try FileStatus(folder("secret")).permissions == 0o600)
    try File.replace(folder("fresh"), with: "x".utf8)
    #expect(try FileStatus(folder("fresh")).permissions & 0o600 == 0o600)
  }

  @Test func anOldFileIsReplacedAndKeepsItsPermissions() throws {
    for mode: mode_t in [0o755, 0o600, 0o640, 0o666] {
      try? File.remove(folder("a"))
      try File.create(folder("a"), with: "#!old".utf8)
      chmod(folder("a"), mode)
      let before = try FileStatus(folder("a"))
      let after = try File.replace(folder("a"), with: "#!new".utf8)
      #expect(try text(folder("a")) == "#!new")
      #expect(try FileStatus(folder("a")) == after)
      #expect(after.permissions == mode)
      #expect((after.owner, after.group) == (before.owner, before.group))
      #expect(after.identity != before.identity)
    }
    #expect(folder.names == ["a"])
  }

  @Test func permissionsCanBeReset() throws {
    try File.create(folder("pin"), with: "1".utf8, mode: 0o644)
    try File.replace(folder("pin"), with: "2".utf8, mode: 0o600)
    #expect(try FileStatus(folder("pin")).permissions == 0o600)
  }

  /// Only the superuser can give files away.
  @Test(.enabled(if: geteuid() == 0)) func theOwnerStays() throws {
    try File.create(folder("a"), with: "x".utf8)
    chown(folder("a"), 1_234, 2_345)
    chmod(folder("a"), 0o4755)
    let status = try File.replace(folder("a"), with: "y".utf8)
    #expect((status.owner, status.group, status.permissions) == (1_234, 2_345, 0o4755))
  }

  @Test func linksStillLeadToTheFile() throws {
    try Folder.make(folder("elsewhere"))
    try File.create(folder("elsewhere/real"), with: "old".utf8)
    symlink("elsewhere/real", folder("near"))
    symlink("near", folder("far"))
    try File.replace(folder("far"), with: "new".utf8)
    #expect(try text(folder("elsewhere/real")) == "new")
    #expect(try FileStatus(folder("far"), followsLinks: false).kind == .link)
    #expect(try FileStatus(folder("near"), followsLinks: false).kind == .link)
    #expect(try Folder.names(in: folder("elsewhere")) == ["real"])
  }

  @Test func danglingLinksStayUnchanged() throws {
    symlink("nowhere", folder("link"))
    #expect(throws: SystemError.number(ENOENT)) { try File.replace(folder("link"), with: "x".utf8) }
    #expect(folder.names == ["link"])
  }

  @Test func pipesAreRefusedWithoutWaiting() throws {
    mkfifo(folder("pipe"), 0o600)
    symlink("pipe", folder("link"))
    for name in ["pipe", "link"] {
      #expect(throws: SystemError.notAFile(.pipe)) { try File.replace(folder(name), with: "x".utf8) }
    }
    #expect(folder.names == ["link", "pipe"])
  }

  @Test func devicesAndFoldersAreRefused() throws {
    symlink("/dev/null", folder("null"))
    #expect(throws: SystemError.notAFile(.device)) { try File.replace(folder("null"), with: "x".utf8) }
    #expect(throws: SystemError.notAFile(.folder)) { try File.replace(folder.path, with: "x".utf8) }
    #expect(folder.names == ["null"])
  }

  @Test func aProtectedFileIsRefused() throws {
    try File.create(folder("a"), with: "old".utf8)
    chmod(folder("a"), 0o444)
    #expect(throws: SystemError.number(EACCES)) { try File.replace(folder("a"), with: "new".utf8) }
    #expect(try text(folder("a")) == "old")
    #expect(folder.names == ["a"])
  }

  @Test func aFolderThatTakesNothingLeavesTheFile() throws {
    #expect(throws: SystemError.number(ENOENT)) { try File.replace(folder("no/such"), with: "x".utf8) }
    #expect(throws: SystemError.number(ENOTDIR)) { try File.replace("/dev/null/a", with: "x".utf8) }
  }

  /// The process may not write a single byte more, as on a full disk.
  @Test func aFullDiskLeavesTheOldFileAndNothingElse() async {
    await #expect(processExitsWith: .success) {
      let folder = Scratch()
      try File.create(folder("a"), with: "old".utf8)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      #if os(Linux)
        setrlimit(__rlimit_resource_t(1), &limit)
      #else
        setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      let large = [UInt8](repeating: 7, count: 1_000)
      #expect(throws: SystemError.number(EFBIG)) { try File.replace(folder("a"), with: large) }
      #expect(throws: SystemError.number(EFBIG)) { try File.create(folder("b"), with: large) }
      #expect(try text(folder("a")) == "old")
      #expect(folder.names == ["a"])
    }
  }

  @Test func concurrentWritersLeaveOneVersion() async throws {
    let path = folder("a")
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask { _ = try? File.replace(path, with: String(repeating: "\(number),", count: 500).utf8) }
      }
    }
    #expect(Set(try text(path).split(separator: ",")).count == 1)
    #expect(folder.names == ["a"])
  }

  @Test func longNamesHaveRoom() throws {
    let name = String(repeating: "n", count: 255)
    try File.create(folder(name), with: "x".utf8)
    try File.replace(folder(name), with: "y".utf8)
    #expect(folder.names == [name])
  }
}
