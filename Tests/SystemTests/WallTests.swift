import System
import Testing

/// One module imports the operating system's C library, and another Foundation; no other module checks which exist.
@Suite struct WallTests {
  @Test func onlySystemImportsTheCLibrary() throws {
    let sources = FilePath.folder(of: FilePath.folder(of: FilePath.folder(of: #filePath))) + "/Sources"
    let modules = try Folder.names(in: sources).filter {
      !["System", "RichTextAttributes", "storyline-bench"].contains($0) && !$0.hasSuffix(".md")
    }
    #expect(modules.count > 10)
    for file in try modules.flatMap({ try swiftFiles(in: "\(sources)/\($0)") }) {
      let text = try text(file)
      for word in ["canImport(", "import Glibc", "import Darwin", "import Musl"] {
        #expect(!text.contains(word), "\(file)")
      }
    }
  }

  private func swiftFiles(in folder: String) throws -> [String] {
    try Folder.names(in: folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if try FileStatus(path).isFolder { return try swiftFiles(in: path) }
      return name.hasSuffix(".swift") ? [path] : []
    }
  }
}
