import Foundation
import Testing

@testable import Shell

/// `check`, `fmt` and `test` on folders: each file is handled once, whatever the links, and nothing outside is
/// written.
@Suite final class ScriptFilesTests {
  private let folder = "/tmp/storyline-scripts-\(UInt64.random(in: 0 ... .max))"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder + "/in/deep", withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: target)
  }

  @Test(.timeLimit(.minutes(1))) func loopsOfLinksEndAndEachFileIsTakenOnce() throws {
    try write("in/x.story", "print 2\n")
    try write("in/deep/y.story", "print 2\n")
    for name in ["in/s1", "in/s2", "in/deep/s3"] { try link(name, to: folder + "/in") }
    try link("in/a.story", to: "x.story")
    try link("in/deep/b.story", to: "../x.story")
    try FileManager.default.linkItem(atPath: folder + "/in/x.story", toPath: folder + "/in/hard.story")
    let tested = try Program.run(["test", folder + "/in", folder + "/in/deep", folder + "/in/x.story"])
    #expect(tested.output == "2 passed, 0 failed\n", "\(tested)")
    #expect(try Program.run(["check", folder + "/in"]).output == "2 scripts are fine\n")
    #expect(try Program.run(["fmt", folder + "/in"]).output == "2 scripts already formatted\n")
  }

  /// A file whose other name is outside the folder may be any file, as one that a link leads to.
  @Test func filesWithNamesElsewhereAreSkipped() throws {
    try write("secret.txt", "squeamish ossifrage\n")
    try write("in/fine.story", "print 1\n")
    try FileManager.default.linkItem(atPath: folder + "/secret.txt", toPath: folder + "/in/pry.story")
    for words in [["check"], ["test"], ["fmt"]] {
      let run = try Program.run(words + [folder + "/in"])
      #expect(!(run.output + run.errors).contains("ossifrage"), "\(run)")
      #expect(
        run.errors.contains(
          "note: '\(folder)/in/pry.story' is skipped: the file has another hard link, which may be outside the folder"),
        "\(run)")
      #expect(run.status == 0, "\(run)")
    }
    // A file that the user names is read, and trusted tests read all.
    #expect(try Program.run(["check", folder + "/in/pry.story"]).errors.contains("ossifrage"))
    #expect(try Program.run(["test", "--trust", folder + "/in"]).output.hasSuffix("1 passed, 1 failed\n"))
  }

  /// Somebody else's folder may contain links to any file: errors would show its lines, and corrections change it.
  @Test func linksOutOfTheFolderAreNotFollowed() throws {
    try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
    try write("out/o.story", "print   1\n")
    try write("out/o.md", "```story\n› print 2\n3\n```\n")
    try write("file.story", "print   1\n")
    try link("in/link", to: folder + "/out")
    try link("in/file.story", to: folder + "/file.story")
    try link("in/lost.story", to: folder + "/nowhere")
    let formatted = try Program.run(["fmt", folder + "/in"])
    #expect(formatted.errors.contains("note: '\(folder)/in/link' points outside the folder and is skipped"))
    #expect(formatted.errors.contains("note: '\(folder)/in/file.story' points outside the folder and is skipped"))
    #expect(formatted.errors.contains("cannot read '\(folder)/in/lost.story'"))
    _ = try Program.run(["test", "--update", folder + "/in"])
    try write("in/typo.story", "pritn 1\n")
    try write("out/typo.story", "pritn 1\n")
    let fixed = try Program.run(["check", "--fix", folder + "/in"])
    #expect(fixed.errors.contains("note: '\(folder)/in/link' points outside the folder and is skipped"), "\(fixed)")
    #expect(try String(contentsOfFile: folder + "/in/typo.story", encoding: .utf8) == "print 1\n")
    #expect(try String(contentsOfFile: folder + "/out/typo.story", encoding: .utf8) == "pritn 1\n")
    for name in ["in", "out"] { try FileManager.default.removeItem(atPath: folder + "/\(name)/typo.story") }
    for name in ["out/o.story", "file.story"] {
      #expect(try String(contentsOfFile: folder + "/" + name, encoding: .utf8) == "print   1\n")
    }
    #expect(try String(contentsOfFile: folder + "/out/o.md", encoding: .utf8).contains("\n3\n"))
    // Trusted tests follow links.
    #expect(try Program.run(["test", folder + "/in"]).output.hasSuffix("0 passed, 1 failed\n"))
    #expect(try Program.run(["test", "--trust", folder + "/in"]).output.hasSuffix("2 passed, 2 failed\n"))
    try write("secret.txt", "squeamish ossifrage\n")
    try link("in/secret.story", to: folder + "/secret.txt")
    try write("in/pry.story", "include \"secret.story\"\nprint 1\n")
    for words in [["check"], ["check", "--json"], ["check", "--sarif"], ["test"]] {
      let run = try Program.run(words + [folder + "/in"])
      #expect(!(run.output + run.errors).contains("ossifrage"), "\(run)")
    }
    let included = try Program.run(["check", folder + "/in/pry.story"])
    #expect(included.status != 0 && included.errors.contains("is not a .story file"), "\(included)")
    for name in ["secret", "pry"] { try FileManager.default.removeItem(atPath: folder + "/in/\(name).story") }
    // A link that the user names is followed.
    #expect(try Program.run(["fmt", folder + "/in/link"]).output == "\(folder)/in/link/o.story rewritten\n")
    #expect(try Program.run(["fmt", folder + "/in/file.story"]).output == "\(folder)/in/file.story rewritten\n")
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["check", "fmt", "test"]) func pipesAreRefused(_ tool: String) throws {
    #expect(mkfifo(folder + "/in/p.story", 0o600) == 0)
    let run = try Program.run([tool, folder + "/in"])
    #expect(run.status != 0 && (run.errors + run.output).contains("it is a pipe, not a file"), "\(run)")
  }
}
