import Foundation
import Testing

@testable import Shell

/// A user's files keep their state: photos, videos and sidecars keep their content, and files keep their mode, links
/// and owner.
@Suite final class OverwritingTests {
  private let folder = "/tmp/storyline-overwriting-\(UInt64.random(in: 0 ... .max))"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  static let irreplaceable: [(name: String, content: [UInt8])] = [
    ("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10]), ("a.txt", [0xFF, 0xD8, 0xFF, 0xE1]),
    ("a.csv", [0x89] + Array("PNG\r\n\u{1A}\n".utf8)), ("a.json", Array("RIFF\0\0\0\0WEBPVP8 ".utf8)),
    ("b.json", Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8)), ("clip.csv", Array("\0\0\0\u{18}ftypqt  \0\0".utf8)),
    ("clip2.csv", [0x1A, 0x45, 0xDF, 0xA3, 0, 0, 0, 0]), ("clip3.csv", [0, 0, 1, 0xBA, 0x44, 0]),
    ("disc.json", (0..<600).map { $0 % 192 == 4 ? 0x47 : 1 }), ("a.tsv", Array("II*\0\u{8}\0\0\0".utf8)),
    ("old.csv", Array("II\u{1A}\0\0\0HEAPCCDR".utf8)),
    ("a.xmp.csv", Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF/></x:xmpmeta>".utf8)),
    ("x.json", Array("<?xpacket begin=''?>".utf8)),
    ("x16.csv", Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">".utf16).flatMap { [UInt8($0), 0] }),
    ("a.jpg.json", Array("{\"title\":\"a.jpg\",\"photoTakenTime\":{\"timestamp\":\"1690000000\"}}".utf8)),
    ("notes.json", Array(" {\"geoData\":{\"latitude\":38.7,\"longitude\":-9.1}}".utf8)),
  ]

  @Test(arguments: 0..<irreplaceable.count) func photosAndNeighbouringFilesAreNotOverwritten(_ index: Int) throws {
    let (name, content) = Self.irreplaceable[index]
    let path = folder + "/" + name
    try Data(content).write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(atPath: folder + "/link.csv", withDestinationPath: path)
    // New sessions, which have not read a library.
    for file in [path, folder + "/link.csv"] {
      let error = ScriptRun.error("save [{a: 1}] to \"\(file)\" replace")
      #expect(error?.contains("is never overwritten") == true, "\(name): \(error ?? "written")")
      if file.hasSuffix(".csv") || file.hasSuffix(".json") {
        let exported = ScriptRun.error("history export to \"\(file)\" replace")
        #expect(exported?.contains("is never overwritten") == true, "\(name): \(exported ?? "written")")
      }
    }
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == content)
  }

  @Test(arguments: [
    "The free world\n", "Some wide roads\n", "BM is a town\n", "{\"title\": \"a\"}\n", "[1,2]\n", "", "<html></html>\n",
    "a,b\n1,2\n",
  ])
  func otherFilesAreReplaced(_ content: String) throws {
    let path = folder + "/file.json"
    try content.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(ScriptRun.error("save [1] to \"\(path)\" replace") == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "[1]\n" || content.isEmpty)
  }

  @Test func modesAndLinksAreKept() throws {
    let script = folder + "/x.story"
    try "#!storyline\nprint   1\n".write(toFile: script, atomically: false, encoding: .utf8)
    let document = folder + "/x.md"
    try "```story\n› print 2\n3\n```\n".write(toFile: document, atomically: false, encoding: .utf8)
    let table = folder + "/x.csv"
    try "old\n".write(toFile: table, atomically: false, encoding: .utf8)
    for (file, mode) in [(script, 0o755), (document, 0o640), (table, 0o600)] {
      #expect(chmod(file, mode_t(mode)) == 0)
      try FileManager.default.createSymbolicLink(atPath: file + ".link", withDestinationPath: file)
    }
    #expect(try Program.run(["fmt", script + ".link"]).status == 0)
    #expect(try Program.run(["test", "--update", document]).status == 0)
    #expect(ScriptRun.error("history export to \"\(table)\" replace") == nil)
    for (file, mode) in [(script, 0o755), (document, 0o640), (table, 0o600)] {
      var status = stat()
      #expect(stat(file, &status) == 0 && Int(status.st_mode & 0o7777) == mode, "\(file)")
      var link = stat()
      #expect(lstat(file + ".link", &link) == 0 && link.st_mode & S_IFMT == S_IFLNK, "\(file)")
    }
    #expect(try String(contentsOfFile: script, encoding: .utf8) == "#!storyline\nprint 1\n")
    #expect(try String(contentsOfFile: document, encoding: .utf8).contains("\n2\n"))
  }

  @Test func protectedFilesAndNonFilesAreRefused() throws {
    let script = folder + "/locked.story"
    try "print   1\n".write(toFile: script, atomically: false, encoding: .utf8)
    #expect(chmod(script, 0o444) == 0)
    let formatted = try Program.run(["fmt", script])
    #expect(formatted.status == 2 && formatted.errors.contains("Permission denied"), "\(formatted)")
    #expect(try String(contentsOfFile: script, encoding: .utf8) == "print   1\n")
    #expect(mkfifo(folder + "/pipe.csv", 0o600) == 0)
    for command in ["save [{a: 1}] to", "history export to"] {
      let error = ScriptRun.error("\(command) \"\(folder)/pipe.csv\" replace")
      #expect(error?.contains("it is a pipe, not a file") == true, "\(error ?? "written")")
    }
  }
}
