import System
import Testing

@Suite struct FilePathTests {
  let folder = Scratch()

  @Test func theHomeFolderHasAShortName() {
    let home = HomeFolder.path
    #expect(FilePath.expanded("~") == home ?? "~")
    #expect(FilePath.expanded("~/a") == (home.map { $0 + "/a" } ?? "~/a"))
    for path in ["~a", "a/~", "/~", ""] { #expect(FilePath.expanded(path) == path) }
  }

  @Test(arguments: [("a", "."), ("a/b", "a"), ("/a", "/"), ("/a/b", "/a"), ("a/", "a")])
  func theFolderOfAPath(_ path: String, _ expected: String) {
    #expect(FilePath.folder(of: path) == expected)
  }

  @Test func pathsInsideAFolder() throws {
    try Folder.make(folder("a/b"))
    symlink("a", folder("link"))
    #expect(FilePath.isInside(folder("a/b/new"), folder("a")))
    #expect(FilePath.isInside(folder("link/new"), folder("a")))
    #expect(FilePath.isInside(folder("a/new"), folder("link")))
    #expect(FilePath.isInside("/new", "/"))
    #expect(!FilePath.isInside(folder("new"), folder("a")))
    #expect(!FilePath.isInside(folder("ab"), folder("a")))
    #expect(!FilePath.isInside(folder("none/new"), folder("a")))
  }
}
