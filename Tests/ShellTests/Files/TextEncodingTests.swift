import Foundation
import Testing

@testable import ShellCore

/// Files that are not in UTF-8, as old spreadsheets write them.
@Suite struct TextEncodingTests {
  private static func run(_ script: String, _ bytes: [UInt8]) throws -> Program.Result {
    try Program.run(["--quiet", "-c", script], bytes: Data(bytes))
  }

  @Test(arguments: [
    ("latin1", Array("a,b\ncaf".utf8) + [0xE9, 0x2C, 0x31], "[{a: \"café\", b: 1}]"),
    ("windows1252", [0x61, 0x0A, 0x80, 0x35, 0x93, 0x9F, 0x0A], "[{a: \"€5“Ÿ\"}]"),
    ("utf16", [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x3D, 0xD8, 0x00, 0xDE], "[{a: \"😀\"}]"),
    ("utf16", [0xFE, 0xFF, 0, 0x61, 0, 0x0A, 0, 0xE9], "[{a: \"é\"}]"),
    ("utf16", [0x61, 0, 0x0D, 0, 0x0A, 0, 0x35, 0], "[{a: 5}]"),
    ("utf16", [0, 0x61, 0, 0x0D, 0, 0x0A, 0, 0x35], "[{a: 5}]"),
    // Most characters are not ASCII, and one of them has a zero byte in the other order.
    ("utf16", [0x4E, 0x2D, 0, 0x0A, 0x01, 0x00, 0, 0x35], "[{中: \"Ā5\"}]"),
    ("utf16", [0x2D, 0x4E, 0x0A, 0, 0x00, 0x01, 0x35, 0], "[{中: \"Ā5\"}]"),
  ])
  func aTableIsReadInItsEncoding(_ encoding: String, _ bytes: [UInt8], _ value: String) throws {
    let piped = try Self.run("print (read csv in \(encoding))", bytes)
    #expect(piped.output == value + "\n" && piped.status == 0, "\(piped)")
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    try Data(bytes).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let opened = try Self.run("print (open '\(path.path)' in \(encoding))", [])
    #expect(opened.output == value + "\n" && opened.status == 0, "\(opened)")
  }

  @Test(arguments: [
    ("print (read csv)", [0x61, 0x0A, 0xE9], "this is not valid UTF-8: unexpected byte 0xe9", "try: in windows1252"),
    ("print (read csv)", [0xFF, 0xFE, 0x61, 0], "this is not valid UTF-8: unexpected byte 0xff", "try: in utf16"),
    ("print (read csv)", [0x61, 0, 0x0A, 0], "this is probably UTF-16, not UTF-8", "try: in utf16"),
    (
      "print (read text in utf16)", [0x61, 0, 0x62], "ends in the middle of a character: this is not UTF-16",
      "try: in latin1"
    ),
    (
      "print (read text in utf16)", [0x61, 0, 0x0A, 0, 0x3D, 0xD8],
      "line 2: this is not UTF-16: half of a character is missing", "try: in latin1"
    ),
    (
      "print (read text in windows1252)", [0x61, 0x0A, 0x81], "line 2: the byte 0x81 is not defined in Windows-1252",
      "try: in latin1"
    ),
  ])
  func otherBytesAreRefusedWithTheirPlace(
    _ script: String, _ bytes: [UInt8], _ message: String, _ advice: String
  ) throws {
    let result = try Self.run(script, bytes)
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains(message) && result.errors.contains(advice), "\(result.errors)")
  }

  /// Only a command that takes an encoding is advised to name one.
  @Test(arguments: [
    ("csv", [0x69, 0x64, 0xE9], "this is not valid UTF-8: unexpected byte 0xe9"),
    ("json", [0x7B, 0x0A, 0xE9], "this is not valid UTF-8: unexpected byte 0xe9"),
    ("json", [0xFF, 0xFE, 0x7B, 0], "this is not valid UTF-8: unexpected byte 0xff"),
    ("json", [0x7B, 0, 0x0A, 0], "is probably UTF-16, not UTF-8"),
  ])
  func theAdviceIsWhatTheCommandTakes(_ ending: String, _ bytes: [UInt8], _ message: String) throws {
    let path = Scratch.path() + "." + ending
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    for command in ["history import", "story play deck"] where ending == "json" || command == "history import" {
      let error = ScriptRun.error("\(command) '\(path)'") ?? ""
      #expect(error.contains(message) && error.hasSuffix(" | save it as UTF-8"), "\(error)")
    }
    #expect(ScriptRun.error("open '\(path)'")?.contains(" in ") == true)
  }

  @Test func aNULIsNoCharacterOfAnyText() throws {
    let path = Scratch.path() + ".csv"
    try Data(Array("a\n".utf8) + Array(repeating: 0x30, count: 80) + [0]).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      ScriptRun.error("open '\(path)'") == "'\(path)', line 2, column 81: text cannot contain a NUL character")
    #expect(ScriptRun.error("open '\(path)' in latin1") == "'\(path)': text cannot contain a NUL character")
  }

  @Test func allBytesOfLatin1ReadBack() throws {
    let bytes = (1...255).map { UInt8($0) }
    let text = try TextEncoding.latin1.text(of: bytes, name: "a")
    #expect(text.unicodeScalars.map { $0.value } == bytes.map { UInt32($0) })
    // Windows-1252 differs only where Latin-1 has control characters.
    let defined = bytes.filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
    let signs = try TextEncoding.windows1252.text(of: defined, name: "a")
    let other = zip(defined, signs.unicodeScalars).filter { UInt32($0) != $1.value }
    #expect(other.map { $0.0 } == defined.filter { (0x80...0x9F).contains($0) })
    #expect(String(data: Data(defined), encoding: .windowsCP1252) == signs)
  }
}
