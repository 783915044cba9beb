import Foundation
import StoryScript
import Testing

/// Everything that the documents show runs, and writes exactly what they say.
///
///     STORYLINE_UPDATE=1 swift test --filter DocumentTests   # writes the actual output into the documents
@Suite struct DocumentTests {
  private static let updates = ProcessInfo.processInfo.environment["STORYLINE_UPDATE"] == "1"
  private static let guides: [String] = {
    let folder = Package.root.appending(path: "Examples/Guide").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "Examples/Guide/\($0)" }
  }()
  private static let documents = ["README.md", "Grammar.md"] + guides
  private static let pages =
    documents + ["Examples/README.md", "Sources/README.md"]
    + ["Journal", "Stories", "Timers", "Bluesky"].map { "Sources/\($0)/README.md" }

  private static func file(_ name: String) -> URL { Package.root.appending(path: name) }
  private static func text(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  @Test func everyWorldHasAGuide() {
    let names = [
      "bluesky", "browser", "editors", "photos", "prompt-and-keys", "reliability", "scripts", "speed", "stories",
      "teaching",
      "timers-and-family",
    ]
    #expect(Self.guides == names.map { "Examples/Guide/\($0).md" })
  }

  /// Each block of `story` runs, as `storyline test` runs it: scripts end without error, typed lines show their output.
  @Test(arguments: documents) func everyStoryBlockRuns(_ name: String) throws {
    let count = try Self.text(name).split(separator: "\n").count { $0.hasPrefix("```story") }
    guard count > 0 else {
      #expect(name.hasPrefix("Examples/Guide/"), "\(name) has no example")
      return
    }
    // The guides use the photos of Examples, which is not their folder.
    let trust = name.hasPrefix("Examples/Guide/") ? ["--trust"] : []
    let result = try Program.run(["test"] + trust + (Self.updates ? ["--update"] : []) + [name])
    #expect(result.status == 0 && result.output.hasSuffix("\(count) passed, 0 failed\n"), "\(result.output)")
  }

  /// Grammar.md has an example of each statement, and the guide to teaching one of each word of a lesson.
  @Test func everyStatementHasAnExample() throws {
    let blocks = try ["Grammar.md", "Examples/Guide/teaching.md"].flatMap {
      try Self.text($0).components(separatedBy: "```story\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }
    let lines = blocks.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("error") && !$0.hasPrefix("›") }
    // Only words that begin a statement: neither those of comments and texts nor those between other words.
    let code = lines.map { line in
      String(line).replacing(/"[^"]*"|'[^']*'/, with: "\"\"").replacing(/(^| )#.*/, with: "")
    }
    let used = Set(
      code.flatMap {
        $0.split { "{}();=|".contains($0) }.compactMap { $0.split(separator: " ").first.map(String.init) }
      })
    for word in Keyword.allCases.map(\.rawValue) + LessonWord.allCases.map(\.rawValue) {
      let isUsed = used.contains(word)
      #expect(isUsed, "there is no example of '\(word)'")
    }
  }

  /// Each block that begins with `$ storyline` shows what the shell does with that line.
  @Test(arguments: documents) func everyTranscriptIsCorrect(_ name: String) throws {
    let mark = "```\n$ storyline "
    let parts = try Self.text(name).components(separatedBy: mark)
    var updated = parts[0]
    for part in parts.dropFirst() {
      let block = part.components(separatedBy: "\n```")[0]
      let command = String(block.prefix { $0 != "\n" })
      let shown = try Self.output(of: command)
      if !Self.updates { #expect(block == command + shown, "\(name): $ storyline \(command)") }
      updated += mark + command + shown + part.dropFirst(block.count)
    }
    if Self.updates { try updated.write(to: Self.file(name), atomically: true, encoding: .utf8) }
    if name == "README.md" { #expect(parts.count > 5) }
  }

  /// Returns what a shell shows of the program with these arguments, each line behind a line end, without notes.
  private static func output(of arguments: String) throws -> String {
    let result = try Program.run(["-c", "'\(Program.path)' \(arguments) 2>&1"], executable: "/bin/sh")
    return result.lines.filter { !$0.hasPrefix("note:") }.map { "\n" + $0 }.joined()
  }

  /// The picture in README.md is what the program draws of its recording.
  @Test func thePictureIsCurrent() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "picture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let drawn = folder.appending(path: "picture.svg")
    let result = try Program.run(["render", "Examples/picture.story", "to", drawn.path])
    #expect(result.status == 0, "\(result.errors)")
    let bytes = try Data(contentsOf: drawn)
    let picture = Self.file("Examples/picture.svg")
    if Self.updates {
      try bytes.write(to: picture)
    } else {
      #expect(
        try bytes == Data(contentsOf: picture), "storyline render --replace Examples/picture.story to \(picture.path)")
    }
  }

  @Test func theReadmeIsReadInAFewMinutes() throws {
    let text = try Self.text("README.md")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 221)
    #expect(text.contains("](Examples/picture.svg)"))
    for guide in Self.guides { #expect(text.contains("](\(guide))"), "\(guide)") }
  }

  /// Each promise names the tests that hold it.
  @Test func everyTestNamedByAPromiseExists() throws {
    let parts = try Self.text("Examples/Guide/reliability.md").components(separatedBy: "[`").dropFirst()
    let names = parts.flatMap {
      $0.components(separatedBy: "`]")[0].components(separatedBy: "`").filter { $0.count > 3 }
    }
    #expect(Set(names).count > 20)
    var code = ""
    let tests = try #require(FileManager.default.enumerator(atPath: Self.file("Tests").path))
    for case let path as String in tests where path.hasSuffix("Tests.swift") { code += try Self.text("Tests/" + path) }
    for name in names where name != "faults" {
      let isThere = ["struct", "class"].contains { code.contains("\($0) \(name) {") }
      #expect(isThere, "there is no test \(name)")
    }
  }

  /// Each link within the package leads to a file, and to a heading where it names one.
  @Test(arguments: pages) func everyLinkLeadsSomewhere(_ name: String) throws {
    let folder = Self.file(name).deletingLastPathComponent()
    for part in try Self.text(name).components(separatedBy: "](").dropFirst() {
      let link = part.prefix { $0 != ")" }
      guard !link.hasPrefix("http") else { continue }
      // The page that `.ci/web` makes, at a moment: its lines run.
      let page = ".build/web/storyline.html#run="
      if link.hasPrefix(page) {
        let script = try #require(String(link.dropFirst(page.count)).removingPercentEncoding)
        let result = try Program.run(["-c", script])
        #expect(result.status == 0 && result.lines.count > 3, "\(name): \(link): \(result)")
        continue
      }
      let pieces = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = pieces[0].isEmpty ? Self.file(name) : folder.appending(path: String(pieces[0]))
      #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(link)")
      guard pieces.count > 1, let text = try? String(contentsOf: target, encoding: .utf8) else { continue }
      let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" }.dropFirst().lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      }
      #expect(headings.contains(String(pieces[1])), "\(name): \(link)")
    }
  }
}
