import System
import Testing

@Suite struct FolderTests {
  let folder = Scratch()

  @Test func foldersAreMadeWithThoseAboveThem() throws {
    try Folder.make(folder("a/b/c"))
    try Folder.make(folder("a/b/c"))
    #expect(try FileStatus(folder("a/b")).isFolder)
    #expect(try FileStatus(folder("a/b")).permissions == 0o700)
  }

  @Test func blockingFilesAreReported() throws {
    try File.create(folder("a"), with: "".utf8)
    #expect(throws: SystemError.number(ENOTDIR)) { try Folder.make(folder("a/b")) }
  }

  @Test func folderEntriesHaveKinds() throws {
    try File.create(folder("file"), with: "".utf8)
    try Folder.make(folder("folder"))
    symlink("file", folder("link"))
    let kinds = try Folder.entries(of: folder.path).map { "\($0.name) \($0.kind.map(\.rawValue) ?? "?")" }
    #expect(Set(kinds).isSubset(of: ["file file", "file ?", "folder folder", "folder ?", "link link", "link ?"]))
    #expect(folder.names == ["file", "folder", "link"])
    #expect(throws: SystemError.number(ENOENT)) { try Folder.names(in: folder("none")) }
  }
}
