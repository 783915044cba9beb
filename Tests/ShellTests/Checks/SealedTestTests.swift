import Foundation
import Testing

@testable import Shell

/// `storyline test` runs other people's scripts and documents: they read only their folder, write nothing, and end.
@Suite struct SealedTestTests {
  /// Makes a folder `in` with tests beside a file that they must not read.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-sealed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "in/deep"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("\"ossifrage\"", to: folder.appending(path: "secret.json"))
    try write("let x = \"ossifrage\"\n", to: folder.appending(path: "secret.story"))
    try write("\"heron\"", to: folder.appending(path: "in/own.json"))
    try write("let bird = \"heron\"\n", to: folder.appending(path: "in/own.story"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "in/link.json").path, withDestinationPath: "../secret.json")
    try body(folder)
  }

  private static func write(_ text: String, to file: URL) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private static let prying = [
    "print (open \"../secret.json\")", "print (open \"in/link.json\")", "print (open \"secret.json\")",
    "let p = \"../secret\"; print (open \"{$p}.json\")", "include \"../secret.story\"; print $x",
    "print (open \"FOLDER/secret.json\")", "print (open \"file://FOLDER/secret.json\")",
    "print (open \"~/secret.json\")",
    "print (facets \"see FOLDER/secret.json\"); fail \"x\"", "cluster FOLDER; fail \"ossifrage is not found\" + \"\"",
    "try { print (open \"../secret.json\") } catch e { fail $e }",
    "when story.started { print (open \"../secret.json\") }; story play 1; wait 1s",
  ]

  /// Neither a script nor a block of a document sees a file outside its folder.
  @Test(arguments: prying) func nothingOutsideTheFolderIsRead(_ line: String) throws {
    try Self.inFolder { folder in
      let line = line.replacing("FOLDER", with: folder.path)
      try Self.write(line + "\n", to: folder.appending(path: "in/a.story"))
      try Self.write(
        "```story\n\(line)\n```\n\n```story\n› \(line)\nnothing\n```\n", to: folder.appending(path: "in/a.md"))
      for arguments in [
        ["in/a.story"], ["in/a.md"], ["in"], ["--tap", "in"], ["--update", "in/a.md"], ["in/a.md", "secret.story"],
      ] {
        let result = try Program.run(["test"] + arguments, folder: folder, environment: ["HOME": folder.path])
        let said = result.output + result.errors
        #expect(!said.replacing("\"ossifrage is", with: "").contains("+ ossifrage"), "\(arguments): \(said)")
      }
      // The output of a refused line is not written down in place of the right one.
      let updated = try String(contentsOf: folder.appending(path: "in/a.md"), encoding: .utf8)
      #expect(!updated.contains("\nossifrage") && !updated.contains("this run may read"), "\(updated)")
    }
  }

  @Test func theErrorSaysHowToAllowIt() throws {
    try Self.inFolder { folder in
      let script = folder.appending(path: "in/a.story")
      func failure(_ text: String) throws -> [String] {
        try Self.write(text + "\n", to: script)
        return try Program.run(["test", "in/a.story"], folder: folder).lines
      }
      let outside = try failure("print (open \"../secret.json\")")
      #expect(
        outside == [
          "✗ in/a.story", "    error: '../secret.json' is outside 'in', the folder that this run may read",
          "      ┌─ in/a.story:1:13", "    1 │ print (open \"../secret.json\")",
          "      │             ^^^^^^^^^^^^^^^^ try: add --trust", "0 passed, 1 failed",
        ])
      let saved = try failure("save 5 to \"in/new.json\"")
      #expect(
        saved[1] == "    error: `save` writes files, and this run may only read files in its folder")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "in/new.json").path))
      let included = try failure("include \"../secret.story\"")
      #expect(
        included[1]
          == "    error: cannot include this: '../secret.story' is outside 'in', the folder that this run may read")
    }
  }

  /// Files beside a test, or in the folder that was named, are there for it; with `--trust` all files are.
  @Test func itsOwnFolderCanBeRead() throws {
    try Self.inFolder { folder in
      func passes(_ arguments: [String]) throws -> Bool {
        try Program.run(["test"] + arguments, folder: folder).status == 0
      }
      try Self.write(
        "include \"own.story\"\nexpect (open \"in/own.json\") == $bird\nexpect (open \"own.json\") == $bird\n",
        to: folder.appending(path: "in/a.story"))
      #expect(try passes(["in/a.story"]) && passes(["in"]))
      try Self.write(
        "```story\n› print (open \"../own.json\")\nheron\n```\n", to: folder.appending(path: "in/deep/a.md"))
      #expect(try passes(["in"]) && !passes(["in/deep"]) && !passes(["in/deep/a.md"]))
      #expect(try passes(["--trust", "in/deep/a.md"]))
      try Self.write(
        "save (open \"secret.json\") to \"in/saved.json\"\n", to: folder.appending(path: "in/deep/b.story"))
      #expect(try !passes(["in/deep/b.story"]) && passes(["--trust", "in/deep/b.story"]))
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "in/saved.json").path))
    }
  }

  @Test(arguments: [
    ("let s = \"0123456789abcdef\"; while true { s = $s + $s }", "needs too much memory"),
    ("while true { print \"0123456789abcdef0123456789abcdef0123456789abcdef\" }", "prints more than 16 MiB"),
  ]) func endlessRecordingsAreStopped(_ line: String, _ words: String) throws {
    try Self.inFolder { folder in
      try Self.write(line + "\n", to: folder.appending(path: "in/a.story"))
      try Self.write("```story\n› \(line)\nnothing\n```\n", to: folder.appending(path: "in/a.md"))
      let script = try Program.run(["test", "in/a.story"], folder: folder)
      #expect(script.output.contains("this script \(words): add --trust to test it without limits"), "\(script)")
      let document = try Program.run(["test", "--update", "in/a.md"], folder: folder)
      #expect(document.output.contains("this document \(words): add --trust to test it without limits"), "\(document)")
      let text = try String(contentsOf: folder.appending(path: "in/a.md"), encoding: .utf8)
      #expect(text.contains("nothing"))
    }
  }
  /// All blocks of a document share one limit, so that many of them do not take many times as much.
  @Test func theBlocksOfADocumentShareTheirLimits() throws {
    try Self.inFolder { folder in
      let block =
        "```story prompt\n› while true { print \"0123456789abcdef0123456789abcdef0123456789abcdef\" }\n```\n\n"
      try Self.write(
        block + "```story prompt\n› print 5\n5\n```\n", to: folder.appending(path: "in/a.md"))
      let document = try Program.run(["test", "in/a.md"], folder: folder)
      #expect(document.output.hasSuffix("0 passed, 2 failed\n"), "\(document.output.suffix(500))")
    }
  }

  /// A check prints lines of what it reads, so a script of another user must not choose any file.
  @Test func aCheckReadsOnlyScripts() throws {
    try Self.inFolder { folder in
      try Self.write("heron = ossifrage\n", to: folder.appending(path: "plain.txt"))
      try Self.write("include \"../plain.txt\"\n", to: folder.appending(path: "in/a.story"))
      for arguments in [["in/a.story"], ["--json", "in/a.story"], ["--sarif", "in/a.story"]] {
        let result = try Program.run(["check"] + arguments, folder: folder)
        #expect(result.status != 0)
        #expect(!(result.output + result.errors).contains("ossifrage"), "\(arguments): \(result)")
        #expect((result.output + result.errors).contains("'../plain.txt' is not a .story file"), "\(result)")
      }
      try Self.write("include \"own.story\"\nprint $bird\n", to: folder.appending(path: "in/a.story"))
      #expect(try Program.run(["check", "in/a.story"], folder: folder).status == 0)
    }
  }

  /// Scripts that each include the next one twice would be compiled a billion times.
  @Test(.timeLimit(.minutes(5)), arguments: ["i", "./i"]) func includesThatMultiplyAreRefused(_ other: String) throws {
    try Self.inFolder { folder in
      for number in 0..<40 {
        try Self.write(
          "include \"i\(number + 1).story\"\ninclude \"\(other)\(number + 1).story\"\n",
          to: folder.appending(path: "in/i\(number).story"))
      }
      try Self.write("print 1\n", to: folder.appending(path: "in/i40.story"))
      for arguments in [["test", "in/i0.story"], ["check", "in/i0.story"], ["in/i0.story"]] {
        let result = try Program.run(arguments, folder: folder)
        #expect(result.status != 0)
        #expect(
          (result.output + result.errors).contains("includes more than 1000 scripts in all"), "\(arguments): \(result)")
      }
      #expect(try Program.run(["check", "in/i33.story"], folder: folder).status == 0)
    }
  }

  /// An editor may save a document while its tests run: that is not overwritten.
  @Test func aDocumentThatChangedIsNotRewritten() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-update-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.md")
    let text = "```story\n› save \"my new notes\" to \"page.md\" replace\n› print 1\n2\n```\n"
    try text.write(to: page, atomically: true, encoding: .utf8)
    let result = try Program.run(["test", "--update", "--trust", "page.md"], folder: folder)
    #expect(result.status == 1 && result.output.contains("was changed while its tests ran"), "\(result)")
    #expect(try String(contentsOf: page, encoding: .utf8) == "my new notes")
  }
}
