import System
import Testing

@Suite struct FileNameTests {
  let folder = Scratch()

  @Test(arguments: [
    (Array("café.jpg".utf8), "café.jpg"), (Array("caf".utf8) + [0xE9], "caf\u{10FFE9}"),
    ([0xFF, 0x41, 0xC3], "\u{10FFFF}A\u{10FFC3}"), ([0xED, 0xA0, 0x80], "\u{10FFED}\u{10FFA0}\u{10FF80}"),
    // The characters that represent bytes are not an exception.
    (Array("\u{10FFE9}".utf8), "\u{10FFF4}\u{10FF8F}\u{10FFBF}\u{10FFA9}"), (Array("\u{10FF7F}".utf8), "\u{10FF7F}"),
  ])
  func everyNameIsAText(bytes: [UInt8], text: String) { #expect(FileName.text(bytes) == text) }

  @Test(.enabled(if: !isApple, "these file systems know UTF-8 alone"))
  func everyNameCanBeUsed() throws {
    let names: [[UInt8]] = [
      Array("caf".utf8) + [0xE9], [0xFF, 0xFE], Array("é".utf8) + [0x80], Array("\u{10FFE9}".utf8), Array("plain".utf8),
    ]
    for bytes in names {
      let path = (Array((folder.path + "/").utf8) + bytes + [0]).map { CChar(bitPattern: $0) }
      fclose(fopen(path, "w"))
    }
    let found = try Folder.names(in: folder.path)
    #expect(Set(found) == Set(names.map { FileName.text($0) }))
    for name in found {
      #expect(try FileStatus(folder(name)).isFile)
      #expect(File.exists(folder(name)))
      try File.replace(folder(name), with: "text".utf8)
      #expect(try File.read(folder(name), atMost: 10) == Array("text".utf8))
      #expect(try FilePath.resolved(folder(name)).hasSuffix(name))
      try Folder.make(folder(name + " folder"))
      try File.create(folder(name + " folder/new"), with: "".utf8)
      try File.rename(folder(name), to: folder(name + " folder/old"))
      #expect(Set(try Folder.names(in: folder(name + " folder"))) == ["new", "old"])
      try File.remove(folder(name + " folder/old"))
    }
  }

  private static var isApple: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}
