import Foundation
import System
import Testing

@testable import Shell

/// Files of the user that have the names of Storyline's own: none is ever lost.
@Suite final class ForeignFilesTests {
  private let folder = Scratch.folder().path
  private let files = FileManager.default

  deinit { try? files.removeItem(atPath: folder) }

  private func text(_ name: String) -> String? { try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  private func run(_ script: String) throws -> Program.Result {
    try Program.run(["--real", "--state", folder, "-c", script], environment: ["HOME": folder + "/home"])
  }

  /// Each file that a session writes, with one word, with several lines, and with JSON.
  @Test(arguments: ["precious", "my-text\n", "Two\nlines of notes\n", "{\"version\":7,\"posts\":[1]}\n"])
  func nothingIsReplaced(content: String) throws {
    let names = ["device", "device.2", "numbers", "heard", "asked", "sending"]
    for name in names { try write(content, to: name) }
    let result = try run("draft \"a\"; post \"b\"")
    #expect(result.status == 0, "\(result)")
    for name in names {
      #expect(text(name) == content || text(name + ".damaged") == content, "\(name)")
    }
    for name in ["device", "device.2", "numbers"] {
      #expect(text(name) != content && text(name + ".damaged") == content, "\(name)")
      let place = "\(folder)/\(name)"
      let note =
        "note: '\(place)' is damaged, or is not a Storyline file: its content is now in '\(place).damaged'"
      #expect(result.errors.replacing("\n  ", with: " ").contains(note), "\(result.errors)")
    }
    #expect(!result.errors.contains("saved posts or drafts"), "\(result.errors)")
    #expect(!(text("device") ?? "").hasPrefix("precious\n"))
    let again = try run("expect drafts.count == 1; expect outbox.count == 1")
    #expect(again.status == 0 && !again.errors.contains("damaged"), "\(again)")
    #expect(try files.contentsOfDirectory(atPath: folder).count { $0.contains(".damaged") } == 3)
  }

  /// A second content in the same place gets a name of its own.
  @Test func eachContentIsKept() throws {
    for number in 1...3 {
      try write("text \(number)\n", to: "numbers")
      _ = try run("draft \"\(number)\"")
    }
    #expect(
      ["numbers.damaged", "numbers.damaged.2", "numbers.damaged.3"].map(text) == ["text 1\n", "text 2\n", "text 3\n"])
  }

  /// `state name` writes only into state folders.
  @Test func aFolderWithoutAJournalGetsNoName() throws {
    for journal in [nil, "my notes about the day\n"] {
      try write("my camera notes", to: "device")
      if let journal { try write(journal, to: "bar.journal") }
      let before = try files.contentsOfDirectory(atPath: folder).sorted()
      let result = try Program.run(["state", "name", "bar", folder])
      #expect(
        result.errors == """
          error: '\(folder)' is not a state folder: it has no Storyline journal
            to create one there, try: storyline --state '\(folder)'

          """)
      #expect(result.status == 2 && text("device") == "my camera notes")
      #expect(try files.contentsOfDirectory(atPath: folder).sorted() == before)
    }
  }

  /// In a state folder, `state name` keeps what it replaces.
  @Test func aNameKeepsWhatItReplaces() throws {
    _ = try run("draft \"a\"")
    let names = try files.contentsOfDirectory(atPath: folder)
    let device = try #require(names.first { $0.hasSuffix(".journal") }).dropLast(8)
    try files.copyItem(atPath: "\(folder)/\(device).journal", toPath: folder + "/phone-abcd.journal")
    for name in ["device", "device.2"] { try write("my camera notes", to: name) }
    let result = try Program.run(["state", "name", String(device), folder])
    #expect(result.status == 0 && result.output.hasSuffix("this device is \(device) in \(folder)\n"), "\(result)")
    #expect(text("device.damaged") == "my camera notes" && text("device.2.damaged") == "my camera notes")
    #expect(text("device")?.hasPrefix("\(device)\n") == true)
  }
}
